// Sessions and scenes of the line that is drawn, to jump by. It stays as it is while the cursor moves; only the
// row the cursor is in is marked, from here, without asking the server.
const STORE = new WeakMap();

function draw({ parentElement: root, data }) {
  let s = STORE.get(root);
  if (!s) {
    s = { at: null };
    s.follow = (event) => { s.at = event.detail.at; mark(s); };
    s.line = () => list(root, s);
    window.addEventListener("campaign-at", s.follow);
    window.addEventListener("campaign-line", s.line);
    s.cleanup = () => {
      window.removeEventListener("campaign-at", s.follow);
      window.removeEventListener("campaign-line", s.line);
      STORE.delete(root);
    };
    STORE.set(root, s);
  }
  s.rev = data.rev;
  s.at ??= data.at;
  list(root, s);
  return s.cleanup;
}

function list(root, s) {
  const line = globalThis.campaignLedger.lines[s.rev];
  if (!line || line === s.drawn) return;
  s.drawn = line;
  s.rows = [];
  const rows = line.marks.map((mark) => {
    const session = mark.form === "session";
    const words = el("span", { class: "words", dir: "auto" }, session ? mark.title || `Session ${mark.session}` : mark.title || "Untitled scene");
    const row = el("button", { type: "button", class: mark.form, "data-go": mark.at }, ...(session ? [el("b", {}, `${mark.session}`)] : []), words, el("small", {}, mark.at.toLocaleString("en")));
    s.rows.push([mark.at, row]);
    return row;
  });
  const nav = el("nav", { class: "rail", "aria-label": "Sessions and scenes" }, el("h2", {}, "Sessions and scenes"), ...(rows.length ? rows : [el("p", {}, "No session has begun yet.")]));
  root.querySelector(".contents").replaceChildren(nav);
  s.nav = nav;
  mark(s);
}

function mark(s) {
  if (!s.rows) return;
  const line = s.drawn;
  const place = (position) => {
    let before = 0;
    for (const [first, last] of line.stretches) {
      if (position >= first && position <= last) return before + position - first;
      before += last - first + 1;
    }
    return -1;
  };
  const here = place(s.at);
  let current = null;
  for (const [at, row] of s.rows) {
    const past = place(at) <= here;
    row.classList.toggle("past", past);
    row.removeAttribute("aria-current");
    if (past) current = row;
  }
  current?.setAttribute("aria-current", "true");
  if (current && current !== s.current && s.nav.scrollHeight > s.nav.clientHeight) {
    s.nav.scrollTop = current.offsetTop - s.nav.clientHeight / 2;
  }
  s.current = current;
}
