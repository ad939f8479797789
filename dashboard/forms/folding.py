"""The portions of a long form that lie open: the one somebody is at, and the next that lacks something.

A portion is a row of slots that are filled in below their lines, or slots of a settled number as a whole. One that
is done folds into a line once another is touched, and a row that still lacks something waits as a line until those
before it are done. A form is no longer for having been filled in.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from dashboard.forms.layout_parts import of_one_line, without
from domain.kernel.forms.filling import Fault
from domain.kernel.forms.layouts import Part, Paste, Question, Slots, Write, label_of, questions

FEWEST = 3
"""Slots of a settled number fold as a whole if there are so many."""


class Standing(Enum):
    """The state of a portion."""

    LACKING = auto()
    """Something is still to be filled in."""
    DONE = auto()
    UNTOUCHED = auto()
    """Nothing is filled in, and nothing has to be."""


@dataclass(frozen=True, slots=True)
class Portion:
    """A part of a form that is looked at as a whole: its place, its content and its standing."""

    at: str
    held: str
    standing: Standing = Standing.UNTOUCHED
    waits: str = ""
    """The field whose rows come one after another, if it is one of them."""


@dataclass(slots=True)
class FoldedForm:
    """The portion of a form that somebody is at, and the content of each when it was last drawn."""

    current: str = ""
    held: Mapping[str, str] | None = None

    def fold(self, portions: Sequence[Portion]) -> frozenset[str]:
        """The places of the portions that are a line each, now that the form holds these."""
        before = self.held
        if before is not None:
            changed = [it.at for it in portions if before.get(it.at, it.held) != it.held]
            self.current = changed[-1] if changed else self.current
        folded, waited = set(), set()
        for it in portions:
            lacks = it.standing is Standing.LACKING and bool(it.waits)
            later = lacks and it.waits in waited
            if it.at != self.current and (it.standing is Standing.DONE or later):
                folded.add(it.at)
            if lacks:
                waited.add(it.waits)
        return frozenset(folded)

    def keep(self, portions: Iterable[Portion]) -> None:
        """Keep the content of each once all is drawn: a value that stands there by itself is no touch."""
        self.held = {it.at: it.held for it in portions}


def portions_of(parts: Iterable[Part], raw: Mapping[str, Any], faults: Sequence[Fault]) -> Iterator[Portion]:
    """The portions of a form with these values and faults. What never folds is one as well: it can be touched."""
    lacking = [it.path for it in faults]
    for part in questions(parts):
        value = raw.get(part.field)
        if not isinstance(part, Slots):
            yield Portion(part.field, _said(value))
        elif part.line is not None:
            yield from _rows(part, value or [], lacking)
        elif folds_whole(part):
            rows = value or []
            begun = any(_begun(part.parts, row) for row in rows)
            yield Portion(part.field, _said(rows), _standing(part.field, lacking, begun=begun))
        else:
            yield Portion(part.field, _said(value))


def _rows(part: Slots, rows: Sequence[Any], lacking: Sequence[str]) -> Iterator[Portion]:
    """The lines of such slots, and each row below them; a row of its own has nothing to make room for."""
    extra = below_lines(part)
    own = {it.field for it in questions(extra)}
    yield Portion(f"{part.field}.#", _said([_without(row, own) for row in rows]))
    if not own or len(rows) < 2:
        return
    for number, row in enumerate(rows):
        if isinstance(row, Mapping):
            at = f"{part.field}.{number}"
            held = {name: row.get(name) for name in sorted(own)}
            standing = _standing(at, lacking, begun=_begun(extra, row))
            yield Portion(at, _said(held), standing, waits=part.field)


def below_lines(part: Slots) -> tuple[Part, ...]:
    """The parts of slots that their lines do not fill in."""
    return tuple(without(part.parts, part.line.fields() if part.line is not None else frozenset()))


def folds_whole(part: Slots) -> bool:
    """True for slots of a settled number that are drawn as the rows of a table."""
    return part.line is None and (part.exactly or 0) >= FEWEST and all(of_one_line(it) for it in part.parts)


def summary_of(parts: Iterable[Part], rows: Sequence[Mapping[str, Any]]) -> str:
    """The texts that were written into rows, one after another."""
    asked = [it for it in questions(parts) if isinstance(it, Write | Paste)]
    said = ([" ".join(str(row.get(it.field) or "").split()) for it in asked] for row in rows)
    between = " · " if len(rows) == 1 else ": "
    return " · ".join(between.join(filter(None, texts)) for texts in said if any(texts))


def change_words(part: Question, name: str, *, lacks: bool) -> str:
    """The words of the button that opens a portion again."""
    return f"{'Fill in' if lacks else 'Change'} {name or label_of(part).lower()}"


def _standing(at: str, lacking: Iterable[str], *, begun: bool) -> Standing:
    if any(path == at or path.startswith(f"{at}.") for path in lacking):
        return Standing.LACKING
    return Standing.DONE if begun else Standing.UNTOUCHED


def _begun(parts: Iterable[Part], row: Any) -> bool:
    """True if something is filled in that does not stand there from the beginning."""
    return isinstance(row, Mapping) and any(
        row.get(it.field) not in (None, "", [], {}, getattr(it, "initial", None))
        for it in questions(parts)
        if not isinstance(it, Slots)
    )


def _without(row: Any, own: set[str]) -> Any:
    return {name: it for name, it in row.items() if name not in own} if isinstance(row, Mapping) else row


def _said(value: Any) -> str:
    """A value to compare: a field that is empty is the same, drawn or not."""
    return repr(_filled(value))


def _filled(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: filled for name, it in value.items() if (filled := _filled(it)) not in (None, False)}
    if isinstance(value, list | tuple):
        return [_filled(it) for it in value] or None
    return None if value == "" else value
