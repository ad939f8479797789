// The two lines: the one that was played, and the one that would be. Every ruling after the fork is a mark on the
// new line, as tall as it matters; a click goes to it in the list.
const STORE = new WeakMap();
const TALL = { u: 5, c: 24, r: 34, d: 34, k: 18, s: 12 };
const SAID = { u: "as recorded", c: "comes out otherwise", r: "cannot stand", d: "needs dice", k: "kept as recorded", s: "struck" };
const KIND = { u: "ink", c: "story", r: "loss", d: "dice", k: "growth", s: "ink" };
const HIGH = 148, NEW = 62, OLD = 124;

function draw({ parentElement: root, data }) {
  let s = STORE.get(root);
  if (!s) STORE.set(root, (s = setUp(root)));
  s.data = data;
  s.paint();
  return s.cleanup;
}

function setUp(root) {
  const s = { frame: 0 };
  const canvas = el("canvas", { role: "img" }), tip = el("p", { class: "tip", "aria-hidden": "true" });
  root.querySelector(".fork").replaceChildren(canvas, tip);
  const at = (event) => {
    const x = event.clientX - canvas.getBoundingClientRect().left;
    return s.marks?.find((mark) => x >= mark.x - 1 && x < mark.x + mark.wide + 1);
  };
  canvas.addEventListener("pointermove", (event) => {
    const mark = at(event);
    canvas.style.cursor = mark && mark.code !== "u" ? "pointer" : "default";
    if (mark) { tip.textContent = `Moment ${mark.moment}: ${SAID[mark.code]}`; tip.style.left = `${Math.max(70, Math.min(canvas.clientWidth - 90, mark.x))}px`; }
    tip.classList.toggle("on", Boolean(mark));
  });
  canvas.addEventListener("pointerleave", () => tip.classList.remove("on"));
  canvas.addEventListener("click", (event) => {
    const mark = at(event);
    if (mark && mark.code !== "u") window.dispatchEvent(new CustomEvent("court-look", { detail: mark.ruling }));
  });
  s.paint = () => { s.frame ||= requestAnimationFrame(() => { s.frame = 0; if (canvas.clientWidth) paint(s, canvas, colours(root.querySelector(".fork"))); }); };
  const resized = new ResizeObserver(s.paint);
  resized.observe(canvas);
  document.fonts?.ready.then(s.paint);
  s.cleanup = () => { resized.disconnect(); STORE.delete(root); };
  return s;
}

// Neighbours share a mark where there are more rulings than room; the gravest of them is shown.
function columns(codes, rulings, moments, most) {
  const many = Math.min(codes.length, most), found = [];
  for (let i = 0; i < many; i++) {
    const from = Math.floor((i * codes.length) / many), until = Math.max(from + 1, Math.floor(((i + 1) * codes.length) / many));
    let pick = from;
    for (let j = from; j < until; j++) if (weight(codes[j]) > weight(codes[pick])) pick = j;
    found.push({ code: codes[pick], ruling: rulings[pick], moment: moments[pick] });
  }
  return found;
}

function weight(code) { return { u: 0, s: 1, k: 2, c: 3, d: 4, r: 5 }[code] ?? 0; }

function paint(s, canvas, c) {
  const width = canvas.clientWidth, ratio = devicePixelRatio || 1, style = getComputedStyle(canvas);
  canvas.width = Math.round(width * ratio); canvas.height = Math.round(HIGH * ratio);
  const g = canvas.getContext("2d");
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, HIGH);
  const fork = Math.min(150, width * 0.16), start = fork + 54, room = width - start - 8;
  const serif = style.getPropertyValue("--serif");
  g.lineCap = "round";
  g.strokeStyle = c.ink;
  g.lineWidth = 3; g.globalAlpha = 1;                                            // the way that both share
  g.beginPath(); g.moveTo(4, OLD); g.lineTo(fork, OLD); g.stroke();
  g.globalAlpha = 0.28; g.lineWidth = 2; g.setLineDash([1, 7]);                    // what was played from there
  g.beginPath(); g.moveTo(fork, OLD); g.lineTo(width - 10, OLD); g.stroke(); g.setLineDash([]);
  g.globalAlpha = 1; g.lineWidth = 3;                                              // the line that would be
  g.beginPath(); g.moveTo(fork, OLD); g.bezierCurveTo(fork + 34, OLD, fork + 16, NEW, fork + 54, NEW); g.lineTo(width - 10, NEW); g.stroke();
  g.fillStyle = c.ground; g.beginPath(); g.arc(fork, OLD, 8, 0, 7); g.fill();
  g.fillStyle = c.loss; g.beginPath(); g.arc(fork, OLD, 6, 0, 7); g.fill();
  s.marks = [];
  const { codes, rulings, moments } = s.data, step = Math.min(30, room / Math.max(1, Math.min(codes.length, Math.floor(room / 3))));
  columns(codes, rulings, moments, Math.max(1, Math.floor(room / 3))).forEach(({ code, ruling, moment }, i) => {
    const x = start + i * step, wide = Math.max(1.6, Math.min(9, step * 0.6)), tall = TALL[code];
    s.marks.push({ x, wide: step, code, ruling, moment });
    g.fillStyle = KIND[code] === "ink" ? c.ink : c[KIND[code]];
    g.globalAlpha = code === "u" ? 0.55 : code === "s" ? 0.5 : 1;
    const y = code === "s" ? NEW + 4 : NEW - tall;
    g.beginPath(); g.roundRect(x, y, wide, tall, Math.min(2, wide / 2)); g.fill();
  });
  g.globalAlpha = 0.82; g.fillStyle = c.ink;
  g.font = `600 17px ${serif}`; g.fillText(`Moment ${s.data.moment}`, 4, OLD - 16);
  g.font = `italic 400 16px ${serif}`; g.globalAlpha = 0.7;
  const below = "the line as it was played", above = "the line as it would be";
  g.textAlign = "right";
  g.fillText(below, width - 10, OLD + 19);
  g.fillText(above, width - 10, NEW + (codes.includes("s") ? 34 : 22));
  g.textAlign = "left";
  const counted = Object.entries(SAID).map(([code, words]) => [codes.split(code).length - 1, words]).filter(([many]) => many);
  canvas.setAttribute("aria-label", `After moment ${s.data.moment}: ${counted.map(([many, words]) => `${many} ${words}`).join(", ") || "nothing"}`);
}
