"""Hooks that `mkdocs` calls while it builds: add the pages made from code, and refuse what loads from
elsewhere.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from docs.generated import pages  # noqa: E402 - found by the line above

SHIM = "https://unpkg.com/iframe-worker/shim"
OUR_SHIM = "assets/iframe-worker.js"
"""The theme fetches this from elsewhere, so that searching works in pages opened as files. We bring it along."""

LOADS = re.compile(r"<(?:script|img|iframe|link)\b[^>]*?\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>", re.IGNORECASE)


def on_config(config: Any) -> Any:
    """Add the games and the decisions to the menu: nobody keeps a list of them."""
    decisions = sorted(each.name for each in (ROOT / "docs" / "decisions").glob("0*.md"))
    made = sorted((it for it in pages() if it.startswith("games/")), key=lambda it: it.removesuffix(".md"))
    config.nav = [
        *config.nav,
        {"Games": made},
        {"Decisions": ["decisions/index.md", *(f"decisions/{name}" for name in decisions)]},
    ]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made from code."""
    for path, text in pages().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_post_build(config: Any) -> None:
    """Load our own shim, and refuse a site that loads a script, style, font or picture from elsewhere."""
    site = Path(config.site_dir)
    elsewhere = []
    for page in site.rglob("*.html"):
        ours = os.path.relpath(site / OUR_SHIM, page.parent)
        text = page.read_text("utf-8").replace(SHIM, ours)
        page.write_text(text, "utf-8")
        elsewhere += [f"{page.relative_to(site)}: {found}" for found in LOADS.findall(text)]
    if elsewhere:
        raise PluginError(f"This would be loaded from elsewhere: {'; '.join(elsewhere)}")
