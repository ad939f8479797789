// Where a value comes from: asked by a click on a sheet or from the keyboard, told as the records that made it with
// the running balance, what was struck apart. The answer stays while one scrubs and follows the moment.
const STORE = new WeakMap();
const WIDE = 420, HIGH = 64, MOST_POINTS = 240;

function draw({ parentElement: root, data, setStateValue }) {
  const box = root.querySelector(".explain");
  let s = STORE.get(root);
  if (!s) {
    s = { n: Math.floor(performance.now()), asked: null };
    const ask = (event) => {
      const nodes = event.composedPath().filter((node) => node instanceof Element);
      const sheet = nodes.find((node) => node.hasAttribute("data-asks"));
      if (!sheet || nodes.some((node) => node.hasAttribute("data-way"))) return;
      const thing = nodes.find((node) => node.hasAttribute("data-explain") || node.hasAttribute("data-path"));
      const path = thing?.getAttribute("data-explain") ?? thing?.getAttribute("data-path");
      if (!path || String(getSelection())) return;   // who marks words does not ask
      s.asked = thing.matches("button") ? thing : thing.querySelector("button.why") ?? thing;
      s.fresh = true;
      s.from = sheet.getAttribute("data-asks");
      s.send("asked", { path, at: Number(s.from) || 0, n: ++s.n });
    };
    s.close = () => {
      s.send("asked", { path: "", at: 0, n: ++s.n });
      // The sheet is drawn anew meanwhile: what asked is found again by its path.
      const path = s.asked?.getAttribute?.("data-explain");
      if (path) setTimeout(() => document.querySelector(`[data-asks="${CSS.escape(s.from)}"] [data-explain="${CSS.escape(path)}"]:not([inert] *)`)?.focus(), 300);
    };
    const escape = (event) => {
      if (event.key !== "Escape" || !s.data?.path || event.defaultPrevented) return;
      if (document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      s.close();
    };
    document.addEventListener("click", ask);
    document.addEventListener("keydown", escape);
    s.cleanup = () => {
      document.removeEventListener("click", ask);
      document.removeEventListener("keydown", escape);
      STORE.delete(root);
    };
    STORE.set(root, s);
  }
  s.send = setStateValue;
  s.data = data;
  const said = JSON.stringify(data);
  if (said === s.said) return s.cleanup;
  s.said = said;
  box.hidden = !data.path;
  box.classList.toggle("aside", Boolean(data.aside));
  box.replaceChildren(...(data.path ? panel(s) : []));
  if (data.path && s.fresh) {
    s.fresh = false;
    box.querySelector("h2").focus({ preventScroll: true });
  }
  mark(s.data.path);
  return s.cleanup;
}

// The thing asked about is marked on its sheet, by a rule rather than on the node, which each step replaces.
function mark(path) {
  let rule = document.getElementById("explain-mark");
  if (!rule) document.head.append((rule = el("style", { id: "explain-mark" })));
  rule.textContent = path ? `:is([data-asks] [data-path="${CSS.escape(path)}"]:not(header), td[data-asks][data-path="${CSS.escape(path)}"]) { outline: 2px solid currentColor; outline-offset: 6px; border-radius: 4px; }` : "";
}

function panel(s) {
  const { data } = s;
  const close = el("button", { type: "button", class: "close", "aria-label": "Close", title: "Close (Esc)" }, "×");
  close.onclick = s.close;
  const head = el("header", {},
    el("h2", { tabindex: "-1", dir: "auto" }, data.label, el("small", {}, data.owner)), close);
  if (data.now) head.append(el("p", { class: data.counted ? "now" : "now words", dir: "auto" }, data.now));
  const made = [head];
  if (data.counted && data.steps.length > 1) made.push(curve(data));
  if (data.steps.length) {
    if (data.left) made.push(el("p", { class: "quiet" }, `${data.left.toLocaleString("en")} records before these are left out.`));
    made.push(list(data.steps, data));
  } else made.push(el("p", { class: "quiet" }, data.nothing));
  if (data.compared) made.push(el("p", { class: "quiet" }, data.compared));
  if (data.struck.length) made.push(el("h3", {}, data.apart ?? "On lines that were left"), list(data.struck, data, "struck"));
  return made;
}

function list(steps, data, css = "") {
  const rows = el("ol", { class: css });
  for (const [position, kind, headline, what, why, delta, now] of steps) {
    const tried = position > (data.head ?? Infinity);
    const row = el(...leading(position, data, tried, css), el("span", { class: "position" }, tried ? "if so" : position.toLocaleString("en")), el("i", {}),
      el("span", { class: "words", dir: "auto" }, what ? el("b", {}, what) : "", headline, why ? el("em", {}, why) : ""));
    const step = el("span", { class: "step" });
    if (delta !== null) step.append(el("ins", { class: delta > 0 ? "up" : "down" }, signed(delta)), el("b", {}, now));
    else step.append(el("b", { class: "words", dir: "auto" }, now || "gone"));
    row.append(step);
    row.classList.add(`k-${kind}`);
    rows.append(el("li", {}, row));
  }
  return rows;
}

// Where a row leads: to its record under the scrubber of this page, or, where there is none, in the replay. What is
// only tried is no record yet.
function leading(position, data, tried, css) {
  if (tried) return ["div", {}];
  if (data.aside) return ["a", { "data-way": true, href: `replay?campaign=${encodeURIComponent(data.aside)}&at=${position}` }];
  return ["button", { type: "button", "data-go": position, "aria-current": position === data.at && !css ? "true" : null }];
}

const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${Math.abs(value).toLocaleString("en")}`;

// The running balance: a stepped line over the steps, each as wide as the other.
function curve(data) {
  const values = data.steps.slice(-MOST_POINTS).map((step) => Number(step[6]));
  const low = Math.min(0, ...values), high = Math.max(1, ...values), span = high - low;
  const x = (i) => ((i + 0.5) / values.length) * WIDE, y = (v) => 5 + (HIGH - 10) * (1 - (v - low) / span);
  const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", preserveAspectRatio: "none",
    "aria-label": `From ${values[0]} to ${values.at(-1)} in ${values.length} steps, lowest ${Math.min(...values)}, highest ${Math.max(...values)}` });
  const points = values.map((v, i) => `${i ? `H${x(i - 0.5)}V${y(v)}` : `M0 ${y(v)}`}`).join("") + `H${WIDE}`;
  svg("path", { d: `${points}V${y(low)}H0Z`, class: "area" }, picture);
  svg("path", { d: points, class: "line" }, picture);
  const here = data.steps.slice(-MOST_POINTS).findIndex((step) => step[0] === data.at);
  if (here >= 0) svg("line", { x1: x(here), x2: x(here), y1: 0, y2: HIGH, class: "here" }, picture);
  return el("figure", {}, picture, el("figcaption", {}, el("span", {}, `lowest ${Math.min(...values)}`), el("span", {}, `highest ${Math.max(...values)}`)));
}
