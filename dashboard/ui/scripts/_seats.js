// Where one computer is everybody's, whoever was chosen in this tab is chosen again when the page is loaded anew.
(() => {
  const GROUP = ":is([role=radiogroup][aria-label='Who asks'], [role=radiogroup][aria-label='Seen as'])";
  const LONGEST = 20_000;  // milliseconds: a page that has drawn no names by then has none
  const kept = () => `campaign-ledger-seat ${new URLSearchParams(location.search).get("campaign") ?? ""}`;
  const storage = (use) => {
    try { return use(sessionStorage); } catch { return null; }   // a browser that keeps nothing: nobody is chosen again
  };
  const named = (seat) => seat.textContent.replace("●", "").trim();

  window.addEventListener("click", ({ target }) => {
    const seat = target instanceof Element ? target.closest(`${GROUP} [role=radio]`) : null;
    if (seat) storage((store) => store.setItem(kept(), named(seat)));
  }, true);

  const sit = () => {
    const seats = [...document.querySelectorAll(`${GROUP} [role=radio]`)];
    if (!seats.length) return;
    drawn.disconnect();
    const last = storage((store) => store.getItem(kept()));
    const seat = seats.find((it) => named(it) === last);
    if (seat && seat.ariaChecked !== "true") seat.click();
  };
  const drawn = new MutationObserver(sit);
  drawn.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => drawn.disconnect(), LONGEST);
  sit();
})();
