"""Enter in a line of a form presses a button elsewhere on the page, without a form that would hold values back.

Streamlit's own forms submit on Enter but send nothing until then, so that no preview could follow the typing.
"""

import streamlit as st

_JS = """
const HELD = new WeakMap();
// The form that last lay in each place: a redraw in pieces may mount this anew while the next step comes in front.
const FORMS = (window[Symbol.for("forms in front")] ??= new Map());
const LOOKS = 50, SOON = 120, NOW_AND_THEN = 1000;
// So many milliseconds a busy server may take to answer a line.
const LONGEST = 15000;
const SETTLES = 1500;
// What is typed after Enter belongs to the next line: it waits until the first was taken. Without this, the answer
// would wipe it out, or it would be added to the line that is on its way.
function put(inside, typed, held) {
  // An answer still on its way empties the line once more: it is looked at for a while, until somebody types.
  const began = performance.now();
  let touched = false, begun = false;
  const touch = event => { touched ||= event.isTrusted; };
  document.addEventListener("input", touch, true);
  const again = () => {
    const line = document.querySelector(`${inside} input`);
    if (line && !line.value && !touched) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(line, typed);
      line.dispatchEvent(new Event("input", { bubbles: true }));
      begun = true;
    }
    if (!touched && performance.now() - began < SETTLES) return setTimeout(again, 60);
    document.removeEventListener("input", touch, true);
    // The line was refused and still stands there: the words wait for it to be put right and entered again.
    if (!begun) held.later = typed;
  };
  again();
}
function hold(line, held) {
  const said = line.value, began = performance.now(), { inside, answered } = held.data;
  if (!said.trim()) return;
  let typed = held.later ?? "";
  held.later = "";
  const open = () => held.data.answered === answered && performance.now() - began < LONGEST;
  const wait = event => {
    if (event.target !== line || event.inputType !== "insertText" || event.data === null || !open()) return;
    if (line.selectionStart !== line.value.length) return;  // somebody changes the line itself
    event.preventDefault();
    typed += event.data;
  };
  document.addEventListener("beforeinput", wait, true);
  const look = () => {
    const now = document.querySelector(`${inside} input`);
    if (now?.value === said && open()) return setTimeout(look, 40);
    document.removeEventListener("beforeinput", wait, true);
    // Taken, the line is emptied with the answer or just after it; refused, it stays, and so do its words.
    if (typed) setTimeout(() => put(inside, typed, held), 60);
  };
  setTimeout(look, 40);
}
// A text area sends its words when it is left. Somebody still writing would lose them if another's ruling put the
// next form here, and the page would not know that they are at it: so they are sent on the way, by the keys that
// send them by hand.
const FIRST = 250, AGAIN = 900;
function keep(event, held) {
  const area = event.target;
  if (!event.isTrusted || !(area instanceof HTMLTextAreaElement) || !area.closest(held.data.inside)) return;
  held.sending ??= setTimeout(() => {
    held.sending = undefined;
    held.sent = held.data.opened;
    const keys = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true };
    area.dispatchEvent(new KeyboardEvent("keydown", keys));
  }, held.sent === held.data.opened ? AGAIN : FIRST);
}
// A form that comes in front begins with the focus in its first field. While nothing stands in that, the key that
// leads to the line does so from there as well.
function begins(field) {
  return field.matches("input, textarea") && !field.value && !!field.closest(".st-key-table-form");
}
export default function ({ parentElement, data }) {
  const held = HELD.get(parentElement) ?? {};
  const fresh = held.data?.opened !== data.opened;
  const before = FORMS.get(data.inside);
  const moved = before !== undefined && before !== data.opened;
  FORMS.set(data.inside, data.opened);
  held.data = data;
  if (moved) {
    // After a long form, or on a narrow page, the step that comes in front may lie off the screen. Its form is
    // drawn piece by piece, so it looks again, until somebody goes on.
    let gone = false;
    for (const name of ["pointerdown", "keydown", "wheel", "touchmove"])
      document.addEventListener(name, () => { gone = true; }, { once: true, capture: true, passive: true });
    const seen = (left) => setTimeout(() => {
      if (gone || held.data.opened !== data.opened) return;
      const head = document.querySelector(".tbl-head"), at = head?.getBoundingClientRect();
      const under = document.querySelector(".st-key-head")?.getBoundingClientRect().bottom ?? 0;
      if (at && (at.top < under || at.bottom > innerHeight)) head.scrollIntoView({ block: "start" });
      if (left) seen(left - 1);
    }, SOON);
    seen(LOOKS);
  }
  if (fresh && data.focus && matchMedia("(hover: hover)").matches) {
    // A form that has just come in front is ready to be typed into, unless somebody is typing elsewhere. On a slow
    // machine its fields may come a moment later, or be drawn once more and lose the focus: so it looks again, at
    // last now and then only, for as long as nobody has pressed anything.
    let used = false;  // whoever has pressed something since is left where they are
    for (const name of ["pointerdown", "keydown"])
      document.addEventListener(name, () => { used = true; }, { once: true, capture: true });
    let given = null;  // what got the focus here; before that, what has it is only where the page began
    const ready = (left) => setTimeout(() => {
      if (used || !parentElement.isConnected) return;
      const busy = document.activeElement;
      const here = busy?.closest(data.inside);
      const elsewhere = busy && busy !== document.body && busy !== given && !here;
      if (held.data.opened !== data.opened || (given && elsewhere)) return;
      // It may be drawn once more, or a field in front of it come after. Whoever came to a field without a press,
      // as by a screen reader, stays there: moved on, they would write into another.
      if (!here || busy === given) {
        if (!here && busy && busy.closest("input, textarea, [role=dialog]")) return;
        const fields = ":is(input:not([type=checkbox]), textarea, [role=radio])";
        const lines = document.querySelectorAll(`${data.inside} ${fields}`);
        const first = [...lines].find(line => line.offsetParent && !line.disabled);
        if (first || left <= 0) {
          given = first ?? document.querySelector(data.press);
          if (given !== busy) {
            given?.focus({ preventScroll: true });
            given?.scrollIntoView({ block: "nearest" });  // clear of the button that stays in sight
          }
        }
      }
      ready(left - 1);
    }, left > 0 ? SOON : NOW_AND_THEN);
    ready(LOOKS);
  }
  if (!HELD.has(parentElement)) {
    HELD.set(parentElement, held);
    const wrote = event => keep(event, held);
    const key = event => {
      if (!event.isTrusted) return;
      if (event.key === "Escape") document.activeElement?.blur?.();
      const from = event.composedPath()[0];
      if (held.data.reach && event.key === held.data.reach && !event.ctrlKey && !event.metaKey && !event.altKey
          && from instanceof Element
          && (begins(from) || !from.closest("input, textarea, [contenteditable], [role=dialog]"))) {
        event.preventDefault();
        document.querySelector(`${held.data.inside} :is(input, textarea)`)?.focus();
        return;
      }
      if (event.key !== "Enter" || event.shiftKey || event.altKey || event.isComposing || event.repeat) return;
      const line = event.composedPath()[0];
      if (!(line instanceof HTMLElement)) return;
      const box = line.closest(held.data.inside);
      if (!box || line.getAttribute("role") === "combobox" || line.getAttribute("aria-autocomplete")) return;
      const quick = event.ctrlKey || event.metaKey;
      if (!(line instanceof HTMLInputElement) && !(line instanceof HTMLTextAreaElement && quick)) return;
      if (["checkbox", "radio", "button", "submit"].includes(line.type)) return;
      if (held.data.holds) hold(line, held);
      // Streamlit takes the line's value on the same key, a moment before the press.
      setTimeout(() => document.querySelector(held.data.press)?.click(), 30);
    };
    document.addEventListener("keydown", key);
    document.addEventListener("input", wrote);
    held.cleanup = () => {
      document.removeEventListener("keydown", key);
      document.removeEventListener("input", wrote);
      HELD.delete(parentElement);
    };
  }
  return held.cleanup;
}
"""
_mount = st.components.v2.component("enter_presses", js=_JS, html="<span hidden></span>\n")


def enter_presses(
    inside: str, press: str, opened: str, *, focus: bool = True, reach: str = "", answered: int | None = None
) -> None:
    """Let Enter inside the container with the key `inside` press the button in the container `press`.

    `opened` names what lies in the container now: when it changes, the first field takes the `focus`. The key
    `reach` puts the focus there from anywhere but a field with something in it. `answered` counts the lines that
    were taken or refused so far: what is typed after Enter is held back until it grows, and then begins the next
    line.
    """
    data: dict[str, str | int] = {
        "inside": f".st-key-{inside}",
        "press": f".st-key-{press} button",
        "opened": opened,
    }
    data |= {"focus": "yes" if focus else "", "reach": reach}
    data |= {"holds": "" if answered is None else "yes", "answered": answered or 0}
    _mount(key=f"enter-{inside}", data=data)
