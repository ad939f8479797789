// A button that opens a form is another once the form is open, and again once it is closed. Whoever works by keys goes
// on from there, and not from the top of the page.
const TURNS = /st-key-([\w-]+)-(open|close)(?=\s|$)/;
const LONGEST_TURN = 10_000;

window.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const turned = button && TURNS.exec(button.closest("[class*='st-key-']")?.className ?? "");
  if (!turned) return;
  const other = `.st-key-${turned[1]}-${turned[2] === "open" ? "close" : "open"} button`;
  const redrawn = new MutationObserver(() => {
    if (button.isConnected || document.activeElement !== document.body) return;
    const there = document.querySelector(other);
    if (!there) return;
    redrawn.disconnect();
    there.focus({ preventScroll: true });
  });
  redrawn.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => redrawn.disconnect(), LONGEST_TURN);
}, true);

// What was pressed by a key and is gone with what it stood in leaves the focus where it was, if nobody else takes it. At
// the table the form that comes next takes it.
const TAKEN_BY_THEN = 1_000;
window.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button || event.detail !== 0 || document.querySelector(".st-key-table-form")) return;
  const around = [];
  for (let room = button.parentElement; room; room = room.parentElement)
    if (room.matches("[class*='st-key-'], [data-testid=stMain]")) around.push(room);
  const gone = setInterval(() => {
    if (button.isConnected) return;
    clearInterval(gone);
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const room = around.find((it) => it.isConnected);
      if (room && room.tabIndex < 0) room.setAttribute("tabindex", "-1");
      room?.focus({ preventScroll: true });
    }, TAKEN_BY_THEN);
  }, 200);
  setTimeout(() => clearInterval(gone), LONGEST_TURN);
}, true);
