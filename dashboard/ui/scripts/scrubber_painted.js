// What the scrubber paints: the wave of the whole line, the lens over the cursor, and the lines that were left.
const LANE = 16;                                     // pixels from one of the lines that were left to the next

// The size of a canvas as it was when it was laid out last: to ask for it anew lays the whole page out.
const sizeOf = (target) => target.sized ?? [target.clientWidth, target.clientHeight];

function canvas(target) {
  const [width, height] = sizeOf(target), ratio = devicePixelRatio || 1;
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
  const [g, W, H] = canvas(target), c = s.colours, { serif } = s;
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
    const top = x > ends + 2 ? 0 : 17;   // no line goes through the words of the mark before it
    g.globalAlpha = session ? 0.75 : 0.4;
    g.fillRect(x, top, session ? 2 : 1, ground - top);
    const words = session ? `Session ${mark.session}` : mark.title;
    g.font = `italic 400 15px ${serif}`;
    if (x > ends + 8) {
      const next = (s.sessions.find((other) => other.place > mark.place)?.place ?? s.count) - here + s.reach;
      const shown = fitting(g, words, Math.min(W, next * step) - x - 14);
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

// A title in 34 letters, or as many as fit into so many pixels.
function fitting(g, words, room) {
  let shown = words.length > 34 ? `${words.slice(0, 33)}…` : words;
  while (shown.length > 1 && g.measureText(shown).width > room) shown = `${shown.slice(0, -2).trimEnd()}…`;
  return shown.length > 3 ? shown : "";
}

// The overview: the whole line as a waveform, what is past at full strength, abandoned lines branching off above.
function paintOver(s, target) {
  const [wide] = sizeOf(target);
  if (s.lanes?.wide !== wide) s.lanes = { wide, ...layOut(s, wide) };
  const { lanes } = s;
  const high = `${Math.max(0, lanes.height - 1)}`;
  if (target.style.getPropertyValue("--lanes") !== high) {
    target.style.setProperty("--lanes", high);
    delete target.sized;
  }
  if (s.waits) return;
  const [W, H] = sizeOf(target), ratio = devicePixelRatio || 1, c = s.colours;
  const top = 8 + LANE * Math.max(1, lanes.height), base = H - 22;
  const x = ((Math.max(0, s.index()) + 0.5) / s.count) * W, cut = Math.round(x * ratio);
  const stamp = [W, H, ratio, s.data.rev, c.ink, c.loss, top].join();
  const place = Math.round(x * ratio * 4);             // in a long campaign a step moves the cursor by no part of a pixel
  const painted = s.strip && s.stamp === stamp;
  if (painted && s.place === place) return;
  const was = s.cut;
  Object.assign(s, { place, cut });
  const g = painted ? target.getContext("2d") : canvas(target)[0];
  if (!painted) {
    s.stamp = stamp;
    const style = getComputedStyle(target);
    s.strip = sized(target, (on) => paintWave(s, on, W, H, ratio, top, base, style));
    s.above = sized(target, (on) => { paintMarks(s, on, W, H, ratio, base, style); paintLanes(s, on, W, ratio, top, style); });
  }
  // Only what lies between the cursor and where it was differs: the rest stands there already.
  const edge = Math.ceil(9 * ratio), [from, until] = painted ? [Math.min(was, cut) - edge, Math.max(was, cut) + edge] : [0, target.width];
  g.save();
  g.setTransform(1, 0, 0, 1, 0, 0);
  g.beginPath(); g.rect(from, 0, until - from, target.height); g.clip();
  g.clearRect(from, 0, until - from, target.height);
  strip(s, g, Math.max(0, from), cut, 1);
  strip(s, g, cut, Math.min(target.width, until), 0.36);
  g.drawImage(s.above, 0, 0);
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  s.branchAt = (px, py) => lanes.placed.find((lane) => px >= lane.x - 5 && px <= lane.end + 8 && Math.abs(py - (top - 2 - lane.lane * LANE)) < 8)?.branch;
  g.fillStyle = c.ground; g.fillRect(x - 3.5, top, 7, base - top + 6);
  g.fillStyle = c.ink; g.fillRect(x - 1.25, top - 2, 2.5, base - top + 6);
  g.beginPath(); g.arc(x, top - 2, 5.5, 0, 7); g.fill();
  g.restore();
}

// The wave from one column to another: what is past at full strength, what is to come fainter.
function strip(s, g, from, until, alpha) {
  if (until <= from) return;
  g.globalAlpha = alpha;
  g.drawImage(s.strip, from, 0, until - from, s.strip.height, from, 0, until - from, s.strip.height);
  g.globalAlpha = 1;
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
}

// Where sessions and scenes begin: as readable to the right of the cursor as to its left.
function paintMarks(s, g, W, H, ratio, base, style) {
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.fillStyle = s.colours.ink;
  let free = -99;
  const begins = s.sessions.map((mark) => (mark.place / s.count) * W);
  for (const mark of s.marks) {
    const x = (mark.place / s.count) * W, session = mark.form === "session";
    g.globalAlpha = session ? 0.9 : 0.35;
    g.fillRect(Math.min(W - 2, x), base + 2, session ? 2 : 1, session ? 7 : 4);
    if (!session || x < free) continue;
    g.font = `500 13px ${style.getPropertyValue("--st-font") || style.fontFamily}`;
    let words = mark.title ? `${mark.session}  ${mark.title}` : `${mark.session}`;
    if (words.length > 30) words = `${words.slice(0, 29)}…`;
    if (s.sessions.length > 9) words = `${mark.session}`;
    // Rather few words, or the number alone, than the place of the next session taken.
    const next = begins.find((other) => other > x) ?? W, room = next - x - 12;
    if (g.measureText(words).width > room) words = (room > 70 && fitting(g, words, room)) || `${mark.session}`;
    const wide = g.measureText(words).width;
    if (x + 6 + wide > W) continue;
    g.globalAlpha = 0.85;
    g.fillText(words, x + 6, H - 5);
    free = x + wide + 10;
  }
  g.globalAlpha = 1;
}
