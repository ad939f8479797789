"""The values of a form that was laid by hand: what its widgets hold, by field, and what it began with."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard.forms.drafts import DRAFTS, DraftKey
from dashboard.forms.layout_parts import lines_of, places_of, without
from domain.kernel.forms.filling import Filled, Refers, fill
from domain.kernel.forms.layouts import Choices, Part, Paste, Slots, Spread, Written, questions
from domain.kernel.forms.line_grammar import LineProblem
from domain.kernel.offers import Choice

_UNDRAWN = object()


class LaidValues:
    """The values of one opening of a laid form, told apart from every other opening by `ticket`."""

    def __init__(
        self,
        parts: Sequence[Part],
        ticket: str,
        refers: Refers,
        draft: DraftKey,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        self.parts = tuple(parts)
        self.ticket = ticket
        self._refers = refers
        self._draft = draft
        kept = DRAFTS.of(draft)
        self.has_draft = bool(kept)
        """True if something was written before it was opened."""
        self._before = {**places_of(self.parts, initial or {}), **kept}

    def key(self, place: str) -> str:
        """The widget key of a place."""
        return f"{self.ticket}|{place}"

    def raw(self) -> dict[str, Any]:
        """The values filled in now, by field, as they were written."""
        return self._raw(self.parts, "")

    def read(self) -> Filled:
        """The answers in it, and every fault."""
        return fill(self.parts, self.raw(), self._refers)

    def forget(self) -> None:
        """It was recorded: nothing is left of it."""
        DRAFTS.forget(self._draft)

    def _held_by(self, parts: Iterable[Part], at: str) -> dict[str, Any]:
        """The values of places that are not drawn just now, by place: a draft holds them as well."""
        held: dict[str, Any] = {}
        for part in questions(parts):
            place = f"{at}.{part.field}"
            match part:
                case Spread():
                    for it in self._choices(part.over):
                        held[f"{place}.{it.value}"] = self._value(f"{place}.{it.value}")
                case Slots():
                    continue
                case _:
                    held[place] = self._value(place)
        return held

    def _slot_count(self, part: Slots, place: str) -> int:
        if part.exactly is not None:
            return part.exactly
        held = st.session_state.get(self.key(f"{place}.##"), self._before.get(f"{place}.##"))
        return max(int(held) if isinstance(held, int) else 0, part.least, 1)

    def _raw(self, parts: Iterable[Part], at: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for part in questions(parts):
            place = f"{at}.{part.field}" if at else part.field
            match part:
                case Spread():
                    choices = self._choices(part.over)
                    found[part.field] = {str(it.value): self._value(f"{place}.{it.value}") or 0 for it in choices}
                case Slots(line=None):
                    count = self._slot_count(part, place)
                    found[part.field] = [self._raw(part.parts, f"{place}.{number}") for number in range(count)]
                case Slots():
                    found[part.field] = self._raw_slots(part, place)
                case _:
                    found[part.field] = self._value(place)
        return found

    def _raw_slots(self, part: Slots, place: str) -> list[Any]:
        line = part.line
        assert line is not None
        text = str(self._value(f"{place}.#") or "")
        extra = tuple(without(part.parts, line.fields()))
        rows: list[Any] = []
        for number, one in enumerate(it for it in text.splitlines() if it.strip()):
            try:
                read = line.read(one)
            except LineProblem:
                rows.append(one)
                continue
            row = {line.head.name: read} if isinstance(read, str) else dict(read)
            rows.append({**row, **self._raw(extra, f"{place}.{number}")})
        return rows

    def _value(self, place: str) -> Any:
        held = st.session_state.get(self.key(place), _UNDRAWN)
        return self._before.get(place) if held is _UNDRAWN else held

    def _start(self, place: str, otherwise: Any) -> Any:
        """The value that a widget begins with; nothing is handed over for one that holds its own value already."""
        before = self._before.get(place)
        return otherwise if before is None else before

    def _choices(self, of: Choices) -> tuple[Choice, ...]:
        if isinstance(of, Written):
            return tuple(Choice(name, name) for name in self._written(of.field))
        return tuple(self._refers(of)) if isinstance(of, str) else of

    def _written(self, name: str) -> list[str]:
        """The names that stand in the lines or slots of another field."""
        for part in questions(self.parts):
            if part.field != name:
                continue
            value = self._raw([part], "").get(name)
            rows = lines_of(part.line, str(value or ""))[0] if isinstance(part, Paste) else value
            if not isinstance(rows, list):
                return []
            names = [row if isinstance(row, str) else str(row.get("name") or "") for row in rows]
            return list(dict.fromkeys(it for it in names if it))
        return []
