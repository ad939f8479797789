"""Table: record a ruling while the game is played.

On the left what is in order now, in the middle the form of one step with what it would come to, on the right
what was recorded last and page for a note. No game is known here: offers, schemas and wording say everything.
"""

from contextlib import suppress
from time import monotonic

import streamlit as st

from dashboard.access import visitor
from dashboard.forms.drafts import DRAFTS, RECORDED
from dashboard.forms.table_state import Ask, TableScreenState, offer_of
from dashboard.pages.table.beside import beside, news
from dashboard.pages.table.everything import everything
from dashboard.pages.table.flow import follow
from dashboard.pages.table.form import says, step
from dashboard.pages.table.preparation import Front, begun_front, front_of, front_of_ask, preparation_list
from dashboard.pages.table.scene import scene_at_hand
from dashboard.pages.table.session import session_step
from dashboard.pages.table.sheets import sheets_at_hand
from dashboard.pages.table.steps import steps
from dashboard.pages.table.typed_steps import from_notes
from dashboard.ui import browser_components
from dashboard.ui.addresses import place_in
from dashboard.ui.campaign_choice import no_such_campaign, which_campaign
from dashboard.ui.damage import closed_html
from dashboard.ui.drawing import rulings as html
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.drawing.headings import title_html
from dashboard.ui.header import campaign_asked, script_of
from dashboard.ui.open_ledger import TROUBLES, guarded, library, opened, trouble_words
from dashboard.ui.recording import TablePage, held_now
from dashboard.ui.seats import seat_choice, who_asks
from domain.kernel.moment import AnyMoment
from domain.kernel.preparation.next_step import next_of, preparation_of
from domain.kernel.ruling import names_at
from domain.kernel.vocabulary import Vocabulary
from wiring.library import Library

LOOK_AGAIN = 2
"""Seconds between two looks at a ledger that could not be read."""


@guarded
def table() -> None:
    """Draw the page."""
    open_now = library()
    slug = campaign_asked()
    if slug is None:
        which_campaign(open_now, "Nothing to play yet", "A campaign is played here.")
        return
    browser_components.load()
    screen: TableScreenState = st.session_state.setdefault(f"desk|{slug}", TableScreenState(slug))
    try:
        known = {entry.slug for entry in open_now.ledger.campaigns() if visitor().may_look(entry.slug)}
        if not visitor().may_look(slug) or (slug not in known and not screen.tickets):
            no_such_campaign(slug)
            return
        _table(open_now, slug, screen)
    except TROUBLES as trouble:
        _away(open_now, slug, trouble_words(trouble))


def _table(open_now: Library, slug: str, screen: TableScreenState) -> None:
    campaign = opened(slug)
    campaign.check_end()
    for drafts in (DRAFTS, RECORDED):
        drafts.drop_after_removal(slug, campaign.removed_at)
    screen.drop_after_removal(campaign.removed_at)
    moment, game = campaign.now, campaign.game
    screen.end = moment.seal
    st.html(title_html(moment.campaign.title, f"{game.title} · {_when(moment)}"))
    if (place := place_in(st.query_params.get("at"), moment.position)).at < moment.position:
        _earlier(slug, place.at)
        return
    seat = who_asks(slug, game, moment)
    screen.sit(seat)
    offers = campaign.offers(seat)
    page = TablePage(
        library=open_now,
        campaign=campaign,
        slug=slug,
        screen=screen,
        seat=seat,
        viewer=moment.campaign.asker(seat),
        game=game,
        moment=moment,
        names=names_at(game, moment),
        seated=seat_choice(slug),
        offers=offers,
        commands=Vocabulary(game).commands,
        preparation=preparation_of(game, moment),
        hands=visitor().hands(
            slug, seat, moment.campaign.people, moment.campaign.gm, left=moment.campaign.formerly
        ),
        flows=tuple(game.flows(moment.game)),
        follow=follow,
    )
    screen.keep_what_was_written(held_now())
    front = _in_front(page)
    if page.preparation is None or front.step is None:
        session_step(page, front.ask)
    top = st.container(key="table-top")
    with st.container(key="table-columns"):
        left, middle, right = st.columns([5, 9, 5], gap="large")
    with middle:  # drawn first: it stands first on a phone, and nothing below it may jump
        step(page, front)
        scene_at_hand(page)
        sheets_at_hand(page)
        if says(page):
            from_notes(page)
    with left:
        if page.preparation is not None:
            preparation_list(page, page.preparation, front.step)
            everything(page, front.ask, page.offers)
        else:
            steps(page, front.ask)
    with right:
        rulings = beside(page)
    with top:
        news(page, moment.position, rulings, [slug])


def _earlier(slug: str, at: int) -> None:
    """The address of an older moment: nothing can be asked for there, so no form is open. It leads both ways."""
    told = [
        f"This is the address of moment {at:,}, and play has gone on since. Steps are taken where it stands now."
    ]
    st.html(state_html("That moment is past", told))
    with st.container(horizontal=True, horizontal_alignment="center", key="table-earlier"):
        st.page_link(script_of("table"), label="Play on", query_params={"campaign": slug}, icon=":material/east:")
        there = {"campaign": slug, "at": str(at)}
        st.page_link(
            script_of("replay"), label="See it in the replay", query_params=there, icon=":material/replay:"
        )


def _in_front(page: TablePage) -> Front:
    """The form that lies open: the one somebody chose, else of what comes next; or for whom it is waited.

    A chosen form stays in front even when it is no longer on offer: somebody may have typed into it.
    """
    screen = page.screen
    if screen.chosen is not None:
        return front_of_ask(page, screen.chosen, offer_of(page.offers, page.seat, screen.chosen))
    if screen.begun is not None:
        return begun_front(page, screen.begun)
    if page.preparation is not None and screen.step is not None:
        chosen = page.preparation.step(screen.step)
        if chosen is not None:
            return front_of(page, chosen)
    found = next_of(
        page.game,
        page.moment,
        page.viewer,
        page.offers,
        page.hands,
        flows=page.flows,
        preparation=page.preparation,
    )
    if found.step is not None:
        return front_of(page, found.step)
    offer = found.offer
    return Front(ask=Ask.of(offer, page.seat) if offer else None, offer=offer, waiting=found.waiting)


def _when(moment: AnyMoment) -> str:
    session = moment.campaign.session
    if session is None:
        return "before the first session"
    return f"session {session.number}" if session.open else f"after session {session.number}"


def _damage(open_now: Library, slug: str) -> str:
    """The notice on a campaign whose records are damaged; "" where it is something else that went wrong."""
    with suppress(*TROUBLES):
        sound = open_now.ledger.soundness(slug)
        if sound.why is not None:
            return closed_html(slug, sound, "Nothing can be played in it now.")
    return ""


def _away(open_now: Library, slug: str, message: str) -> None:
    """The ledger or the campaign cannot be read now; look again by itself."""
    if damaged := _damage(open_now, slug):
        st.html(damaged)
    else:
        st.html(html.refusal_html(message, "This table cannot be reached just now"))
    st.html(html.waiting_html("What you typed is kept, and comes back with the table."))

    since = monotonic()

    @st.fragment(run_every=f"{LOOK_AGAIN}s")
    @guarded
    def look_again() -> None:
        if monotonic() - since < LOOK_AGAIN / 2:
            return  # this is still the look that failed
        try:
            open_now.ledger.moment(slug)
        except TROUBLES:
            return
        st.rerun()

    look_again()


table()
