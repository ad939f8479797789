// Links in drawn pages: a plain click stays in this session. The address behind each is a real one, for a new tab.
// Links in the header also keep the moment that is looked at: the scrubber moves it without asking the server.
const STORE = new WeakMap();

function draw({ parentElement: root, data }) {
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
      lead(link.getAttribute("href"));
    };
    window.addEventListener("campaign-at", moved);
    for (const name of ["pointerover", "focusin"]) document.addEventListener(name, near);
    document.addEventListener("click", click);
    s.cleanup = () => {
      window.removeEventListener("campaign-at", moved);
      for (const name of ["pointerover", "focusin"]) document.removeEventListener(name, near);
      document.removeEventListener("click", click);
      STORE.delete(root);
    };
    STORE.set(root, s);
  }
  if (s.screen !== data.screen || s.campaign !== data.campaign) s.at = null;
  Object.assign(s, data);
  inSight();
  return s.cleanup;
}

function keep(link, s) {
  if (!s.moves || !link.hasAttribute("data-moves")) return;
  const at = s.at ?? Number(new URL(location.href).searchParams.get("at"));
  const there = new URL(link.href);
  if (at > 0 && at !== s.head) there.searchParams.set("at", at);
  else there.searchParams.delete("at");
  link.setAttribute("href", `${there.pathname}${there.search}`);
}

// On a narrow screen the header scrolls sideways.
function inSight() {
  const row = document.querySelector("nav.screens-line"), current = row?.querySelector("[aria-current]");
  if (current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}
