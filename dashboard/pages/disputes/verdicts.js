// What becomes of the rulings after the one in question, grouped by what somebody has to do about them. Each answer
// goes to the server, which decides the whole line once more and sends the new list.
const STORE = new WeakMap();
const HEADS = {
  open: ["Cannot stand any more", "What they took for granted is not there on the new line. Each has to be settled."],
  changed: ["Come out otherwise", "They stand, and other things follow from them."],
  settled: ["Settled", "What was decided about them. Any of it can be taken back."],
};
const MANY = 12;
const DOMINOES = "Most fall because an earlier one does: begin with the first, and what is kept or asked otherwise there may let the rest stand.";
const ACTS = [["keep", "Keep as recorded", "k"], ["strike", "Strike", "s"], ["amend", "Ask otherwise", ""], ["dice", "Other dice", ""]];

function draw({ parentElement: root, data, setStateValue }) {
  let s = STORE.get(root);
  if (!s) STORE.set(root, (s = setUp(root)));
  s.data = data;
  s.send = (how, more = {}) => {
    s.box.classList.add("busy");
    setStateValue("act", { how, n: Date.now() + ++s.sent, ...more });
  };
  render(s);
  return s.cleanup;
}

function setUp(root) {
  const s = { box: root.querySelector(".verdicts"), sent: 0, seen: null, then: null };
  const look = (event) => s.look(event.detail);
  s.look = (ruling) => {
    const row = s.box.querySelector(`[data-ruling="${Number(ruling)}"]`);
    if (row) return show(row);
    s.send("look", { ruling: Number(ruling) });
  };
  s.box.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.look) return s.look(button.dataset.look);
    if (button.dataset.more) return s.send("more", { group: button.dataset.more });
    const row = button.closest("[data-ruling]");
    if (row && button.dataset.act) act(s, row, button.dataset.act);
  });
  s.box.addEventListener("keydown", (event) => {
    const row = event.target.closest?.("[data-ruling]");
    if (!row || event.target !== row || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...s.box.querySelectorAll("[data-ruling]")], here = rows.indexOf(row);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const wanted = ACTS.find(([, , key]) => key && key === event.key.toLowerCase());
    if (step) rows[here + step]?.focus();
    else if (wanted && row.querySelector(`[data-act="${wanted[0]}"]`)) act(s, row, wanted[0]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  window.addEventListener("court-look", look);
  s.cleanup = () => { window.removeEventListener("court-look", look); STORE.delete(root); };
  return s;
}

function act(s, row, how) {
  const rows = [...s.box.querySelectorAll('.open [data-ruling]')];
  s.then = rows.includes(row) && (how === "keep" || how === "strike") ? rows.indexOf(row) : null;
  s.send(how, { ruling: Number(row.dataset.ruling) });
}

function show(row) {
  row.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  row.focus({ preventScroll: true });
}

function render(s) {
  const { data, box } = s;
  box.classList.remove("busy");
  const groups = data.groups.filter((group) => group.count).map((group) => section(group, data));
  const count = data.unchanged.toLocaleString("en");
  const rest = data.unchanged === 1 ? "One more ruling comes out as it is recorded." : `${count} rulings come out exactly as they are recorded.`;
  box.replaceChildren(...groups, el("p", { class: "rest" }, data.unchanged ? rest : groups.length ? "No ruling after it comes out as it is recorded." : "No ruling comes after it."));
  if (s.then !== null) {                             // on to the next that has to be settled
    const rows = box.querySelectorAll(".open [data-ruling]");
    (rows[Math.min(s.then, rows.length - 1)] ?? box.querySelector("[data-ruling]"))?.focus({ preventScroll: true });
    s.then = null;
  }
  if (data.look !== null && data.look !== s.seen) { const row = box.querySelector(`[data-ruling="${data.look}"]`); if (row) show(row); }
  s.seen = data.look;
}

function section(group, data) {
  const [title, said] = HEADS[group.name];
  const words = group.name === "open" && group.count > MANY ? `${said} ${DOMINOES}` : said;
  const rows = group.rows.map((row) => verdict(row, data, group.name));
  const left = group.count - group.rows.length;
  const more = left > 0 ? [el("button", { type: "button", class: "more", "data-more": group.name }, `Show ${Math.min(left, 40)} more of ${left.toLocaleString("en")}`)] : [];
  return el("section", { class: group.name, "aria-label": title },
    el("header", {}, el("h3", {}, title, el("b", {}, group.count.toLocaleString("en"))), el("p", {}, words)),
    el("ol", {}, ...rows), ...more);
}

function verdict(row, data, group) {
  const at = new URLSearchParams({ campaign: data.campaign, at: row.at });
  const head = el("div", { class: "head" },
    el("a", { class: "number", "data-way": true, href: `replay?${at}`, title: `Moment ${row.moment} in the replay` }, `${row.moment}`),
    el("i", { class: `k-${row.kinds?.[0] ?? "story"}` }),
    el("div", { class: "said" },
      el("span", { class: "words", dir: "auto" }, row.words),
      el("em", { class: "standing" }, row.settled || row.standing),
      el("span", { class: "by", dir: "auto" }, [row.by, row.scene].filter(Boolean).join(" · "))));
  const body = [];
  if (row.reason && group !== "changed") body.push(el("p", { class: "why", dir: "auto" }, row.reason));
  if (row.missing.length) body.push(el("p", { class: "why" }, `Dice that did not fall: ${row.missing.map((size) => `d${size}`).join(" ")}.`));
  if (row.because.length) body.push(el("ul", { class: "because" }, ...row.because.map(because)));
  if (group !== "open" && row.after.length) body.push(sides(row));
  else if (row.before.length > 1) body.push(lines(row.before.slice(1)));
  const css = ["verdict", `s-${row.standing.replace(" ", "-")}`, row.ruling === data.settling ? "settling" : ""].join(" ");
  return el("li", { class: css, "data-ruling": row.ruling, tabindex: "0" },
    head, ...body, ...(data.may ? [buttons(row, group)] : []));
}

function because(it) {
  const from = it.rulings.slice(0, 3).map(([ruling, moment]) => el("button", { type: "button", "data-look": ruling }, `moment ${moment}`));
  const further = it.rulings.length - 3;
  return el("li", {}, el("bdi", {}, `${it.owner} · ${it.label}`), " was ", el("del", {}, it.was), ", is ", el("ins", {}, it.now), " now, because of ", ...from, further > 0 ? ` and ${further} more` : "");
}

function lines(told, other = []) {
  const known = new Set(other.map(([, words]) => words));
  return el("ol", { class: "lines" }, ...told.map(([kind, words]) => {
    const number = kind.startsWith("number ");
    const css = `${number ? "shift" : ""} k-${kind.replace("number ", "")} ${known.has(words) ? "same" : ""}`;
    return el("li", { class: css, dir: "auto" }, words);
  }));
}

function sides(row) {
  return el("div", { class: "two" },
    el("div", { class: "was" }, el("h4", {}, "As recorded"), lines(row.before, row.after)),
    el("div", { class: "is" }, el("h4", {}, "On the new line"), lines(row.after, row.before)));
}

function buttons(row, group) {
  const wanted = group === "settled" ? [["unsettle", "Take this back", ""]] : ACTS.filter(([how]) => (how !== "dice" || row.missing.length) && (how !== "keep" || !row.tried));
  return el("div", { class: "acts" }, ...wanted.map(([how, words, key]) =>
    el("button", { type: "button", "data-act": how, title: key ? `${words} (${key.toUpperCase()} on the row)` : words }, how === "dice" ? "Give dice" : words)));
}
