"""Place of a campaign in the library: the form for its shelf, its tags, and whether it is put away."""

from collections.abc import Iterator, Sequence

import streamlit as st
from pydantic import ValidationError

from dashboard.access import Access, visitor
from dashboard.ui.open_ledger import TROUBLES, trouble_words
from domain.kernel.journal.shelving import PutAway, ShelveCampaign, TagCampaign, TakeOut
from domain.kernel.messages import Command
from exchange.command_forms.batch import UNCHANGED, rule_together
from exchange.documents.html.markup import people
from ledger.answers import Refused
from ledger.errors import LedgerError
from projections.tables.shelves import Summary
from wiring.library import Library

PROBLEM = "placing-problem"


def placeable(open_now: Library, shelf: Sequence[Summary]) -> list[Summary]:
    """The campaigns that the visitor may shelve: on a shared server those they run, else all."""
    access = visitor()
    return list(_run_by(access, open_now, shelf)) if access.shared else list(shelf)


def runs_one(open_now: Library, shelf: Sequence[Summary]) -> bool:
    """True if the visitor runs any of these campaigns, as everybody does where the server is not shared."""
    access = visitor()
    return not access.shared or any(True for _ in _run_by(access, open_now, shelf))


def _run_by(access: Access, open_now: Library, shelf: Sequence[Summary]) -> Iterator[Summary]:
    # Who runs a campaign is read from the campaign itself, so only those are asked that they have a seat in.
    return (it for it in shelf if (mine := access.people(it.slug)) and _gm(open_now, it.slug) in mine)


def place(open_now: Library, shelf: Sequence[Summary]) -> None:
    """Draw the form for one campaign of the shelf."""
    known = {it.slug: it for it in shelf}
    _, middle, _ = st.columns([1, 2.2, 1])
    with middle.container(border=True, key="placing-form"):
        st.html('<h2 class="form-title">Put the library in order</h2>')
        slug = st.selectbox(
            "Campaign", list(known), format_func=lambda it: known[it].title[:80], key="place-whose"
        )
        it = known[slug]
        left, right = st.columns(2)
        left.text_input("Shelf", value=it.shelf, key=f"place-shelf-{slug}", placeholder="none")
        right.text_input("Tags", value=", ".join(it.tags), key=f"place-tags-{slug}", placeholder="one, another")
        st.toggle("Put away: kept, and no longer among the others", value=it.put_away, key=f"place-away-{slug}")
        st.button("Save", type="primary", key="place-it", on_click=_place, args=(open_now, it))
        if problem := st.session_state.pop(PROBLEM, ""):
            st.html(f'<p class="problem" role="alert">{people(problem)}</p>')


def _place(open_now: Library, it: Summary) -> None:
    said, by = st.session_state, _gm(open_now, it.slug)
    tags = [tag.strip() for tag in str(said.get(f"place-tags-{it.slug}", "")).split(",") if tag.strip()]
    try:
        wanted = _commands(it, str(said.get(f"place-shelf-{it.slug}", "")).strip(), tags)
    except ValidationError:
        said[PROBLEM] = "A shelf and a tag are words on one line."
        return
    if bool(said.get(f"place-away-{it.slug}")) != it.put_away:
        wanted.append(TakeOut() if it.put_away else PutAway())
    try:
        answer = rule_together(open_now.ledger, it.slug, wanted, by)
    except TROUBLES as trouble:
        said[PROBLEM] = trouble_words(trouble)
        return
    if isinstance(answer, Refused) and answer.refusal.code != UNCHANGED:
        said[PROBLEM] = answer.message
        return
    said["placing"] = False


def _commands(it: Summary, shelf: str, tags: Sequence[str]) -> list[Command]:
    commands: list[Command] = []
    if shelf != it.shelf:
        commands.append(ShelveCampaign(shelf=shelf))
    known = {tag.casefold() for tag in it.tags}
    wanted = {tag.casefold() for tag in tags}
    add = tuple(tag for tag in tags if tag.casefold() not in known)
    remove = tuple(tag for tag in it.tags if tag.casefold() not in wanted)
    if add or remove:
        commands.append(TagCampaign(add=add, remove=remove))
    return commands


def _gm(open_now: Library, slug: str) -> str:
    try:
        return open_now.ledger.as_far_as_sound(slug).campaign.gm or "gm"
    except LedgerError:
        return ""  # nobody runs what cannot be read at all: whoever opens it is told why
