// A note that is ticked is gone, and its box with it. Whoever works by keys goes on with the box that is next, or with
// the part of the page that it was in, and not from the top of the page.
const TICKED = "[class*='st-key-tick']";
const LONGEST_REDRAW = 10_000;

window.addEventListener("change", (event) => {
  const ticked = event.target instanceof HTMLInputElement ? event.target.closest(TICKED) : null;
  if (!ticked) return;
  const room = ticked.parentElement?.closest("[class*='st-key-']");
  const boxes = [...document.querySelectorAll(TICKED)], here = boxes.indexOf(ticked);
  const others = [...boxes.slice(here + 1), ...boxes.slice(0, here).reverse()].map(keyOf);
  const redrawn = new MutationObserver(() => {
    if (document.querySelector(`.${CSS.escape(keyOf(ticked))} input`)) return;
    redrawn.disconnect();
    if (document.activeElement !== document.body) return;
    const next = others.map((key) => document.querySelector(`.${CSS.escape(key)} input`)).find(Boolean);
    if (!next) room?.setAttribute("tabindex", "-1");
    (next ?? room)?.focus();
  });
  redrawn.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => redrawn.disconnect(), LONGEST_REDRAW);
}, true);
