"""The story of a campaign as a book: PDF, in the look of the screens, with an outline of sessions and scenes."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from domain.kernel.people import Audience
from exchange.documents.printed.typesetting import Printed, Texts, printed
from ledger.answers import Told
from projections.audiences import as_told_to
from projections.views.story import BEFORE, Happening, Heading, Part, Writing, parts_of, who_may_read

TEMPLATE = "book.typ"


def book(
    told: Iterable[Told],
    title: str,
    game_title: str,
    seats: Iterable[str],
    audience: Audience,
    fonts: Path | None = None,
    computer: Iterable[Path] | None = None,
) -> Printed:
    """The book. Only what `audience` may know is in it. Raises `CannotPrint`."""
    parts = [part for each in told for part in _parts(each, audience)]
    about = (title, game_title, ", ".join(seats), who_may_read(audience))
    return printed(TEMPLATE, lambda say: _content(about, parts, say), fonts, computer)


def _parts(told: Told, audience: Audience) -> list[Part]:
    begins: list[Part] = [Heading(1, 2, BEFORE)] if told.record.position == 1 else []
    mine = as_told_to(audience, told)
    return begins + (parts_of(mine) if mine is not None else [])


def _content(about: tuple[str, str, str, str], parts: list[Part], say: Texts) -> dict[str, Any]:
    say.where = "the title"
    title, game_title, seats, reads = about
    return {
        "title": say(title),
        "game": say(game_title),
        "seats": say(seats),
        "reads": say(reads),
        "parts": [_part(part, say) for part in parts],
    }


def _part(part: Part, say: Texts) -> dict[str, Any]:
    say.where = f"record {part.position}"
    match part:
        case Heading():
            return {
                "part": "heading",
                "level": part.level,
                "title": say(part.title or "…"),
                "when": say(part.when),
                "there": say(", ".join(part.there)),
            }
        case Happening():
            return {"part": "happening", **_numbered(part), "text": say(part.text)}
        case Writing():
            lines = [line for line in part.text.splitlines() if line.strip()]
            return {
                "part": "writing",
                **_numbered(part),
                "by": say(part.by),
                "lines": [say(line) for line in lines],
            }


def _numbered(part: Happening | Writing) -> dict[str, Any]:
    return {"position": part.position, "kind": part.kind.value, "secret": part.secret}
