// The connection to the server, when it is lost and when it is there again. It stands in the page before Streamlit's
// own code, which opens the socket.
(() => {
  // Streamlit's own dialog names Streamlit and asks about the internet, which says nothing to somebody whose program
  // has ended on this very computer.
  const WORDS = new Map([
    ["Connection error", "The dashboard does not answer"],
    ["Streamlit server is not responding. Are you connected to the internet?",
      "Its program has ended, or the connection to it is gone. All that was recorded is kept. " +
      "This page goes on as soon as the dashboard runs again."],
  ]);

  const reword = (dialog) => {
    const texts = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const words = WORDS.get(texts.currentNode.data.trim());
      if (words) texts.currentNode.data = words;
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    // Dialogs are children of the body: what else changes in the page is not looked at.
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement) reword(node);
    }).observe(document.body, { childList: true });
  });

  // A server that was started meanwhile knows nothing of this page: it would take the first press only for the
  // question what the page is. So the page is asked for as soon as the socket is there again.
  const KNOWN_BY_THEN = 100;                         // milliseconds until Streamlit's own code has heard of it
  let opened = 0;
  // The server tells the tabs of one person apart, so that what is written in one does not come up in another. This one
  // keeps its name when it is loaded anew; a browser that keeps nothing has no name for it. The name is laid down only
  // as the page is left: a tab that is duplicated, or opened by this one, copies all that lies there.
  const TAB = "campaign-ledger-tab";
  let name = "";
  const taken = () => {
    try {
      const fresh = () => [...crypto.getRandomValues(new Uint8Array(16))].map((it) => it.toString(16).padStart(2, "0"));
      name ||= sessionStorage.getItem(TAB) ?? fresh().join("");
      sessionStorage.removeItem(TAB);
    } catch { name = ""; }
  };
  taken();
  window.addEventListener("pageshow", taken);
  window.addEventListener("pagehide", () => { if (name) sessionStorage.setItem(TAB, name); });
  const named = () => { document.cookie = `${TAB}=${name}; path=/; SameSite=Strict${name ? "" : "; max-age=0"}`; };
  const { WebSocket } = window;
  window.WebSocket = class extends WebSocket {
    constructor(...words) {
      named();
      super(...words);
      this.addEventListener("open", () => {
        if (opened++ > 0) setTimeout(() => window.dispatchEvent(new Event("campaign-reconnected")), KNOWN_BY_THEN);
      });
    }
  };
})();
