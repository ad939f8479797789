// Whose sheet is shown: the characters as they were at this moment, and "follow", which turns to whoever the
// record is about. Characters the record touched carry a dot.
function draw({ parentElement: root, data, setStateValue }) {
  const box = root.querySelector(".roster");
  const choice = (id, words, options = {}) => {
    const chosen = id === data.chosen;
    const button = el("button", {
      type: "button", role: "radio", "aria-checked": chosen ? "true" : "false", tabindex: chosen ? "0" : "-1",
      "data-id": id, class: options.class ?? "", title: options.title,
    }, options.face ? faceOf(options.face) : "", el("span", { class: "name", dir: "auto" }, words));
    if (options.touched) button.append(el("i", { class: "dot", role: "img", "aria-label": "changed by this record" }));
    button.onclick = () => setStateValue("picked", { id });
    return button;
  };
  const group = (title, people) => people.map((one) => choice(one.id, one.name, {
    touched: one.touched, face: one.face, class: [one.shown ? "shown" : "", one.gone ? "gone" : ""].join(" "), title: one.how,
  }));
  const first = choice("", "Follow the story", { class: "follow", title: "Show whoever the record is about" });
  const players = group("Players", data.people.filter((one) => one.played));
  const others = group("Others", data.people.filter((one) => !one.played));
  const list = el("div", { role: "radiogroup", "aria-label": "Whose sheet" }, first, ...players);
  if (others.length) list.append(el("em", {}, "others"), ...others);
  list.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...list.querySelectorAll("button")], next = all[(all.indexOf(event.target) + step + all.length) % all.length];
    next.focus();
    next.click();
  };
  const focused = box.getRootNode().activeElement?.getAttribute?.("data-id");
  box.replaceChildren(list);
  if (focused !== null && focused !== undefined) list.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
}
