"""Parts of a laid form without drawing: what is left of them, what their lines say, where their answers stand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType
from typing import Any, TypeGuard, cast

from domain.kernel.forms.layouts import (
    Asked,
    Choices,
    Count,
    Group,
    Part,
    Paste,
    Pick,
    Slots,
    Spread,
    Weigh,
    Write,
    Written,
    questions,
)
from domain.kernel.forms.line_grammar import Line, LineProblem
from domain.kernel.offers import Choice, Offer
from exchange.command_forms.fields import in_own_words, said_list

ABREAST = 2
"""The number of short fields side by side, where there is room for it; three, where there are three."""


def without(parts: Iterable[Part], covered: frozenset[str]) -> Iterable[Part]:
    """The parts without those whose fields are answered elsewhere."""
    for part in parts:
        if isinstance(part, Group):
            inner = tuple(without(part.parts, covered))
            if inner:
                yield replace(part, parts=inner)
        elif part.field not in covered:
            yield part


def lines_of(line: Line, text: str) -> tuple[list[Any], str]:
    """Read the lines of a text, up to the first that cannot be read, which is told in a sentence."""
    rows: list[Any] = []
    for number, one in enumerate((it for it in text.splitlines() if it.strip()), start=1):
        try:
            rows.append(line.read(one))
        except LineProblem as wrong:
            return rows, f"Line {number}: {wrong}."
    return rows, ""


def said_lines(part: Paste | Slots, line: Line, rows: Sequence[Any]) -> str:
    """Say what was read, so that somebody sees a comma that is missing."""
    exactly = part.exactly if isinstance(part, Slots) else None
    count = f"{len(rows)} of {exactly}" if exactly else f"{len(rows)} read"
    if line.items is None:
        return f"{count}: {said_list([line.head.write(row) for row in rows])}"
    names = [f"{row[line.head.name]} ({len(row.get(line.items, ()))})" for row in rows]
    return f"{count}: {', '.join(names)}"


def places_of(parts: Iterable[Part], answers: Mapping[str, Any], at: str = "") -> dict[str, Any]:
    """Answers by the place of each widget: what a form begins with."""
    places: dict[str, Any] = {}
    for part in questions(parts):
        if part.field not in answers:
            continue
        place, value = f"{at}.{part.field}" if at else part.field, answers[part.field]
        match part:
            case Paste():
                places[place] = "\n".join(part.line.write(row) for row in value)
            case Slots():
                if part.line is not None:
                    places[f"{place}.#"] = "\n".join(part.line.write(row) for row in value)
                else:
                    places[f"{place}.##"] = len(value)
                for number, row in enumerate(value):
                    if isinstance(row, Mapping):
                        places |= places_of(part.parts, row, f"{place}.{number}")
            case Write(line=Line() as line):
                places[place] = line.write(value)
            case Spread():
                places |= {f"{place}.{name}": points for name, points in value.items()}
            case _:
                places[place] = value
    return places


def begun_rows(parts: Iterable[Part], offer: Offer) -> dict[str, list[Mapping[str, Any]]]:
    """The rows of slots that an offer only begins: something that is required of them is still to be said."""
    begun: dict[str, list[Mapping[str, Any]]] = {}
    for part in questions(parts):
        rows = offer.known.get(part.field)
        if not isinstance(part, Slots) or not isinstance(rows, list | tuple):
            continue
        needed = [it.field for it in questions(part.parts) if it.required]
        if any(isinstance(row, Mapping) and any(name not in row for name in needed) for row in rows):
            begun[part.field] = [dict(row) for row in rows]
    return begun


def narrowed(
    parts: Iterable[Part], offer: Offer, begun: Mapping[str, Sequence[object]] = MappingProxyType({})
) -> Iterable[Part]:
    """The parts as an offer leaves them: what it settles is not asked, what it names is all there is to choose.

    Of slots that it has `begun` there are as many as it says.
    """
    shown = _counted(_shown(parts, offer.known), begun)
    return _narrowed(without(shown, frozenset(offer.known)), offer.choices, "")


def _counted(parts: Iterable[Part], begun: Mapping[str, Sequence[object]]) -> Iterable[Part]:
    for part in parts:
        if isinstance(part, Group):
            yield replace(part, parts=tuple(_counted(part.parts, begun)))
        elif isinstance(part, Slots) and part.field in begun:
            yield replace(part, exactly=len(begun[part.field]))
        else:
            yield part


def _shown(parts: Iterable[Part], known: Mapping[str, object]) -> Iterable[Part]:
    """Parts without the headings that what is settled does not ask for."""
    for part in parts:
        if not isinstance(part, Group):
            yield part
        elif part.when is None or part.when[0] not in known:
            yield replace(part, parts=tuple(_shown(part.parts, known)))
        elif known[part.when[0]] in part.when[1]:
            yield replace(part, parts=tuple(_shown(part.parts, known)), when=None)


def _narrowed(parts: Iterable[Part], choices: Mapping[str, tuple[Choice, ...]], at: str) -> Iterable[Part]:
    for part in parts:
        if isinstance(part, Group):
            yield replace(part, parts=tuple(_narrowed(part.parts, choices, at)))
            continue
        place = f"{at}.{part.field}" if at else part.field
        if isinstance(part, Slots):
            yield replace(part, parts=tuple(_narrowed(part.parts, choices, place)))
        elif isinstance(part, Pick | Weigh) and place in choices:
            yield replace(part, of=_in_its_words(part.of, choices[place]))
        else:
            yield part


def words_of(parts: Iterable[Part]) -> dict[str, dict[str, str]]:
    """The form's own words for values, by field."""
    picks = (it for it in questions(parts) if isinstance(it, Pick | Weigh))
    return {
        it.field: {str(one.value): one.label for one in it.of}
        for it in picks
        if not isinstance(it.of, str | Written)
    }


def _in_its_words(own: Choices, offered: Sequence[Choice]) -> tuple[Choice, ...]:
    """The choices that are offered: as the form calls them, where the offer says no more than the value itself."""
    if isinstance(own, str | Written):
        return tuple(offered)
    return in_own_words(own, offered)


def is_short(part: Part) -> TypeGuard[Asked]:
    """True for a field of one line."""
    return isinstance(part, Count | Pick) or (isinstance(part, Write) and not part.long)


def of_one_line(part: Part) -> bool:
    """True for such a field, or one that is asked for only where another says so."""
    return (isinstance(part, Group) and part.when is not None) or is_short(part)


def in_columns(parts: Iterable[Part]) -> Iterator[Part | tuple[Asked, ...]]:
    """The parts, short fields that follow one another in twos or threes."""
    for short, some in groupby(parts, key=is_short):
        if short:
            asked = cast("list[Asked]", list(some))
            many = 3 if len(asked) == 3 else ABREAST
            yield from (tuple(asked[at : at + many]) for at in range(0, len(asked), many))
        else:
            yield from some
