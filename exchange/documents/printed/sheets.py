"""Character sheets as PDF: the same six blocks as on the screens, as data for the template that draws them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from domain.kernel.sheet import AnyBlock, Counter, DicePool, Progress, Section, Sheet, Table, Tags, Texts
from exchange.documents.html.face import Face
from exchange.documents.plates import Plate
from exchange.documents.portraits import Portrait
from exchange.documents.printed.book import face_data, face_file, plate_data
from exchange.documents.printed.typesetting import DocumentTexts as Written
from exchange.documents.printed.typesetting import Printed, printed
from exchange.documents.sheet_words import dice_words, marks_from, tag_words
from exchange.documents.volume import SECRET

TEMPLATE = "sheets.typ"
_LONG_TAG = 40
"""Signs. A longer tag is a line by itself."""
_WIDE_TABLE = 46
"""Signs in the longest cells of a row together, beyond which a table takes the width of the page."""
_MANY_ROWS = 14
_NARROW_COLUMN = 18
_PAGE = 174
"""Millimetres between the margins."""


@dataclass(frozen=True, slots=True)
class Pictured:
    """The face over a sheet, with the portrait it has, and the pictures under it."""

    face: Face | None
    portrait: Portrait | None = None
    plates: Sequence[Plate] = ()


def printed_sheets(
    sheets: Sequence[Sheet],
    about: str,
    fonts: Path | None = None,
    computer: Iterable[Path] | None = None,
    pictured: Mapping[str, Pictured] | None = None,
) -> Printed:
    """The sheets, each on pages of its own. `about` says of which campaign and moment they are.

    `pictured` are the faces and pictures of characters by their ids. Raises `CannotPrint`.
    """
    known = pictured or {}
    pictures = {face_file(who): it.portrait.content for who, it in known.items() if it.portrait is not None}
    pictures |= {plate.file: plate.content for it in known.values() for plate in it.plates}
    return printed(TEMPLATE, lambda say: _content(sheets, about, known, say), fonts, computer, pictures)


def _content(
    sheets: Sequence[Sheet], about: str, pictured: Mapping[str, Pictured], say: Written
) -> dict[str, Any]:
    shown = say(about)
    found = [{**_sheet(sheet, say), **_pictured(sheet, pictured, say)} for sheet in sheets]
    return {"secret": SECRET, "titles": [it["title"] for it in found] or [shown], "about": shown, "sheets": found}


def _sheet(sheet: Sheet, say: Written) -> dict[str, Any]:
    say.where = f"the sheet of {sheet.title}"
    return {
        "title": say(_line(sheet.title) or "…"),
        "subtitle": say(_line(sheet.subtitle)),
        "sections": [_section(section, say) for section in sheet.sections],
    }


def _pictured(sheet: Sheet, pictured: Mapping[str, Pictured], say: Written) -> dict[str, Any]:
    known = pictured.get(sheet.character)
    if known is None:
        return {"face": None, "plates": []}
    portrait, name = known.portrait, sheet.title
    file, alt = (face_file(sheet.character), portrait.alt or name) if portrait is not None else ("", "")
    return {
        "face": face_data(known.face, say, file, alt) if known.face is not None else None,
        "plates": [plate_data(plate, say, _PAGE) for plate in known.plates],
    }


def _section(section: Section, say: Written) -> dict[str, Any]:
    groups = []
    for wide, blocks in groupby(section.blocks, _is_wide):
        drawn = [_block(block, _heading_over(section, block), say) for block in blocks]
        groups.append({"wide": wide or len(drawn) == 1, "blocks": drawn})
    return {"title": say(_line(section.title)), "groups": groups}


def _heading_over(section: Section, block: AnyBlock) -> str:
    """The heading that stands right over a block, which then needs no label that says the same; else empty."""
    return section.title if block is section.blocks[0] else section.names_its_block


def _is_wide(block: AnyBlock) -> bool:
    return isinstance(block, Table) and (
        len(block.rows) > _MANY_ROWS or sum(_longest(block, at) for at in range(len(block.columns))) > _WIDE_TABLE
    )


def _longest(block: Table, column: int) -> int:
    return max(len(row[column]) for row in (block.columns, *block.rows))


def _block(block: AnyBlock, under: str, say: Written) -> dict[str, Any]:
    """A block in values. What is too long for a page may break, everything else may not."""
    label = "" if block.label.casefold() == under.casefold() else block.label
    return {"block": block.block, "label": say(_line(label)), "long": False, **_drawn(block, say)}


def _drawn(block: AnyBlock, say: Written) -> dict[str, Any]:
    match block:
        case Counter():
            return {
                "value": block.value,
                "low": marks_from(block),
                "high": block.high,
                "form": block.form.value,
                "ends": [say(_line(end)) for end in block.ends],
            }
        case DicePool():
            return {"text": dice_words(block)}
        case Progress():
            return {"have": block.have, "need": block.need, "brings": say(_line(block.brings))}
        case Tags():
            return {"tags": _tags(block, say)}
        case Texts():
            lines = [line for text in block.texts for line in text.splitlines() if line.strip()]
            return {"texts": [say(line) for line in lines] or ["unwritten"], "long": sum(map(len, lines)) > 600}
        case Table():
            return {
                "columns": [say(_line(cell)) for cell in block.columns],
                "rows": [[say(cell) for cell in row] for row in block.rows],
                "widths": [_width(block, at) for at in range(len(block.columns))],
                "long": len(block.rows) > _MANY_ROWS,
            }


def _width(block: Table, column: int) -> int:
    """As much as stands in it, within reason; 0 for a column as narrow as its longest cell."""
    longest = _longest(block, column)
    return 0 if longest <= _NARROW_COLUMN else min(40, longest)


def _tags(block: Tags, say: Written) -> list[dict[str, Any]]:
    """Short ones that follow each other in a run, each long one by itself."""
    runs: list[dict[str, Any]] = []
    for tag in block.tags:
        words = _line(tag_words(tag))
        drawn = {"text": say(words), "good": tag.good}
        if len(words) > _LONG_TAG:
            runs.append({"long": True, **drawn})
        elif runs and not runs[-1]["long"]:
            runs[-1]["short"].append(drawn)
        else:
            runs.append({"long": False, "short": [drawn]})
    return runs


def _line(text: str) -> str:
    return " ".join(text.split())
