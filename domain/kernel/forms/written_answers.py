"""Answers written down as a table file has them: names instead of values, a line for what one line says."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.forms.filling import Refers
from domain.kernel.forms.layouts import (
    Answers,
    Choices,
    Count,
    Group,
    Part,
    Paste,
    Pick,
    Question,
    Slots,
    Spread,
    Tick,
    Weigh,
    Write,
    Written,
)
from domain.kernel.forms.line_grammar import Line, LineProblem
from domain.kernel.offers import Choice


def written_down(
    parts: Iterable[Part], answers: Answers, refers: Refers, names: Mapping[str, str]
) -> dict[str, Any]:
    """The raw values that `fill` reads as these answers, in normal form: in the order of the form, and without
    what is empty or stands in it anyway. `names` are for what is no choice any more."""
    return dict(_Writing(refers, names).parts(parts, answers))


class _Writing:
    """One form, written down."""

    def __init__(self, refers: Refers, names: Mapping[str, str]) -> None:
        self._refers, self._names = refers, names

    def parts(self, parts: Iterable[Part], answers: Answers) -> Iterator[tuple[str, Any]]:
        for part in parts:
            if isinstance(part, Group):
                if part.when is None or answers.get(part.when[0]) in part.when[1]:
                    yield from self.parts(part.parts, answers)
                continue
            value = answers.get(part.field)
            if value is None or value in ("", [], (), {}):
                continue
            if isinstance(part, Count | Pick | Tick) and value == part.initial:
                continue
            yield part.field, self._written(part, value)

    def _written(self, part: Question, value: Any) -> Any:
        match part:
            case Write(line=Line() as line):
                return _line(line, value)
            case Pick() | Weigh():
                choices = tuple(self._choices(part.of))
                return [self._name(it, choices) for it in value] if part.many else self._name(value, choices)
            case Spread():
                over = tuple(self._choices(part.over))
                return {str(self._name(name, over)): points for name, points in value.items()}
            case Paste():
                return [_line(part.line, it) for it in value]
            case Slots():
                rows = (dict(self.parts(part.parts, it)) for it in value)
                return [row if part.line is None else _line(part.line, row) for row in rows]
        return value

    def _name(self, value: Any, choices: tuple[Choice, ...]) -> Any:
        for choice in choices:
            if choice.value == value:
                return choice.label
        return self._names.get(value, value) if isinstance(value, str) else value

    def _choices(self, of: Choices) -> Iterable[Choice]:
        if isinstance(of, Written):
            return ()
        return self._refers(of) if isinstance(of, str) else of


def _line(line: Line, value: Any) -> Any:
    """The line that says this, or the value as it is where no line says all of it."""
    if isinstance(value, str):
        return value if line.is_text and _reads(line, value, value) else line.write(value)
    if not isinstance(value, Mapping):
        return value
    fields = {name: it for name, it in value.items() if it not in (None, "", [], ())}
    if not set(fields) <= line.fields() or not all(_sayable(it) for it in fields.values()):
        return fields
    whole = fields[line.head.name] if line.is_text and line.head.name in fields else fields
    try:
        text = line.write(fields)
    except (KeyError, TypeError, AttributeError):
        return fields
    return text if _reads(line, text, whole) else fields


def _sayable(value: Any) -> bool:
    return not isinstance(value, str) or "\n" not in value


def _reads(line: Line, text: str, value: Any) -> bool:
    """True if a text is read as this value."""
    try:
        return bool(line.read(text) == value)
    except LineProblem:
        return False
