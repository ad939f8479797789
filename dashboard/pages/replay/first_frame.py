"""The first frame of a replay, sent with the page that opens it: it is read before any other code of it has run.

What may be seen is decided by the same functions as in the page itself, of the visitor who sent the request. A
page that is opened begins as the first viewer whom they may look as; so does this. The page draws the same frame
again, in its place, and takes this one away.
"""

import json
import logging
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files

import streamlit as st

from dashboard.access import Access
from dashboard.files.addresses import FileAddresses
from dashboard.pages.replay.frame import Frame, frame_at
from dashboard.ui.addresses import place_in
from dashboard.ui.look import stylesheet
from dashboard.ui.open_ledger import TROUBLES, library
from dashboard.ui.page_context import PageContext, line_through_position
from dashboard.ui.replay_view import viewers
from dashboard.ui.shelf import who_plays

_FOLDER = files("dashboard") / "pages" / "replay"
STYLES = (_FOLDER / "replay.css", _FOLDER / "first_frame.css")
SCRIPTS = (_FOLDER / "replay_markup.js", _FOLDER / "first_frame.js")
BESIDE = ("table", "around", "changed")
"""The parts of a frame beside the sheet."""
COLOURS = {
    "text-color": "textColor",
    "border-color": "borderColor",
    "secondary-background-color": "secondaryBackgroundColor",
    "background-color": "backgroundColor",
}
"""Colours of the theme as styles call them, which Streamlit sets once its code runs, and as the settings do."""
_EMPTY = (
    '<div id="first-frame" inert><div class="first-title drawn"><div class="title"><h1></h1><p></p></div></div>'
    '<div class="replay"><div class="first-scrubber"></div><div class="columns"><div class="scenes"></div>'
    '<div class="page"><div class="first-roster"></div></div><div class="beside"></div></div></div></div>'
)

_log = logging.getLogger(__name__)


def first_frame(who: Access, asked: Mapping[str, str]) -> str:
    """The markup for a visitor and the query of an address; empty where the page itself says what is wrong."""
    try:
        context = _context(who, asked)
        return "" if context is None else _markup(context, frame_at(context, context.first, ""))
    except TROUBLES:
        return ""  # the page meets the same, and says it
    except Exception:
        _log.exception("the first frame of a replay could not be drawn")
        return ""


def _context(who: Access, asked: Mapping[str, str]) -> PageContext | None:
    slug = asked.get("campaign", "")
    if not slug or not who.known or not who.may_look(slug):
        return None
    open_now = library()
    campaign = open_now.ledger.open(slug)
    summary = open_now.views.summary(campaign)
    place = place_in(asked.get("at"), campaign.soundness.position)
    known = who.viewers(slug, viewers(campaign), campaign.now.campaign.gm)
    if summary.slug != slug or campaign.soundness.why is not None or place.notice or not known:
        return None
    viewer = known[0][0]
    return PageContext(
        library=open_now,
        campaign=campaign,
        slug=slug,
        summary=summary,
        viewer=viewer,
        line=line_through_position(open_now, campaign, viewer, place.at),
        first=place.at,
        address=FileAddresses(slug, viewer, who.address),
    )


def _markup(context: PageContext, frame: Frame) -> str:
    roster = json.loads(frame.texts["roster"]) or {"people": ()}
    told = {
        "title": context.summary.title,
        "about": f"{context.summary.game_title} · {who_plays(context.summary)}",
        "at": f"{context.first:,}",
        "headline": next((it.headline for it in frame.scene.near if it.position == context.first), ""),
        "people": [[it["name"], it["shown"]] for it in roster["people"]],
        "sheet": frame.texts["sheet"],
        "beside": [frame.texts[name] for name in BESIDE],
    }
    # No text may end the script that it stands in.
    data = json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")
    return (
        f'<link rel="stylesheet" href="{stylesheet().address}"><style>{_style()}</style>{_EMPTY}'
        f"<script>(() => {{\n{_script()}\nshow({data});\n}})();</script>"
    )


@cache
def _script() -> str:
    return "\n".join(script.read_text("utf-8") for script in SCRIPTS)


@cache
def _style() -> str:
    colours = "".join(
        f"--st-{css}: light-dark({_set(f'light.{name}')}, {_set(f'dark.{name}')}); "
        for css, name in COLOURS.items()
    )
    font = f"font: 400 {_set('baseFontSize')}px/1.6 {_set('font')};"
    sheets = "".join(sheet.read_text("utf-8") for sheet in STYLES)
    return f"#first-frame {{ {colours}--st-base-radius: {_set('baseRadius')}; {font} }}{sheets}"


def _set(name: str) -> str:
    """A setting of the theme, as the style of a page."""
    return escape(str(st.get_option(f"theme.{name}")))
