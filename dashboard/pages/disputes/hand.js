// Dice as they fell, each to be turned to another face: a click opens its faces, arrows turn it.
const STORE = new WeakMap();
const SHAPES = { 4: "d4", 6: "d6", 8: "d8", 10: "d10", 12: "d12", 20: "d20" };
const MOST = 20;

function draw({ parentElement: root, data, setStateValue }) {
  let s = STORE.get(root);
  if (!s) { s = { box: root.querySelector(".hand"), sent: 0, open: null, faces: [], given: null }; STORE.set(root, s); }
  s.data = data;
  s.say = () => setStateValue("faces", { faces: s.faces, n: Date.now() + ++s.sent, about: data.about });
  const given = JSON.stringify([data.about, data.dice]);
  if (given !== s.given) { s.given = given; s.faces = data.dice.map((die) => die.face); }
  render(s);
  return () => STORE.delete(root);
}

function turn(s, index, face) {
  const { size } = s.data.dice[index];
  s.faces[index] = Math.max(1, Math.min(size, face));
  render(s);
  s.box.querySelectorAll(".die")[index]?.focus();
  clearTimeout(s.later);
  s.later = setTimeout(s.say, 250);                  // a die that is being turned is not sent at every face
}

function render(s) {
  s.box.replaceChildren(...s.data.dice.map((die, index) => one(s, die, index)));
}

function one(s, die, index) {
  const face = s.faces[index], turned = die.was !== null && face !== die.was, missing = face === null;
  const words = `d${die.size}${missing ? ", to be given" : ` shows ${face}`}${turned ? `, fell as ${die.was}` : ""}. Choose another face.`;
  const css = ["die", SHAPES[die.size] ?? "dx", turned ? "turned" : "", missing ? "missing" : ""].join(" ");
  const button = el("button", { type: "button", class: css, "aria-label": words, "aria-expanded": s.open === index ? "true" : "false" }, el("b", {}, missing ? "?" : `${face}`));
  button.onclick = () => { s.open = s.open === index ? null : index; render(s); s.box.querySelectorAll(".die")[index].focus(); };
  button.onkeydown = (event) => {
    const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape" && s.open !== null) { s.open = null; render(s); }
    else if (step) turn(s, index, (s.faces[index] ?? 0) + step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const label = el("small", { dir: "auto" }, turned ? `fell as ${die.was}` : `d${die.size}`);
  return el("div", { class: "lying" }, button, label, ...(s.open === index ? [choice(s, die, index)] : []));
}

function choice(s, die, index) {
  const pick = (face) => { s.open = null; turn(s, index, face); };
  if (die.size > MOST) {
    const line = el("input", { type: "number", min: "1", max: `${die.size}`, value: s.faces[index] ?? "", "aria-label": `Face of the d${die.size}` });
    line.onchange = () => { if (Number.isInteger(Number(line.value)) && line.value) pick(Number(line.value)); };
    return el("div", { class: "faces" }, line);
  }
  return el("div", { class: "faces", role: "group", "aria-label": `Faces of the d${die.size}` }, ...Array.from({ length: die.size }, (_, n) => {
    const face = el("button", { type: "button", "aria-pressed": s.faces[index] === n + 1 ? "true" : "false" }, `${n + 1}`);
    face.onclick = () => pick(n + 1);
    return face;
  }));
}
