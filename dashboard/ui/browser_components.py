"""Interactive parts of a page: scripts mounted as components, loaded once and called by stubs.

Streamlit sends a component's source again each time it is drawn. So the source of all parts is one file that
the browser keeps, fetched by a component that is mounted once per page, outside every fragment, and each part
inside is a stub of a few lines that calls it. Data reaches a part as JSON and is put on the page as text, never
as markup.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard.ui.named_file import NamedFile, named

_DASHBOARD = Path(__file__).parents[1]
_SHARED = "ui/scripts"
FACES = files("exchange.documents.html") / "face.css"
CONTRAST = files("exchange.documents.html") / "contrast.css"
PARTS = {
    "scrubber": _SHARED,
    "contents": _SHARED,
    "roster": _SHARED,
    "shelf": _SHARED,
    "faction_map": _SHARED,
    "send_in": _SHARED,
    "step": "pages/library",
    "ways": _SHARED,
    "fork": "pages/disputes",
    "verdicts": "pages/disputes",
    "hand": "pages/disputes",
    "record_links": _SHARED,
    "hear": _SHARED,
    "explain": _SHARED,
    "print": "pages/sheets",
    "sign_in": _SHARED,
    "poll": _SHARED,
    "replay": "pages/replay",
}
"""The parts, and where the script and the style of each lie: in a page's folder, if only that page has it."""
_EVERYWHERE = ("_loader.js", "_popovers.js", "_presses.js", "_seats.js", "_ticked.js", "_turned.js", "_written.js")
"""Scripts of no part: what all parts use, and what holds for every field and button of a page."""
WITH_FACES = ("roster", "faction_map")
"""Parts that draw faces in a shadow of their own, where the styles of the page do not reach."""
IN_THE_OPEN = ("replay",)
"""Parts that stand on the page itself and share its styles; every other has a shadow of its own."""

_STUB = """
export default function ({ data: [data], ...rest }) {
  const component = { ...rest, data };
  const shelf = (globalThis.campaignLedger ??= { parts: {}, waiting: [], lines: {} });
  const draw = () => shelf.parts["%(name)s"](component);
  if (shelf.parts["%(name)s"]) return draw();
  let cleanup = null, gone = false;
  shelf.waiting.push(() => { if (!gone) cleanup = draw(); });
  return () => { gone = true; cleanup?.(); };
}
"""

_LOADER = """
export default function ({ data: [line] }) {
  const shelf = (globalThis.campaignLedger ??= { parts: {}, waiting: [], lines: {} });
  if (line) { shelf.lines[line.rev] = line; }
  const begin = () => {
    for (const draw of shelf.waiting.splice(0)) draw();
    window.dispatchEvent(new CustomEvent("campaign-line"));
  };
  if (shelf.loaded) return begin();
  shelf.begin = begin;
  if (shelf.fetching) return;
  shelf.fetching = import(new URL("%s", location.href).href)
    .then(() => { shelf.loaded = true; shelf.begin(); })
    .catch(() => { shelf.fetching = null; });
}
"""


@cache
def script() -> NamedFile:
    """The script of all parts, with their styles inside it."""
    pieces = [(_DASHBOARD / _SHARED / it).read_text(encoding="utf-8") for it in _EVERYWHERE]
    for name in PARTS:
        css = json.dumps(_style_of(name))
        body = "\n".join(path.read_text(encoding="utf-8") for path in _scripts_of(name))
        pieces.append(f"register({json.dumps(name)}, {css}, (() => {{\n{body}\nreturn draw;\n}})());")
    return named("parts", "js", "\n".join(pieces))


def _style_of(name: str) -> str:
    own = (_DASHBOARD / PARTS[name] / f"{name}.css").read_text(encoding="utf-8")
    faces = FACES.read_text(encoding="utf-8") if name in WITH_FACES else ""
    return faces + own + CONTRAST.read_text(encoding="utf-8")


def _scripts_of(name: str) -> list[Path]:
    """Scripts of a part: what it does, and in files of their own what it paints, fetches or lets in."""
    folder = _DASHBOARD / PARTS[name]
    files = (f"{name}{more}.js" for more in ("", "_painted", "_ahead", "_sheets", "_markup"))
    return [path for path in map(folder.joinpath, files) if path.is_file()]


@cache
def _loader() -> Callable[..., Any]:
    return st.components.v2.component(
        "campaign_parts", js=_LOADER % script().address, html="<i hidden></i>\n<i hidden></i>"
    )


@cache
def _part(name: str) -> Callable[..., Any]:
    html = f'<div class="{name}" data-part="{name}">\n</div>'
    return st.components.v2.component(
        f"campaign_{name}", js=_STUB % {"name": name}, html=html, isolate_styles=name not in IN_THE_OPEN
    )


def load(line: Mapping[str, object] | None = None) -> None:
    """Bring the parts to the page, once, outside every fragment. `line` is what stays the same while a line
    is scrubbed; parts look it up by its `rev`.
    """
    _loader()(key="campaign-parts", data=_as_data(line), height=1)


def mount(name: str, *, key: str, data: Mapping[str, object], **answers: Callable[[], None]) -> Any:
    """Draw one part with its data. `answers` are the `on_…_change` callbacks of what it sends back."""
    defaults = answers.pop("default", None)
    more = {} if defaults is None else {"default": defaults}
    return _part(name)(key=key, data=_as_data(data), **more, **answers)


def _as_data(told: Mapping[str, object] | None) -> list[dict[str, object] | None]:
    """In a list: in a mapping Streamlit would look for tables, and load pandas to tell whether there are any."""
    return [None if told is None else dict(told)]


def answers(name: str, **default: Any) -> dict[str, Any]:
    """Arguments of `mount` for a part that keeps what it sends back under `name`, and what it holds at first."""
    return several_answers({name: default})


def several_answers(defaults: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The same for a part that keeps several, each under its own name."""
    return {**{f"on_{name}_change": partial(int, 0) for name in defaults}, "default": dict(defaults)}


def said(key: str, name: str) -> Mapping[str, Any]:
    """The last value that a part sent under `name`, before it is drawn again; empty when nothing fit to read came.

    It comes from a browser: whoever reads it checks every value.
    """
    state = st.session_state.get(key)
    value = state.get(name) if state is not None and hasattr(state, "get") else None
    return value if isinstance(value, Mapping) else {}
