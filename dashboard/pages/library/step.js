// A form of several steps begins each at its head: the step before may have been longer, so that what comes in its place
// stands off the screen. What held the focus went with it, and whoever goes by keys begins at the head too.
const SHOWN = new WeakMap(), LOOKS = 8, LOOK_EVERY = 150, STOPS = ["pointerdown", "keydown", "wheel", "touchmove"];

function draw({ parentElement: root, data }) {
  const before = SHOWN.get(root);
  SHOWN.set(root, data.step);
  if (before === undefined || before === data.step) return;
  let used = false;
  for (const name of STOPS) window.addEventListener(name, () => { used = true; }, { once: true, capture: true, passive: true });
  const look = (left) => setTimeout(() => {          // its parts come one by one: it looks again, until somebody goes on
    const form = document.querySelector(data.form);
    if (used || SHOWN.get(root) !== data.step || !form) return;
    const under = document.querySelector(".st-key-head")?.getBoundingClientRect().bottom ?? 0;
    const top = form.getBoundingClientRect().top;
    if (top < under || top > innerHeight / 2) form.scrollIntoView({ block: "start" });
    const head = form.querySelector("h2");
    if (head && [document.body, null].includes(document.activeElement)) {
      head.tabIndex = -1;
      head.focus({ preventScroll: true });
    }
    if (left) look(left - 1);
  }, LOOK_EVERY);
  look(LOOKS);
}
