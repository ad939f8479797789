// On pages without a scrubber: whatever carries `data-go` leads to that record in the replay, and `data-read` to where
// that record begins what is read: on this page, else on the page that has it.
// A redraw may mount this anew, which takes a moment: what is pressed meanwhile would be lost, or load the whole page.
// So it is listened to from the first time on, wherever this was drawn last.
function draw({ data }) {
  const s = (globalThis.campaignLedger.recordLinks ??= listen({}));
  s.page = location.pathname;
  s.campaign = data.campaign;
  if (data.read && data.read !== s.read) requestAnimationFrame(() => begin(data.read));
  s.read = data.read;
  return () => { s.read = undefined; };
}

function listen(s) {
  const leads = (event, name) => {
    const found = event.composedPath().find((node) => node instanceof Element && node.hasAttribute(name));
    return location.pathname === s.page ? found : undefined;
  };
  const open = (event) => {
    const to = Number(leads(event, "data-go")?.getAttribute("data-go"));
    if (!Number.isSafeInteger(to) || to < 1) return;
    event.preventDefault();
    lead(`replay?${new URLSearchParams({ campaign: s.campaign, at: to })}`);
  };
  const read = (event) => {
    const link = leads(event, "data-read");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const to = Number(link.getAttribute("data-read"));
    if (!begin(to)) lead(`chronicle?${new URLSearchParams({ campaign: s.campaign, read: to })}`);
  };
  const enter = (event) => {                         // sentences that lead somewhere are links without being buttons
    if (event.key === "Enter" && event.composedPath()[0]?.matches?.("[role=link][data-go]")) open(event);
  };
  document.addEventListener("click", open);
  document.addEventListener("click", read);
  document.addEventListener("keydown", enter);
  return s;
}

function begin(position) {
  const there = document.getElementById(`record-${position}`);
  there?.scrollIntoView();
  there?.querySelector("button")?.focus({ preventScroll: true });
  return there !== null;
}
