"""Context of every screen of one campaign before it draws: which campaign, seen as whom, and as of which moment.

Screens that have a scrubber share its place: the header leads from one to another at the same moment.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

import streamlit as st

from dashboard.access import NotAllowed, visitor
from dashboard.files.addresses import FileAddresses, addresses_for
from dashboard.ui import browser_components
from dashboard.ui.addresses import end_of_line, place_in
from dashboard.ui.attached.faces import faces_at
from dashboard.ui.campaign_choice import no_such_campaign, which_campaign
from dashboard.ui.cursor_place import drop_place, keep_place, place_kept
from dashboard.ui.damage import damage_html, readable
from dashboard.ui.drawing.headings import away_html, notice_html, title_html
from dashboard.ui.header import campaign_asked
from dashboard.ui.live_updates import gone_along, watch
from dashboard.ui.open_ledger import guarded, library, opened, remembered
from dashboard.ui.replay_view import NEAR, LineView, left_words, line_through, viewers
from dashboard.ui.seats import who_looks
from dashboard.ui.shelf import who_plays
from domain.kernel.people import Viewer
from domain.kernel.ruling import names_at
from exchange.documents.html.faces import Faces
from ledger.errors import NoSuchCampaign
from ledger.handle import CampaignHandle
from projections.tables.shelves import Summary
from projections.views.faction_map import MapHistory
from projections.views.roster import Roster
from wiring.library import Library

Value = TypeVar("Value")

CAPTIONS = 12
"""The number of records on either side that come with their words, so that these change before the server has
answered.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageContext:
    """One campaign as somebody looks at it. `first` is where the address pointed when the page was opened."""

    library: Library
    campaign: CampaignHandle
    slug: str
    summary: Summary
    viewer: Viewer
    line: LineView
    first: int
    address: FileAddresses

    def names(self, at: int) -> dict[str, str]:
        """The words for every id known at a position."""
        return names_at(self.campaign.game, self.campaign.moment(at))

    def map_history(self) -> MapHistory:
        """The map through the whole log."""
        return self._once("map_history", lambda: self.library.views.map_history(self.campaign, self.viewer))

    def roster(self, at: int) -> Roster:
        """The people and characters as of a position."""
        return self._once("cast", lambda: self.library.views.roster_history(self.campaign, self.viewer)).at(at)

    def faces(self, at: int) -> Faces:
        """Everybody's face as of a position."""
        return faces_at(self.campaign, self.library.views, remembered(), self.viewer, at, self.address)

    def _once(self, what: str, work: Callable[[], Value]) -> Value:
        return remembered().once(self.campaign, self.viewer, what, work)


def open_page(empty: str, words: str) -> PageContext | None:
    """Find the campaign, draw its title and who looks, and load the line for the parts of the page.

    None when there is no campaign: then that is what the page says, with `empty` as its title and `words` below.
    """
    open_now = library()
    summary = summary_of(open_now, empty, words)
    if summary is None:
        return None
    slug, campaign = summary.slug, opened(summary.slug)
    sound = readable(open_now, campaign)
    if sound is None:
        return None
    head = sound.position
    place = place_in(st.query_params.get("at"), head)
    at, count = cursor(slug, place.at, head)
    if (along := gone_along(slug, at)) is not None:
        at = along
        st.session_state[scrubber_key(slug)] = {"cursor": {"at": at, "n": count}}
    viewer = heading(campaign, summary)
    line = line_through_position(open_now, campaign, viewer, at)
    notices = damage_html(slug, sound) + (notice_html(place.notice) if place.notice else "")
    if not line.is_current:
        left_at = campaign.lines.parent(_first_beyond(campaign, line))
        notices += away_html(line.end, left_at, head, _why_left(open_now, campaign, line.end))
    said = st.empty()  # always there, so that nothing below changes its place when there is something to say
    if notices:
        said.html(notices)
    browser_components.load(line.data)
    watch(open_now.ledger, slug, sound)
    return PageContext(
        library=open_now,
        campaign=campaign,
        slug=slug,
        summary=summary,
        viewer=viewer,
        line=line,
        first=place.at,
        address=addresses_for(slug, viewer),
    )


def line_through_position(open_now: Library, campaign: CampaignHandle, viewer: Viewer, at: int) -> LineView:
    """The line that runs through a position, as this viewer knows it."""
    end = end_of_line(campaign.lines, at, campaign.head)
    what = "line", end, viewer.role, viewer.person
    return remembered().once(
        campaign, viewer, what, lambda: line_through(open_now.ledger, open_now.views, campaign, viewer, end)
    )


def summary_of(open_now: Library, empty: str, words: str) -> Summary | None:
    """The campaign the address asks for, and no other. None when there is none, which the page then says."""
    asked, looks = campaign_asked(), visitor()
    if asked is None:
        which_campaign(open_now, empty, words)
        return None
    if looks.may_look(asked):
        with suppress(NoSuchCampaign):  # it is looked for alone: a shelf may hold ten thousand others
            known = open_now.views.summary(opened(asked))
            if known.slug == asked:
                return known
    no_such_campaign(asked)
    return None


def heading(campaign: CampaignHandle, summary: Summary) -> Viewer:
    """Say which campaign this is and who plays it, and ask as whom it is looked at."""
    st.html(title_html(summary.title, f"{summary.game_title} · {who_plays(summary)}"))
    return _choose_viewer(campaign)


def _choose_viewer(campaign: CampaignHandle) -> Viewer:
    """Choose whom the page is seen as: a choice of this browser tab, not a login."""
    known = visitor().viewers(campaign.slug, viewers(campaign), campaign.now.campaign.gm)
    if not known:
        raise NotAllowed("You may not look at this campaign: nobody has named you at its table.")
    return who_looks(campaign.slug, campaign.game, campaign.now, known)


def _why_left(open_now: Library, campaign: CampaignHandle, end: int) -> str:
    """The reason why the line that ended here was left, in a sentence."""
    left = (it for it in open_now.ledger.review.reversals(campaign) if it.left_at == end)
    words, _short = left_words(next(left, None))
    return f"{words}." if words != "Abandoned" else ""


def _first_beyond(campaign: CampaignHandle, line: LineView) -> int:
    """The first record of the shown line that the current line does not have."""
    lines = campaign.lines
    for first, last in lines.path(line.end):
        if not lines.is_ancestor(last, line.head):
            shared = [stretch for stretch in lines.path(line.head) if stretch.first == first]
            return shared[0].last + 1 if shared else first
    return line.end


# --- what moves with the cursor --------------------------------------------------------------------------


def scrubber_key(slug: str) -> str:
    """Under which the scrubber answers, whichever screen it stands on."""
    return f"scrubber-{slug}"


def cursor(slug: str, first: int, head: int) -> tuple[int, int]:
    """Position and acknowledgement as the browser last said them. It is not to be trusted: parse and clamp."""
    said = browser_components.said(scrubber_key(slug), "cursor")
    try:
        at, count = int(said["at"]), int(said["n"])
    except (KeyError, TypeError, ValueError, OverflowError):
        drop_place(slug)
        at, count = first, 0
    place = place_kept(slug)
    if place is not None and place.told[1] > count:
        at, count = place.told
    return max(1, min(head, at)), count


def moment(context: PageContext) -> tuple[int, int]:
    """The cursor's position, and what to acknowledge. Begins the page anew when it has gone to another line."""
    at, ack = cursor(context.slug, context.first, context.line.head)
    keep_place(context.slug, context.line.head, at)
    if end_of_line(context.line.lines, at, context.line.head) != context.line.end:
        st.rerun()
    return at, ack


@st.fragment
@guarded
def under_scrubber(context: PageContext, draw: Callable[[PageContext, int], None]) -> None:
    """The scrubber, and below it what `draw` shows of the moment it stands at. A step draws only this anew."""
    at, ack = moment(context)
    top = st.container()  # made first and filled last: then the acknowledgement means that all is drawn
    draw(context, at)
    views, line = context.library.views, context.line
    near = remembered().around(views, context.campaign, context.viewer, at, NEAR, line.end)
    here = sum(it.position < at for it in near)
    told = [
        [it.position, it.kind.value, it.headline[:180] if abs(place - here) <= CAPTIONS else None, it.ruling]
        for place, it in enumerate(near)
    ]
    data = {"campaign": context.slug, "rev": line.data["rev"], "at": at, "ack": ack, "near": told, "low": True}
    with top:
        browser_components.mount(
            "scrubber",
            key=scrubber_key(context.slug),
            data=data,
            **browser_components.answers("cursor", at=at, n=0),
        )
