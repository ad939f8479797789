// The map: nodes keep their places and their elements, so that a change between two records is seen to happen.
const STORE = new WeakMap();
const CENTRE = { x: 340, y: 232 };

function draw({ parentElement: root, data }) {
  let s = STORE.get(root);
  if (!s) STORE.set(root, (s = begin(root)));
  const at = new Map(data.nodes.map((node) => [node.id, node]));
  drawTies(s, data.ties.filter((tie) => at.has(tie.source) && at.has(tie.target)), at);
  drawNodes(s, data.nodes, at);
  const helps = data.ties.filter((tie) => tie.friendly === true).length, hurts = data.ties.filter((tie) => tie.friendly === false).length;
  s.picture.setAttribute("viewBox", data.box.join(" "));
  s.picture.setAttribute("aria-label", `Map of ${data.nodes.length}: ${helps} ties that help, ${hurts} that hurt`);
  focus(s);
  return () => STORE.delete(root);
}

function begin(root) {
  const picture = svg("svg", { role: "img" });
  const s = { picture, ties: new Map(), nodes: new Map(), chosen: null };
  s.lines = svg("g", {}, picture);
  s.discs = svg("g", {}, picture);
  const legend = el("p", {}, el("i", { class: "helps" }), "helps", el("i", { class: "hurts" }), "hurts", el("i", { class: "plain" }), "neither");
  root.querySelector(".web").replaceChildren(picture, legend);
  return s;
}

function drawTies(s, ties, at) {
  const seen = new Set();
  const both = new Set(ties.map((tie) => `${tie.source} ${tie.target}`));
  for (const tie of ties) {
    const id = `${tie.source} ${tie.target}`;
    seen.add(id);
    let path = s.ties.get(id);
    if (!path) { path = svg("path", {}, s.lines); svg("title", {}, path); s.ties.set(id, path); }
    const a = at.get(tie.source), b = at.get(tie.target), mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2;
    const bend = both.has(`${tie.target} ${tie.source}`) ? (tie.source < tie.target ? 0.42 : 0.16) : 0.3;
    path.setAttribute("d", `M${a.x} ${a.y}Q${mx + (CENTRE.x - mx) * bend} ${my + (CENTRE.y - my) * bend} ${b.x} ${b.y}`);
    const sort = tie.friendly === true ? "helps" : tie.friendly === false ? "hurts" : "plain";
    path.setAttribute("class", `tie ${sort}${tie.fresh ? " fresh" : ""}`);
    path.dataset.ends = id;
    path.firstChild.textContent = `${a.name} ${tie.relation} ${b.name}`;
  }
  for (const [id, path] of s.ties) if (!seen.has(id)) { path.remove(); s.ties.delete(id); }
}

function drawNodes(s, nodes) {
  const seen = new Set(nodes.map((node) => node.id));
  for (const [id, group] of s.nodes) if (!seen.has(id)) { group.remove(); s.nodes.delete(id); }
  for (const node of nodes) {
    let group = s.nodes.get(node.id);
    if (!group) {
      group = svg("g", { class: "node", tabindex: 0, role: "button" }, s.discs);
      for (const part of ["ring", "disc"]) svg("circle", { class: part }, group);
      svg("text", { class: "initials", "text-anchor": "middle" }, group);
      svg("text", { class: "name", "text-anchor": "middle" }, group);
      const choose = () => { s.chosen = s.chosen === node.id ? null : node.id; focus(s); };
      group.addEventListener("click", choose);
      group.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(); });
      s.nodes.set(node.id, group);
    }
    const [ring, disc, initials, name] = group.children, r = 15 + 3 * Math.min(6, node.weight);
    for (const circle of [ring, disc]) { circle.setAttribute("cx", node.x); circle.setAttribute("cy", node.y); }
    ring.setAttribute("r", r + 4);
    disc.setAttribute("r", r);
    group.classList.toggle("fresh", node.fresh);
    group.setAttribute("aria-label", `${node.name}${node.group ? `, ${node.group}` : ""}, weight ${node.weight}`);
    initials.setAttribute("x", node.x); initials.setAttribute("y", node.y + 6);
    initials.textContent = [...node.name.replace(/^(the|order of the|house)\s+/i, "")].slice(0, 2).join("");
    name.setAttribute("x", node.x); name.setAttribute("y", node.y > CENTRE.y ? node.y + r + 22 : node.y - r - 11);
    name.textContent = node.name.length > 26 ? `${[...node.name].slice(0, 25).join("")}…` : node.name;
  }
}

function focus(s) {
  const near = new Set([s.chosen]);
  for (const path of s.ties.values()) {
    const ends = path.dataset.ends.split(" "), own = ends.includes(s.chosen);
    if (own) ends.forEach((end) => near.add(end));
    path.classList.toggle("dim", s.chosen !== null && !own);
  }
  for (const [id, group] of s.nodes) group.classList.toggle("dim", s.chosen !== null && !near.has(id));
}
