// Asks beside the socket whether what was drawn has changed, and has the part of the page around it drawn anew where
// it has. A page that nobody sees asks nothing, and asks as soon as it is seen again.
const STORE = new WeakMap();

function draw({ parentElement: root, data, setStateValue }) {
  let s = STORE.get(root);
  if (!s) STORE.set(root, (s = begin(root, data.every)));
  s.ticket = data.ticket;
  s.send = setStateValue;
  return s.cleanup;
}

function begin(root, every) {
  const s = { asking: false, gone: false };
  const ask = async () => {
    if (s.asking || document.hidden) return;
    s.asking = true;
    const { ticket } = s;
    try {
      const answer = await fetch("page/poll", { headers: { "X-Poll-Ticket": ticket } });
      if (answer.status === 200 && !s.gone && s.ticket === ticket) s.send("changed", { n: Math.floor(performance.now()) });
    } catch { /* without the server nothing is told; the page says by itself that it has lost it */ }
    s.asking = false;
  };
  const timer = setInterval(ask, every * 1000);
  document.addEventListener("visibilitychange", ask);
  s.cleanup = () => {
    s.gone = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", ask);
    STORE.delete(root);
  };
  return s;
}
