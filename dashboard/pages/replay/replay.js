// The stage of the replay in one piece: the scrubber and everything that is as of its moment. The server tells each
// text as the numbers of pieces this page has, with the new ones; what did not change keeps its place on the page.
const STORE = new WeakMap();
const PARTS = ["scrubber", "contents", "roster", "explain", "faction_map"];
const PANES = ["sheet", "table", "around", "changed", "map"];

function draw({ parentElement: root, data, setStateValue, setTriggerValue }) {
  let s = STORE.get(root);
  if (!s) STORE.set(root, (s = raise(root)));
  s.answer = setStateValue;
  if (s.stamp !== data.stamp) forget(s, data.stamp);
  const told = read(s, data), texts = told && (told.sheet === undefined ? drawnBefore(s, data.at, told) : told);
  if (!texts) {                                      // a piece was lost on the way: ask for all of them, once
    if (s.asked !== data) setTriggerValue("lost", true);
    s.asked = data;
    return s.cleanup;
  }
  keep(s, data.at, { texts });
  const { campaign, rev, at, ack } = data;
  if (s.rev !== rev) s.show("contents", { rev, at });
  Object.assign(s, { rev, ticket: data.ticket, chosen: data.chosen });
  const near = s.near ?? [], show = (to) => step(s, to), drawn = (to) => (s.shown === to ? s.stamp : "");
  const beside = (to, n) => tell(s, to, n), waits = () => s.asking;
  s.asking = !!JSON.parse(told.explain).path;
  s.show("scrubber", (s.ruler = { campaign, rev, at, ack, near, show, drawn, beside, waits }));
  const here = s.ruler.cursor;
  const left = s.wanted === null && s.shown !== here;           // to the server: else a late answer takes nothing back
  if (here === at || s.shown === null || left) present(s, at, texts);
  if (s.shown === at && texts.explain !== s.told.explain) s.show("explain", JSON.parse((s.told.explain = texts.explain)));
  if (s.shown !== null) window.dispatchEvent(new CustomEvent("campaign-stage"));
  fillSoon(s);
  return s.cleanup;
}

// Put what is shown of one position on the page.
function present(s, at, texts) {
  for (const name of PANES) fill(s, name, texts[name] ?? "");
  const told = (name) => (texts[name] === s.told[name] ? null : JSON.parse((s.told[name] = texts[name])));
  const place = texts.beside === "true" ? s.right : s.whole;
  if (s.map.parentElement !== place) place.append(s.map);
  const [people, relations] = ["roster", "faction_map"].map(told);
  s.homes.roster.hidden = texts.roster === "null";
  s.map.hidden = texts.faction_map === "null";
  if (people) s.show("roster", people);
  if (relations) drawMap(s, relations);
  s.near = s.ruler.near = told("near") ?? s.near;
  s.shown = at;
  if (s.wanted === at) s.wanted = null;
}

// The same on the way through an evening: one moment in each frame of the screen. Of those that come while a frame is
// being made only the newest is put on the page.
function presentNext(s, at) {
  s.next = at;
  if (s.making) return;
  s.making = true;
  presentNow(s);
  afterPaint(() => {
    s.making = false;
    if (s.next !== null && !s.gone) presentNext(s, s.next);
    else whenIdle(() => readNext(s));
  });
}

function presentNow(s) {
  const at = s.next, texts = textsOf(s, at);
  s.next = null;
  if (texts) present(s, at, texts);
}

// The map stands below all else: at first it is drawn when that is on the screen.
function drawMap(s, relations) {
  s.relations = relations;
  if (s.mapped) return s.show("faction_map", relations);
  if (s.mapped === undefined) afterThisFrame(() => { s.mapped = true; if (!s.gone) s.show("faction_map", s.relations); });
  s.mapped = false;
}

// Which pieces the texts are made of; null when one is not here.
function read(s, { book, first, fresh, texts }) {
  if (s.book !== book) { s.book = book; s.pieces = []; }
  fresh.forEach((piece, i) => { s.pieces[first + i] = piece; });
  return together(texts, s.pieces);
}

function together(texts, pieces) {
  const found = {};
  for (const [name, runs] of Object.entries(texts)) {
    let text = "";
    for (let i = 0; i < runs.length; i += 2) {
      for (let number = runs[i]; number <= runs[i + 1]; number++) {
        if (pieces[number] === undefined) return null;
        text += pieces[number];
      }
    }
    found[name] = text;
  }
  return found;
}

function raise(root) {
  const s = { told: {}, panes: {}, homes: {}, cleanups: new Map(), pieces: [], sheets: new Map(), frames: new Map(), ready: new Map(), shown: null, wanted: null, heading: 1 };
  for (const name of PARTS) {                        // each in a shadow of its own, as when it is mounted alone
    const home = (s.homes[name] = el("div", { class: "part" }));
    home.attachShadow({ mode: "open" }).append(el("div", { class: name, "data-part": name }));
  }
  for (const name of PANES) s.panes[name] = el("div", { class: "drawn" });
  s.right = el("div", { class: "beside" }, s.homes.explain, s.panes.table, s.panes.around, s.panes.changed);
  s.map = el("div", { class: "map" }, s.panes.map, s.homes.faction_map);
  s.whole = root.querySelector(".replay");
  s.whole.replaceChildren(s.homes.scrubber, el("div", { class: "columns" },
    el("div", { class: "scenes" }, s.homes.contents), el("div", { class: "page" }, s.homes.roster, s.panes.sheet), s.right));
  s.show = (name, data) => {
    const setStateValue = (key, value) => s.answer(key, value);
    const cleanup = shelf.parts[name]({ parentElement: s.homes[name].shadowRoot, data, setStateValue });
    if (cleanup) s.cleanups.set(name, cleanup);
  };
  const unhold = holdWhileDown(s), unwatch = watchSections(s);
  s.cleanup = () => {
    unhold();
    unwatch();
    s.gone = true;
    for (const cleanup of s.cleanups.values()) cleanup();
    STORE.delete(root);
  };
  return s;
}

function fill(s, name, text) {
  if (s.told[name] === text) return;
  s.told[name] = text;
  if (name === "sheet") turn(s, text);
  else settle(s.panes[name], taken(s, text));
}

// What the panes are to be filled with next, read before it is wanted: reading is a quarter of a step's script.
function readAhead(s, texts) {
  s.ready.clear();
  for (const name of PANES) {
    const text = texts[name] ?? "";
    if (s.told[name] === text) continue;
    const markup = name === "sheet" ? differing(s.sheets.get(whoseOf(text))?.blocks, text)[0] : text;
    s.ready.set(markup, known(markup));
  }
}

function taken(s, markup) {
  const made = s.ready.get(markup);
  return made && s.ready.delete(markup) ? made : known(markup);
}

// --- on the page ---------------------------------------------------------------------------------------

// Inside these only the children that differ are exchanged. Anything smaller is exchanged as a whole, so that what
// has just changed on it is seen to.
const OPENS = ".sheet, .sheet > section, .blocks, .b-tags, .tags, .b-table, .rows, table, tbody, .feed, .changes, .changes > div, .changes ul";

function settle(home, made) {
  const [name, rename] = [naming(), naming()];
  const old = new Map([...home.childNodes].map((node) => [name(node), node]));
  const next = [...made.childNodes].map((node) => [rename(node), node]);
  const kept = new Set(next.map(([own]) => own));
  for (const [own, node] of old) if (!kept.has(own)) node.remove();   // first, so that what stays need not move
  let place = home.firstChild;
  for (const [own, node] of next) {
    const was = old.get(own);
    if (!was) { home.insertBefore(node, place); continue; }
    if (was === place) place = place.nextSibling;
    else home.insertBefore(was, place);
    if (node.dataset?.same !== undefined || was.isEqualNode(node)) continue;
    if (was.nodeType === 1 && was.matches(OPENS)) {
      for (const attribute of was.getAttributeNames()) if (attribute !== "data-near" && !node.hasAttribute(attribute)) was.removeAttribute(attribute);
      for (const attribute of node.getAttributeNames()) {
        const value = node.getAttribute(attribute);
        if (was.getAttribute(attribute) !== value) was.setAttribute(attribute, value);
      }
      settle(was, node);
    } else exchange(was, node);
  }
}

// Children are told apart by what they are about; those about nothing, by their order.
function naming() {
  const seen = new Map();
  return (node) => {
    const { path, go } = node.dataset ?? {};
    const about = path ?? go ?? node.firstElementChild?.dataset.go ?? node.getAttribute?.("aria-label") ?? "";
    const name = `${node.nodeName} ${about}`, turn = (seen.get(name) ?? 0) + 1;
    seen.set(name, turn);
    return `${turn} ${name}`;
  };
}

// The keyboard stays where it was: on what leads to the same record, or asks about the same value.
function exchange(was, node) {
  const held = document.activeElement, within = was.contains(held);
  const lead = within && ["data-explain", "data-go", "data-way"].find((name) => held.hasAttribute(name));
  was.replaceWith(node);
  if (!lead || node.nodeType !== 1) return;
  const same = `[${lead}="${CSS.escape(held.getAttribute(lead))}"]`;
  (node.matches(same) ? node : node.querySelector(same))?.focus({ preventScroll: true });
}
