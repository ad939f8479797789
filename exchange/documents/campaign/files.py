"""A telling written down, in the format that its reader wants."""

from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from domain.kernel.campaign.state import TakenSeat
from domain.kernel.game import AnyGame
from exchange.documents.campaign.pictures import Pictures
from exchange.documents.campaign.telling import Telling
from exchange.documents.html.faces import Faces
from exchange.documents.portraits import InlinePictures
from exchange.documents.replay_page import Replay, page
from exchange.documents.volume import volume
from projections.story.chronicle import chronicle as as_markdown
from projections.views.story import SEATS, says_who_runs_it

if TYPE_CHECKING:
    from exchange.documents.printed.signs import ScriptLack

FORMATS = {
    "md": "Markdown",
    "html": "one page of HTML with a replay",
    "pdf": "PDF",
    "epub": "a book for reading programs",
}
"""The formats that a campaign can be written in, by the ending of the file."""
NEEDS = {"pdf": ("typst", "fontTools"), "epub": ("typst", "fontTools")}
"""Modules without which a format cannot be written: an extra brings them."""


def formats_here() -> list[str]:
    """The formats that can be written with what is installed."""
    return [form for form in FORMATS if all(map(find_spec, NEEDS.get(form, ())))]


def write(
    telling: Telling, form: str, to: BinaryIO, remark: Callable[[str], None], fonts: Path | None = None
) -> "list[ScriptLack]":
    """Write it in one of the `FORMATS`, and tell which signs are boxes in a PDF, for want of a font; those of a
    folder `fonts` are used too. `remark` hears what is not in it. Raises `CannotPrint` where a PDF cannot be set.
    """
    ledger, slug = telling.ledger, telling.slug
    moment = ledger.moment(slug, telling.until)
    game = ledger.game(ledger.find(slug).game)
    title, people = moment.campaign.title, moment.campaign.people
    pictures = Pictures(ledger, slug, telling.viewer, moment, remark)
    if form in ("pdf", "epub"):
        bound = volume(
            telling.story(),
            title,
            game.title,
            _seats(people, game),
            telling.audience,
            pictures.portraits(),
            pictures.plates(telling.span),
            people=people,
            whole=not telling.since and telling.whose is None,
        )
        if form == "epub":
            from exchange.documents.epub import epub

            to.write(epub(bound, str(ledger.find(slug).id), telling.changed))
            return []
        from exchange.documents.printed.book import book
        from exchange.documents.printed.signs import lacks_by_script

        paper = book(bound, fonts)
        to.write(paper.content)
        return lacks_by_script(paper.missing)
    if form == "md":
        pieces: Iterable[str] = as_markdown(
            telling.told(),
            moment.campaign,
            game.title,
            telling.audience,
            subjects=telling.subjects(),
            length=telling.length,
            whose=telling.whose,
            since=telling.since,
        )
    else:
        within, plates = pictures.within(telling.span)
        replay = Replay(telling.audience, _faces(telling, within), telling.subjects(), telling.since, plates)
        replay.gather(telling.steps())
        pieces = page(replay, title, game.title, _seats(people, game), within.style, people)
    written = sum(to.write(piece.encode("utf-8", "replace")) for piece in pieces)
    if not written:
        remark(f"Nothing was played in {slug} yet that could be told in short.")
    return []


def _seats(people: Mapping[str, TakenSeat], game: AnyGame) -> list[str]:
    return [
        seat.name
        if says_who_runs_it(seat.name, seat.role, game.gm_in_short)
        else f"{seat.name} ({SEATS[seat.role]})"
        for seat in people.values()
        if seat.role in SEATS
    ]


def _faces(telling: Telling, within: InlinePictures) -> Faces:
    """Everybody's face as of the last record that is told."""
    views, slug, viewer = telling.views, telling.slug, telling.viewer
    cast, map_history = views.roster_history(slug, viewer), views.map_history(slug, viewer)
    return Faces(cast.at(telling.until), map_history.at(telling.until), within.pictures)
