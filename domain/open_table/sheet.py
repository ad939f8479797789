"""A character's sheet, and the table's own, under the headings of the system file."""

from collections.abc import Iterator

from domain.kernel.sheet import (
    AnyBlock,
    Counter,
    CounterForm,
    DicePool,
    Progress,
    Section,
    Sheet,
    Tag,
    Tags,
    Texts,
)
from domain.kernel.terms import slugify

from .lookup import (
    bounds_told,
    failure_told,
    label_of,
    owner_id,
    standing,
    system_of,
    undeclared,
    value_told,
    values_of,
)
from .phrases import needed_told
from .state import OpenTable, Thing, Values
from .system import model
from .system.system import Declaration
from .terms import TABLE

OTHERWISE = "Sheet"
"""The heading of what the file puts under none."""
NO_LONGER = "No longer declared"


def sheet(state: OpenTable, character: str) -> Sheet:
    """Somebody's sheet; for the page `table`, what is nobody's alone."""
    who = None if character == TABLE else character
    if who is None:
        title, subtitle = "The table", system_of(state).file.title
    else:
        it = state.characters[who]
        title, subtitle = it.name, "" if it.here else "out of play"
    return Sheet(
        character=character, title=title, subtitle=subtitle, page=who is None, sections=sections(state, who)
    )


def sections(state: OpenTable, who: str | None) -> tuple[Section, ...]:
    """The headings of the file, then tracks, what was settled by word, and what is declared no longer."""
    grouped: dict[str, list[AnyBlock]] = {}
    system = system_of(state)
    of = "table" if who is None else "character"
    for key, it in system.declared.items():
        if it.of == of:
            grouped.setdefault(it.group or OTHERWISE, []).extend(blocks(state, who, key, it))
    values = values_of(state, who)
    grouped.setdefault("Clocks and tracks", []).extend(tracks(who, values))
    grouped.setdefault("Settled by word", []).extend(settled(who, values))
    grouped.setdefault(NO_LONGER, []).extend(no_longer(state, who, values))
    return tuple(Section(title, tuple(found)) for title, found in grouped.items() if found)


def blocks(state: OpenTable, who: str | None, key: str, it: Declaration) -> Iterator[AnyBlock]:
    """Blocks that draw a declaration."""
    path, label, values = f"{owner_id(who)}.{key}", it.called(key), values_of(state, who)
    match it:
        case model.Number():
            yield counter(state, who, key, it)
        case model.Derived():
            value = value_told(state, who, key)
            told = f"– ({failure_told(state, who, key)})" if value is None else f"{value}"
            yield Texts(path=path, label=label, texts=(told,))
        case model.Pool():
            held = tuple((size, values.numbers.get(f"{key}_d{size}", 0)) for size in sorted(set(it.sizes)))
            yield DicePool(path=path, label=label, dice=tuple(pair for pair in held if pair[1]))
        case model.Tags() | model.Items():
            good = it.good if isinstance(it, model.Tags) else None
            yield Tags(path=path, label=label, tags=tags_of(values.things.get(key, {}), good))
        case model.Lines():
            if text := values.texts.get(key):
                yield Texts(path=path, label=label, texts=(text,))
        case model.Advance() if it.counts is not None and it.needs is not None:
            have = standing_told(state, who, it.counts)
            yield Progress(path=path, label=label, have=have, need=needed_told(state, who, it), brings=it.brings)


def standing_told(state: OpenTable, who: str | None, number: str) -> int:
    """A number as it stands; 0 where it cannot be worked out."""
    return value_told(state, who, number) or 0


def counter(state: OpenTable, who: str | None, key: str, it: model.Number) -> Counter:
    """A number as the file wants it drawn."""
    low, high = bounds_told(state, who, key)
    value = standing_told(state, who, key)
    form = it.form if high is not None else CounterForm.POOL
    return Counter(
        path=f"{owner_id(who)}.{key}",
        label=it.called(key),
        value=value,
        low=min(low if low is not None else 0, value),
        high=None if high is None else max(high, value),
        form=form,
        ends=it.ends or ("", ""),
    )


def tags_of(things: dict[str, Thing], good: bool | None) -> tuple[Tag, ...]:
    """Tags or items as they stand."""
    return tuple(Tag(slug, it.name, it.state, it.detail, good) for slug, it in things.items())


def tracks(who: str | None, values: Values) -> Iterator[AnyBlock]:
    """Clocks and tracks that are under way."""
    for key, it in values.tracks.items():
        yield Counter(
            path=f"{owner_id(who)}.{key}", label=it.name, value=it.value, high=it.size, form=CounterForm(it.form)
        )


def settled(who: str | None, values: Values) -> Iterator[AnyBlock]:
    """Blocks of the matters the GM settled by word."""
    for matter, outcome in values.settled.items():
        yield Texts(path=f"{owner_id(who)}.{slugify(matter)}", label=matter, texts=(outcome,))


def no_longer(state: OpenTable, who: str | None, values: Values) -> Iterator[AnyBlock]:
    """Values whose declaration went."""
    for key in undeclared(state, who):
        path, label = f"{owner_id(who)}.{key}", label_of(state, who, key)
        if key in values.numbers:
            value = standing(state, who, key)
            yield Counter(path=path, label=label, value=value, low=min(0, value))
        elif key in values.texts:
            yield Texts(path=path, label=label, texts=(values.texts[key],))
        else:
            yield Tags(path=path, label=label, tags=tags_of(values.things[key], None))
