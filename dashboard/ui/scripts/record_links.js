// On pages without a scrubber: whatever carries `data-go` leads to that record in the replay.
const STORE = new WeakMap();

function draw({ parentElement: root, data }) {
  let s = STORE.get(root);
  if (!s) {
    s = {};
    const open = (event) => {
      const row = event.composedPath().find((node) => node instanceof Element && node.hasAttribute("data-go"));
      const to = Number(row?.getAttribute("data-go"));
      if (!Number.isSafeInteger(to) || to < 1) return;
      event.preventDefault();
      lead(`replay?${new URLSearchParams({ campaign: s.campaign, at: to })}`);
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
  s.campaign = data.campaign;
  return s.cleanup;
}
