"""Shared by the commands that read: who looks, what names mean, and how far a damaged log can be read."""

from collections.abc import Iterator
from contextlib import contextmanager

from cli.outcome import CommandFailed, usage_error
from cli.printing import remark
from domain.kernel.people import GM_ONLY, Asker, Role, Viewer
from domain.kernel.ruling import names_at
from domain.kernel.terms import PersonId, slugify
from projections.tables.selection import Filter
from wiring.library import Library

OUTSIDER = "reader"
"""Looks as somebody without a seat, unless a person of that id has one."""


def viewer_of(library: Library, campaign: str, who: str | None) -> Viewer:
    """The viewer: somebody at the table by id or name, or here whoever may see all. Raises `CommandFailed`."""
    if who is None:
        return Asker(PersonId("gm"), Role.GM)
    table = library.ledger.as_far_as_sound(campaign).campaign
    for person, seat in table.people.items():
        if who == person or who.casefold() == seat.name.casefold():
            return table.asker(person)
    if who == OUTSIDER:
        return Asker(PersonId(OUTSIDER), Role.READER)
    seated = ", ".join(table.people) or "nobody"
    raise usage_error(
        f"{who!r} has no seat in {campaign}. Seated: {seated}. --as {OUTSIDER} looks as anybody else does."
    )


def recipient_of(library: Library, campaign: str, who: str | None) -> Viewer | None:
    """The viewer for whom a file is written that will be handed on; None, where nobody is named, for the table.

    `gm` is whoever has that seat, unless a person is called so. Raises `CommandFailed`.
    """
    if who is None:
        return None
    if who == GM_ONLY and who not in library.ledger.as_far_as_sound(campaign).campaign.people:
        return Asker(PersonId(GM_ONLY), Role.GM)
    viewer = viewer_of(library, campaign, who)
    return None if viewer.role is Role.READER else viewer


def last_sound(library: Library, campaign: str, wanted: int | None) -> int | None:
    """The last record of a broken log that can be followed, if no more than that is wanted; None of a sound one.

    `wanted` is the last position asked about, None for the end of the log. Raises why it cannot be reached.
    """
    sound = library.ledger.soundness(campaign)
    if sound.beyond is None:
        return None
    if wanted is None or wanted > sound.position:
        raise sound.beyond
    remark(f"{sound.why} Everything up to record {sound.position} is sound.")
    return sound.position


@contextmanager
def as_far_as_sound(library: Library, campaign: str) -> Iterator[int]:
    """The last position for a question about the whole log. What is printed of a broken one ends with why.

    So it ends with status 1: what was printed is not all.
    """
    sound = library.ledger.soundness(campaign)
    if sound.beyond is not None and not sound.position:
        raise sound.beyond
    yield sound.position
    if sound.beyond is not None:
        raise sound.beyond


def names(library: Library, campaign: str, at: int | None = None) -> dict[str, str]:
    """The words for every id known at a position."""
    entry = library.ledger.find(campaign)
    return names_at(library.ledger.game(entry.game), library.ledger.moment(campaign, at))


def id_called(name: str, known: dict[str, str]) -> str:
    """The id of whoever is called so; the name itself where it is one already, or means nothing now."""
    if name in known:
        return name
    return next((found for found, called in known.items() if called.casefold() == name.casefold()), name)


def person_called(library: Library, campaign: str, name: str, viewer: Viewer, at: int | None = None) -> str:
    """The id of whoever asks for something or is heard, by id or whole name in any case, of those that this viewer
    knows of. Raises `CommandFailed` when nobody is called so, or several are.
    """
    seats = library.ledger.as_far_as_sound(campaign).campaign.people

    def is_known(person: str) -> bool:
        return person in seats or bool(
            library.views.timeline(campaign, viewer, at=at, where=Filter(by=person), limit=1)
        )

    if is_known(name):
        return name
    called = [it for it, named in names(library, campaign, at).items() if named.casefold() == name.casefold()]
    called = called or [slugify(name)]  # whoever only whispers in play taken in is no member of the campaign
    found = [it for it in called if is_known(it)]
    if len(found) == 1:
        return found[0]
    if found:
        raise _several(name, found)
    raise usage_error(f"Nobody in {campaign} is called {name!r}, by name or id.")


def asker_called(library: Library, campaign: str, name: str | None) -> str:
    """The id of who asks for a ruling: a seat by id or by whole name in any case, the GM where nobody is named.
    Another name is left as it is, for the ledger to refuse. Raises `CommandFailed` when several are called so.
    """
    moment = library.ledger.moment(campaign).campaign
    if name is None:
        return moment.gm or "gm"
    called = [it for it, seat in moment.people.items() if seat.name.casefold() == name.casefold()]
    if name in moment.people or not called:
        return name
    if len(called) > 1:
        raise _several(name, called)
    return called[0]


def _several(name: str, ids: list[str]) -> CommandFailed:
    return usage_error(f"Several are called {name!r}: {', '.join(ids)}. Name one of these ids.")
