// Back, Forward and links from screen to screen. It stands in the page before Streamlit's own code: listeners of the
// window are called in the order in which they were added, and its own would ask for the next screen at once.
(() => {
  // Streamlit sends a value that was set in the page one task later, and asks no more whether its screen was left
  // meanwhile. A value that comes to the server behind the request for the next screen is taken for that one, and
  // empties it. So going Back or elsewhere waits until all that was set before has gone out.
  const GONE_OUT = 16;                               // milliseconds: a frame; a timer among others takes 4 at most
  const LONGEST = 20_000;                            // a screen that cannot be drawn has no header that says so
  const passedOn = new WeakSet();
  let leaving = null, arriving = null;

  const arrived = () => { clearTimeout(arriving); arriving = null; };

  window.addEventListener("popstate", (event) => {
    if (passedOn.has(event)) return;
    event.stopImmediatePropagation();
    clearTimeout(arriving);
    arriving = setTimeout(arrived, LONGEST);
    clearTimeout(leaving);                           // twice Back is one way, to where the address is by then
    leaving = setTimeout(() => {
      leaving = null;
      const again = new PopStateEvent("popstate", { state: event.state });
      passedOn.add(again);
      window.dispatchEvent(again);
    }, GONE_OUT);
  });

  // An answer that was under way names the screen that was left, and Streamlit would put its address above the one
  // that was gone to: Back would lead nowhere, and what lay ahead would be lost.
  const push = history.pushState.bind(history);
  history.pushState = (state, unused, address) => {
    const there = new URL(address ?? location.href, location.href);
    if (arriving !== null && !state?.led && there.pathname !== location.pathname) return;
    push(state, unused, address);
  };
  // The header says which screen has come. What is pressed meanwhile, one of Streamlit's own links it may be, leads
  // where it says.
  window.addEventListener("campaign-screen", ({ detail: screen }) => {
    const asked = location.pathname.split("/").pop();
    if (asked === "" || asked === screen) arrived();   // the front page has an address without a name
  });
  window.addEventListener("click", () => { if (leaving === null) arrived(); }, true);
})();
