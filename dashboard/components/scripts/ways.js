// Links in drawn pages: a plain click stays in this session. The address behind each is a real one, for a new tab.
const STORE = new WeakMap();

function draw({ parentElement: root, setTriggerValue }) {
  let s = STORE.get(root);
  if (!s) {
    s = {};
    const click = (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
      const link = event.composedPath().find((node) => node instanceof Element && node.hasAttribute("data-way"));
      if (!link) return;
      event.preventDefault();
      s.send("to", { address: link.getAttribute("href") });
    };
    document.addEventListener("click", click);
    s.cleanup = () => { document.removeEventListener("click", click); STORE.delete(root); };
    STORE.set(root, s);
  }
  s.send = setTriggerValue;
  return s.cleanup;
}
