// A press takes the caret out of a field, whose redraw may move the button from under the pointer before it is let
// go: the browser then sees no click. What was pressed and let go on the same spot was pressed.
const SAME_SPOT = 10;
// So many milliseconds after the release the browser's own click has come, if it comes at all: a touch takes longer.
const OWN_CLICK = { mouse: 60, pen: 60, touch: 350 };
const PRESSED = ":is([data-testid=stButton], [data-testid=stFormSubmitButton], [data-testid=stPopoverButton], [data-testid=stButtonGroup]) button, button[data-testid=stPopoverButton]";

// The key of a button, as its container has it for a class: another ask has another key, though it says the same.
const keyOf = (button) => [...(button.closest("[class*='st-key-']")?.classList ?? [])].find((it) => it.startsWith("st-key-"));

// The button as it is on the page now: a redraw may have put another in its place, or another ask into this one.
function asItIsNow(button, words, key) {
  if (button.isConnected) return button.textContent === words && keyOf(button) === key ? button : null;
  return key ? [...document.querySelectorAll(`.${CSS.escape(key)} button`)].find((it) => it.textContent === words) : null;
}

window.addEventListener("pointerdown", (down) => {
  const button = down.target instanceof Element ? down.target.closest(PRESSED) : null;
  if (!button || button.disabled || !down.isPrimary || down.button !== 0) return;
  const words = button.textContent, key = keyOf(button);
  const ended = new AbortController(), listening = { capture: true, signal: ended.signal };
  let clicked = false;
  window.addEventListener("click", (click) => { clicked ||= click.composedPath().includes(asItIsNow(button, words, key)); }, listening);
  window.addEventListener("pointerdown", () => ended.abort(), listening);
  window.addEventListener("pointercancel", () => ended.abort(), listening);
  window.addEventListener("pointerup", (up) => {
    if (up.pointerId !== down.pointerId) return;
    const slipped = Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) > SAME_SPOT;
    setTimeout(() => {
      const now = asItIsNow(button, words, key);
      if (!slipped && !clicked && !ended.signal.aborted && now && !now.disabled) now.click();
      ended.abort();
    }, OWN_CLICK[up.pointerType] ?? OWN_CLICK.touch);
  }, listening);
}, true);
