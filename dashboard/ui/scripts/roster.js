// Whose sheet is shown: the characters as they were at this moment, and "follow", which turns to whoever the
// record is about. Characters the record touched carry a dot. From one moment to the next mostly a mark moves: a button
// stays as it is as long as it stands for the same name and face.
const STORE = new WeakMap();

function draw({ parentElement: root, data, setStateValue }) {
  const box = root.querySelector(".roster");
  const s = STORE.get(box) ?? { buttons: new Map(), send: null };
  STORE.set(box, s);
  s.send = setStateValue;
  const played = data.people.filter((one) => one.played), others = data.people.filter((one) => !one.played);
  const follow = { id: "", name: "Follow the story", how: "Show whoever the record is about" };
  const shown = [follow, ...played, ...others];
  const had = s.buttons, laid = JSON.stringify([shown.map((one) => [one.id, one.name, one.face]), played.length]);
  if (s.laid !== laid) {
    s.laid = laid;
    s.buttons = new Map(shown.map((one) => [one.id, reused(had.get(one.id), one) ?? button(s, one)]));
    const rows = shown.map((one) => s.buttons.get(one.id).node), between = others.length ? [el("em", {}, "others")] : [];
    rows.splice(1 + played.length, 0, ...between);
    const focused = box.getRootNode().activeElement?.getAttribute?.("data-id");
    box.replaceChildren(group(rows));
    if (focused !== null && focused !== undefined) s.buttons.get(focused)?.node.focus();
  }
  for (const one of shown) mark(s.buttons.get(one.id), one, one.id === data.chosen);
}

const looks = (one) => JSON.stringify([one.name, one.face]);

const reused = (had, one) => (had?.looks === looks(one) ? had : null);

function button(s, one) {
  const node = el("button", { type: "button", role: "radio", "data-id": one.id }, one.face ? faceOf(one.face) : "", el("span", { class: "name", dir: "auto" }, one.name));
  node.onclick = () => s.send("picked", { id: one.id });
  return { node, looks: looks(one), marks: "" };
}

function mark(known, one, chosen) {
  const { node } = known, marks = JSON.stringify([chosen, one.id, one.shown, one.gone, one.how, one.touched]);
  if (known.marks === marks) return;
  known.marks = marks;
  const set = (name, value) => { if (node.getAttribute(name) !== value) node.setAttribute(name, value); };
  set("aria-checked", chosen ? "true" : "false");
  set("tabindex", chosen ? "0" : "-1");
  set("class", one.id ? [one.shown ? "shown" : "", one.gone ? "gone" : ""].join(" ").trim() : "follow");
  set("title", one.how);
  const dot = node.querySelector(".dot");
  if (one.touched && !dot) node.append(el("i", { class: "dot", role: "img", "aria-label": "changed by this record" }));
  else if (!one.touched) dot?.remove();
}

function group(rows) {
  const list = el("div", { role: "radiogroup", "aria-label": "Whose sheet" }, ...rows);
  list.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...list.querySelectorAll("button")], next = all[(all.indexOf(event.target) + step + all.length) % all.length];
    next.focus();
    next.click();
  };
  return list;
}
