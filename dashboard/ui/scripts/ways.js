// Links in drawn pages: a plain click stays in this session. The address behind each is a real one, for a new tab.
// Links in the header also keep the moment that is looked at: the scrubber moves it without asking the server.
const STORE = new WeakMap();
let here;

function draw({ parentElement: root, data, setStateValue }) {
  let s = STORE.get(root);
  if (!s) {
    s = { at: null };
    const way = (event) => event.composedPath().find((node) => node instanceof Element && node.hasAttribute("data-way"));
    const moved = (event) => { s.at = event.detail.at; };
    const near = (event) => { const link = way(event); if (link) keep(link, s); };
    const click = (event) => {
      const link = way(event);
      if (!link) return;
      keep(link, s);
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
      event.preventDefault();
      link.closest("details.switch")?.removeAttribute("open");
      lead(link.getAttribute("href"));
    };
    const switched = (event) => {
      const open = document.querySelector("details.switch[open]");
      if (!open) return;
      if (event.type === "keydown" && event.key !== "Escape") return;
      if (event.type === "pointerdown" && event.composedPath().includes(open)) return;
      open.open = false;
      if (event.type === "keydown") open.querySelector("summary")?.focus();
    };
    const sought = (event) => { if (event.target.classList?.contains("switch-find")) narrow(event.target); };
    for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, switched);
    document.addEventListener("input", sought);
    window.addEventListener("campaign-at", moved);
    const reconnected = () => s.send("again", { n: Math.floor(performance.now()) });
    window.addEventListener("campaign-reconnected", reconnected);
    for (const name of ["pointerover", "focusin"]) document.addEventListener(name, near);
    document.addEventListener("click", click);
    s.cleanup = () => {
      window.removeEventListener("campaign-at", moved);
      window.removeEventListener("campaign-reconnected", reconnected);
      for (const name of ["pointerover", "focusin"]) document.removeEventListener(name, near);
      document.removeEventListener("click", click);
      for (const name of ["pointerdown", "keydown"]) document.removeEventListener(name, switched);
      document.removeEventListener("input", sought);
      STORE.delete(root);
    };
    STORE.set(root, s);
  }
  s.send = setStateValue;
  if (s.screen !== data.screen || s.campaign !== data.campaign) s.at = null;
  const screen = `${data.screen} ${data.campaign}`;
  // A screen begins at its top, also when a button far down on another one led to it.
  if (here !== undefined && here !== screen) {
    document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
    fromTheTop();
  }
  here = screen;
  Object.assign(s, data);
  inSight();
  window.dispatchEvent(new CustomEvent("campaign-screen", { detail: data.screen }));
  return s.cleanup;
}

// So does whoever goes by keys: what held the focus left with the screen before, and the browser would go on from there.
const DRAWN_WITHIN = 5000, LOOK_EVERY = 100;

function fromTheTop() {
  const until = Date.now() + DRAWN_WITHIN;
  const looking = setInterval(() => {                // as long as the page is drawn: it may be lost once more
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (lost) document.querySelector("[data-testid=stMain]")?.focus({ preventScroll: true });
    if (Date.now() > until) over();
  }, LOOK_EVERY);
  const over = () => { clearInterval(looking); for (const name of PRESSES) window.removeEventListener(name, over, true); };
  for (const name of PRESSES) window.addEventListener(name, over, true);
}

const PRESSES = ["keydown", "pointerdown"];

function keep(link, s) {
  if (!s.moves || !link.hasAttribute("data-moves")) return;
  const at = s.at ?? Number(new URL(location.href).searchParams.get("at"));
  const there = new URL(link.href);
  if (at > 0 && at !== s.head) there.searchParams.set("at", at);
  else there.searchParams.delete("at");
  link.setAttribute("href", `${there.pathname}${there.search}`);
}

// The campaigns in the switcher that fit what is sought; without a word, the first few.
function narrow(field) {
  const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean), few = Number(field.dataset.few) || 7;
  [...field.closest(".switch").querySelectorAll("li")].forEach((item, place) => {
    const said = item.textContent.toLocaleLowerCase();
    item.hidden = words.length ? !words.every((word) => said.includes(word)) : place >= few;
  });
}

// On a narrow screen the header scrolls sideways, where the current page would else lie outside.
function inSight() {
  const row = document.querySelector(".st-key-head"), current = row?.querySelector("nav [aria-current]");
  if (!current) return;
  const place = row.scrollLeft + current.getBoundingClientRect().left - row.getBoundingClientRect().left;
  const fits = place + current.offsetWidth <= row.clientWidth;
  row.scrollLeft = fits ? 0 : place - (row.clientWidth - current.offsetWidth) / 2;
}
