"""Find: words in every campaign of the ledger, the best first, each leading to its moment in the replay."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from dashboard.access import Access, visitor
from dashboard.forms.text import plain
from dashboard.pages.search.results import counted_html, finds_html, names_of_people, spoken_html
from dashboard.ui import browser_components
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.drawing.headings import title_html
from dashboard.ui.live_updates import catching_up
from dashboard.ui.open_ledger import guarded, library
from domain.kernel.facts import Kind
from domain.kernel.terms import PersonId
from exchange.documents.html.markup import people
from projections.tables.search.days import moment_of
from projections.tables.search.query import Wanted
from projections.tables.shelves import Summary
from wiring.library import Library

AT_ONCE = 20
SPOKEN_AT_ONCE = 3
MOST = 400
EVERY_GM, A_READER = "", "\n"
"""Whoever looks is a person by id, or one of these two, which no id can be."""


@guarded
def find() -> None:
    """Draw the page."""
    open_now = library()
    looks = visitor()
    shelf = {it.slug: it for it in open_now.views.summaries() if looks.may_look(it.slug)}
    browser_components.load()
    seated = {at: name for at, name in open_now.views.seated().items() if at[0] in shelf}
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.html(
            title_html(
                "Find", f"in {len(shelf):,} campaigns" if len(shelf) > 1 else "in one campaign" if shelf else ""
            ),
            width="stretch",
        )
        who = _looks(seated, looks) if shelf else EVERY_GM
    catching_up()
    if not shelf:
        told = "Every word written in a campaign is found here. Press “New campaign” on Campaigns to begin one."
        st.html(state_html("Nothing to find yet", [told]))
        return
    shelf = {slug: it for slug, it in shelf.items() if _open_to(looks, slug, who)}
    wanted = _asked(shelf, seated)
    if looks.shared:  # never beyond what this visitor may see, whatever the page asks for
        wanted = replace(wanted, campaigns=tuple(it for it in wanted.campaigns or shelf if it in shelf))
    _answer(open_now, wanted, who, shelf, seated)


def _open_to(looks: Access, slug: str, who: str) -> bool:
    """True if a campaign may be searched as this person: on a shared server only as somebody one is."""
    if not looks.shared:
        return True
    return looks.among(looks.readers) if who == A_READER else who in looks.people(slug)


def _looks(seated: Mapping[tuple[str, str], str], looks: Access) -> str:
    """Draw the choice of whom the page is seen as, campaign by campaign: at home one of this browser tab, not
    a login.
    """
    names = names_of_people(
        {at: name for at, name in seated.items() if not looks.shared or at[1] in looks.people(at[0])}
    )
    anybody = {} if looks.shared else {EVERY_GM: "the GM"}
    if not looks.shared or looks.among(looks.readers) or not names:
        anybody[A_READER] = "a reader"
    said = anybody | names
    chosen = st.selectbox(
        "Seen as",
        list(said),
        format_func=lambda it: f"Seen as {said[it]}",
        key="find-viewer",
        label_visibility="collapsed",
        persist_state="session",
        width=260,
    )
    return next(iter(said)) if chosen is None else chosen


def _asked(shelf: Mapping[str, Summary], seated: Mapping[tuple[str, str], str]) -> Wanted:
    """The line to type into, and what narrows it. The words stand in the address, so that it can be sent."""
    if "find-words" not in st.session_state:
        st.session_state["find-words"] = st.query_params.get("q", "")
        asked = st.query_params.get("campaign")
        st.session_state["find-campaigns"] = [asked] if asked in shelf else []
    words = st.text_input(
        "Words",
        key="find-words",
        placeholder="Words in any order, “in this order”, -without",
        label_visibility="collapsed",
        max_chars=500,
    )
    if words:
        st.query_params["q"] = words
    elif "q" in st.query_params:
        del st.query_params["q"]
    with st.expander("Narrow it down", expanded=bool(st.session_state.get("find-campaigns"))):
        left, middle, right = st.columns([1.5, 1, 1])
        campaigns = left.multiselect(
            "Campaigns",
            list(shelf),
            format_func=lambda it: shelf[it].title[:80],
            key="find-campaigns",
            placeholder="All",
        )
        played = sorted({it.game for it in shelf.values()})
        titles = {it.game: it.game_title for it in shelf.values()}
        game = middle.selectbox(
            "Game", played, index=None, format_func=titles.__getitem__, key="find-game", placeholder="Any"
        )
        called = names_of_people(seated)
        by = right.selectbox(
            "Asked for by",
            sorted(called, key=called.__getitem__),
            index=None,
            key="find-by",
            format_func=called.__getitem__,
            placeholder="Anybody",
        )
        left, middle, right = st.columns([1.5, 1, 1])
        kind = left.pills("Kind of moment", [it.value for it in Kind], key="find-kind")
        first = middle.date_input("From", value=None, key="find-from", min_value="1970-01-01")
        last = right.date_input("To", value=None, key="find-to", min_value="1970-01-01")
    return Wanted(
        words=words or "",
        game=game,
        campaigns=tuple(campaigns) or None,
        by=by,
        kind=Kind(kind) if kind else None,
        since=moment_of(first.isoformat()) if first else None,
        until=moment_of(last.isoformat(), past=True) if last else None,
    )


def _answer(
    open_now: Library,
    wanted: Wanted,
    who: str,
    shelf: Mapping[str, Summary],
    seated: Mapping[tuple[str, str], str],
) -> None:
    asked = (wanted, who)
    if st.session_state.get("find-asked") != asked:
        st.session_state["find-asked"], st.session_state["find-shown"] = asked, AT_ONCE
    shown = min(MOST, st.session_state["find-shown"])
    person = PersonId(who.strip()) if who != EVERY_GM else None
    found = open_now.views.find(wanted, person, everything=who == EVERY_GM, limit=shown)
    if open_now.views.finder.remark:
        st.html(f'<p class="quiet">{people(open_now.views.finder.remark)}</p>')
    titles = {it.game: it.game_title for it in shelf.values()}
    spoken = _spoken(open_now, wanted, person, everything=who == EVERY_GM)
    if not found.total and wanted.words:
        if spoken:
            return
        lines = [
            "Fewer words find more. A word of three letters or more also finds what begins with it.",
            "Sealed sessions, receipts and removed words of a campaign stand at the end of its Disputes.",
        ]
        st.html(state_html("Nothing was found", lines, answers=True))
        if found.meant:
            with st.container(horizontal_alignment="center", key="find-meant"):
                words = plain(f"Did you mean “{found.meant}”?")
                st.button(words, key="find-meant-instead", on_click=_look_for, args=(found.meant,))
        return
    st.html(counted_html(found, {slug: it.title for slug, it in shelf.items()}))
    st.html(finds_html(found, titles, seated))
    if shown < min(found.total, MOST):
        with st.container(horizontal_alignment="center", key="find-more"):
            st.button("Show more", key="find-show-more", on_click=_show_more)


def _spoken(open_now: Library, wanted: Wanted, person: PersonId | None, *, everything: bool) -> bool:
    """Draw the first lines said aloud, and the rest where they are asked for; True if there are any."""
    key = "find-spoken-all"
    shown = MOST if st.session_state.get(key) == wanted else SPOKEN_AT_ONCE
    found = open_now.views.find_spoken(wanted, person, everything=everything, limit=shown)
    if found.total:
        st.html(spoken_html(found))
    if len(found.hits) < min(found.total, MOST):
        words = f"Show all {found.total:,}"
        st.button(words, key="find-spoken-more", type="tertiary", on_click=_show_all_spoken, args=(key, wanted))
    return bool(found.total)


def _show_all_spoken(key: str, wanted: Wanted) -> None:
    st.session_state[key] = wanted


def _look_for(words: str) -> None:
    st.session_state["find-words"] = words


def _show_more() -> None:
    st.session_state["find-shown"] += AT_ONCE * 2


find()
