const TAGS = new Set(("a article audio b button code del details div em figcaption figure h2 h3 header i ins li ol p q s section small span strong "
  + "img summary table tbody td th thead tr u ul video").split(" "));
const ATTRIBUTES = new Set(["class", "dir", "role", "alt", "controls", "height", "loading", "preload", "scope", "style", "tabindex", "target", "title", "type", "width"]);
const ADDRESS = /^[a-z]+(\?[^:\\]*)?$/;               // a screen of these pages, with its query
const FILE = /^\.\/files\/[\w%\/.-]+\?t=[\w.-]+(#t=[\d.]+)?$/;
const FILES = new Set(["audio", "img", "video"]);

// The server's markup, and of it only what it draws with: all else is dropped, should a text ever come unescaped.
function known(markup) {
  const made = document.createElement("template");
  made.innerHTML = markup;
  for (const node of made.content.querySelectorAll("*")) {
    const holds = FILES.has(node.localName);
    if (!TAGS.has(node.localName) || (holds && !FILE.test(node.getAttribute("src")))) { node.remove(); continue; }
    for (const name of node.getAttributeNames()) {
      if (ATTRIBUTES.has(name) || name.startsWith("data-") || name.startsWith("aria-")) continue;
      const held = node.getAttribute(name);
      if (name === "href" && FILE.test(held)) { node.rel = "noopener"; continue; }
      const fits = name === "href" ? ADDRESS : name === "src" && holds ? FILE : null;
      if (!fits?.test(held)) node.removeAttribute(name);
    }
  }
  return made.content;
}
