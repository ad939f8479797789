// Everything that moves, sent once per page. The stubs inside the fragment only call what is registered here,
// so that a step of the scrubber carries data and no source.
const shelf = (globalThis.campaignLedger ??= { parts: {}, waiting: [], lines: {} });

function register(name, css, draw) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shelf.parts[name] = (component) => {
    const root = component.parentElement;
    const home = root.getRootNode();
    if (home.adoptedStyleSheets && !home.adoptedStyleSheets.some((known) => known.part === name)) {
      sheet.part = name;
      home.adoptedStyleSheets = [...home.adoptedStyleSheets, sheet];
    }
    return draw(component);
  };
}

// el("button", { class: "x", "aria-label": "…" }, "text or nodes"): text goes in as text, never as markup.
function el(tag, attributes = {}, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...inside);
  return node;
}

// What can wait until the frame that is being made now is on the screen.
const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
function afterThisFrame(work) {
  requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(work, { timeout: 500 })));
}

// As soon as the frame that is being made now is painted.
function afterPaint(work) {
  requestAnimationFrame(() => setTimeout(work));
}

// A face as the server tells it: a picture, or letters on a ground.
function faceOf({ letters, light, dark, kind, gone, picture, style }) {
  const node = el("span", { class: `face ${kind}${gone ? " gone" : ""}`, "data-letters": letters, "aria-hidden": "true" });
  node.style.setProperty("--light", light);
  node.style.setProperty("--dark", dark);
  if (picture) node.append(el("img", { src: picture, alt: "", style }));
  return node;
}

// To another screen as Back and Forward go there: one step in the browser's history, and nothing is loaded anew.
function lead(address) {
  const there = new URL(address, location.href);
  if (there.origin !== location.origin) return;
  if (there.href !== location.href) history.pushState({ led: true }, "", there);
  window.dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
}

const NS = "http://www.w3.org/2000/svg";
function svg(tag, attributes = {}, parent = null) {
  const node = document.createElementNS(NS, tag);
  for (const name in attributes) node.setAttribute(name, attributes[name]);
  parent?.append(node);
  return node;
}

// How many records of a line lie before each position; -1 for one that is not on it.
function placesOf(line, positions) {
  if (!line.before) {
    let sum = 0;
    line.before = line.stretches.map(([first, last]) => (sum += last - first + 1) - (last - first + 1));
  }
  return positions.map((position) => {
    let low = 0, high = line.stretches.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (position > line.stretches[middle][1]) low = middle + 1;
      else high = middle;
    }
    const [first, last] = line.stretches[low] ?? [1, 0];
    return position >= first && position <= last ? line.before[low] + position - first : -1;
  });
}

// The position at a place of a line, counted from 0; the nearest one where there is none.
function positionAt(line, place) {
  const count = line.stretches.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  let left = Math.max(0, Math.min(count - 1, place));
  for (const [first, last] of line.stretches) {
    if (left <= last - first) return first + left;
    left -= last - first + 1;
  }
}

// Colours are custom properties that follow the theme; a canvas needs them as plain colours.
function colours(inside) {
  const probe = el("i", { hidden: true });
  inside.append(probe);
  const read = (value) => { probe.style.color = value; return getComputedStyle(probe).color; };
  const found = { ink: read("var(--st-text-color)"), ground: read("var(--st-secondary-background-color)") };
  for (const kind of ["story", "dice", "gain", "loss", "growth"]) found[kind] = read(`var(--kind-${kind})`);
  probe.remove();
  return found;
}

// How tall a moment stands on the timeline: the same measure in the overview, the lens and the library.
const WEIGHT = { story: 0.34, dice: 0.5, gain: 0.72, loss: 0.84, growth: 1 };

// Records gathered into `bars` bars: how much happened in each, smoothed with its neighbours, and mostly of what kind.
function swell(density, bars) {
  const n = Math.max(1, Math.min(density.length, bars)), raw = [], kinds = [];
  for (let i = 0; i < n; i++) {
    const from = Math.floor((i * density.length) / n), until = Math.max(from + 1, Math.floor(((i + 1) * density.length) / n));
    const sums = {};
    let total = 0;
    for (const [count, kind] of density.slice(from, until)) {
      const weight = count * (WEIGHT[kind] ?? 0.3);
      sums[kind] = (sums[kind] ?? 0) + weight;
      total += weight;
    }
    raw.push(total / (until - from));
    kinds.push(Object.keys(sums).sort((a, b) => sums[b] - sums[a])[0] ?? "story");
  }
  const soft = raw.map((own, i) => 0.2 * (raw[i - 1] ?? own) + 0.6 * own + 0.2 * (raw[i + 1] ?? own));
  const most = Math.max(0.6, ...soft);             // so that a campaign of a few quiet records looks quiet
  return soft.map((own, i) => ({ tall: own / most, kind: kinds[i] }));
}
