"""Reading what was filled into a form: raw values of a screen or a file into answers, all faults at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from domain.kernel.forms.layouts import (
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
    label_of,
    questions,
)
from domain.kernel.forms.line_grammar import Line, LineProblem
from domain.kernel.offers import Choice

Refers = Callable[[str], Sequence[Choice]]
"""Lookup of the things there are of a kind: values with their names."""

BLANK = "still to fill in."
"""The problem of a field that is empty and must not be."""
MOST_LINES = 2_000
"""The most lines or slots a form reads."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in one field: its place, in words and as a path, and the problem, as one sentence."""

    path: str
    where: str
    problem: str

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}" if self.where else self.problem


@dataclass(slots=True)
class Filled:
    """Answers as far as they could be read, and the faults found."""

    answers: dict[str, Any] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def fill(parts: Iterable[Part], raw: Mapping[str, Any], refers: Refers) -> Filled:
    """Read raw values. A text stands for a name, a line or several; unknown fields are faults.

    What is empty and not required is left out of the answers.
    """
    filled = Filled()
    asked = {it.field: it for it in questions(parts)}
    for name in raw:
        if name not in asked:
            problem = f"`{str(name)[:60]}` is no field of this form{_hint(name, asked)}"
            filled.faults.append(Fault(str(name), "", problem))
    _Filling(raw, refers, filled).parts(parts, raw, filled.answers, "", "")
    return filled


class _Filling:
    """One reading of a form."""

    def __init__(self, whole: Mapping[str, Any], refers: Refers, filled: Filled) -> None:
        self._refers = refers
        self._faults = filled.faults
        self._answers = filled.answers

    def parts(
        self, parts: Iterable[Part], raw: Mapping[str, Any], into: dict[str, Any], path: str, where: str
    ) -> None:
        for part in parts:
            if isinstance(part, Group):
                if part.when is None or into.get(part.when[0]) in part.when[1]:
                    self.parts(part.parts, raw, into, path, where)
                continue
            here = f"{path}.{part.field}" if path else part.field
            said = f"{where}, {label_of(part)}" if where else label_of(part)
            value = raw.get(part.field)
            if _empty(value):
                value = _initial(part)
            if _empty(value):
                if part.required:
                    self._fault(here, said, _lacking(part))
                continue
            try:
                into[part.field] = self._read(part, value, here, said)
            except _Unreadable as wrong:
                self._fault(here, said, str(wrong))

    def _fault(self, path: str, where: str, problem: str) -> None:
        self._faults.append(Fault(path, where, problem))

    def _read(self, part: Question, value: Any, path: str, where: str) -> Any:
        match part:
            case Write():
                return _text(value) if part.line is None else _one(part.line, value)
            case Count():
                return _number(value, part.least, part.most)
            case Tick():
                return _tick(value)
            case Pick() | Weigh():
                free = isinstance(part, Pick) and part.free
                choices = tuple(self._choices(part.of))
                if part.many:
                    return [_picked(one, choices, free=free) for one in _listed(value)]
                return _picked(value, choices, free=free)
            case Spread():
                return self._spread(part, value)
            case Paste():
                return self._lines(part.line, value, part, path, where)
            case Slots():
                return self._slots(part, value, path, where)
        raise TypeError(type(part).__name__)

    def _choices(self, of: Choices) -> Iterator[Choice]:
        if isinstance(of, Written):
            for one in self._answers.get(of.field, ()):
                name = one if isinstance(one, str) else one.get("name", "")
                yield Choice(name, name)
        elif isinstance(of, str):
            yield from self._refers(of)
        else:
            yield from of

    def _spread(self, part: Spread, value: Any) -> dict[str, int]:
        if not isinstance(value, Mapping):
            raise _Unreadable("write a number for each name.")
        choices = tuple(self._choices(part.over))
        spread = {
            str(_picked(name, choices)): _number(points, part.least, part.most) for name, points in value.items()
        }
        if part.total is not None and sum(spread.values()) != part.total:
            raise _Unreadable(f"{part.total} in all, not {sum(spread.values())}.")
        return spread

    def _lines(self, line: Line, value: Any, part: Paste | Slots, path: str, where: str) -> list[Any]:
        found = []
        for number, one in enumerate(_listed(value)[:MOST_LINES], start=1):
            if isinstance(one, Mapping):
                found.append(dict(one))
                continue
            try:
                found.append(line.read(_text(one)))
            except LineProblem as wrong:
                self._fault(f"{path}.{number - 1}", f"{where}, line {number}", f"{wrong}.")
        self._count(part, len(found), path, where)
        return found

    def _slots(self, part: Slots, value: Any, path: str, where: str) -> list[dict[str, Any]]:
        slots: list[dict[str, Any]] = []
        for number, one in enumerate(_listed(value)[:MOST_LINES], start=1):
            at, said = f"{path}.{number - 1}", f"{where} {number}"
            if isinstance(one, str) and part.line is not None:
                try:
                    read = part.line.read(one)
                except LineProblem as wrong:
                    self._fault(at, said, f"{wrong}.")
                    continue
                one = {part.line.head.name: read} if isinstance(read, str) else read
            if not isinstance(one, Mapping):
                self._fault(at, said, "write its fields.")
                continue
            if all(_empty(each) for each in one.values()):
                continue  # a place nobody has begun to fill
            name = one.get("name")
            slot: dict[str, Any] = {}
            known = {it.field for it in questions(part.parts)}
            for extra in [each for each in one if each not in known]:
                problem = f"`{str(extra)[:60]}` is no field here{_hint(extra, known)}"
                self._fault(f"{at}.{extra}", said, problem)
            self.parts(part.parts, one, slot, at, str(name)[:60] if isinstance(name, str) and name else said)
            slots.append(slot)
        self._count(part, len(slots), path, where)
        return slots

    def _count(self, part: Paste | Slots, have: int, path: str, where: str) -> None:
        exactly = part.exactly if isinstance(part, Slots) else None
        least, most = (exactly, exactly) if exactly is not None else (part.least, part.most)
        if least is not None and have < least:
            lacking = least - have
            self._fault(path, where, f"{have} of {least}, {lacking} {'is' if lacking == 1 else 'are'} missing.")
        if most is not None and have > most:
            self._fault(path, where, f"{most} at most, not {have}.")


class _Unreadable(ValueError):
    """A value that cannot be read: one sentence."""


def _hint(name: object, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: a known one that is like it, where there is one."""
    near = get_close_matches(str(name), list(known), n=1)
    return f": did you mean `{near[0]}`?" if near else "."


def _empty(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip()) or value in ([], {}, ())


def _initial(part: Question) -> Any:
    return part.initial if isinstance(part, Count | Pick | Tick) else None


def _lacking(part: Question) -> str:
    match part:
        case Slots(exactly=int(need)) if need:
            return f"0 of {need}."
        case Pick() | Weigh():
            return "choose one."
        case Slots() | Paste():
            return "write at least one."
        case _:
            return BLANK


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool | int | float):
        return str(value)
    raise _Unreadable("write a text.")


def _one(line: Line, value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    try:
        return line.read(_text(value))
    except LineProblem as wrong:
        raise _Unreadable(f"{wrong}.") from wrong


def _number(value: Any, least: int, most: int | None) -> int:
    try:
        number = int(value) if isinstance(value, int | str) and not isinstance(value, bool) else None
    except ValueError:
        number = None
    if number is None:
        raise _Unreadable("write a whole number.")
    if number < least or (most is not None and number > most):
        raise _Unreadable(
            f"{least} or more, not {number}." if most is None else f"{least} to {most}, not {number}."
        )
    return number


def _tick(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Unreadable("yes or no.")
    return value


def _listed(value: Any) -> list[Any]:
    if isinstance(value, str):
        return [line for line in value.splitlines() if line.strip()]
    return list(value) if isinstance(value, Sequence) else [value]


def _picked(value: Any, choices: Sequence[Choice], *, free: bool = False) -> Any:
    """The value of the choice that is meant: by its label, else by its value."""
    said = _key(value)
    for choice in choices:
        if _key(choice.label) == said:
            return choice.value
    for choice in choices:
        if choice.value == value or _key(choice.value) == said:
            return choice.value
    if free:
        return _text(value)
    near = get_close_matches(said, [_key(it.label) for it in choices], n=1)
    meant = next((it.label for it in choices if near and _key(it.label) == near[0]), "")
    shown = str(value)[:60]
    if meant:
        raise _Unreadable(f"there is no {shown}: did you mean {meant}?")
    raise _Unreadable(f"there is no {shown} to choose.")


def _key(value: Any) -> str:
    return " ".join(str(value).casefold().split())
