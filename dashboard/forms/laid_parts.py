"""Parts of a laid form without drawing: what is left of them, what their lines say, where their answers stand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from domain.kernel.forms.layouts import Group, Part, Paste, Pick, Slots, Spread, Weigh, questions
from domain.kernel.forms.line_grammar import Line, LineProblem
from domain.kernel.offers import Choice, Offer
from exchange.command_forms.fields import said_list


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
    """What the lines of a text say, and the first that cannot be read, in a sentence."""
    rows: list[Any] = []
    for number, one in enumerate((it for it in text.splitlines() if it.strip()), start=1):
        try:
            rows.append(line.read(one))
        except LineProblem as wrong:
            return rows, f"Line {number}: {wrong}."
    return rows, ""


def said_lines(part: Paste | Slots, line: Line, rows: Sequence[Any]) -> str:
    """What was read, so that somebody sees a comma that is missing."""
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
            case Spread():
                places |= {f"{place}.{name}": points for name, points in value.items()}
            case _:
                places[place] = value
    return places


def narrowed(parts: Iterable[Part], offer: Offer) -> Iterable[Part]:
    """The parts as an offer leaves them: what it settles is not asked, what it names is all there is to choose."""
    shown = _shown(parts, offer.known)
    return _narrowed(without(shown, frozenset(offer.known)), offer.choices, "")


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
            yield replace(part, of=choices[place])
        else:
            yield part
