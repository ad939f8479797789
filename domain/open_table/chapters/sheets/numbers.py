"""Numbers: up, down, and from one to another (OT-06, OT-07)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.notation import NotationWrong
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Points, Text
from domain.open_table.chapters.bounds import fits, known, label, lower
from domain.open_table.chapters.guards import acts, hands, in_play, rows
from domain.open_table.lookup import label_of, numbers_on, owner_id, standing, values_of
from domain.open_table.phrases import number_told
from domain.open_table.seats import NUMBER_GROUP, people, whose
from domain.open_table.state import OpenTable, Values
from domain.open_table.terms import CharacterRef, NumberRef, Value

chapter = Chapter[OpenTable](
    "Numbers",
    {
        "by_or_to": "Say by how much it changes, or what it is now: one of the two.",
        "to_itself": "A number is moved from one to another, not to itself.",
    },
)


def stands_at(state: OpenTable, who: str | None, values: Values, number: str) -> int:
    """A number as it stands. Refuses a formula that fails."""
    try:
        return standing(state, who, number)
    except NotationWrong as wrong:
        raise CommandRefused(
            "formula_fails", label=label(state, values, number), problem=lower(wrong.problem)
        ) from wrong


class ChangeNumber(Command):
    """Change a number on a sheet, or a clock or track: by so much, or to so much.

    Needs:    your own character, in play; the GM for what is the table's, with nobody named.
    Refused:  `character_unknown`, `not_yours`, `has_left`, `tables_own`, `number_unknown`, `worked_out`,
              `by_or_to`, `out_of_bounds`, `formula_fails`, `nothing_changes`.
    Yields:   `NumberChanged`.
    """

    type: Literal["open_table.change_number"] = "open_table.change_number"
    who: CharacterRef | None = Field(default=None, title="Whose", description="Empty: the table's.")
    number: NumberRef = Field(title="Which number")
    by: Value | None = Field(default=None, title="By how much", description="Less than 0: down.")
    to: Value | None = Field(default=None, title="Or to", description="What it is from now on.")
    why: Text = Field(default="", title="Reason")


class NumberChanged(Event):
    """A number went up or down. `called` is how it is called."""

    type: Literal["open_table.number_changed.v1"] = "open_table.number_changed.v1"
    who: CharacterSlug | None
    number: NumberRef
    called: Name
    was: Value
    now: Value
    why: Text


@chapter.decides(ChangeNumber)
def change_number(state: OpenTable, command: ChangeNumber, asker: Asker, dice: Dice) -> Events:
    """OT-06: by so much or to so much, within the bounds."""
    values = acts(state, command.who, asker)
    known(state, values, command.number, "table" if command.who is None else "character")
    need((command.by is None) != (command.to is None), "by_or_to")
    was = stands_at(state, command.who, values, command.number)
    now = was + command.by if command.by is not None else command.to or 0
    need(now != was, "nothing_changes")
    fits(state, values, command.number, now, was)
    return [
        NumberChanged(
            who=command.who,
            number=command.number,
            called=label(state, values, command.number),
            was=was,
            now=now,
            why=command.why,
        )
    ]


def put(state: OpenTable, who: str | None, number: str, was: int, now: int) -> None:
    """Change a number as an event says."""
    must(who is None or who in state.characters, f"{who} is nobody")
    values = values_of(state, who)
    if number in values.tracks:
        must(values.tracks[number].value == was, f"{number} does not stand at {was}")
        values.tracks[number].value = now
        return
    must(values.numbers.get(number, was) == was, f"{number} does not stand at {was}")
    values.numbers[number] = now


@chapter.applies(NumberChanged)
def _(state: OpenTable, event: NumberChanged) -> None:
    put(state, event.who, event.number, event.was, event.now)


@chapter.tells(NumberChanged, "{who:'}{called:%goes|go} from {was} to {now}{why:+: }")
def _(state: OpenTable, event: NumberChanged) -> Iterable[Fact]:
    yield from number_told(state, event.who, event.number, event.was, event.now, event.why)


class MoveNumber(Command):
    """Move it to another sheet: an amount of a number, as coins, a hero point, a bond.

    Needs:    your own character gives, in play; the GM may give for all, and for the table.
    Refused:  `character_unknown`, `not_yours`, `has_left`, `tables_own`, `to_itself`, `number_unknown`,
              `worked_out`, `out_of_bounds`, `formula_fails`.
    Yields:   `NumberMoved`.
    """

    type: Literal["open_table.move_number"] = "open_table.move_number"
    giver: CharacterRef | None = Field(default=None, title="Who gives", description="Empty: the table.")
    taker: CharacterRef | None = Field(default=None, title="Who takes", description="Empty: the table.")
    number: NumberRef = Field(title="Which number")
    amount: Points = Field(ge=1)
    why: Text = Field(default="", title="Reason")


class NumberMoved(Event):
    """An amount went from one sheet to another. `called` is how it is called."""

    type: Literal["open_table.number_moved.v1"] = "open_table.number_moved.v1"
    giver: CharacterSlug | None
    taker: CharacterSlug | None
    number: NumberRef
    called: Name
    amount: Points
    giver_was: Value
    taker_was: Value
    why: Text


@chapter.decides(MoveNumber)
def move_number(state: OpenTable, command: MoveNumber, asker: Asker, dice: Dice) -> Events:
    """OT-07: what one gives the other takes, both within their bounds."""
    need(command.giver != command.taker, "to_itself")
    given = acts(state, command.giver, asker)
    in_play(state, command.taker)
    taken = values_of(state, command.taker)
    was = []
    for who, values, sign in ((command.giver, given, -1), (command.taker, taken, 1)):
        known(state, values, command.number, "table" if who is None else "character")
        before = stands_at(state, who, values, command.number)
        fits(state, values, command.number, before + sign * command.amount, before)
        was.append(before)
    return [
        NumberMoved(
            giver=command.giver,
            taker=command.taker,
            number=command.number,
            called=label(state, given, command.number),
            amount=command.amount,
            giver_was=was[0],
            taker_was=was[1],
            why=command.why,
        )
    ]


@chapter.applies(NumberMoved)
def _(state: OpenTable, event: NumberMoved) -> None:
    put(state, event.giver, event.number, event.giver_was, event.giver_was - event.amount)
    put(state, event.taker, event.number, event.taker_was, event.taker_was + event.amount)


@chapter.tells(NumberMoved, "{called}: {giver:=None>the table} gives {amount} to {taker:=None>the table}{why:+. }")
def _(state: OpenTable, event: NumberMoved) -> Iterable[Fact]:
    yield facts.NumberMoved(
        giver=owner_id(event.giver),
        taker=owner_id(event.taker),
        name=event.number,
        amount=event.amount,
        giver_now=event.giver_was - event.amount,
        taker_now=event.taker_was + event.amount,
        why=event.why,
        label=label_of(state, event.giver, event.number),
    )


def changing(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """Numbers of characters, of the table, and from one to another."""
    own = hands(state, asker)
    if own and (numbers := numbers_of_all(state, own)):
        known_who, who = whose(state, own)
        yield Offer(
            command=ChangeNumber,
            label="Change a number",
            known=known_who,
            choices={"number": numbers, **who},
            group=NUMBER_GROUP,
            weight=Weight.ASIDE,
        )
    others = [slug for slug, it in state.characters.items() if it.here]
    if own and len(others) > 1 and (numbers := declared(state, own[0])):
        known_giver, giver = whose(state, own, "giver")
        yield Offer(
            command=MoveNumber,
            label="Give some of a number to somebody",
            known=known_giver,
            choices={"number": numbers, "taker": people(state, others), **giver},
            group=NUMBER_GROUP,
            weight=Weight.ASIDE,
        )
    if None in rows(state, asker) and (of_table := [*numbers_on(state, None)]):
        yield Offer(
            command=ChangeNumber,
            label="Change a number of the table",
            known={"who": None},
            choices={"number": tuple(Choice(it, label_of(state, None, it)) for it in of_table)},
            group=NUMBER_GROUP,
            weight=Weight.ASIDE,
        )


def declared(state: OpenTable, who: str) -> tuple[Choice, ...]:
    """The numbers that every character has."""
    tracks = values_of(state, who).tracks
    return tuple(Choice(it, label_of(state, who, it)) for it in numbers_on(state, who) if it not in tracks)


def numbers_of_all(state: OpenTable, own: list[str]) -> tuple[Choice, ...]:
    """The numbers that every character has, and the tracks of these."""
    several = len(own) > 1
    tracks = (
        Choice(key, track.name, state.characters[slug].name if several else "")
        for slug in own
        for key, track in state.characters[slug].values.tracks.items()
    )
    return (*declared(state, own[0]), *tracks)
