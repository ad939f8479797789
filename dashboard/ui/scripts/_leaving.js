// Streamlit sends a value that was set in the page one task later, and asks no more whether its screen was left
// meanwhile. A value that comes to the server behind the request for the next screen is taken for that one, and empties
// it. So going Back or elsewhere waits until all that was set before has gone out.
const GONE_OUT = 16;                                 // milliseconds: a frame; a timer among others takes 4 at most
const passedOn = new WeakSet();
let leaving = null;

window.addEventListener("popstate", (event) => {
  if (passedOn.has(event)) return;
  event.stopImmediatePropagation();
  clearTimeout(leaving);                             // twice Back is one way, to where the address is by then
  leaving = setTimeout(() => {
    const again = new PopStateEvent("popstate", { state: event.state });
    passedOn.add(again);
    window.dispatchEvent(again);
  }, GONE_OUT);
}, true);
