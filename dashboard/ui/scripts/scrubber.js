// The script owns the cursor and moves it at once; the server confirms with `ack` when all is drawn. One
// request is in flight at a time and the newest wins, so a held key never starves the sheets. Where the page draws a
// moment by itself (`show`), the server is told behind, once the cursor rests, and beside the socket (`beside`) where
// that will do. What the server drew before it was told is known by an older `ack`, and moves nothing back.
const STORE = new WeakMap();
const SPEEDS = [1, 2, 4, 12, 60];
const PATIENCE = 5_000;
const REST = 60;                                       // before an answer is asked for that the page waits for
const BEHIND = 250;                                    // before the server is told of what is drawn already
const MOST_NAMED = 4;
const ICONS = {
  first: "M5 4v12M16 4l-8 6 8 6z", earlier: "M10 4l-7 6 7 6zM18 4l-7 6 7 6z", back: "M13 4l-8 6 8 6z",
  play: "M6 3l11 7-11 7z", pause: "M5.500 3h3.200v14H5.500zM11.500 3h3.200v14h-3.200z",
  on: "M7 4l8 6-8 6z", later: "M10 4l7 6-7 6zM2 4l7 6-7 6z", last: "M15 4v12M4 4l8 6-8 6z",
};
const BUTTONS = [
  ["first", "First moment", "Home"], ["earlier", "Scene before", "Shift + ←"], ["back", "Moment before", "←"],
  ["play", "Play", "Space"],
  ["on", "Next moment", "→"], ["later", "Next scene", "Shift + →"], ["last", "Last moment", "End"],
];

function draw({ parentElement: root, data, setStateValue }) {
  let s = STORE.get(root);
  if (!s) STORE.set(root, (s = setUp(root)));
  s.send = setStateValue;
  s.data = data;
  root.querySelector(".scrubber").classList.toggle("low", !!data.low);
  s.takeIn();
  if (s.wait !== null && data.ack === s.wait) { s.wait = null; s.patience = PATIENCE; s.tell(); }
  else if (s.wait === null && s.at === s.sent && data.at !== s.at) {
    if (data.ack >= s.told) s.at = s.sent = data.at;
    else s.again();
  }
  data.cursor = s.at;                                // where it stands, for whoever draws the rest
  s.paint();
  return s.cleanup;
}

function setUp(root) {
  // Whoever has gone Back in the middle of a step is on another screen, while this one still stands there until the
  // server has drawn that. A step told now would have the server draw this one once more, at the other's address.
  const s = { screen: location.pathname, wait: null, told: 0, n: Math.floor(performance.now()), at: undefined, sent: undefined, speed: 1, timer: null, frame: 0, patience: PATIENCE };
  const box = root.querySelector(".scrubber");
  const face = build();
  box.replaceChildren(face.top, face.lens, face.over, face.lines, face.foot);
  Object.assign(s, navigation(s));
  const { lens, over } = face;

  s.takeIn = () => {
    const line = globalThis.campaignLedger.lines[s.data.rev];
    if (!line || line === s.line) return;            // until the new line is here, the old one goes on
    s.line = line;
    s.strip = null;
    nameLines(s, face.lines);
    s.count = line.stretches.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const places = placesOf(line, line.marks.map((mark) => mark.at));
    s.marks = line.marks.map((mark, i) => ({ ...mark, place: places[i] })).filter((mark) => mark.place >= 0);
    s.sessions = s.marks.filter((mark) => mark.form === "session");
    s.scenes = s.marks.filter((mark) => mark.form === "scene");
    s.lanes = null;
  };
  s.move = (position) => {
    if (position === undefined || position === s.at) return;
    s.at = position; s.own = !!s.data.show?.(position); s.tell(); s.follow();
    if (s.own && s.line) { write(s, face); s.paint(true); }   // with what the page has drawn: laid out once, in one frame
    else setTimeout(() => s.paint());                // after the question has gone out: the server works meanwhile
  };
  s.tell = () => {
    clearTimeout(s.telling);
    if (s.own) s.telling = setTimeout(s.flush, s.data.waits?.() ? REST : BEHIND);
    else s.flush();
  };
  s.flush = () => {
    if (s.at === s.sent || s.wait !== null || location.pathname !== s.screen) return;
    s.sent = s.at; s.n++;
    const beside = s.own && s.data.beside?.(s.at, s.n);
    if (beside) {
      const n = (s.told = s.n);
      beside.then((taken) => { if (!taken && s.told === n && s.wait === null) s.again(); });
    } else s.ask();
  };
  s.again = () => { s.sent = undefined; s.own = false; s.flush(); };   // over the socket this time
  s.ask = () => {
    s.wait = s.n;
    s.send("cursor", { at: s.at, n: s.n, drawn: s.data.drawn?.(s.at) ?? "" });
    clearTimeout(s.lost);                            // a request that was lost is sent again, ever more patiently
    s.lost = setTimeout(() => {
      if (s.wait === null) return;
      s.patience = Math.min(60_000, s.patience * 2);
      s.wait = null; s.again();
    }, s.patience);
  };
  s.follow = () => {                                 // the address
    clearTimeout(s.address);
    const screen = location.pathname;
    s.address = setTimeout(() => {
      if (location.pathname !== screen) return;      // whoever has gone elsewhere meanwhile keeps that address
      const here = new URL(location.href);
      here.searchParams.set("campaign", s.data.campaign);
      here.searchParams.set("at", s.at);
      history.replaceState(history.state, "", here);
    }, 200);
  };
  s.stop = () => { clearInterval(s.timer); s.timer = null; s.icon(); };
  s.icon = () => {
    const button = face.buttons.play, on = s.timer !== null;
    button.querySelector("path").setAttribute("d", on ? ICONS.pause : ICONS.play);
    button.setAttribute("aria-label", on ? "Pause" : "Play");
  };
  s.play = () => {
    if (s.timer) return s.stop();
    if (s.index() >= s.count - 1) s.to(0);
    let then = performance.now(), owed = 0;
    s.timer = setInterval(() => {
      const now = performance.now();
      owed += ((now - then) / 1000) * SPEEDS[s.speed];
      then = now;
      const steps = Math.floor(owed);
      if (steps) { owed -= steps; s.to(s.index() + steps); }
      if (s.index() >= s.count - 1) s.stop();
    }, 40);
    s.icon();
  };
  const acts = {
    first: () => s.to(0), last: () => s.to(s.count - 1), back: () => s.to(s.index() - 1),
    on: () => s.to(s.index() + 1), earlier: () => s.toMark(-1), later: () => s.toMark(1), play: s.play,
    earlierSession: () => s.toMark(-1, "session"), laterSession: () => s.toMark(1, "session"),
    earlierRuling: () => s.toRuling(-1), laterRuling: () => s.toRuling(1),
    speed: () => {
      s.speed = (s.speed + 1) % SPEEDS.length;
      face.speed.textContent = `${SPEEDS[s.speed]}/s`;
      face.speed.setAttribute("aria-label", `${SPEEDS[s.speed]}/s: speed, ${SPEEDS[s.speed]} moments a second`);
    },
  };
  const onClick = (event) => {
    const act = event.target.closest?.("[data-act]")?.dataset.act;
    if (act) { if (act !== "play" && act !== "speed") s.stop(); acts[act](); }
  };
  const onPage = (event) => {                        // rows of the feed and of the contents lead here too
    const row = event.composedPath().find((node) => node instanceof Element && node.hasAttribute("data-go"));
    const to = Number(row?.getAttribute("data-go"));
    if (Number.isSafeInteger(to) && to > 0) { s.stop(); s.move(to); }
  };
  const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play", "[": "earlierSession",
    "]": "laterSession", ",": "earlierRuling", ".": "laterRuling" };
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.composedPath()[0];
    const inside = (query) => at instanceof Element && at.closest(query);
    if (inside("input,textarea,select,[contenteditable],[role=listbox],[role=combobox],[role=dialog],[role=radio],[role=tab]")) return;
    if (event.key === " " && inside("button,a,summary")) return;
    let act = KEYS[event.key];
    if (event.shiftKey) act = { back: "earlier", on: "later" }[act];
    if (!act || !box.isConnected) return;
    event.preventDefault();
    if (act !== "play") s.stop();
    acts[act]();
  };
  const drag = (event) => {
    if (event.type === "pointerdown") { over.setPointerCapture(event.pointerId); s.stop(); }
    else if (!(event.buttons & 1)) return;
    const frame = over.getBoundingClientRect(), x = event.clientX - frame.left, y = event.clientY - frame.top;
    const branch = event.type === "pointerdown" && s.branchAt?.(x, y);
    if (branch) s.move(branch.last);
    else s.to(Math.floor((x / frame.width) * s.count));
  };
  const hover = (event) => {                         // lines above the overview say which they are
    const frame = over.getBoundingClientRect();
    const branch = s.branchAt?.(event.clientX - frame.left, event.clientY - frame.top);
    over.title = branch ? `${branch.words}. Click to open it at its end, ${branch.last.toLocaleString("en")}.` : "";
  };
  const pick = (event) => {
    const frame = lens.getBoundingClientRect();
    s.stop();
    s.to(s.index() - s.reach + Math.floor(((event.clientX - frame.left) / frame.width) * (2 * s.reach + 1)));
  };
  const onLine = () => { s.takeIn(); s.paint(); };
  const resized = new ResizeObserver((entries) => {
    for (const { target } of entries) target.sized = [target.clientWidth, target.clientHeight];
    s.strip = null;
    s.paint();
  });
  box.addEventListener("click", onClick);
  over.addEventListener("pointerdown", drag);
  over.addEventListener("pointermove", drag);
  over.addEventListener("pointermove", hover);
  lens.addEventListener("pointerdown", pick);
  const onPress = () => { if (s.own) s.flush(); };     // whatever is pressed finds the server where the page stands
  document.addEventListener("pointerdown", onPress, true);
  document.addEventListener("click", onPage);
  document.addEventListener("keydown", onKey);
  window.addEventListener("campaign-line", onLine);
  resized.observe(over);
  resized.observe(lens);
  document.fonts?.ready.then(() => { s.strip = null; s.paint(); });
  s.cleanup = () => {
    for (const timer of [s.timer, s.address, s.lost, s.telling]) clearTimeout(timer);
    document.removeEventListener("pointerdown", onPress, true);
    document.removeEventListener("click", onPage);
    document.removeEventListener("keydown", onKey);
    window.removeEventListener("campaign-line", onLine);
    resized.disconnect();
    STORE.delete(root);
  };
  s.paint = (written = false) => {
    s.written = written;
    if (!s.frame) s.frame = requestAnimationFrame(() => {
      s.frame = 0;
      if (!s.line || !sizeOf(over)[0]) return;
      if (!s.written) write(s, face);                  // all that changes the page first: its style is asked for after
      window.dispatchEvent(new CustomEvent("campaign-at", { detail: { at: s.at, rev: s.data.rev } }));
      const style = getComputedStyle(box), ink = style.color;   // the colours change with the theme, the ink with them
      if (s.ink !== ink) Object.assign(s, { ink, colours: colours(box), serif: style.getPropertyValue("--serif") });
      if (sizeOf(lens)[1]) paintLens(s, lens);
      if (s.data.show && s.waits === undefined) {      // the wave of a long line: the sheet is on the screen before it
        s.waits = true;
        afterThisFrame(() => { s.waits = false; s.paint(); });
      }
      paintOver(s, over);
    });
  };
  return s;
}

function navigation(s) {
  const index = (position = s.at) => (s.line ? placesOf(s.line, [position])[0] : -1);   // 0 for the first; -1: another line
  const position = (place) => positionAt(s.line, place);
  const to = (place) => { if (s.line && s.count) s.move(position(place)); };
  const toMark = (step, form = null) => {
    const here = index(), marks = ((form ? s.sessions : s.marks) ?? []).map((mark) => mark.place);
    if (step > 0) return to(marks.find((mark) => mark > here) ?? s.count - 1);
    to(marks.filter((mark) => mark < here).pop() ?? 0);
  };
  const toRuling = (step) => {
    const own = s.data.near.find(([at]) => at === s.at)?.[3];
    const others = s.data.near.filter(([at, , , ruling]) => ruling !== own && (at - s.at) * step > 0);
    if (!others.length) return to(index() + step);
    const target = step > 0 ? others[0] : others[others.length - 1];
    const same = s.data.near.filter(([, , , ruling]) => ruling === target[3]);
    s.move(same[0][0]);
  };
  return { index, position, to, toMark, toRuling };
}

function build() {
  const number = el("b", { class: "number", "data-testid": "position" });
  const where = el("div", { class: "where", dir: "auto" });
  const caption = el("div", { class: "caption", dir: "auto", "aria-live": "polite" });
  const bar = el("div", { class: "bar", role: "toolbar", "aria-label": "Replay" });
  const buttons = {};
  for (const [act, label, keys] of BUTTONS) {
    const icon = svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" });
    svg("path", { d: ICONS[act] }, icon);
    buttons[act] = el("button", { type: "button", "data-act": act, "aria-label": label, title: `${label} (${keys})` }, icon);
    bar.append(buttons[act]);
  }
  const speed = el("button", { type: "button", "data-act": "speed", class: "speed", title: "Speed", "aria-label": "2/s: speed, 2 moments a second" }, "2/s");
  bar.append(speed);
  const top = el("div", { class: "top" }, number, el("div", { class: "what" }, where, caption), bar);
  const lens = el("canvas", { class: "lens", "aria-hidden": "true" });
  const over = el("canvas", { class: "over", role: "slider", tabindex: "0", "aria-label": "Moment in the campaign", "aria-valuemin": "1", "aria-valuenow": "1" });
  const lines = el("nav", { class: "lines", "aria-label": "Lines of this campaign", hidden: true });
  const tally = el("span", {});
  const legend = el("span", { class: "legend" });
  for (const [kind, words] of [["story", "Story"], ["dice", "Dice"], ["gain", "Gain"], ["loss", "Loss"], ["growth", "Growth"]]) {
    legend.append(el("span", {}, el("i", { style: `background: var(--kind-${kind})`, "aria-hidden": "true" }), words));
  }
  const keys = el("span", { class: "keys", "aria-hidden": "true" });
  for (const [key, does] of [["← →", "moment"], [", .", "ruling"], ["Shift ← →", "scene"], ["[ ]", "session"], ["Space", "play"]]) {
    keys.append(el("kbd", {}, key), ` ${does}`);
  }
  return { number, where, caption, buttons, speed, top, lens, over, lines, tally, foot: el("div", { class: "foot" }, tally, legend, keys) };
}

// Every line by name, so that it can be reached without a pointer: the current one first, then the newest.
function nameLines(s, nav) {
  const { branches, current } = s.line, others = branches.filter((branch) => !branch.current);
  const away = branches.find((branch) => branch.current);
  nav.hidden = !branches.length;
  if (nav.hidden) return;
  const chip = (words, go, css) => el("button", { type: "button", class: css, dir: "auto", "data-go": go, "aria-current": go ? null : "true" }, words);
  const rows = [chip("The current line", away?.last, current ? "now here" : "now")];
  if (!current) rows.push(chip("An abandoned line, shown here", null, "here"));
  for (const branch of others.slice(-MOST_NAMED).reverse()) rows.push(chip(branch.words, branch.last, ""));
  if (others.length > MOST_NAMED) rows.push(el("span", {}, `and ${others.length - MOST_NAMED} more above`));
  nav.replaceChildren(...rows);
}

// The last of these marks at or before a place.
function lastBefore(marks, place) {
  let low = 0, high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle].place <= place) low = middle + 1;
    else high = middle;
  }
  return marks[low - 1];
}

const said = new Intl.NumberFormat("en").format;       // made once: `toLocaleString` makes one each time

function write(s, face) {
  const many = (count, one, more = `${one}s`) => `${said(count)} ${count === 1 ? one : more}`;
  const here = s.index(), session = lastBefore(s.sessions, here), scene = lastBefore(s.scenes, here);
  const parts = [];
  if (session) parts.push(`Session ${session.session}`);
  if (scene && (!session || scene.place >= session.place)) parts.push(scene.title);
  else if (session?.title) parts.push(session.title);
  face.number.textContent = said(s.at);
  face.where.textContent = parts.join(" · ") || "Before the first session";
  const now = s.data.near.find(([at]) => at === s.at);
  if (now?.[2]) face.caption.textContent = now[2];
  else if (s.wait === null && !now) face.caption.textContent = "Nothing here that you may see";
  const played = new Set(s.sessions.map((mark) => mark.session)).size;   // a session that was gone on with is one
  const tally = [many(s.count, "moment"), many(played, "session"), many(s.scenes.length, "scene")];
  face.tally.textContent = tally.join(", ");
  face.over.setAttribute("aria-valuemax", s.line.stretches.at(-1)?.[1] ?? 1);
  face.over.setAttribute("aria-valuenow", s.at);
  face.over.setAttribute("aria-valuetext", `Moment ${s.at}: ${face.caption.textContent}`);
}
