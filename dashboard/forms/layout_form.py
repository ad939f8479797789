"""Draws a form that was laid by hand.

Each part is one widget, or a few; its place is the path of its field (`supporting.2.plan`). What is filled in is
kept as a draft at each draw, and comes back with the form after a reload.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import streamlit as st

from dashboard.forms.drafts import DRAFTS
from dashboard.forms.folding import FoldedForm, Standing, below_lines, change_words, portions_of, summary_of
from dashboard.forms.layout_parts import ABREAST, in_columns, lines_of, of_one_line, said_lines
from dashboard.forms.layout_values import LaidValues
from dashboard.forms.text import cut, labels_with_details, number_of, plain, shown
from domain.kernel.forms.layouts import (
    Asked,
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
)
from domain.kernel.forms.line_grammar import Line
from domain.kernel.offers import Choice

FEW = 6
"""Up to so many short choices lie open; more of them, or longer ones, fold into a list."""
SHORT_LABEL = 26
HEAD, ROW = "rows-head", "rows-row"
"""The beginning of the keys of rows: where they are as wide as a table, only the first shows its labels."""
LINE_HEIGHT = 26
TALLEST = 420
"""Pixels of a text area: a line each, and so high at most."""
LINE, PILL = 64, 6
"""Letters in a line of a form, and what stands around the words of a choice."""
FAR = 2**31


class LaidForm(LaidValues):
    """The widgets of one opening of a laid form."""

    _drawn: dict[str, Any]
    _folded: frozenset[str]
    """The places of portions that are a line each."""
    _lacking: frozenset[str]

    def draw(self) -> None:
        """Every part in its order; what is rarely needed folds away at the end."""
        self._drawn = {}
        self._fold()
        self._parts(self.parts, "")
        self._folds.keep(portions_of(self.parts, self.raw(), ()))
        DRAFTS.keep(self._draft, {place: value for place, value in self._drawn.items() if not _empty(value)})

    def _fold(self) -> None:
        """Fold what is done, and what others come before."""
        portions = tuple(portions_of(self.parts, self.raw(), self.read().faults))
        self._folded = self._folds.fold(portions)
        self._lacking = frozenset(it.at for it in portions if it.standing is Standing.LACKING)

    @property
    def _folds(self) -> FoldedForm:
        folds: FoldedForm = st.session_state.setdefault(f"folds|{self.ticket}", FoldedForm())
        return folds

    def _open(self, at: str) -> None:
        self._folds.current = at

    def _line(self, part: Slots, at: str, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """A portion as one line, with the button that opens it."""
        words = change_words(part, name, lacks=at in self._lacking)
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key=self.key(f"{at}-line")):
            st.button(
                plain(words),
                key=self.key(f"{at}-change"),
                on_click=self._open,
                args=(at,),
                type="tertiary",
                icon=":material/edit:" if at in self._lacking else ":material/check:",
                width="content",
            )
            if said := summary_of(part.parts if not name else below_lines(part), rows):
                st.html(f'<p class="form-done">{shown(said, 200)}</p>')

    def _parts(self, parts: Iterable[Part | tuple[Asked, ...]], at: str) -> None:
        """Each part below the one before; those in a tuple stand side by side, where there is room."""
        aside: list[Group] = []
        for part in parts:
            if isinstance(part, tuple):
                for column, one in zip(
                    st.columns(max(len(part), ABREAST), vertical_alignment="bottom"), part, strict=False
                ):
                    with column:
                        self._part(one, f"{at}.{one.field}" if at else one.field)
            elif not isinstance(part, Group):
                self._part(part, f"{at}.{part.field}" if at else part.field)
            elif part.aside:
                aside.append(part)
            elif self._shows(part, at):
                st.html(f'<h3 class="form-group">{shown(part.title)}</h3>')
                self._parts(part.parts, at)
        for group in aside:
            if self._shows(group, at):
                fold = self.key(f"{at}?{group.title}")
                with st.expander(plain(group.title), expanded=False, key=fold):
                    self._parts(in_columns(group.parts), at)

    def _shows(self, group: Group, at: str) -> bool:
        if group.when is None:
            return True
        name, values = group.when
        asked = self._value(f"{at}.{name}" if at else name)
        return asked in values or (asked is None and None in values)

    def _part(self, part: Question, place: str) -> None:
        match part:
            case Write():
                value = self._write(part, place)
            case Count():
                value = self._count(part, place)
            case Tick():
                value = st.toggle(value=bool(self._start(place, part.initial)), **self._common(part, place))
            case Pick() | Weigh():
                value = self._pick(part, place)
            case Spread():
                self._spread(part, place)
                return
            case Paste():
                value = self._paste(part, part.line, place)
            case Slots():
                self._slots(part, place)
                return
            case _:
                raise TypeError(type(part).__name__)
        self._drawn[place] = value

    def _common(self, part: Question, place: str) -> dict[str, Any]:
        return {
            "label": plain(label_of(part)),
            "key": self.key(place),
            "help": plain(part.help, 600) or None,
            "persist_state": "session",
        }

    def _write(self, part: Write, place: str) -> Any:
        begun = str(self._start(place, "") or "")
        if part.suggest and (isinstance(part.suggest, Written) or self._choices(part.suggest)):
            return self._choose(part, place, self._choices(part.suggest), free=True)
        hint = f"such as {part.example}" if part.example else None
        if part.long:
            return st.text_area(value=begun, height=80, placeholder=hint, **self._common(part, place))
        return st.text_input(value=begun, placeholder=hint, live="300ms", **self._common(part, place))

    def _count(self, part: Count, place: str) -> Any:
        begun = self._start(place, part.initial)
        return st.number_input(
            value=begun if isinstance(begun, int) else None,
            min_value=max(part.least, -FAR),
            max_value=min(part.most, FAR) if part.most is not None else None,
            step=1,
            **self._common(part, place),
        )

    def _pick(self, part: Pick | Weigh, place: str) -> Any:
        choices: Sequence[Choice] = self._choices(part.of)
        free = isinstance(part, Pick) and part.free
        if isinstance(part, Pick) and part.besides:
            row, own = place.rpartition(".")[0], self._value(place)
            taken = {self._value(f"{row}.{name}" if row else name) for name in part.besides} - {own}
            choices = [it for it in choices if it.value not in taken]
        return self._choose(part, place, choices, many=part.many, free=free)

    def _choose(
        self, part: Question, place: str, choices: Sequence[Choice], *, many: bool = False, free: bool = False
    ) -> Any:
        values = [it.value for it in choices]
        labels = labels_with_details(choices)
        begun = self._start(place, getattr(part, "initial", None))
        common = self._common(part, place)
        if free and not many and not values and not isinstance(getattr(part, "of", None), Written):
            return st.text_input(value=str(begun or ""), live="300ms", **common)  # a list of nothing finds nothing
        lying_open = not free and _lie_open([*labels.values()])
        if many:
            chosen = [it for it in begun if it in values or free] if isinstance(begun, list | tuple) else []
            if lying_open:
                return st.pills(
                    options=values,
                    default=chosen,
                    selection_mode="multi",
                    wrap=True,
                    format_func=lambda it: plain(labels[it]),
                    **common,
                )
            return st.multiselect(
                options=values,
                default=chosen,
                accept_new_options=free,
                placeholder="Choose" if values or not free else "Write, and Enter",
                format_func=lambda it: labels.get(it, str(it)),
                **common,
            )
        if begun is None and part.required and len(values) == 1 and not free:
            begun = values[0]
        if lying_open:
            return st.pills(
                options=values,
                default=begun if begun in values else None,
                wrap=True,
                format_func=lambda it: plain(labels[it]),
                **common,
            )
        if free and begun not in values and isinstance(begun, str) and begun:
            values = [*values, begun]
        return st.selectbox(
            options=values,
            index=values.index(begun) if begun in values else None,
            format_func=lambda it: labels.get(it, str(it)),
            accept_new_options=free,
            placeholder="Choose, or write a new one" if free else "Choose",
            **common,
        )

    def _spread(self, part: Spread, place: str) -> None:
        choices = self._choices(part.over)
        st.html(f'<p class="form-label">{shown(label_of(part))}</p>')
        if part.help:
            st.caption(plain(part.help, 600))
        places = {str(it.value): f"{place}.{it.value}" for it in choices}
        if part.presets:
            with st.container(horizontal=True, gap="small"):
                for name, spread in part.presets.items():
                    st.button(
                        plain(name),
                        key=self.key(f"{place}?{name}"),
                        on_click=self._preset,
                        args=(places, dict(spread)),
                        type="tertiary",
                    )
        total = 0
        with st.container(horizontal=True, gap="small", key=self.key(f"{place}-spread")):
            for it in choices:
                begun = self._start(places[str(it.value)], part.initial)
                value = st.number_input(
                    plain(it.label),
                    key=self.key(places[str(it.value)]),
                    min_value=part.least,
                    max_value=part.most,
                    value=begun if isinstance(begun, int) else part.initial,
                    step=1,
                    width=150,
                    help=plain(it.detail, 300) or None,
                    persist_state="session",
                )
                self._drawn[places[str(it.value)]] = value
                total += int(value or 0)
        if part.total is not None:
            left = part.total - total
            words = f"{left} left" if left > 0 else "All are spread" if left == 0 else f"{-left} too many"
            st.caption(f"{total} of {part.total}. {words}.")

    def _preset(self, places: Mapping[str, str], spread: Mapping[str, int]) -> None:
        for value, place in places.items():
            st.session_state[self.key(place)] = int(spread.get(value, 0))

    def _paste(self, part: Paste | Slots, line: Line, place: str) -> str:
        need = part.exactly if isinstance(part, Slots) and part.exactly else max(part.least, 2)
        value = st.text_area(
            value=str(self._start(place, "") or ""),
            height=min(TALLEST, 34 + LINE_HEIGHT * max(need, 2)),
            placeholder=f"One a line, such as\n{line.example}",
            **self._common(part, place),
        )
        rows, wrong = lines_of(line, str(value or ""))
        if wrong:
            st.html(f'<p class="problem">{shown(wrong)}</p>')
        elif rows:
            st.caption(plain(said_lines(part, line, rows), 400))
        return str(value or "")

    def _slots(self, part: Slots, place: str) -> None:
        extra = below_lines(part)
        if part.line is not None:
            text = self._paste(part, part.line, f"{place}.#")
            self._drawn[f"{place}.#"] = text
            rows, _ = lines_of(part.line, text)
            if not extra:
                return
            for number, row in enumerate(rows):
                name = row if isinstance(row, str) else str(row.get(part.line.head.name, ""))
                at = f"{place}.{number}"
                if at in self._folded:
                    self._drawn |= self._held_by(extra, at)
                    self._line(part, at, name, [self._raw(extra, at)])
                    continue
                with st.container(border=True, gap="xsmall", key=self.key(f"{place}-{number}-row")):
                    st.html(f'<p class="form-row"><b>{number + 1}</b> {shown(cut(name))}</p>')
                    self._parts(self._in_lines(extra), at)
            return
        count = self._slot_count(part, place)
        if place in self._folded:
            for number in range(count):
                self._drawn |= self._held_by(part.parts, f"{place}.{number}")
            self._drawn[f"{place}.##"] = count
            self._line(part, place, "", [self._raw(part.parts, f"{place}.{number}") for number in range(count)])
            return
        st.html(f'<h3 class="form-group">{shown(label_of(part))}</h3>')
        if part.help:
            st.caption(plain(part.help, 600))
        self._rows(part, place, count)
        if part.exactly is None and (part.most is None or count < part.most):
            st.button(
                "Add one",
                key=self.key(f"{place}-more"),
                on_click=self._resize,
                args=(place, count + 1),
                type="tertiary",
                icon=":material/add:",
            )
        self._drawn[f"{place}.##"] = count

    def _rows(self, part: Slots, place: str, count: int) -> None:
        """The places, each in a box of its own; what is of one line only is a row of a table, headed once, if its
        words have room side by side.
        """
        asked = [it for it in part.parts if not isinstance(it, Group)]
        beside = max(len(asked), 1)
        if all(map(of_one_line, part.parts)) and not any(self._is_wide(it, beside) for it in asked):
            for number in range(count):
                row = self.key(f"{place}-{number}-row")
                with (
                    st.container(gap=None, key=row),
                    st.container(gap="xsmall", key=f"{ROW if number else HEAD}-{row}"),
                ):
                    self._flat_row(part, place, number)
            return
        for number in range(count):
            with st.container(border=True, gap="xsmall", key=self.key(f"{place}-{number}-row")):
                st.html(f'<p class="form-row"><b>{number_of(number, count)}</b></p>')
                self._parts(self._in_lines(part.parts), f"{place}.{number}")

    def _in_lines(self, parts: Iterable[Part]) -> Iterator[Part | tuple[Asked, ...]]:
        """Short fields side by side; what needs a whole line has it."""
        for wide, some in groupby(parts, key=lambda it: self._is_wide(it, ABREAST)):
            if wide:
                yield from some
                continue
            for one in in_columns(some):
                yield one[0] if isinstance(one, tuple) and len(one) == 1 and isinstance(one[0], Write) else one

    def _is_wide(self, part: Part, beside: int) -> bool:
        """True for a choice whose words have no room in a line for so many fields."""
        if not isinstance(part, Pick | Weigh):
            return False
        labels, room = [*labels_with_details(self._choices(part.of)).values()], LINE // beside
        if not (isinstance(part, Pick) and part.free) and _lie_open(labels):
            return sum(len(it) + PILL for it in labels) > 2 * room
        return max(map(len, labels), default=0) + PILL > room

    def _flat_row(self, part: Slots, place: str, number: int) -> None:
        at, asked = f"{place}.{number}", [it for it in part.parts if not isinstance(it, Group)]
        for column, one in zip(st.columns(len(asked), vertical_alignment="bottom"), asked, strict=True):
            with column:
                self._part(one, f"{at}.{one.field}")
        for group in part.parts:
            if isinstance(group, Group) and self._shows(group, at):
                self._parts(group.parts, at)

    def _resize(self, place: str, count: int) -> None:
        st.session_state[self.key(f"{place}.##")] = count


def _lie_open(labels: Sequence[str]) -> bool:
    """True if these are few and short enough to lie open."""
    return 0 < len(labels) <= FEW and all(len(it) <= SHORT_LABEL for it in labels)


def _empty(value: Any) -> bool:
    return value is None or value == "" or value == [] or value == {}
