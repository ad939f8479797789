"use strict";
// The cursor is a step, counted from 0; everything on the page follows from it.
const data = JSON.parse(document.getElementById("replay").textContent);
const find = (id) => document.getElementById(id);
const rows = [];
for (const row of document.querySelectorAll("[data-n]")) rows[Number(row.dataset.n)] = row;
const last = data.at.length - 1;
const stage = { cursor: -1, who: data.cast.length ? data.cast[0][0] : null, timer: 0, opened: null };
// What else begins with a step: the text of a paragraph with its first record, a note with the number beside it, what is
// said of a scene with its name.
const beside = rows.map(() => []);
const told = (records) => (records?.matches(".proof:not(.rest)") ? records.previousElementSibling : null);
for (const records of document.querySelectorAll("#story details.proof")) {
  const first = Math.min(...[...records.querySelectorAll("[data-n]")].map((row) => Number(row.dataset.n)));
  if (told(records) && beside[first]) beside[first].push(told(records));
}
rows.forEach((row, n) => {
  row.classList.add(`k-${data.kinds[n]}`);
  if (row.matches("blockquote .by *")) beside[n].push(row.closest("blockquote"));
  let next = row.closest("h2, h3")?.nextElementSibling;
  for (; next?.matches(".there, .sets, .asks, .recalled"); next = next.nextElementSibling) beside[n].push(next);
});

function upTo(list, step, of) {
  // The last entry that begins at a step or before it; -1 if none does.
  let low = 0, high = list.length;
  while (low < high) { const middle = (low + high) >> 1; if (of(list[middle]) <= step) low = middle + 1; else high = middle; }
  return low - 1;
}
function frameAt(who, step) {
  const frames = data.frames[who] || [], index = upTo(frames, step, (frame) => frame[0]);
  return index < 0 || frames[index][1] === null ? null : frames[index];
}
function blocksOf(frame) { return new Set(frame ? frame[2].flatMap(([, blocks]) => blocks) : []); }

function drawSheet() {
  const box = find("sheets");
  if (stage.who === null) return;
  const now = frameAt(stage.who, stage.cursor);
  if (!now) { box.innerHTML = '<p class="quiet">Not yet, or no longer, part of the story.</p>'; return; }
  const was = stage.cursor > 0 ? frameAt(stage.who, stage.cursor - 1) : now, before = blocksOf(was || now);
  // Every piece was escaped where it was made, before it was written into this page.
  box.innerHTML = `<article class="sheet"><header>${data.pieces[now[1]]}</header>` + now[2].map(([title, blocks]) =>
    `<section>${data.pieces[title]}<div class="blocks">${blocks.map((one) => data.pieces[one]).join("")}</div></section>`).join("") + "</article>";
  const drawn = box.querySelectorAll(".block"), numbers = now[2].flatMap(([, blocks]) => blocks);
  numbers.forEach((one, index) => { if (!before.has(one)) drawn[index].classList.add("touched", `k-${data.kinds[stage.cursor]}`); });
}
function drawCast() {
  const box = find("cast");
  if (!box.childElementCount) for (const [who, name] of data.cast) {
    const button = document.createElement("button");
    button.type = "button"; button.textContent = name; button.title = name; button.dir = "auto";
    button.addEventListener("click", () => { stage.who = who; drawCast(); drawSheet(); });
    box.append(button);
  }
  [...box.children].forEach((button, index) => {
    const who = data.cast[index][0];
    button.setAttribute("aria-pressed", String(who === stage.who));
    button.classList.toggle("gone", !frameAt(who, stage.cursor));
  });
}
function drawPlace() {
  const over = upTo(data.marks, stage.cursor, (mark) => mark[0]), scene = over < 0 ? "" : data.marks[over][2];
  const count = document.createElement("b"), where = document.createElement("small");
  count.textContent = `${stage.cursor + 1} / ${last + 1}`;
  where.textContent = scene; where.title = scene; where.dir = "auto";
  find("place").replaceChildren(count, where);
  const said = document.createElement("span");
  said.textContent = `As of record ${data.at[stage.cursor]}${scene ? ` · ${scene}` : ""}`;
  find("moment").replaceChildren(said);
  const cursor = find("cursor");
  cursor.value = String(stage.cursor);
  cursor.setAttribute("aria-valuetext", `Record ${data.at[stage.cursor]}, ${scene}`);
}
function show(step, scroll = true, address = true) {
  const to = Math.min(last, Math.max(0, step)), from = stage.cursor;
  if (to === from || last < 0) return;
  rows[from]?.classList.remove("at"); rows[from]?.removeAttribute("aria-current");
  // Only what the cursor went over changes, however long the story is.
  const over = from < 0 ? last : from;
  for (let n = Math.min(over, to); n <= Math.max(over, to); n++)
    for (const one of [rows[n], ...(beside[n] ?? [])]) one?.classList.toggle("later", n > to);
  stage.cursor = to;
  rows[to]?.classList.add("at"); rows[to]?.setAttribute("aria-current", "true");
  // Whoever steps into what is folded sees it; it folds again behind them.
  const folded = rows[to]?.closest("details") ?? null;
  told(rows[from]?.closest("details"))?.classList.remove("now");
  told(folded)?.classList.add("now");
  if (stage.opened && stage.opened !== folded) { stage.opened.open = false; stage.opened = null; }
  if (scroll && folded && !folded.open) { folded.open = true; stage.opened = folded; }
  if (scroll) rows[to]?.scrollIntoView({ block: "nearest" });
  drawPlace(); drawCast(); drawSheet();
  if (!address) return;
  // A page opened as a file may not change its address in some browsers; it works without.
  try { history.replaceState(null, "", `#r${data.at[to]}`); } catch { /* only the address stays as it was */ }
}
function scene(way) {
  const steps = data.marks.map((mark) => mark[0]);
  const to = way > 0 ? steps.find((step) => step > stage.cursor) : steps.filter((step) => step < stage.cursor).pop();
  show(to ?? (way > 0 ? last : 0));
}
function play(on = !stage.timer) {
  clearInterval(stage.timer);
  stage.timer = 0;
  if (on && stage.cursor >= last) show(0);
  if (on) stage.timer = setInterval(() => { if (stage.cursor >= last) play(false); else show(stage.cursor + 1); }, 900);
  find("play").querySelector("path").setAttribute("d", on ? "M5.500 3h3.200v14H5.500zM11.500 3h3.200v14h-3.200z" : "M6 3l11 7-11 7z");
  find("play").setAttribute("aria-label", on ? "Pause" : "Play");
}
function theme() {
  const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}
function view() {
  const sheets = document.body.dataset.view !== "sheets";
  document.body.dataset.view = sheets ? "sheets" : "story";
  find("view").textContent = sheets ? "Story" : "Sheets";
  if (sheets) scrollTo(0, 0);
  else rows[stage.cursor]?.scrollIntoView({ block: "center" });
}
const KEYS = {
  ArrowLeft: (e) => (e.shiftKey ? scene(-1) : show(stage.cursor - 1)), ArrowRight: (e) => (e.shiftKey ? scene(1) : show(stage.cursor + 1)),
  PageUp: () => scene(-1), PageDown: () => scene(1), Home: () => show(0), End: () => show(last), " ": () => play(), t: theme, v: view,
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const digit = Number(event.key);
  if (digit >= 1 && digit <= data.cast.length) { stage.who = data.cast[digit - 1][0]; drawCast(); drawSheet(); return; }
  const act = KEYS[event.key] || KEYS[event.key.toLowerCase()];
  if (!act || (event.key === " " && event.target.closest("button"))) return;
  event.preventDefault();
  act(event);
});
find("story").addEventListener("click", (event) => {
  const row = event.target.closest("[data-n], [data-to]");
  if (row) show(Number(row.dataset.n ?? row.dataset.to), row.dataset.n === undefined);
});
find("story").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("[role=link]")) event.target.click();
});
find("cursor").addEventListener("input", (event) => show(Number(event.target.value)));
find("before").addEventListener("click", () => scene(-1));
find("after").addEventListener("click", () => scene(1));
find("play").addEventListener("click", () => play());
find("theme").addEventListener("click", theme);
find("view").addEventListener("click", view);

document.body.dataset.view = "story";
if (last >= 0) {
  find("bar").hidden = false;
  // It opens at its title, as of the last record; `#231` or `#r231` in its address opens it there.
  const asked = () => { const hash = /^#r?(\d+)$/.exec(location.hash); return hash ? upTo(data.at, Number(hash[1]), (at) => at) : -1; };
  const wanted = asked();
  show(wanted < 0 ? last : wanted, wanted >= 0, wanted >= 0);
  addEventListener("hashchange", () => { if (asked() >= 0) show(asked(), true, true); });
}
