// The first frame stands over the page until the page has drawn its own. Keys pressed meanwhile are not lost.
function show(told) {
  document.currentScript.remove();                    // nothing of it stays once somebody else looks at this page
  const LONGEST = 2_500, AFTER = 1_500;               // milliseconds: once the page has its code, and once it says that it is there
  const LOOK = 100;                                   // milliseconds between looks whether the page says something else
  const KEYS = new Set(["ArrowLeft", "ArrowRight", "Home", "End", "[", "]", ",", "."]);
  const frame = document.getElementById("first-frame"), pressed = [];
  const put = (where, ...inside) => frame.querySelector(where).append(...inside);
  const span = (words, css) => { const node = document.createElement("span"); node.className = css; node.textContent = words; return node; };
  const drawn = (markup) => { const node = document.createElement("div"); node.className = "drawn"; node.append(known(markup)); return node; };
  put("h1", told.title);
  put(".title p", told.about);
  put(".first-scrubber", span(told.at, "first-number"), span(told.headline, "people"));
  const people = told.people.map(([name, shown]) => span(name, shown ? "shown" : ""));
  if (people.length) put(".first-roster", span("Follow the story", "follow"), ...people);
  put(".page", drawn(told.sheet));
  put(".beside", ...told.beside.map(drawn));
  try {
    const chosen = localStorage.getItem(`stActiveTheme-${location.pathname}-v2`) ?? "";
    const name = /dark/i.test(chosen) ? "dark" : /light/i.test(chosen) ? "light" : null;
    if (name) frame.style.colorScheme = name;
  } catch { /* storage that may not be read: as the system is set */ }
  const press = (event) => { if (KEYS.has(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) pressed.push(event); };
  const away = () => {
    if (!frame.isConnected) return;
    clearInterval(looking);
    frame.remove();
    document.removeEventListener("keydown", press);
    for (const { key, shiftKey } of pressed) document.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, composed: true }));
  };
  document.addEventListener("keydown", press);
  window.addEventListener("campaign-stage", away, { once: true });
  window.addEventListener("campaign-screen", () => setTimeout(away, AFTER), { once: true });
  window.addEventListener("load", () => setTimeout(away, LONGEST), { once: true });
  const looking = setInterval(() => { if (document.querySelector("#root .state")) away(); }, LOOK);
}
