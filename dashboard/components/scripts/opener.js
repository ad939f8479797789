// On pages without a scrubber: whatever carries `data-go` opens that record where it can be replayed, in the campaign
// of `data-campaign` where there is one. A link among them stays a real one, for a new tab.
const STORE = new WeakMap();

function draw({ parentElement: root, setStateValue }) {
  let s = STORE.get(root);
  if (!s) {
    s = { n: Math.floor(performance.now()) };
    const open = (event) => {
      const row = event.composedPath().find((node) => node instanceof Element && node.hasAttribute("data-go"));
      const to = Number(row?.getAttribute("data-go"));
      if (!Number.isSafeInteger(to) || to < 1) return;
      if (row.hasAttribute("href") && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
      event.preventDefault();
      s.send("opened", { at: to, slug: row.getAttribute("data-campaign") ?? "", n: ++s.n });
    };
    const enter = (event) => {                       // sentences that lead somewhere are links without being buttons
      if (event.key === "Enter" && event.composedPath()[0]?.matches?.("[role=link][data-go]")) open(event);
    };
    document.addEventListener("click", open);
    document.addEventListener("keydown", enter);
    s.cleanup = () => {
      document.removeEventListener("click", open);
      document.removeEventListener("keydown", enter);
      STORE.delete(root);
    };
    STORE.set(root, s);
  }
  s.send = setStateValue;
  return s.cleanup;
}
