"""A book as PDF: its blocks as data for the template that sets them."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from domain.kernel.wording.emphasis import Run
from exchange.documents.book_blocks import (
    BookBlock,
    BookFigure,
    BookHeading,
    BookLines,
    BookNote,
    BookPassage,
    BookPerson,
    chapters,
)
from exchange.documents.html.face import Face
from exchange.documents.plates import Plate
from exchange.documents.printed.typesetting import DocumentTexts, Printed, printed
from exchange.documents.volume import INDEX, PEOPLE, PREVIOUSLY, SECRET, Volume

TEMPLATE = "book.typ"
_MOST_LISTED = 18
"""Entries for which there is room on the page of the title."""
_MOST_IN_A_COLUMN = 21
"""Parts of a book that stand under one another on the page of the title; more stand in two columns."""
_COLUMN = 114
"""Millimetres that a line is wide."""
_TALLEST = 84
"""Millimetres that a picture is high at most, so that some text stands with it."""
_LEAST = 40
_PIXEL = 25.4 / 150
"""Millimetres of a pixel at the least sharpness that is worth printing."""


def book(volume: Volume, fonts: Path | None = None, computer: Iterable[Path] | None = None) -> Printed:
    """The book, typeset. Raises `CannotPrint`."""
    pictures = {face_file(who): it.content for who, it in volume.portraits.items()}
    pictures |= {plate.file: plate.content for plate in volume.hung.all}
    return printed(TEMPLATE, lambda say: _Book(volume, say).content(), fonts, computer, pictures)


def face_file(who: str) -> str:
    """The name of a portrait's file beside a template."""
    return f"{who.encode().hex()}.jpg"


def plate_data(plate: Plate, say: DocumentTexts, column: float = _COLUMN) -> dict[str, Any]:
    """A picture for a template: its file, its width in millimetres, and what is said of it."""
    ratio = plate.width / max(1, plate.height)
    wide = min(column, _TALLEST * ratio, max(_LEAST, plate.width * _PIXEL))
    return {
        "part": "figure",
        "file": plate.file,
        "wide": round(wide, 2),
        "alt": plate.alt,
        "caption": say(plate.caption),
        "secret": plate.secret,
    }


_SMALL_WORD = re.compile(r"\b[^\W\d_A-Z]{5,}\b")


def _small_words(names: Iterable[str]) -> list[str]:
    """The words of names in small letters that are long enough to be broken: by nothing else are they known.

    Of a name with large letters they are words like any other: "the Keeper of secrets".
    """
    small = (word for name in names if name.islower() for word in _SMALL_WORD.findall(name))
    return list(dict.fromkeys(small))


class _Book:
    """The values of a volume for its template."""

    def __init__(self, volume: Volume, say: DocumentTexts) -> None:
        self.volume, self.say = volume, say
        self.numbers = {who: number for number, who in enumerate(volume.names)}

    def content(self) -> dict[str, Any]:
        volume, say = self.volume, self.say
        say.where = "the title"
        found = {
            "title": say(volume.title),
            "game": say(volume.game_title),
            "seats": say(volume.seats),
            "reads": say(volume.reads),
            "words": {"secret": SECRET, "previously": PREVIOUSLY, "index": INDEX},
        }
        parts = [self._part(block) for chapter in chapters(volume) for block in chapter.blocks]
        say.where = "the index"
        listed = sum(it["part"] == "heading" and it["level"] == 1 for it in parts)
        return {
            **found,
            "halved": listed > _MOST_IN_A_COLUMN,
            "crowded": listed > 2 * _MOST_IN_A_COLUMN,
            "depth": 2 if sum(it["part"] == "heading" for it in parts) <= _MOST_LISTED else 1,
            "parts": parts,
            "names": [say(name) for name in volume.names.values()],
            "whole": _small_words(volume.names.values()),
        }

    def _part(self, block: BookBlock) -> dict[str, Any]:
        say = self.say
        if position := getattr(block, "position", 0):
            say.where = f"record {position}"
        match block:
            case BookHeading():
                return {
                    "part": "heading",
                    "level": block.level,
                    "title": say(block.title),
                    "about": say(block.about),
                    "who": [self.numbers[who] for who in block.who],
                    "previously": [say(line) for line in block.previously],
                }
            case BookLines():
                return {"part": block.form, "lines": [say(line) for line in block.lines]}
            case BookNote():
                return self._note(block)
            case BookPassage():
                return {
                    "part": "paragraph",
                    "text": say(block.text),
                    "proof": say(block.proof),
                    "secret": block.secret,
                    "who": [self.numbers[who] for who in block.who],
                    "remarks": [self._note(note) for note in block.notes],
                }
            case BookFigure():
                say.where = f"file {block.plate.number}"
                return plate_data(block.plate, say)
            case BookPerson():
                say.where = PEOPLE.lower()
                return {
                    "part": "person",
                    "name": say(block.name),
                    "by": say(block.by),
                    "lines": [say(line) for line in block.lines],
                    "face": self._face(block.who, block.name, block.face),
                    "who": self.numbers[self.volume.looked_up_as[block.who]],
                }

    def _note(self, note: BookNote) -> dict[str, Any]:
        self.say.where = f"record {note.position}"
        return {
            "part": "remark",
            "by": self.say(note.by),
            "who": [self.numbers[note.who]] if note.who else [],
            "lines": [self._line(line) for line in note.lines],
            "secret": note.secret,
        }

    def _line(self, runs: Sequence[Run]) -> Any:
        """A line as a template takes it: text, or pieces of which each says how it is written."""
        if not any(run.strong or run.emphasised for run in runs):
            return self.say("".join(run.text for run in runs))
        return [{"run": self.say(it.text), "strong": it.strong, "emph": it.emphasised} for it in runs]

    def _face(self, who: str, name: str, face: Face) -> dict[str, Any]:
        picture = self.volume.portraits.get(who)
        return face_data(face, self.say, face_file(who) if picture else "", picture.alt or name if picture else "")


def face_data(face: Face, say: DocumentTexts, file: str = "", alt: str = "") -> dict[str, Any]:
    """A face for a template: a drawn one, and the file of a portrait where there is one."""
    drawn = {"letters": say(face.letters), "colour": face.light, "kind": face.kind.value}
    return {**drawn, "picture": file, "alt": alt} if file else drawn
