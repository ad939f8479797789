"""Draws a form with Streamlit's widgets. The one module of this package that draws."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import streamlit as st

from dashboard.forms.text import LONGEST_SENTENCE, cut, labels_with_details, number_of, plain, shown, unique_labels
from domain.kernel.messages import Command
from exchange.command_forms.fields import UNSET, CommandForm, Field, Shape, value_in_words
from exchange.command_forms.reading import Checked, check, read, row_count, row_fields

FEW = 6
"""Up to so many short choices lie open; more of them, or longer ones, fold into a list."""
SHORT_LABEL = 26
FAR = 2**53 - 1
SHORT = 5
"""A text that begins with more lines than these is a file, and has room to be read in."""
NARROW = 34
"""Open choices of so many letters in all fit beside another field."""
_BESIDE = frozenset({Shape.CHOICE, Shape.NUMBER, Shape.FLAG, Shape.SLUG, Shape.NUMBERS})
"""Shapes that fit two to a line."""


class FormWidgets:
    """One opening of a form: its widgets, told apart from every other opening by `ticket`."""

    def __init__(self, form: CommandForm, ticket: str, names: Mapping[str, str]) -> None:
        self.form = form
        self.ticket = ticket
        self.names = names
        self._tight = False
        """Inside the rows of a list, where space is dear."""

    def key(self, place: str) -> str:
        """The widget key of a place."""
        return f"{self.ticket}|{place}"

    def value_of(self, place: str) -> object:
        """The value filled in at a place; `UNSET` where nothing was drawn."""
        return st.session_state.get(self.key(place), UNSET)

    def held(self) -> str:
        """The content of the form, to compare with what it held before."""
        return repr(read(self.form, self.value_of))

    def checked(self, command: type[Command]) -> Checked:
        """The command in it, or what is missing and what is amiss."""
        return check(self.form, command, read(self.form, self.value_of))

    def draw(self) -> None:
        """Every open field, in the schema's order; those that may be left alone fold away at the end."""
        self._fields(self.form.open_fields, "")

    def _fields(self, fields: Sequence[Field], at: str) -> None:
        first = [field for field in fields if field.open and (field.required or _worth_showing(field))]
        later = [field for field in fields if field.open and field not in first]
        self._in_lines(first, at)
        if not later:
            return
        if not first:
            self._in_lines(later, at)
            return
        words = ", ".join(field.label.lower() for field in later)
        with st.expander(plain(f"More: {words}"), expanded=False):
            self._in_lines(later, at)

    def _in_lines(self, fields: Sequence[Field], at: str) -> None:
        waiting = list(fields)
        while waiting:
            beside = [waiting.pop(0)]
            if _narrow(beside[0]) and waiting and _narrow(waiting[0]):
                beside.append(waiting.pop(0))
            columns = st.columns(len(beside)) if len(beside) > 1 else [st.container()]
            for column, field in zip(columns, beside, strict=True):
                with column:
                    self._field(field, f"{at}.{field.name}" if at else field.name)

    def _field(self, field: Field, place: str) -> None:
        match field.shape:
            case Shape.OBJECT:
                self._heading(field)
                with st.container(border=True):
                    draw = self._in_lines if field.sparse else self._fields
                    draw(field.parts, place)
            case Shape.ROWS:
                self._rows(field, place)
            case Shape.VARIANT:
                chosen = self._choice(replace(field, initial=UNSET), f"{place}.?")
                if isinstance(chosen, int):
                    with st.container(border=True):
                        self._fields(field.parts[chosen].parts, place)
            case _:
                _WIDGETS[field.shape](self, field, place)

    def _heading(self, field: Field) -> None:
        st.markdown(f"**{plain(field.label)}**", help=plain(field.help, 600) or None)

    def _rows(self, field: Field, place: str) -> None:
        count = row_count(field, place, self.value_of)
        self._heading(field)
        for row in range(count):
            with st.container(border=True, key=f"row-{self.key(place)}-{row}", gap="xsmall"):
                parts = row_fields(field, row)
                settled = [
                    cut(value_in_words(part.settled, self.names))
                    for part in parts
                    if part.settled is not UNSET and not part.made
                ]
                number = str(row + 1) if settled else number_of(row, count)
                st.html(f'<p class="form-row"><b>{number}</b> {shown(", ".join(settled))}</p>')
                self._tight = True
                self._row(parts, f"{place}.{row}")
                self._tight = False
        more, fewer, _ = st.columns([2, 2, 3])
        if field.most is None or count < field.most:
            self._resize(more, "Add one", place, count + 1)
        if count > field.least:
            self._resize(fewer, "Take one away", place, count - 1)

    def _row(self, parts: Sequence[Field], at: str) -> None:
        """One row: what is chosen on a line or two, then what is written, the rest behind a button."""
        if not parts[0].name:
            self._field(parts[0], at)
            return
        first = [part for part in parts if part.open and (part.required or _worth_showing(part))]
        written = [part for part in first if part.shape in (Shape.TEXT, Shape.LONG_TEXT)]
        chosen = [part for part in first if part not in written]
        later = [part for part in parts if part.open and part not in first]
        for two in _in_twos(chosen):
            for column, part in zip(st.columns([3, 2][: len(two)]), two, strict=True):
                with column:
                    self._field(part, f"{at}.{part.name}")
        last = st.columns([5, 1], vertical_alignment="bottom") if later else [st.container()]
        for part in written:
            with last[0]:
                self._field(part, f"{at}.{part.name}")
        if later:
            with last[-1], st.popover("More", type="tertiary"):
                self._in_lines(later, at)

    def _resize(self, column: Any, label: str, place: str, count: int) -> None:
        def resize() -> None:
            st.session_state[self.key(f"{place}.#")] = count

        key = f"{self.key(place)}|{label}"
        column.button(label, key=key, on_click=resize, type="tertiary")

    def _common(self, field: Field, place: str) -> dict[str, Any]:
        return {
            "label": plain(field.label, LONGEST_SENTENCE),
            "key": self.key(place),
            "help": plain(field.help, 600) or None,
            "persist_state": "session",
        }

    def _choice(self, field: Field, place: str) -> Any:
        values = [choice.value for choice in field.choices]
        labels = labels_with_details(field.choices)
        initial = field.initial if field.initial in values else None
        if initial is None and field.required and len(values) == 1:
            initial = values[0]
        common, folded = self._common(field, place), self._tight and _may_stay_empty(field)
        bare = dict(zip(values, unique_labels(field.choices), strict=True))
        if not folded and not _fit(labels) and _fit(bare):
            labels = bare  # what lies open is chosen at a glance: what each does stands in the help
            does = [f"{it.label}: {it.detail}." for it in field.choices if it.detail]
            common["help"] = plain(" ".join([field.help, *does]).strip(), 600) or None
        if not folded and _fit(labels):
            return st.pills(
                options=values,
                default=initial,
                format_func=lambda value: plain(labels[value]),
                wrap=True,
                **common,
            )
        return st.selectbox(
            options=values,
            index=values.index(initial) if initial is not None else None,
            format_func=lambda value: labels[value],
            placeholder="Choose",
            **common,
        )

    def _slug(self, field: Field, place: str) -> None:
        if field.follows or not field.choices:
            hint = f"from the {field.follows}, unless you write one" if field.follows else "such as old-sabre"
            st.text_input(placeholder=hint, live="300ms", **self._common(field, place))
            return
        self._suggested(field, place)

    def _suggested(self, field: Field, place: str) -> None:
        """Draw a choice of what is often written there, with room for anything else."""
        values = [choice.value for choice in field.choices]
        labels = labels_with_details(field.choices)
        st.selectbox(
            options=values,
            index=None,
            format_func=lambda value: labels.get(value, value),
            accept_new_options=field.free,
            placeholder="Choose, or write a new one" if field.free else "Choose",
            **self._common(field, place),
        )

    def _text(self, field: Field, place: str) -> None:
        if field.choices:
            self._suggested(field, place)
            return
        initial = field.initial if isinstance(field.initial, str) else ""
        hint = f"such as {field.example}" if field.example else None
        how: dict[str, Any] = {"value": initial, "placeholder": hint, "live": "300ms"} | self._common(field, place)
        if self._tight:
            how |= {"label_visibility": "collapsed", "placeholder": hint or cut(field.help or field.label)}
        st.text_input(**how)

    def _long_text(self, field: Field, place: str) -> None:
        initial = field.initial if isinstance(field.initial, str) else ""
        height = 320 if initial.count("\n") > SHORT else 80
        st.text_area(value=initial, height=height, **self._common(field, place))

    def _number(self, field: Field, place: str) -> None:
        initial = field.initial if isinstance(field.initial, int) else None
        st.number_input(
            value=initial,
            min_value=_bound(field.low),
            max_value=_bound(field.high),
            step=1,
            **self._common(field, place),
        )

    def _flag(self, field: Field, place: str) -> None:
        st.toggle(value=bool(field.initial), **self._common(field, place))

    def _many(self, field: Field, place: str) -> None:
        values = [choice.value for choice in field.choices]
        labels = labels_with_details(field.choices)
        write = f"Write, such as {field.example}, and Enter" if field.example else "Write, and Enter"
        initial = field.initial if isinstance(field.initial, list | tuple) else ()
        st.multiselect(
            options=values,
            default=[value for value in initial if value in values],
            format_func=lambda value: labels.get(value, value),
            accept_new_options=field.free,
            max_selections=field.most,
            placeholder="Choose" if values else write,
            **self._common(field, place),
        )

    def _numbers(self, field: Field, place: str) -> None:
        st.text_input(placeholder="4 6 8", live="300ms", **self._common(field, place))

    def _pairs(self, field: Field, place: str) -> None:
        st.text_area(placeholder="name = value, one a line", height=80, **self._common(field, place))

    def _json(self, field: Field, place: str) -> None:
        st.text_area(placeholder='JSON, such as ["one", "two"]', height=80, **self._common(field, place))


_WIDGETS: Mapping[Shape, Any] = {
    Shape.TEXT: FormWidgets._text,
    Shape.LONG_TEXT: FormWidgets._long_text,
    Shape.SLUG: FormWidgets._slug,
    Shape.NUMBER: FormWidgets._number,
    Shape.FLAG: FormWidgets._flag,
    Shape.CHOICE: FormWidgets._choice,
    Shape.MANY: FormWidgets._many,
    Shape.NUMBERS: FormWidgets._numbers,
    Shape.PAIRS: FormWidgets._pairs,
    Shape.JSON: FormWidgets._json,
}


def settled_words(
    form: CommandForm, names: Mapping[str, str], called: Mapping[str, Mapping[str, str]] = MappingProxyType({})
) -> list[tuple[str, str]]:
    """The values that the offer has settled, as (label, words), as far as they differ from what would stand
    there anyway. `called` are the words for values of a field, where the form has its own.

    The id of what is yet to be made is nobody's business.
    """
    return [
        (
            field.label,
            value_in_words(
                field.settled,
                {**names, **{str(it.value): it.label for it in field.choices}, **called.get(field.name, {})},
            ),
        )
        for field in form.settled
        if field.settled not in (None, "", (), [], {})
        and field.settled != field.initial
        and not (field.made or field.name == "id")
    ]


def _fit(labels: Mapping[Any, str]) -> bool:
    """True if the labels are few and short enough to lie open."""
    return len(labels) <= FEW and all(len(label) <= SHORT_LABEL for label in labels.values())


def _bound(limit: int | None) -> int | None:
    """A limit as far as a browser can count."""
    return None if limit is None else max(-FAR, min(limit, FAR))


def _narrow(field: Field) -> bool:
    """True if a field leaves room for another beside it."""
    if field.shape is Shape.CHOICE and len(field.choices) <= FEW:
        return sum(len(label) + 4 for label in unique_labels(field.choices)) <= NARROW
    return field.shape in _BESIDE


def _in_twos(fields: Sequence[Field]) -> Iterator[Sequence[Field]]:
    """Fields of a row, two to a line; one whose choices are long has a line of its own."""
    waiting = list(fields)
    while waiting:
        both = len(waiting) > 1 and not any(map(_is_wide, waiting[:2]))
        yield waiting[: 1 + both]
        del waiting[: 1 + both]


def _is_wide(field: Field) -> bool:
    """True for a choice of which a label is longer than what half a line shows of it."""
    labels = labels_with_details(field.choices) if field.shape is Shape.CHOICE else {}
    return not _fit(labels) and any(len(label) > SHORT_LABEL for label in labels.values())


def _may_stay_empty(field: Field) -> bool:
    return not (field.required or field.asked) and field.initial in (UNSET, None, "", [])


def _worth_showing(field: Field) -> bool:
    """A field that a command can do without shows at once where the rules want it, where there is something to
    choose, or where a group has no other.
    """
    if field.shape in (Shape.CHOICE, Shape.MANY) and field.choices:
        return True
    return field.asked or field.shape in (Shape.FLAG, Shape.ROWS)
