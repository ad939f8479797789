"""What `mkdocs` calls while it builds the site: adds the pages made from code, and refuses what loads from elsewhere."""

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from docs.generated import pages  # noqa: E402 - found by the line above

LOADED = re.compile(
    r"<(?:script|img|iframe|link(?![^>]*rel=.?canonical))[^>]*?(?:src|href)=[\"']?(https?:)?//", re.I
)


def on_config(config: Any) -> Any:
    """Add the games and the decisions to the menu: nobody keeps a list of them."""
    decisions = sorted(each.name for each in (ROOT / "docs" / "decisions").glob("0*.md"))
    made = sorted(path for path in pages() if path.startswith("games/"))
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
    """Refuse a site that would load a script, a style, a font or a picture from elsewhere."""
    elsewhere = [
        str(page.relative_to(config.site_dir))
        for page in Path(config.site_dir).rglob("*.html")
        if LOADED.search(page.read_text("utf-8"))
    ]
    if elsewhere:
        raise PluginError(f"These pages load something from elsewhere: {', '.join(elsewhere)}")
