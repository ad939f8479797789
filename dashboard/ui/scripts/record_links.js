// On pages without a scrubber: whatever carries `data-go` leads to that record in the replay, and `data-read` to where
// that record begins what is read: on this page, else on the page that has it.
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
    const read = (event) => {
      const link = event.composedPath().find((node) => node instanceof Element && node.hasAttribute("data-read"));
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const to = Number(link.getAttribute("data-read"));
      if (!begin(to)) lead(`chronicle?${new URLSearchParams({ campaign: s.campaign, read: to })}`);
    };
    const enter = (event) => {                       // sentences that lead somewhere are links without being buttons
      if (event.key === "Enter" && event.composedPath()[0]?.matches?.("[role=link][data-go]")) open(event);
    };
    document.addEventListener("click", open);
    document.addEventListener("click", read);
    document.addEventListener("keydown", enter);
    s.cleanup = () => {
      document.removeEventListener("click", open);
      document.removeEventListener("click", read);
      document.removeEventListener("keydown", enter);
      STORE.delete(root);
    };
    STORE.set(root, s);
  }
  s.campaign = data.campaign;
  if (data.read && data.read !== s.read) requestAnimationFrame(() => begin(data.read));
  s.read = data.read;
  return s.cleanup;
}

function begin(position) {
  const there = document.getElementById(`record-${position}`);
  there?.scrollIntoView();
  there?.querySelector("button")?.focus({ preventScroll: true });
  return there !== null;
}
