"""Places of people's words in messages: free text, and the ids of persons.

A path goes by the names of fields, joined by dots: `rolls.*.label`. `*` is each item of a list or each value of an
object, `@` are the names in an object, and `**` is every text below. Which paths a message has follows from the
types of its fields alone.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel

from domain.kernel.messages import Message
from domain.kernel.terms import Holds, Spelling

Path: TypeAlias = tuple[str, ...]
"""The parts of a path."""

EACH, NAMES, ALL = "*", "@", "**"


@cache
def paths_in(kind: type[Message]) -> Mapping[Path, Holds]:
    """Every path of words in messages of this class, and what stands there."""
    found: dict[Path, Holds] = {}
    for path, holds in _of_model(kind, ()):
        found.setdefault(path, holds)
    return found


@cache
def texts_of(kind: type[Message]) -> tuple[str, ...]:
    """The fields of messages of this class that are one free text each, and never an id."""
    texts = (path[0] for path, holds in paths_in(kind).items() if holds is Holds.TEXT and len(path) == 1)
    return tuple(it for it in texts if Spelling.OR_ID not in kind.model_fields[it].metadata)


def _of_model(kind: type[BaseModel], inside: tuple[type[BaseModel], ...]) -> Iterator[tuple[Path, Holds]]:
    if kind in inside:
        return  # what holds itself: its words are named where it is first met
    for name, field in kind.model_fields.items():
        for path, holds in _of(field.annotation, tuple(field.metadata), (*inside, kind)):
            yield (name, *path), holds


def _of(
    annotation: Any, marks: tuple[Any, ...], inside: tuple[type[BaseModel], ...]
) -> Iterator[tuple[Path, Holds]]:
    marked = next((mark for mark in marks if isinstance(mark, Holds)), None)
    if marked is not None:
        yield ((ALL,) if marked is Holds.COMMAND else ()), marked
        return
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        yield from _of(inner[0], (*annotation.__metadata__, *marks), inside)
    elif origin in (Union, UnionType):
        for each in inner:
            yield from _of(each, (), inside)
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield from _of_model(annotation, inside)
    elif origin in (tuple, list, set, frozenset):
        for each in inner:
            if each is not Ellipsis:
                yield from _below(EACH, each, inside)
    elif origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        names, values = inner
        for path, holds in _of(names, (), inside):
            if path == ():
                yield (NAMES,), holds
        yield from _below(EACH, values, inside)
    elif hasattr(annotation, "__value__"):  # a name for a type
        yield from _of(annotation.__value__, marks, inside)


def _below(part: str, annotation: Any, inside: tuple[type[BaseModel], ...]) -> Iterator[tuple[Path, Holds]]:
    for path, holds in _of(annotation, (), inside):
        yield (part, *path), holds


def has_text_at(value: Any, path: Path, depth: int = 0) -> bool:
    """True if any text stands at a path of a JSON value, from its part at `depth` on."""
    if depth == len(path):
        return isinstance(value, str) and value != ""
    part = path[depth]
    if part in (ALL, NAMES):
        return next(texts_at(value, path[depth:]), None) is not None
    if type(value) is dict:
        if part == EACH:
            return any(has_text_at(each, path, depth + 1) for each in value.values())
        return part in value and has_text_at(value[part], path, depth + 1)
    if type(value) is list and part == EACH:
        name = path[depth + 1] if depth + 2 == len(path) else EACH
        if name in (EACH, ALL, NAMES):
            return any(has_text_at(each, path, depth + 1) for each in value)
        for each in value:  # so it is nearly always
            if type(each) is dict and (text := each.get(name)) and isinstance(text, str):
                return True
    return False


def texts_at(value: Any, path: Path) -> Iterator[str]:
    """Every text that stands at a path of a JSON value; an empty one says nothing."""
    if not path:
        if isinstance(value, str) and value:
            yield value
        return
    part, rest = path[0], path[1:]
    if part == ALL:
        yield from _every_text(value)
    elif isinstance(value, dict):
        if part == NAMES:
            yield from value
        elif part == EACH:
            for each in value.values():
                yield from texts_at(each, rest)
        elif part in value:
            yield from texts_at(value[part], rest)
    elif isinstance(value, list) and part == EACH:
        for each in value:
            yield from texts_at(each, rest)


def _every_text(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value:
        yield value
    elif isinstance(value, (dict, list)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _every_text(each)
