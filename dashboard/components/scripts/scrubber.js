// The script owns the cursor and moves it at once; the server confirms with `ack` when all is drawn. One
// request is in flight at a time and the newest wins, so a held key never starves the sheets.
const STORE = new WeakMap();
const SPEEDS = [1, 2, 4, 12, 60];
const PATIENCE = 5_000;
const MOST_NAMED = 4, LANE = 16;
const ICONS = {
  first: "M5 4v12M16 4l-8 6 8 6z", earlier: "M10 4l-7 6 7 6zM18 4l-7 6 7 6z", back: "M13 4l-8 6 8 6z",
  play: "M6 3l11 7-11 7z", pause: "M5.500 3h3.200v14H5.500zM11.500 3h3.200v14h-3.200z",
  on: "M7 4l8 6-8 6z", later: "M10 4l7 6-7 6zM2 4l7 6-7 6z", last: "M15 4v12M4 4l8 6-8 6z",
};
const BUTTONS = [
  ["first", "First record", "Home"], ["earlier", "Scene before", "Shift + ←"], ["back", "Record before", "←"],
  ["play", "Play", "Space"],
  ["on", "Next record", "→"], ["later", "Next scene", "Shift + →"], ["last", "Last record", "End"],
];

function draw({ parentElement: root, data, setStateValue }) {
  let s = STORE.get(root);
  if (!s) STORE.set(root, (s = setUp(root)));
  s.send = setStateValue;
  s.data = data;
  root.querySelector(".scrubber").classList.toggle("low", !!data.low);
  s.takeIn();
  if (s.wait !== null && data.ack === s.wait) { s.wait = null; s.patience = PATIENCE; s.flush(); }
  else if (s.wait === null && data.at !== s.at) s.at = s.sent = data.at;
  s.paint();
  return s.cleanup;
}

function setUp(root) {
  const s = { wait: null, n: Math.floor(performance.now()), at: undefined, sent: undefined, speed: 1, timer: null, frame: 0, patience: PATIENCE };
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
    s.at = position; s.flush();
    setTimeout(s.paint);                             // after the question has gone out: the server works meanwhile
  };
  s.flush = () => {
    if (s.at === s.sent || s.wait !== null) return;
    s.sent = s.at; s.wait = ++s.n;
    s.send("cursor", { at: s.at, n: s.n });
    clearTimeout(s.again);                           // a request that was lost is sent again, ever more patiently
    s.again = setTimeout(() => {
      if (s.wait === null) return;
      s.patience = Math.min(60_000, s.patience * 2);
      s.wait = null; s.sent = undefined; s.flush();
    }, s.patience);
    clearTimeout(s.address);
    s.address = setTimeout(() => {
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
      face.speed.setAttribute("aria-label", `Speed: ${SPEEDS[s.speed]} records a second`);
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
  const resized = new ResizeObserver(() => { s.strip = null; s.paint(); });
  box.addEventListener("click", onClick);
  over.addEventListener("pointerdown", drag);
  over.addEventListener("pointermove", drag);
  over.addEventListener("pointermove", hover);
  lens.addEventListener("pointerdown", pick);
  document.addEventListener("click", onPage);
  document.addEventListener("keydown", onKey);
  window.addEventListener("campaign-line", onLine);
  resized.observe(over);
  document.fonts?.ready.then(() => { s.strip = null; s.paint(); });
  s.cleanup = () => {
    clearInterval(s.timer); clearTimeout(s.address); clearTimeout(s.again);
    document.removeEventListener("click", onPage);
    document.removeEventListener("keydown", onKey);
    window.removeEventListener("campaign-line", onLine);
    resized.disconnect();
    STORE.delete(root);
  };
  s.paint = () => {
    if (!s.frame) s.frame = requestAnimationFrame(() => {
      s.frame = 0;
      if (!s.line || !over.clientWidth) return;
      const ink = getComputedStyle(box).color;         // the colours change with the theme, and the ink with them
      if (s.ink !== ink) { s.ink = ink; s.colours = colours(box); }
      write(s, face);
      if (lens.clientHeight) paintLens(s, lens);
      paintOver(s, over);
      window.dispatchEvent(new CustomEvent("campaign-at", { detail: { at: s.at, rev: s.data.rev } }));
    });
  };
  return s;
}

function navigation(s) {
  const index = (position = s.at) => (s.line ? placesOf(s.line, [position])[0] : -1);   // 0 for the first; -1: another line
  const position = (place) => {
    let left = Math.max(0, Math.min(s.count - 1, place));
    for (const [first, last] of s.line.stretches) {
      if (left <= last - first) return first + left;
      left -= last - first + 1;
    }
  };
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
  const speed = el("button", { type: "button", "data-act": "speed", class: "speed", title: "Speed", "aria-label": "Speed: 2 records a second" }, "2/s");
  bar.append(speed);
  const top = el("div", { class: "top" }, number, el("div", { class: "what" }, where, caption), bar);
  const lens = el("canvas", { class: "lens", "aria-hidden": "true" });
  const over = el("canvas", { class: "over", role: "slider", tabindex: "0", "aria-label": "Position in the campaign", "aria-valuemin": "1" });
  const lines = el("nav", { class: "lines", "aria-label": "Lines of this campaign", hidden: true });
  const tally = el("span", {});
  const keys = el("span", { class: "keys", "aria-hidden": "true" });
  for (const [key, does] of [["← →", "record"], [", .", "ruling"], ["Shift ← →", "scene"], ["[ ]", "session"], ["Space", "play"]]) {
    keys.append(el("kbd", {}, key), ` ${does}`);
  }
  return { number, where, caption, buttons, speed, top, lens, over, lines, tally, foot: el("div", { class: "foot" }, tally, keys) };
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

function write(s, face) {
  const many = (count, one, more = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : more}`;
  const here = s.index(), session = lastBefore(s.sessions, here), scene = lastBefore(s.scenes, here);
  const parts = [];
  if (session) parts.push(`Session ${session.session}`);
  if (scene && (!session || scene.place >= session.place)) parts.push(scene.title);
  else if (session?.title) parts.push(session.title);
  face.number.textContent = s.at.toLocaleString("en");
  face.where.textContent = parts.join(" · ") || "Before the first session";
  const now = s.data.near.find(([at]) => at === s.at);
  if (now?.[2]) face.caption.textContent = now[2];
  else if (s.wait === null && !now) face.caption.textContent = "Nothing here that you may see";
  const tally = [many(s.count, "record"), many(s.sessions.length, "session"), many(s.scenes.length, "scene")];
  face.tally.textContent = tally.join(", ");
  face.over.setAttribute("aria-valuemax", s.line.stretches.at(-1)?.[1] ?? 1);
  face.over.setAttribute("aria-valuenow", s.at);
  face.over.setAttribute("aria-valuetext", `Record ${s.at}: ${face.caption.textContent}`);
}

function canvas(target) {
  const width = target.clientWidth, height = target.clientHeight, ratio = devicePixelRatio || 1;
  if (target.width !== Math.round(width * ratio) || target.height !== Math.round(height * ratio)) {
    target.width = Math.round(width * ratio);
    target.height = Math.round(height * ratio);
  }
  const g = target.getContext("2d");
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
  return [g, width, height, ratio];
}

function bar(g, x, y, width, height) {
  g.beginPath();
  g.roundRect(x, y, width, height, Math.min(2, width / 2));
  g.fill();
}

// The lens: each record around the cursor by itself, as tall as its kind, with the scenes that begin there.
function paintLens(s, target) {
  const [g, W, H] = canvas(target), c = s.colours, serif = getComputedStyle(target).getPropertyValue("--serif");
  s.reach = W < 560 ? 16 : 40;
  const step = W / (2 * s.reach + 1), here = s.index(), ground = H - 9;
  const place = (position) => s.index(position) - here + s.reach;
  g.globalAlpha = 0.22; g.fillStyle = c.ink; g.fillRect(0, ground, W, 1);
  g.globalAlpha = 0.1; g.fillRect(s.reach * step, 16, step, ground - 16);
  let ends = -99;
  for (const mark of s.marks) {
    const i = mark.place - here + s.reach;
    if (i < 0 || i > 2 * s.reach) continue;
    const x = i * step, session = mark.form === "session";
    g.fillStyle = c.ink;
    g.globalAlpha = session ? 0.75 : 0.4;
    g.fillRect(x, 0, session ? 2 : 1, ground);
    const words = session ? `Session ${mark.session}` : mark.title;
    g.font = `italic 400 15px ${serif}`;
    if (x > ends + 8) {
      const shown = words.length > 34 ? `${words.slice(0, 33)}…` : words;
      g.globalAlpha = 0.8;
      g.fillText(shown, x + 6, 12);
      ends = x + 6 + g.measureText(shown).width;
    }
  }
  for (const [position, kind] of s.data.near) {
    const i = place(position);
    if (i < 0 || i > 2 * s.reach || s.index(position) < 0) continue;
    const on = position === s.at, tall = (ground - 19) * WEIGHT[kind], width = Math.max(2, step * 0.58);
    g.globalAlpha = on ? 1 : Math.max(0.28, 0.95 - Math.abs(i - s.reach) / (s.reach * 1.5));
    g.fillStyle = c[kind] ?? c.ink;
    bar(g, (i + 0.5) * step - width / 2, ground - tall, width, tall);
  }
  g.globalAlpha = 1; g.fillStyle = c.ink;
  const middle = (s.reach + 0.5) * step;
  g.beginPath(); g.moveTo(middle - 6, H); g.lineTo(middle + 6, H); g.lineTo(middle, H - 7); g.fill();
}

// The overview: the whole line as a waveform, what is past at full strength, abandoned lines branching off above.
function paintOver(s, target) {
  const wide = target.clientWidth;
  if (s.lanes?.wide !== wide) s.lanes = { wide, ...layOut(s, wide) };
  const { lanes } = s;
  target.style.setProperty("--lanes", Math.max(0, lanes.height - 1));
  const [g, W, H, ratio] = canvas(target), c = s.colours;
  const top = 8 + LANE * Math.max(1, lanes.height), base = H - 22;
  const stamp = [W, H, ratio, s.data.rev, c.ink, c.loss, top].join();
  if (s.stamp !== stamp || !s.strip) {
    s.stamp = stamp;
    const style = getComputedStyle(target);
    s.strip = sized(target, (on) => paintWave(s, on, W, H, ratio, top, base, style));
    s.above = sized(target, (on) => paintLanes(s, on, W, ratio, top, style));
  }
  const x = ((Math.max(0, s.index()) + 0.5) / s.count) * W, cut = Math.round(x * ratio);
  g.setTransform(1, 0, 0, 1, 0, 0);
  if (cut > 0) g.drawImage(s.strip, 0, 0, cut, target.height, 0, 0, cut, target.height);
  g.globalAlpha = 0.36;
  if (cut < target.width) g.drawImage(s.strip, cut, 0, target.width - cut, target.height, cut, 0, target.width - cut, target.height);
  g.globalAlpha = 1;
  g.drawImage(s.above, 0, 0);
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  s.branchAt = (px, py) => lanes.placed.find((lane) => px >= lane.x - 5 && px <= lane.end + 8 && Math.abs(py - (top - 2 - lane.lane * LANE)) < 8)?.branch;
  g.fillStyle = c.ground; g.fillRect(x - 3.5, top, 7, base - top + 6);
  g.fillStyle = c.ink; g.fillRect(x - 1.25, top - 2, 2.5, base - top + 9);
  g.beginPath(); g.arc(x, top - 2, 5.5, 0, 7); g.fill();
}

// What stays while the cursor moves is painted once, on a canvas of the same size.
function sized(target, paint) {
  const kept = document.createElement("canvas");
  kept.width = target.width; kept.height = target.height;
  paint(kept.getContext("2d"));
  return kept;
}

function paintLanes(s, g, W, ratio, top, style) {
  const c = s.colours;
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.lineWidth = 2; g.lineCap = "round";
  g.font = `italic 400 13px ${style.getPropertyValue("--serif")}`;
  for (const lane of s.lanes.placed) {
    const y = top - 2 - lane.lane * LANE, now = lane.branch.current;
    g.globalAlpha = now ? 1 : 0.62; g.strokeStyle = g.fillStyle = c.ink; g.lineWidth = now ? 3 : 2;
    g.beginPath(); g.moveTo(lane.x, top + 8); g.bezierCurveTo(lane.x, y, lane.x + 3, y, lane.x + 12, y); g.lineTo(lane.end, y); g.stroke();
    g.beginPath(); g.arc(lane.end, y, now ? 4.5 : 3.2, 0, 7); g.fill();
    if (!lane.room) continue;
    g.globalAlpha = now ? 0.95 : 0.7;
    const left = lane.end + 8 + lane.wide > W;       // at the right edge the name stands before the line
    g.textAlign = left ? "right" : "left";
    g.fillText(lane.words, left ? lane.x - 7 : lane.end + 8, y + 4);
    g.textAlign = "left";
  }
}

function layOut(s, W) {
  const taken = [], placed = [];
  for (const branch of s.line.branches) {
    const place = s.index(branch.leaves);
    if (place < 0) continue;
    const x = Math.min(((place + 0.5) / s.count) * W, W - 24), end = Math.min(W - 5, x + Math.max(26, (branch.length / s.count) * W));
    const words = branch.short, wide = words.length * 6.2;
    const before = end + 8 + wide > W, from = before ? x - wide - 10 : x, until = before ? end : end + 12 + wide;
    const free = (lane) => (taken[lane] ?? []).every(([a, b]) => until < a - 6 || from > b + 6);
    let lane = [0, 1, 2].find(free);
    const room = lane !== undefined && from > 0;
    lane ??= 2;
    (taken[lane] ??= []).push([room ? from : x, room ? until : end]);
    placed.push({ branch, x, end, lane, words, wide, room });
  }
  return { placed, height: taken.length };
}

function paintWave(s, g, W, H, ratio, top, base, style) {
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  const bars = swell(s.line.density, Math.floor(W / 5)), step = W / bars.length;
  const middle = (top + base) / 2 + 4, half = (base - top) / 2 - 4;
  bars.forEach(({ tall, kind }, i) => {
    const up = Math.max(1.5, Math.pow(tall, 1.25) * half), wide = Math.min(14, Math.max(1.4, step * 0.66));
    g.fillStyle = s.colours[kind] ?? s.colours.ink;
    bar(g, (i + 0.5) * step - wide / 2, middle - up, wide, up * 2);
  });
  g.fillStyle = s.colours.ink;
  let free = -99;
  for (const mark of s.marks) {
    const x = (mark.place / s.count) * W, session = mark.form === "session";
    g.globalAlpha = session ? 0.9 : 0.35;
    g.fillRect(Math.min(W - 2, x), base + 2, session ? 2 : 1, session ? 7 : 4);
    if (!session || x < free) continue;
    g.font = `500 13px ${style.getPropertyValue("--st-font") || style.fontFamily}`;
    let words = mark.title ? `${mark.session}  ${mark.title}` : `${mark.session}`;
    if (words.length > 30) words = `${words.slice(0, 29)}…`;
    if (s.sessions.length > 9) words = `${mark.session}`;
    const wide = g.measureText(words).width;
    if (x + 6 + wide > W) continue;
    g.globalAlpha = 0.85;
    g.fillText(words, x + 6, H - 5);
    free = x + wide + 20;
  }
  g.globalAlpha = 1;
}
