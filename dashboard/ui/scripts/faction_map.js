// The map: nodes keep their places and their elements, so that a change between two records is seen to happen.
const STORE = new WeakMap();
const NARROW = 700;
const LINE = 17;                                      // letters of a name on one line
const SORTS = new Map([[true, "helps"], [false, "hurts"], [null, "plain"]]);
const SAID = { helps: ["helps", "is helped by"], hurts: ["works against", "is opposed by"], plain: ["to", "from"] };

function draw({ parentElement: root, data }) {
  let s = STORE.get(root);
  if (!s) STORE.set(root, (s = begin(root)));
  s.data = data;
  s.at = new Map(data.nodes.map((node) => [node.id, { ...node, lines: wrapped(node.name) }]));
  if (!s.at.has(s.chosen)) s.chosen = null;
  const many = (accord) => data.pairs.filter((pair) => pair.accord === accord).length;
  s.picture.setAttribute("aria-label", `Map of ${data.nodes.length}: ${many("allied")} allied, ${many("opposed")} opposed, ${many("torn")} at odds.`);
  legend(s, data);
  s.paint();
  return s.cleanup;
}

function begin(root) {
  const picture = svg("svg", { role: "group" });
  const card = el("div", { class: "card", role: "status" });
  const s = { picture, card, ties: new Map(), nodes: new Map(), chosen: null, over: null, legend: el("p", { class: "legend" }) };
  s.grounds = svg("g", { "aria-hidden": "true" }, picture);
  s.lines = svg("g", { "aria-hidden": "true" }, picture);
  s.discs = svg("g", {}, picture);
  s.sparks = svg("g", { "aria-hidden": "true", "pointer-events": "none" }, picture);
  s.home = root.querySelector(".faction_map");
  s.home.replaceChildren(picture, card, s.legend);
  s.paint = () => {
    if (s.wide === undefined) return;                  // it is asked of the observer: asking the page would lay it out
    const plot = s.data.plots[s.wide && s.wide < NARROW ? 1 : 0];
    s.plot = plot;
    picture.setAttribute("viewBox", plot.box.join(" "));
    picture.style.maxWidth = `${Math.round(plot.box[2] * 1.15)}px`;
    drawGrounds(s, plot);
    drawTies(s, plot);
    drawNodes(s, plot);
    focus(s);
  };
  const away = (event) => {
    if (event.type === "keydown" && event.key !== "Escape") return;
    if (event.type === "click" && event.composedPath().some((it) => it instanceof Element && it.classList.contains("node"))) return;
    if (s.chosen !== null) { s.chosen = null; focus(s); }
  };
  picture.addEventListener("click", away);
  document.addEventListener("keydown", away);
  const resized = new ResizeObserver(([{ target }]) => { s.wide = target.clientWidth; if (s.data) s.paint(); });
  resized.observe(s.home);
  s.cleanup = () => { document.removeEventListener("keydown", away); resized.disconnect(); STORE.delete(root); };
  return s;
}

function legend(s, data) {
  const accords = new Set(data.pairs.map((pair) => pair.accord));
  const changed = [...data.nodes, ...data.pairs.flatMap((pair) => [pair.there, pair.back])].filter(Boolean);
  const parts = [["helps", "helps"], ["hurts", "works against"]];
  if (data.pairs.some((pair) => [pair.there, pair.back].some((tie) => tie && tie.friendly === null))) parts.push(["plain", "takes no side"]);
  if (accords.has("torn")) parts.push(["torn", "at odds: one helps, the other works against it"]);
  if (changed.some((it) => it.fresh)) parts.push(["new", "new or changed"]);
  if (changed.some((it) => it.gone)) parts.push(["gone", "no longer there"]);
  const shapes = data.kinds.length > 1 ? data.kinds.map((kind, i) => [`shape s${i % 3}`, kind.replaceAll("_", " ")]) : [];
  const key = JSON.stringify([parts, shapes]);
  if (s.key === key) return;
  s.key = key;
  s.legend.replaceChildren(...[...parts, ...shapes].map(([css, words]) => el("span", {}, el("i", { class: css }), words)), el("span", {}, el("i", { class: "sizes" }), "the larger, the weightier"));
}

function drawGrounds(s, plot) {
  s.grounds.replaceChildren();
  plot.regions.forEach((region) => {
    const [x, y, width, height] = region.box;
    const home = svg("g", { class: "region", style: `--hue: ${hue(s, s.data.groups.indexOf(region.name))}` }, s.grounds);
    svg("rect", { x, y, width, height, rx: 34 }, home);
    const name = svg("text", { x: x + width / 2, y: y + 31, "text-anchor": "middle" }, home);
    name.textContent = cut(region.name, Math.max(14, Math.floor(width / 10.5)));
  });
}

// Hues between those that mean something elsewhere, far apart for neighbours in the list.
const HUES = [75, 225, 345, 185, 105, 275, 45, 205];
function hue(s, group) { return HUES[Math.max(0, group) % HUES.length]; }

function cut(words, most) {
  const letters = [...words];
  return letters.length > most ? `${letters.slice(0, most - 1).join("").trimEnd()}…` : words;
}

function radius(node) { return 15 + 4.2 * Math.max(1, Math.min(6, node.weight)); }

// --- ties ------------------------------------------------------------------------------------------------

function drawTies(s, plot) {
  const seen = new Set();
  for (const pair of s.data.pairs) {
    const one = s.at.get(pair.one), other = s.at.get(pair.other);
    if (!one || !other) continue;
    const id = `${pair.one} ${pair.other}`, bend = plot.bends[id] ?? 0.1;
    const there = pair.there, back = pair.back;
    const same = there && back && there.friendly === back.friendly && there.gone === back.gone;
    const strokes = same
      ? [["both", { ...there, fresh: there.fresh || back.fresh }, one, other, bend, true, true]]
      : [
          there && ["there", there, one, other, back ? bend + 0.075 : bend, false, true],
          back && ["back", back, one, other, there ? bend - 0.075 : bend, true, false],
        ].filter(Boolean);
    for (const [way, tie, a, b, aside, atA, atB] of strokes) {
      seen.add(`${id} ${way}`);
      drawTie(s, `${id} ${way}`, tie, plot, a, b, aside, atA, atB);
    }
    if (pair.accord === "torn") {
      seen.add(`${id} torn`);
      drawSpark(s, `${id} torn`, at(curve(plot, one, other, bend), 0.5), [pair.one, pair.other]);
    }
  }
  for (const [id, group] of s.ties) if (!seen.has(id)) { group.remove(); s.ties.delete(id); }
}

function curve(plot, one, other, bend) {
  const [ax, ay] = plot.places[one.id], [bx, by] = plot.places[other.id];
  return [[ax, ay], [(ax + bx) / 2 - (by - ay) * bend, (ay + by) / 2 + (bx - ax) * bend], [bx, by]];
}

function at([a, m, b], t) {
  const u = 1 - t;
  return [u * u * a[0] + 2 * u * t * m[0] + t * t * b[0], u * u * a[1] + 2 * u * t * m[1] + t * t * b[1]];
}

// Where the curve leaves the first disc and reaches the second, so that arrows end at their rims, and clear of
// the names below them.
function rims(line, one, other, plot) {
  let first = 0, last = 1;
  while (first < 0.45 && covers(one, plot, at(line, first))) first += 0.01;
  while (last > 0.55 && covers(other, plot, at(line, last))) last -= 0.01;
  return [first, last];
}

function covers(node, plot, [x, y]) {
  const [nx, ny] = plot.places[node.id], r = radius(node), dx = Math.abs(x - nx), dy = y - ny;
  const half = 4 + 4.4 * Math.max(...node.lines.map((words) => words.length));
  return Math.hypot(dx, dy) < r + 8 || (dx < half && dy > 0 && dy < r + 8 + 21 * node.lines.length);
}

function part([a, m, b], first, last) {               // the stretch of a quadratic curve between two parameters
  const mix = (p, q, t) => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
  const control = mix(mix(a, m, first), mix(m, b, first), last);
  return [at([a, m, b], first), control, at([a, m, b], last)];
}

function arrow(tip, behind) {
  const angle = Math.atan2(tip[1] - behind[1], tip[0] - behind[0]), long = 15, wide = 0.46;
  const side = (turn) => `${tip[0] - long * Math.cos(angle + turn)} ${tip[1] - long * Math.sin(angle + turn)}`;
  return `M${tip[0]} ${tip[1]}L${side(wide)}L${side(-wide)}Z`;
}

function drawTie(s, id, tie, plot, one, other, bend, atOne, atOther) {
  let group = s.ties.get(id);
  if (!group) {
    group = svg("g", {}, s.lines);
    for (const name of ["line", "heads"]) svg("path", { class: name }, group);
    s.ties.set(id, group);
  }
  const whole = curve(plot, one, other, bend);
  const [first, last] = rims(whole, one, other, plot);
  const [a, m, b] = part(whole, first, last);
  group.children[0].setAttribute("d", `M${a[0]} ${a[1]}Q${m[0]} ${m[1]} ${b[0]} ${b[1]}`);
  group.children[1].setAttribute("d", (atOther ? arrow(b, at([a, m, b], 0.93)) : "") + (atOne ? arrow(a, at([a, m, b], 0.07)) : ""));
  group.setAttribute("class", `tie ${SORTS.get(tie.friendly)}${tie.fresh ? " fresh" : ""}${tie.gone ? " gone" : ""}`);
  group.ends = [one.id, other.id];
}

// Two who do not stand to each other alike: a mark where their ties pass.
function drawSpark(s, id, [x, y], ends) {
  let group = s.ties.get(id);
  if (!group) {
    group = svg("g", { class: "tie spark" }, s.sparks);
    svg("circle", { r: 15 }, group);
    svg("path", { d: "M3 -10L-6 2H-1L-3 10L6 -2H1Z" }, group);
    s.ties.set(id, group);
  }
  group.setAttribute("transform", `translate(${x} ${y})`);
  group.ends = ends;
}

// --- nodes -----------------------------------------------------------------------------------------------

function drawNodes(s, plot) {
  for (const [id, group] of s.nodes) if (!s.at.has(id)) { group.remove(); s.nodes.delete(id); }
  for (const node of s.at.values()) {
    const group = s.nodes.get(node.id) ?? newNode(s, node.id);
    const [ring, disc, picture, initials, name] = group.children, r = radius(node), [x, y] = plot.places[node.id];
    group.setAttribute("transform", `translate(${x} ${y})`);
    for (const [box, size] of [[ring, r + 5], [disc, r]]) {
      const flat = node.kind % 3 ? size * 0.9 : size;
      for (const [k, v] of [["x", -flat], ["y", -flat], ["width", flat * 2], ["height", flat * 2]]) box.setAttribute(k, v);
      box.setAttribute("rx", node.kind % 3 ? 7 : flat);
      box.setAttribute("transform", node.kind % 3 === 2 ? "rotate(45) scale(.84)" : "");
    }
    drawPicture(picture, node, r);
    group.setAttribute("class", `node${node.fresh ? " fresh" : ""}${node.gone ? " gone" : ""}${node.group < 0 ? " free" : ""}`);
    group.style.setProperty("--hue", hue(s, node.group));
    group.setAttribute("aria-label", spoken(s, node));
    initials.textContent = node.face.picture ? "" : node.face.letters;
    initials.setAttribute("y", 6);
    write(name, node.lines, r + 22);
  }
}

const CUTS = ["circle()", "inset(0 round 7px)", "polygon(50% 0, 100% 50%, 50% 100%, 0 50%)"];
function drawPicture(image, node, r) {
  const shown = node.face.picture;
  if (!shown) { image.removeAttribute("href"); return; }
  const flat = node.kind % 3 === 1 ? r * 0.9 : node.kind % 3 === 2 ? r * 1.07 : r;
  for (const [k, v] of [["x", -flat], ["y", -flat], ["width", flat * 2], ["height", flat * 2], ["href", shown]]) {
    if (image.getAttribute(k) !== String(v)) image.setAttribute(k, v);
  }
  image.style.clipPath = CUTS[node.kind % 3];
}

function newNode(s, id) {
  const group = svg("g", { tabindex: 0, role: "button" }, s.discs);
  for (const part of ["ring", "disc"]) svg("rect", { class: part }, group);
  svg("image", { class: "picture", preserveAspectRatio: "xMidYMid slice" }, group);
  for (const part of ["initials", "name"]) svg("text", { class: part, "text-anchor": "middle", "aria-hidden": true }, group);
  const choose = () => { s.chosen = s.chosen === id ? null : id; focus(s); };
  const over = (here) => { s.over = here; focus(s); };
  group.addEventListener("click", choose);
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();  // Space would play, or scroll
    event.stopPropagation();
    choose();
  });
  group.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") over(id); });
  group.addEventListener("pointerleave", () => over(null));
  group.addEventListener("focus", () => { if (group.matches(":focus-visible")) over(id); });
  group.addEventListener("blur", () => over(null));
  s.nodes.set(id, group);
  return group;
}

function wrapped(name) {                               // a name on at most two lines
  const lines = [""];
  for (const word of name.split(/\s+/)) {
    const last = lines[lines.length - 1];
    if (!last || [...last, ...word].length < LINE) lines[lines.length - 1] = last ? `${last} ${word}` : word;
    else if (lines.length < 2) lines.push(word);
    else lines[1] = `${last} ${word}`;
  }
  return lines.map((words) => cut(words, LINE + 1));
}

function write(text, lines, top) {
  const key = `${top}\n${lines.join("\n")}`;
  if (text.key === key) return;
  text.key = key;
  text.replaceChildren();
  lines.forEach((words, i) => { svg("tspan", { x: 0, y: top + i * 21 }, text).textContent = words; });
}

// --- detail ----------------------------------------------------------------------------------------------

function tiesOf(s, id) {
  const found = [];
  for (const pair of s.data.pairs) {
    if (pair.one !== id && pair.other !== id) continue;
    const other = s.at.get(pair.one === id ? pair.other : pair.one);
    const [mine, theirs] = pair.one === id ? [pair.there, pair.back] : [pair.back, pair.there];
    for (const [tie, way] of [[mine, 0], [theirs, 1]]) if (tie && other) found.push({ tie, way, other, torn: pair.accord === "torn" });
  }
  return found;
}

function spoken(s, node) {
  const group = s.data.groups[node.group];
  const ties = tiesOf(s, node.id).filter(({ tie }) => !tie.gone).map(({ tie, way, other }) => `${SAID[SORTS.get(tie.friendly)][way]} ${other.name}: ${tie.relation}`);
  return [`${node.name}${group ? `, ${group}` : ""}, weight ${node.weight}${node.gone ? ", no longer on the map" : ""}`, ...ties].join(". ");
}

function detail(s, id) {
  const node = s.at.get(id), group = s.data.groups[node.group];
  const about = [s.data.kinds[node.kind].replaceAll("_", " "), group, `weight ${node.weight}`].filter(Boolean);
  const rows = tiesOf(s, id).map(({ tie, way, other, torn }) => {
    const sort = SORTS.get(tie.friendly);
    return el("li", { class: `${sort}${tie.gone ? " gone" : ""}${tie.fresh ? " fresh" : ""}` },
      el("i", { "aria-hidden": "true" }, way ? "←" : "→"), el("span", {}, `${SAID[sort][way]} `, el("b", { dir: "auto" }, other.name), torn ? " — at odds" : "", el("em", { dir: "auto" }, tie.relation)));
  });
  s.card.replaceChildren(el("h4", {}, faceOf(node.face), el("span", { dir: "auto" }, node.name)), el("p", {}, node.gone ? "no longer on the map" : about.join(" · ")), rows.length ? el("ul", {}, ...rows) : el("p", { class: "none" }, "Tied to nobody."));
  const frame = s.home.getBoundingClientRect(), disc = s.nodes.get(id).children[1].getBoundingClientRect();
  const wide = Math.min(320, frame.width - 16), middle = disc.left + disc.width / 2;
  const sides = tiesOf(s, id).map(({ other }) => s.plot.places[other.id][0] - s.plot.places[id][0]);
  const away = sides.reduce((sum, it) => sum + Math.sign(it), 0);  // to the side where fewer of those it is tied to stand
  const room = { right: frame.right - disc.right > wide + 12, left: disc.left - frame.left > wide + 12 };
  const right = sides.length && away > 0 ? !room.left : sides.length && away < 0 ? room.right : middle < frame.left + frame.width / 2;
  s.card.style.width = `${wide}px`;
  s.card.classList.add("open");
  const high = s.card.offsetHeight;
  const x = right ? disc.right - frame.left + 12 : disc.left - frame.left - wide - 12;
  const y = Math.max(4, Math.min(s.picture.clientHeight - high - 4, disc.top - frame.top + disc.height / 2 - 40));
  const beside = frame.width > 620;
  s.card.style.left = `${beside ? x : 8}px`;
  s.card.style.top = `${beside ? y : disc.bottom - frame.top + 8}px`;
}

function focus(s) {
  const id = s.over ?? s.chosen, near = new Set([id]);
  for (const group of s.ties.values()) {
    const own = group.ends.includes(id);
    if (own) group.ends.forEach((end) => near.add(end));
    group.classList.toggle("dim", id !== null && !own);
  }
  for (const [node, group] of s.nodes) {
    group.classList.toggle("dim", id !== null && !near.has(node));
    group.setAttribute("aria-pressed", node === s.chosen);
  }
  if (id !== null && s.at.has(id)) detail(s, id);
  else s.card.classList.remove("open");
}
