// Sessions and scenes of the line that is drawn, to jump by. It stays as it is while the cursor moves; only the
// row the cursor is in is marked, from here, without asking the server.
const STORE = new WeakMap();
const MOST_TOGETHER = 40;                             // rows that are laid out together once one of them comes in sight

function draw({ parentElement: root, data }) {
  let s = STORE.get(root);
  if (!s) {
    s = { at: null };
    s.follow = (event) => { s.at = event.detail.at; mark(s); };
    s.line = () => {                                   // thousands of rows: at first the sheet is painted before them
      if (s.rows) return list(root, s);
      if (!s.later) afterThisFrame(() => { s.later = false; list(root, s); });
      s.later = true;
    };
    window.addEventListener("campaign-at", s.follow);
    window.addEventListener("campaign-line", s.line);
    s.cleanup = () => {
      s.gone = true;
      window.removeEventListener("campaign-at", s.follow);
      window.removeEventListener("campaign-line", s.line);
      STORE.delete(root);
    };
    STORE.set(root, s);
  }
  s.rev = data.rev;
  s.at ??= data.at;
  s.line();
  return s.cleanup;
}

function list(root, s) {
  const line = globalThis.campaignLedger.lines[s.rev];
  if (!line || line === s.drawn || s.gone) return;
  s.drawn = line;
  s.rows = [];
  s.past = s.current = undefined;
  const places = placesOf(line, line.marks.map((mark) => mark.at)), groups = [];
  line.marks.forEach((mark, i) => {
    const session = mark.form === "session";
    const words = el("span", { class: "words", dir: "auto" }, session ? mark.title || `Session ${mark.session}` : mark.title || "Untitled scene");
    const row = el("button", { type: "button", class: mark.form, "data-go": mark.at }, ...(session ? [el("b", {}, `${mark.session}`)] : []), words, el("small", {}, mark.at.toLocaleString("en")));
    s.rows.push([places[i], row]);
    if (!groups.length || groups.at(-1).length >= MOST_TOGETHER) groups.push([]);
    groups.at(-1).push(row);
  });
  const rows = groups.map((group) => el("div", { class: "group", style: `--rows: ${group.length}` }, ...group));
  const nav = el("nav", { class: "rail", "aria-label": "Sessions and scenes" }, el("h2", {}, "Sessions and scenes"), ...(rows.length ? rows : [el("p", {}, "No session has begun yet.")]));
  root.querySelector(".contents").replaceChildren(nav);
  s.nav = nav;
  mark(s);
}

function mark(s) {
  if (!s.rows) return;
  const here = placesOf(s.drawn, [s.at])[0];
  const past = s.rows.findLastIndex(([index]) => index <= here);
  // Only the rows between the old place and the new are touched: a long campaign has thousands.
  const was = s.past ?? -1;
  for (let i = Math.min(was, past) + 1; i <= Math.max(was, past); i++) s.rows[i][1].classList.toggle("past", i <= past);
  const current = s.rows[past]?.[1] ?? null;
  if (current !== s.current) s.current?.removeAttribute("aria-current");
  current?.setAttribute("aria-current", "true");
  s.past = past;
  if (current && current !== s.current && s.nav.scrollHeight > s.nav.clientHeight) {
    s.nav.scrollTop += current.getBoundingClientRect().top - s.nav.getBoundingClientRect().top - s.nav.clientHeight / 2;
  }
  s.current = current;
}
