// The map: nodes keep their places and their elements, so that a change between two records is seen to happen.
const STORE = new WeakMap();

function draw({ parentElement: root, data }) {
  let s = STORE.get(root);
  if (!s) STORE.set(root, (s = begin(root)));
  const at = new Map(data.nodes.map((node) => [node.id, node]));
  s.picture.setAttribute("viewBox", data.box.join(" "));
  s.picture.classList.toggle("radial", data.radial);
  drawTies(s, data.ties.filter((tie) => at.has(tie.source) && at.has(tie.target)), at);
  drawNodes(s, data);
  const helps = data.ties.filter((tie) => tie.friendly === true).length, hurts = data.ties.filter((tie) => tie.friendly === false).length;
  s.picture.setAttribute("aria-label", `Map of ${data.nodes.length}: ${helps} ties that help, ${hurts} that hurt`);
  legend(s, data);
  focus(s);
  return () => STORE.delete(root);
}

function begin(root) {
  const picture = svg("svg", { role: "group" });
  const s = { picture, ties: new Map(), nodes: new Map(), chosen: null, legend: el("p", {}) };
  s.lines = svg("g", {}, picture);
  s.discs = svg("g", {}, picture);
  root.querySelector(".web").replaceChildren(picture, s.legend);
  return s;
}

function legend(s, data) {
  const key = data.kinds.join("\n");
  if (s.key === key) return;
  s.key = key;
  const shapes = data.kinds.length > 1 ? data.kinds.map((kind, i) => el("span", {}, el("i", { class: `shape s${i % 3}` }), kind.replaceAll("_", " "))) : [];
  s.legend.replaceChildren(
    el("span", {}, el("i", { class: "helps" }), "helps"), el("span", {}, el("i", { class: "hurts" }), "hurts"),
    el("span", {}, el("i", { class: "plain" }), "neither"), ...shapes);
}

function drawTies(s, ties, at) {
  const reach = Math.max(1, ...[...at.values()].map((node) => Math.hypot(node.x, node.y)));
  const seen = new Set(), both = new Set(ties.map((tie) => `${tie.source} ${tie.target}`));
  for (const tie of ties) {
    const id = `${tie.source} ${tie.target}`;
    seen.add(id);
    let path = s.ties.get(id);
    if (!path) { path = svg("path", {}, s.lines); svg("title", {}, path); s.ties.set(id, path); }
    const a = at.get(tie.source), b = at.get(tie.target);
    const far = Math.min(1, Math.hypot(a.x - b.x, a.y - b.y) / reach);           // the further apart, the nearer to the middle
    const apart = both.has(`${tie.target} ${tie.source}`) ? (tie.source < tie.target ? 0.09 : -0.09) : 0;
    const bend = 0.9 - 0.5 * far + apart;
    path.setAttribute("d", `M${a.x} ${a.y}Q${((a.x + b.x) / 2) * bend} ${((a.y + b.y) / 2) * bend} ${b.x} ${b.y}`);
    const sort = tie.friendly === true ? "helps" : tie.friendly === false ? "hurts" : "plain";
    path.setAttribute("class", `tie ${sort}${tie.fresh ? " fresh" : ""}`);
    path.dataset.ends = id;
    path.firstChild.textContent = `${a.name}, ${b.name}: ${tie.relation}`;
  }
  for (const [id, path] of s.ties) if (!seen.has(id)) { path.remove(); s.ties.delete(id); }
}

function drawNodes(s, { nodes, radial }) {
  const seen = new Set(nodes.map((node) => node.id));
  for (const [id, group] of s.nodes) if (!seen.has(id)) { group.remove(); s.nodes.delete(id); }
  for (const node of nodes) {
    let group = s.nodes.get(node.id);
    if (!group) {
      group = svg("g", { class: "node", tabindex: 0, role: "button" }, s.discs);
      for (const part of ["ring", "disc"]) svg("rect", { class: part }, group);
      svg("text", { class: "initials", "text-anchor": "middle" }, group);
      svg("text", { class: "name" }, group);
      const choose = () => { s.chosen = s.chosen === node.id ? null : node.id; focus(s); };
      group.addEventListener("click", choose);
      group.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(); });
      s.nodes.set(node.id, group);
    }
    const [ring, disc, initials, name] = group.children;
    const r = (radial ? 12 : 15) + (radial ? 2 : 3) * Math.min(6, node.weight);
    for (const [box, size] of [[ring, r + 4], [disc, r]]) {
      const flat = node.kind % 3 ? size * 0.88 : size;
      for (const [k, v] of [["x", node.x - flat], ["y", node.y - flat], ["width", flat * 2], ["height", flat * 2]]) box.setAttribute(k, v);
      box.setAttribute("rx", node.kind % 3 ? 5 : flat);
      box.setAttribute("transform", node.kind % 3 === 2 ? `rotate(45 ${node.x} ${node.y})` : "");
    }
    group.classList.toggle("fresh", node.fresh);
    group.setAttribute("aria-label", `${node.name}${node.group ? `, ${node.group}` : ""}, weight ${node.weight}`);
    initials.setAttribute("x", node.x);
    initials.setAttribute("y", node.y + 6);
    initials.textContent = [...node.name.replace(/^(the|order of the|house)\s+/i, "")].slice(0, 2).join("");
    const most = radial ? 20 : 26, words = [...node.name];
    name.textContent = words.length > most ? `${words.slice(0, most - 1).join("")}…` : node.name;
    const left = Math.cos((node.turn * Math.PI) / 180) < -0.001;
    name.setAttribute("text-anchor", radial ? (left ? "end" : "start") : "middle");
    if (radial) {
      const turn = left ? node.turn + 180 : node.turn, far = (r + 11) * (left ? -1 : 1);
      name.setAttribute("transform", `translate(${node.x} ${node.y}) rotate(${turn}) translate(${far} 6)`);
    } else {
      name.setAttribute("transform", `translate(${node.x} ${node.y > 0 ? node.y + r + 24 : node.y - r - 12})`);
    }
  }
}

function focus(s) {
  const near = new Set([s.chosen]);
  for (const path of s.ties.values()) {
    const ends = path.dataset.ends.split(" "), own = ends.includes(s.chosen);
    if (own) ends.forEach((end) => near.add(end));
    path.classList.toggle("dim", s.chosen !== null && !own);
  }
  for (const [id, group] of s.nodes) {
    group.classList.toggle("dim", s.chosen !== null && !near.has(id));
    group.setAttribute("aria-pressed", id === s.chosen);
  }
}
