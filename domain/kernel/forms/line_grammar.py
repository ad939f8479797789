"""One thing in one line, as people jot it down: `Salt Gate: Watchful Guards*, Old Stones`.

A line is a head and perhaps, after a colon, items between commas. An item is a name, which may carry a number
(`Hush 2`), dice (`Smith d12`, `Smash 2d`) and marks (`Old Stones*`), each of which stands for a field. A name with
a comma, a colon or a mark of its own is written between double quotes.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

_NO_MARKS: Mapping[str, str] = MappingProxyType({})
_NUMBER = re.compile(r"^(.*?)(?:[ ]+|[ ]*[:=][ ]*)([+-]?\d{1,9})$")
_DIE = re.compile(r"^(.*?)[ ]+d(\d{1,3})$")
_POOL = re.compile(r"^(.*?)[ ]+(\d{1,3})d$")


class LineProblem(ValueError):
    """A line that cannot be read. The message is one plain sentence without its full stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One name with the numbers and texts it may carry, and the fields they go into.

    An item with a `name` only is read as a text. With any other field it is read as a mapping of fields.
    """

    name: str = "name"
    number: str | None = None
    """The field for a number after the name: `Hush 2`, `Hush: 2`, `Hush=2`. Left out where none is written."""
    die: str | None = None
    """The field for the size of a die after the name: `Smith d12`."""
    pool: str | None = None
    """The field for a number of dice after the name: `Smash 2d`."""
    marks: Mapping[str, str] = field(default_factory=lambda: _NO_MARKS)
    """The fields of the marks that may follow, by mark: `{"*": "hard"}`."""

    @property
    def is_text(self) -> bool:
        """True if it carries nothing but its name."""
        return not (self.number or self.die or self.pool or self.marks)

    def read(self, text: str) -> Any:
        """The item in this text. Raises `LineProblem`."""
        found: dict[str, Any] = {}
        rest, marked = text.strip(), True
        while marked and not rest.endswith('"'):
            marked = False
            for mark, field_marked in self.marks.items():
                if rest.endswith(mark):
                    found[field_marked], rest, marked = True, rest[: -len(mark)].rstrip(), True
        for pattern, into in ((_POOL, self.pool), (_DIE, self.die), (_NUMBER, self.number)):
            if into is not None and (match := pattern.match(rest)):
                rest, found[into] = match[1].rstrip(), int(match[2])
                break
        name = _unquoted(rest)
        if not name:
            raise LineProblem("a name is missing")
        return name if self.is_text else {self.name: name, **found}

    def write(self, value: Any) -> str:
        """The text that is read as this value."""
        if isinstance(value, str):
            return self._quoted(value)
        words = self._quoted(str(value[self.name]))
        if self.pool and value.get(self.pool) is not None:
            words += f" {value[self.pool]}d"
        elif self.die and value.get(self.die) is not None:
            words += f" d{value[self.die]}"
        elif self.number and value.get(self.number) is not None:
            words += f" {value[self.number]}"
        return words + "".join(mark for mark, into in self.marks.items() if value.get(into))

    def _quoted(self, name: str) -> str:
        try:
            plain = not re.search(r'[,:"\n]', name) and self.read(name) == (
                name if self.is_text else {self.name: name}
            )
        except LineProblem:
            plain = False
        return name if plain else '"' + name.replace('"', "”") + '"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line as a form describes it: the head, the field its items go into, and a line to show as an example."""

    example: str
    head: Item = field(default_factory=Item)
    items: str | None = None
    """The field that the items after the colon go into; None: there are none."""
    item: Item = field(default_factory=Item)
    rest: str | None = None
    """The field that everything after the colon goes into as one text, where there are no items."""

    @property
    def is_text(self) -> bool:
        """True if a line is nothing but a name."""
        return self.items is None and self.rest is None and self.head.is_text

    def read(self, text: str) -> Any:
        """The value a line says: a text, or a mapping of fields. Raises `LineProblem`."""
        parts = _split(text, ":") if self.items is not None or self.rest is not None else [text]
        head = self.head.read(parts[0])
        if self.items is None and self.rest is None:
            return head
        found: dict[str, Any] = {self.head.name: head} if isinstance(head, str) else head
        if self.items is None and self.rest is not None:
            if said := _unquoted(":".join(parts[1:])):
                found[self.rest] = said
        elif self.items is not None and len(parts) > 1:
            listed = _split(":".join(parts[1:]), ",")
            found[self.items] = [self.item.read(one) for one in listed if one.strip()]
        return found

    def write(self, value: Any) -> str:
        """The line that is read as this value."""
        if isinstance(value, str):
            return self.head.write(value)
        name = value[self.head.name] if self.head.is_text else value
        head = self.head.write(name)
        if self.items is None:
            said = value.get(self.rest) if self.rest is not None else None
            return f"{head}: {said}" if said else head
        if not value.get(self.items):
            return head
        return f"{head}: {', '.join(self.item.write(one) for one in value[self.items])}"

    def fields(self) -> frozenset[str]:
        """The fields that a line can fill."""
        carried = (
            self.head.number,
            self.head.die,
            self.head.pool,
            self.items,
            self.rest,
            *self.head.marks.values(),
        )
        return frozenset({self.head.name, *(one for one in carried if one)})


def _split(text: str, at: str) -> list[str]:
    """Parts between separators that stand outside of double quotes."""
    parts, quoted = [""], False
    for char in text:
        quoted ^= char == '"'
        if char == at and not quoted:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] == '"' else text
