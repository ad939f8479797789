"""Forms laid by hand: the parts of a form, and what its answers come to.

The answers of a form are plain values by field: a text (`Write`, `Pick`), a number (`Count`), true or false
(`Tick`), a list of texts (`Pick` of many), a list of lines as read (`Paste`), a list of mappings (`Slots`),
numbers by name (`Spread`). Screens, table files and programs fill the same answers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from domain.kernel.forms.line_grammar import Line
from domain.kernel.messages import Command
from domain.kernel.offers import Choice
from domain.kernel.people import Asker

Answers: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Written:
    """Choices that are written in the same form: the names in the slots or lines of this field."""

    field: str


Choices: TypeAlias = str | Written | tuple[Choice, ...]
"""The things to pick from: a kind that the game refers to (`Game.references`), names written in the same form,
or these values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A part that asks for something: the field it fills, its label, and whether the rules refuse without it."""

    field: str
    label: str = ""
    """A question or a noun; empty: the field's name in words."""
    help: str = ""
    required: bool = True
    secret: bool = False
    """True if nobody but the GM reads what is filled in here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Write(Question):
    """A text. `suggest` are texts that are often written there; anything else may be.

    With a `line` it is one thing in one line, and the answer is what that says.
    """

    long: bool = False
    suggest: Choices = ()
    example: str = ""
    line: Line | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Question):
    """A whole number, as a stepper."""

    least: int = 0
    most: int | None = None
    initial: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Question):
    """Yes or no, no unless it is ticked."""

    required: bool = False
    initial: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Question):
    """A choice, or several. Answers hold the value; a table file writes the label."""

    of: Choices
    many: bool = False
    initial: str | int | None = None
    free: bool = False
    """Anything else may be written as well."""
    besides: tuple[str, ...] = ()
    """Fields of the same row: what is chosen there is no choice here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weigh(Question):
    """A choice between things that bring something to a roll; each choice's `detail` says what."""

    of: Choices
    many: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread(Question):
    """Points over names: dots over features, dice over actions. `total` None: as many as one likes."""

    over: Choices
    total: int | None = None
    least: int = 0
    most: int | None = None
    initial: int = 0
    presets: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: MappingProxyType({}))
    """Ready spreads by their label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paste(Question):
    """Any number of lines in a text, one thing a line; what was read stands beside it."""

    line: Line
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots(Question):
    """Numbered places with the same parts; lines that are pasted fill them in order."""

    parts: tuple["Part", ...]
    exactly: int | None = None
    least: int = 0
    most: int | None = None
    line: Line | None = None
    label_of: Callable[[Any, Asker], Iterable[str]] | None = None
    """Names for the places where they are settled: one sheet for each. Given the moment and the asker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Parts under a heading. `aside`: folded away, last. `when`: shown only where this field has such a value."""

    title: str
    parts: tuple["Part", ...]
    aside: bool = False
    when: tuple[str, tuple[object, ...]] | None = None


Asked: TypeAlias = Write | Count | Tick | Pick | Weigh | Spread | Paste | Slots
"""A part that asks for something."""
Part: TypeAlias = Asked | Group


@dataclass(frozen=True, slots=True, kw_only=True)
class Instead:
    """Another way to go from a form, which keeps what was written into these fields."""

    command: type[Command]
    label: str
    keeps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The form of one command. Its fields are the command's own; `press` is what the button says."""

    command: type[Command]
    parts: tuple[Part, ...]
    press: str
    title: str = ""
    instead: tuple[Instead, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """A command, and who asks it; None: whoever the step belongs to, else whoever fills in the form."""

    command: Command
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """A form that comes to several commands, stored in one transaction, each a ruling of its own.

    `compile` makes them from the moment, who asks, the subject of the step and the answers, without judging: what
    the rules refuse they refuse. A command may build on those before it, since ids are known beforehand. It raises
    `FormProblem` for what cannot be made a command at all.
    """

    parts: tuple[Part, ...]
    press: str
    compile: Callable[[Any, Asker, str, Answers], Iterable[Command | Request]]
    title: str = ""
    """The heading; the label of its step where this is empty."""
    help: str = ""
    initial: Callable[[Any, Asker, str], Answers] | None = None
    """The answers in the form when it is opened: those entered before, or the usual ones."""
    entered: Callable[[Any, Asker, str], Answers] | None = None
    """The answers entered by it, as a table file says them, where the form opens with others."""
    keeps: bool = False
    """True if the answers stay in the form, once recorded, for as long as its step is not done."""
    says: Callable[[Any, Asker, str, Answers], str] | None = None
    """One line on what has been filled in so far, as far as it can be read: what it costs, and what is left."""


class FormProblem(ValueError):
    """Answers that come to no commands. The message is one plain sentence."""


def questions(parts: Iterable[Part]) -> Iterator[Asked]:
    """Every part that asks for something, through the headings, and not into slots."""
    for part in parts:
        if isinstance(part, Group):
            yield from questions(part.parts)
        else:
            yield part


def label_of(question: Question) -> str:
    """The label of a part: its own, or its field in words."""
    words = question.label or question.field.replace("_", " ")
    return words[:1].upper() + words[1:]
