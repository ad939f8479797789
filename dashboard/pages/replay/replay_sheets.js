// The sheets. Those that were shown lately stay on the page as they stood, each in a wrapper of its own: only one of them
// is open, the others are put away, neither drawn nor to be reached. A sheet that stays, or is opened again, is brought up
// to date from the blocks and rows that differ, and only these are read and laid out. It may have hundreds.
const SHEETS_KEPT = 6;                                // a story goes back and forth between a few people
const LONG = 24_000;                                  // characters of markup: some screens
const SECTIONS = ".long > .sheet > section, .tags.many";   // what is left out of a drawing while it is out of sight

function turn(s, text) {
  const whose = whoseOf(text), kept = s.sheets.get(whose) ?? { whose, home: el("div", { class: "sheet-home" }) };
  const [markup, blocks, left] = differing(kept.blocks, text), { home } = kept;
  settle(home, taken(s, markup));
  for (const node of home.querySelectorAll("[data-same]")) node.replaceWith(known(left[node.dataset.same]));   // stood elsewhere
  home.classList.toggle("long", text.length > LONG);
  Object.assign(kept, { blocks, stale: false });
  s.sheets.delete(whose);                            // the newest last
  s.sheets.set(whose, kept);
  if (kept !== s.open) turnTo(s, kept);
  watchSoon(s);
  if (s.sheets.size > SHEETS_KEPT) discard(s, s.sheets.values().next().value);
}

// Open one and put the other away. Where the page was scrolled meanwhile it is put in anew: the browser finds out at once
// what of it is in sight, and of one that stands there already only a frame later.
function turnTo(s, kept) {
  const was = s.open, { home } = kept;
  if (was?.stale) discard(s, was);
  else if (was) { was.home.classList.add("put-away"); was.home.inert = true; }
  home.classList.remove("put-away");
  home.inert = false;
  if (!kept.unmoved) s.panes.sheet.append(home);
  kept.unmoved = true;
  s.open = kept;
}

function discard(s, kept) {
  s.sheets.delete(kept.whose);
  kept.home.remove();
}

// With another stamp only what is open stays, until another is: it may hold what this viewer may not see.
function forgetSheets(s) {
  for (const kept of [...s.sheets.values()]) {
    if (kept === s.open) Object.assign(kept, { blocks: undefined, stale: true });
    else discard(s, kept);
  }
}

// Parts of the open sheet that are near what is in sight are marked, and are drawn at once when it is opened again.
function watchSections(s) {
  const page = s.whole.closest("[data-testid=stMain]");
  s.sections = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!target.closest(".put-away")) target.toggleAttribute("data-near", isIntersecting);
    }
  }, { root: page, rootMargin: "50% 0px" });
  const moved = ({ target }) => {
    if (target === window || target.contains(s.whole)) for (const kept of s.sheets.values()) kept.unmoved = kept === s.open;
  };
  for (const name of ["scroll", "resize"]) window.addEventListener(name, moved, { capture: true, passive: true });
  return () => {
    s.sections.disconnect();
    for (const name of ["scroll", "resize"]) window.removeEventListener(name, moved, true);
  };
}

function watchSoon(s) {
  if (s.watching) return;
  s.watching = true;
  whenIdle(() => {
    s.watching = false;
    for (const node of s.open.home.querySelectorAll(SECTIONS)) s.sections.observe(node);
  });
}

const WHOSE = /^<article class="sheet"[^>]*>/;
const whoseOf = (text) => WHOSE.exec(text)?.[0] ?? "";
const BLOCK = /^<div class="block[^">]*" data-path="([^">]*)">/;
const ROW = /^<li class="[^">]*" data-path="([^">]*)">/;

// The markup with something empty in place of each block and row that was there before; the blocks by what they are
// about; what was left out.
function differing(before, text) {
  const blocks = new Map(), left = [];
  const leave = (tag, path, markup) => `<${tag} data-path="${path}" data-same="${left.push(markup) - 1}"></${tag}>`;
  const parts = cut(text, /(?=<div class="block )/, BLOCK, "</div></section>").map(([path, block, rest]) => {
    if (path === undefined) return block + rest;
    const old = before?.get(path);
    blocks.set(path, blocks.has(path) ? null : block);   // of two about the same, neither is taken for the other
    if (old === block) return leave("div", path, block) + rest;
    return (old ? rowsOf(block, old, leave) : block) + rest;
  });
  return [parts.join(""), blocks, left];
}

function rowsOf(block, old, leave) {
  const rows = (markup) => cut(markup, /(?=<li )/, ROW, "</li>", 5);
  const had = new Map();
  for (const [path, row] of rows(old)) had.set(path, had.has(path) ? null : row);
  const same = (path, row) => path !== undefined && had.get(path) === row;
  return rows(block).map(([path, row, rest]) => (same(path, row) ? leave("li", path, row) : row) + rest).join("");
}

// Parts as what each is about, itself up to its end, and what follows until the next.
function cut(markup, seam, shape, ends, more = 0) {
  return markup.split(seam).map((part) => {
    const end = part.indexOf(ends), path = shape.exec(part)?.[1];
    return end < 0 ? [path, part, ""] : [path, part.slice(0, end + more), part.slice(end + more)];
  });
}
