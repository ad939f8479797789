"""Between sessions: what a group opens in the week. What happened last, what is open, what to prepare."""

from collections.abc import Sequence

import streamlit as st

from dashboard.pages.recap import html as html
from dashboard.pages.recap import own_html
from dashboard.pages.recap.heard_html import heard_html
from dashboard.pages.recap.since_last_session import BetweenSessions, meanwhile
from dashboard.ui import browser_components
from dashboard.ui.attached.recordings import asked_to_agree
from dashboard.ui.damage import damage_html, readable
from dashboard.ui.drawing.feed import feed_html
from dashboard.ui.drawing.headings import over_html
from dashboard.ui.header import script_of
from dashboard.ui.live_updates import watch
from dashboard.ui.notes import noting, ticking
from dashboard.ui.open_ledger import guarded, library, opened, remembered
from dashboard.ui.page_context import heading, summary_of
from domain.kernel.people import Role, Viewer
from ledger.handle import CampaignHandle
from projections.views.recap import Recap
from projections.views.recap_words import SO_FAR, SceneTelling, recap_lines
from projections.views.story import BEFORE
from wiring.library import Library


@guarded
def between() -> None:
    """Draw the page."""
    open_now = library()
    summary = summary_of(open_now, "No campaign yet", "What happened last in a campaign stands here.")
    if summary is None:
        return
    slug, campaign = summary.slug, opened(summary.slug)
    sound = readable(open_now, campaign)
    if sound is None:
        return
    viewer = heading(campaign, summary)
    browser_components.load()
    if damage := damage_html(slug, sound):
        st.html(damage)
    watch(open_now.ledger, slug, sound)
    it = meanwhile(campaign, open_now.views, remembered(), viewer)
    st.html(html.banner_html(it.recap))
    # Two columns, each as long as it is; on a phone what waits for the viewer goes between those on the left.
    with st.container(key="between"):
        left, right = st.columns([1.75, 1], gap="large")
    if viewer.role is not Role.READER:
        if it.own.shares or it.own.clocks or it.own.plans:
            with left.container(key="between-own"):
                _own(it, viewer)
        with right.container(key="between-waiting"):
            _waiting(open_now, campaign, it, viewer)
    with left.container(key="between-happened"):
        _happened(it)
    with right.container(key="between-ahead"):
        _ahead(open_now, campaign, viewer, it)
    browser_components.mount("record_links", key="record-links", data={"campaign": slug})


def _own(it: BetweenSessions, viewer: Viewer) -> None:
    """Draw the viewer's characters, and the plans of the GM."""
    gm = viewer.role is Role.GM
    if it.own.shares:
        several = gm or len(it.own.shares) > 1
        st.html(over_html("The characters" if gm else "Your characters" if several else "Your character"))
        st.html(own_html.shares_html(it.own, it.faces))
    if it.own.clocks:
        st.html(over_html("Clocks") + own_html.clocks_html(it.own.clocks))
    if it.own.plans:
        st.html(over_html("Plans") + own_html.plans_html(it.own.plans))


def _waiting(open_now: Library, campaign: CampaignHandle, it: BetweenSessions, viewer: Viewer) -> None:
    """Draw the tracks that the viewer can take, and the requests that wait for them."""
    if viewer.role is not Role.GM:
        st.html(over_html("You can take now") + own_html.ready_html(it.own, it.names))
    st.html(over_html("Asked of you") + own_html.asked_html(it.own) + own_html.may_html(it.own))
    to_me = {each.note: f"{each.about}: {each.text}" for each in it.own.asked if each.note is not None}
    ticking(open_now, campaign, viewer, it.names, to_me)
    asked_to_agree(open_now, campaign, viewer)
    st.html(over_html("Next time") + own_html.next_time_html(it.own))
    ticking(open_now, campaign, viewer, it.names, {each.note: each.text for each in it.own.next_time})


def _happened(it: BetweenSessions) -> None:
    recap = it.recap
    words = "So far" if recap.closed is None else "What happened"
    st.html(over_html(words if recap.begun else BEFORE) + html.recap_html(recap, it.names, it.faces, it.said))
    for evening in reversed(it.heard):
        other = evening.session != recap.session
        st.html(heard_html(evening, title=other, words=other or html.has_scenes(recap)))
    _numbers(it, recap)
    _to_paste(it, recap, it.telling, it.said)
    if it.before is not None:
        st.html(html.banner_html(it.before) + html.recap_html(it.before, it.names, it.faces))
        _numbers(it, it.before)
        _to_paste(it, it.before, it.telling_before)


def _numbers(it: BetweenSessions, recap: Recap) -> None:
    if any(net.delta for net in recap.nets.values()):
        st.html(over_html("What it came to, in numbers") + html.nets_html(recap.nets, it.names, it.faces))


def _to_paste(it: BetweenSessions, recap: Recap, telling: SceneTelling, said: Sequence[str] = ()) -> None:
    """The same in a few lines of text, to be copied into whatever the group writes to each other in."""
    if recap.begun:
        what = f"Session {recap.session}" if recap.session else SO_FAR
        with st.expander(f"{what} as text, to copy", icon=":material/content_copy:"):
            lines = recap_lines(recap, it.names, it.moment.campaign.title, said, telling)
            st.code("\n".join(lines), language=None, wrap_lines=True)


def _ahead(open_now: Library, campaign: CampaignHandle, viewer: Viewer, it: BetweenSessions) -> None:
    slug = campaign.slug
    st.html(over_html("Still open") + html.open_html(it, steps=viewer.role is Role.GM))
    _link("table", "To Play", slug)
    st.html(over_html("Who comes to what") + html.growing_html(it))
    _link("advancement", "All tracks", slug)
    st.html(over_html("Which powers moved") + html.moved_html(it))
    _link("map", "To the map", slug)
    with st.expander("Everything said", icon=":material/menu_book:"):
        st.html(html.texts_html(it.texts, it.names))
    closed = it.recap.closed is not None
    since = feed_html(it.since, it.head + 1) if it.since else '<p class="quiet">Nothing yet.</p>'
    st.html(over_html("Since then" if closed else "Notes of this session") + since)
    if campaign.soundness.why is None:
        _note(open_now, campaign, viewer, it)
    st.html(over_html("At the table") + html.seats_html(it.roster, it.faces))


def _link(screen: str, label: str, slug: str) -> None:
    st.page_link(script_of(screen), label=label, query_params={"campaign": slug}, icon=":material/east:")


def _note(open_now: Library, campaign: CampaignHandle, viewer: Viewer, it: BetweenSessions) -> None:
    noting(open_now, campaign, viewer, it.names, list(it.offers))


between()
