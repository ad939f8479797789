"""Outcomes: a roll filled in, and which of its bands fits (OT-12, OT-13)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.notation import (
    NotationWrong,
    Number,
    RolledDie,
    first_sizes,
    number_written,
    parse,
    resolve,
    roll,
)
from domain.open_table.chapters.bounds import lower
from domain.open_table.lookup import numbers_of, system_of
from domain.open_table.state import Fallen, OpenTable
from domain.open_table.system.formulas import worked_out
from domain.open_table.system.model import Band, Roll
from domain.open_table.system.reading import fill

chapter = Chapter[OpenTable](
    "Outcomes",
    {
        "roll_unknown": "This table has no roll called “{roll}”.",
        "not_of_this": "{called} is a roll of {of}.",
        "ask_missing": "{called} waits for a choice under {asks}.",
        "ask_wrong": "“{given}” is no choice for {ask}: choose one of {options}.",
        "notation_wrong": "{problem} (character {column}).",
    },
)


@dataclass(frozen=True, slots=True)
class Planned:
    """A roll before the dice fall: every place filled in, every formula worked out."""

    notation: str
    each: str = ""
    versus: int | None = None
    bands: tuple[tuple[Band, int | None, int | None], ...] = ()
    shift: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Came:
    """The outcome of a roll."""

    resolved: str
    dice: tuple[Fallen, ...]
    total: Number
    outcome: str
    good: bool | None

    @property
    def total_written(self) -> str:
        """The total as people write it."""
        return number_written(self.total)


def planned(state: OpenTable, who: str | None, key: str, asks: Mapping[str, str], versus: int | None) -> Planned:
    """OT-12: a roll of the file, with what was chosen for its places."""
    it = found(system_of(state).file.roll.get(key), "roll_unknown", roll=key)
    of = "the table, and of nobody alone" if it.of == "table" else "characters: say who rolls"
    need((who is None) == (it.of == "table"), "not_of_this", called=it.called(key), of=of)
    texts = chosen(it, key, asks)
    numbers = numbers_of(state, who)

    def number(formula: int | str | None) -> int | None:
        if formula is None or isinstance(formula, int):
            return formula
        try:
            return worked_out(fill(formula, texts), numbers)
        except NotationWrong as wrong:
            raise CommandRefused("formula_fails", label=it.called(key), problem=lower(wrong.problem)) from wrong

    if isinstance(it.against, str):
        versus = number(it.against)
    elif it.against is False:
        versus = None
    return Planned(
        notation=fill(it.dice, texts),
        each=fill(it.each, texts) if it.each is not None else "",
        versus=versus,
        bands=tuple((band, number(band.at_least), number(band.at_most)) for band in it.bands),
        shift=tuple((shift.face, shift.by) for shift in it.shift),
    )


def low_enough(state: OpenTable, who: str | None, key: str, asks: Mapping[str, str]) -> int | None:
    """The highest total that is still welcome, of a roll that is to stay low; None of any other."""
    it = system_of(state).file.roll.get(key)
    if it is None or any(asks.get(ask) not in it.options(ask) for ask in it.ask):
        return None  # the table's file is another one since
    texts, numbers = {ask: it.options(ask)[asks[ask]] for ask in it.ask}, numbers_of(state, who)
    welcome = [band for band in it.bands if band.good and band.face is None]
    try:
        low = [
            band.at_most if isinstance(band.at_most, int) else worked_out(fill(band.at_most, texts), numbers)
            for band in welcome
            if band.at_most is not None and band.at_least is None
        ]
    except NotationWrong:
        return None
    return max(low) if low and len(low) == len(welcome) else None


def chosen(it: Roll, key: str, asks: Mapping[str, str]) -> dict[str, str]:
    """The text for each place of a roll. Refuses what is not chosen, and what is no choice."""
    missing = [f"“{ask.replace('_', ' ').capitalize()}”" for ask in it.ask if ask not in asks]
    need(not missing, "ask_missing", called=it.called(key), asks=missing)
    texts = {}
    for ask in it.ask:
        options = it.options(ask)
        if asks[ask] not in options:
            raise CommandRefused("ask_wrong", given=asks[ask], ask=ask.replace("_", " "), options=list(options))
        texts[ask] = options[asks[ask]]
    return texts


def cast(state: OpenTable, who: str | None, plan: Planned, dice: Dice, purpose: str) -> Came:
    """OT-13: the dice fall, and the first band that fits is the outcome."""
    numbers = numbers_of(state, who)
    notation = parse(plan.notation)
    resolve(notation, numbers)
    each = resolve(parse(plan.each), numbers) if plan.each else None
    rolled = roll(notation, dice, numbers, asked=plan.notation, purpose=purpose)
    beaten_by = roll(each, dice, numbers, purpose=purpose).dice if each is not None else ()
    fallen = tuple(_fallen(rolled.dice, 0, against=False)) + tuple(
        _fallen(beaten_by, len(rolled.dice), against=True)
    )
    value = rolled.total
    if plan.each:
        value = sum(rolled.total > die.shows for die in beaten_by)
    elif plan.versus is not None:
        value = rolled.total - plan.versus
    outcome, good = _judged(plan, rolled.met, value, rolled.dice)
    return Came(rolled.resolved, fallen, rolled.total, outcome, good)


def _fallen(dice: Iterable[RolledDie], before: int, *, against: bool) -> Iterable[Fallen]:
    for number, die in enumerate(dice, start=before + 1):
        yield Fallen(f"d{number}", die.size, die.face, die.kept, die.extra, die.fudge, against)


def _judged(
    plan: Planned, met: bool | None, value: Number, dice: tuple[RolledDie, ...]
) -> tuple[str, bool | None]:
    """The outcome in words, and whether it is welcome."""
    if not plan.bands:
        if met is None and plan.versus is not None:
            met = value >= 0
        return ("", None) if met is None else ("a success", True) if met else ("a failure", False)
    place = next((at for at, band in enumerate(plan.bands) if _fits(*band, value, dice)), None)
    if place is None:
        return "", None
    for face, by in plan.shift:
        if any(die.kept and die.shows == face for die in dice):
            place = min(max(place - by, 0), len(plan.bands) - 1)
    band = plan.bands[place][0]
    return band.outcome, band.good


def _fits(
    band: Band, at_least: int | None, at_most: int | None, value: Number, dice: tuple[RolledDie, ...]
) -> bool:
    if (at_least is not None and value < at_least) or (at_most is not None and value > at_most):
        return False
    if band.face is None:
        return True
    counted = (die for die in dice if die.kept or band.among == "thrown")
    return sum(die.shows == band.face for die in counted) >= band.times


def first_dice(state: OpenTable, who: str | None, key: str) -> tuple[int, ...]:
    """The sizes a roll of the file draws first, where nothing that is still to be chosen changes them."""
    it = system_of(state).file.roll[key]
    numbers = numbers_of(state, who)
    ways = [{}] if not it.ask else [{ask: text} for ask in it.ask for text in it.options(ask).values()]
    first = {ask: next(iter(it.options(ask).values())) for ask in it.ask}
    found_sizes: set[tuple[int, ...]] = set()
    for way in ways:
        texts = {**first, **way}
        try:
            sizes = first_sizes(resolve(parse(fill(it.dice, texts)), numbers))
            if it.each is not None:
                sizes += first_sizes(resolve(parse(fill(it.each, texts)), numbers))
        except NotationWrong:
            return ()
        found_sizes.add(sizes)
    return found_sizes.pop() if len(found_sizes) == 1 else ()
