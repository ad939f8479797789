// Whatever carries `data-hear` plays the recording beside it from that second on, and whoever unfolds *Hear this
// moment* hears it. One recording is heard at a time.
const STORE = new WeakMap();
const BESIDE = ".hear, .aloud";

function draw({ parentElement: root }) {
  let s = STORE.get(root);
  if (!s) {
    const press = (event) => {
      const folded = event.composedPath().find((node) => node instanceof Element && node.matches(".hear > summary"));
      const unfolds = folded?.parentElement.querySelector("audio, video");
      if (unfolds && folded.parentElement.open) unfolds.pause();   // it is folded by the same press
      else unfolds?.play().catch(() => {});
      const asked = event.composedPath().find((node) => node instanceof Element && node.hasAttribute("data-hear"));
      const second = Number(asked?.getAttribute("data-hear"));
      const player = asked?.closest(BESIDE)?.querySelector("audio, video");
      if (!player || !Number.isFinite(second)) return;
      event.preventDefault();
      const begin = () => { player.currentTime = second; player.play().catch(() => {}); };
      if (player.readyState >= HTMLMediaElement.HAVE_METADATA) return begin();
      player.addEventListener("loadedmetadata", begin, { once: true });
      player.load();
    };
    const alone = ({ target }) => {
      for (const other of document.querySelectorAll("audio, video")) if (other !== target) other.pause();
    };
    document.addEventListener("click", press);
    document.addEventListener("play", alone, true);
    s = () => {
      document.removeEventListener("click", press);
      document.removeEventListener("play", alone, true);
      STORE.delete(root);
    };
    STORE.set(root, s);
  }
  return s;
}
