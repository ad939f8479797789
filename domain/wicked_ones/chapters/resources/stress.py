"""Stress, and going feral (WO-14 to WO-16)."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact, HeadlineTold
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, CharacterId, Name, Points, Text, slugify
from domain.wicked_ones.chapters.guards import Described, described, gm_only, in_play, living, own
from domain.wicked_ones.lookup import character_of
from domain.wicked_ones.phrases import condition, stress, told, words
from domain.wicked_ones.seats import Seat, powers_of
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import WickedOne
from domain.wicked_ones.terms.bounds import STRESS_SEGMENTS
from domain.wicked_ones.terms.holdings import StressReason
from domain.wicked_ones.terms.refs import MonsterRef

chapter = Chapter[Underworld](
    "Stress and going feral",
    {
        "already_recovered": "Recovery comes by itself, once in each cycle, when lurking begins"
        "{came:+; it came in cycle }.",
        "no_stress_left": "All {segments} segments of {character} are filled.",
        "bad_reason": "By hand this is only for {known}. What the rules bring otherwise comes by itself.",
        "amount_without_note": "The usual is {usual}, not {given}; note why it differs.",
        "not_feral": "{character} is not feral.",
        "ability_not_owned": "{character} has no ability or item called {ability}.",
    },
)


SPENT_BY_HAND = (StressReason.ABILITY, StressReason.FLASHBACK, StressReason.TEAM_UP, StressReason.MAGIC_ITEM)


class SpendStress(Described):
    """Take stress for it: one segment, for something that takes it.

    Needs:    your own living monster with a segment left.
    Refused:  `no_stress_left`, `bad_reason`, `describe_first`, `not_your_character`, `unknown_character`, `dead`.
    Yields:   `StressSpent`; `WentFeral` with the last segment.
    """

    type: Literal["wicked_ones.spend_stress"] = "wicked_ones.spend_stress"
    character: MonsterRef
    reason: StressReason


class StressSpent(Event):
    """Segments of stress were filled. `lost`: those beyond the last one, which are gone."""

    type: Literal["wicked_ones.stress_spent.v1"] = "wicked_ones.stress_spent.v1"
    character: Character
    amount: Points
    lost: Points
    reason: StressReason


class WentFeral(Event):
    """The last segment of stress is full: the monster is feral."""

    type: Literal["wicked_ones.went_feral.v1"] = "wicked_ones.went_feral.v1"
    character: Character
    by: StressReason


@chapter.decides(SpendStress)
def spend_stress(state: Underworld, command: SpendStress, asker: Asker, dice: Dice) -> Events:
    """WO-14: fill one segment for one of the listed uses."""
    in_play(state)
    described(command)
    it = own(state, command.character, asker)
    need(command.reason in SPENT_BY_HAND, "bad_reason", reason=command.reason, known=list(SPENT_BY_HAND))
    segment_left(it, command.character)
    return stress_spent(it, command.character, 1, command.reason)


def stress_spent(
    it: WickedOne, character: str, amount: int, reason: StressReason, *, dying: bool = False
) -> list[Event]:
    """Events of filled segments: what finds no room is lost; with the last the monster goes feral (WO-14, WO-16).

    Who dies of it does not go feral any more.
    """
    filled = min(amount, it.stress_left)
    events: list[Event] = [
        StressSpent(character=CharacterId(character), amount=filled, lost=amount - filled, reason=reason)
    ]
    if it.stress + filled == STRESS_SEGMENTS and not it.feral and not dying:
        events.append(WentFeral(character=CharacterId(character), by=reason))
    return events


def segment_left(it: WickedOne, character: str) -> None:
    """Refuse a monster without an empty segment (WO-A3)."""
    need(it.stress_left, "no_stress_left", character=character, segments=STRESS_SEGMENTS)


def reason_of(state: Underworld, reason: StressReason) -> str:
    """The reason of stress in words; of a resistance also what was resisted."""
    it = state.consequences.get(state.resisting or "")
    if reason not in (StressReason.RESISTANCE, StressReason.CRITICAL_RESISTANCE) or it is None:
        return words(reason)
    return f"{words(reason)}: {it.details or words(it.kind)}"


@chapter.applies(StressSpent)
def _(state: Underworld, event: StressSpent) -> None:
    it = character_of(state, event.character)
    it.stress += event.amount
    must(it.stress <= STRESS_SEGMENTS, f"{event.character} cannot come to {it.stress} stress")


@chapter.tells(
    StressSpent,
    "{character} takes {amount} stress{reason:=ability> for an ability|flashback> for a flashback"
    "|team_up> to team up|magic_item> for a magic item|suppress_impulse> to hold the impulse down"
    "|resistance> to resist|critical_resistance> by a critical resistance|recovery> by recovering}",
)
def _(state: Underworld, event: StressSpent) -> Iterable[Fact]:
    lost = f", {event.lost} more found no room" if event.lost else ""
    why = f"{reason_of(state, event.reason)}{lost}"
    yield stress(event.character, event.amount, state.characters[event.character].stress, why)


@chapter.applies(WentFeral)
def _(state: Underworld, event: WentFeral) -> None:
    it = character_of(state, event.character)
    must(it.stress == STRESS_SEGMENTS and not it.feral, f"{event.character} cannot go feral now")
    it.feral = True


@chapter.tells(WentFeral, "{character} goes feral")
def _(state: Underworld, event: WentFeral) -> Iterable[Fact]:
    yield condition(event.character, "feral", comes=True, why=words(event.by))
    yield HeadlineTold()


Segments = Annotated[int, Field(ge=0, le=STRESS_SEGMENTS)]


class ClearStress(Described):
    """Clear stress by an ability: its condition is met.

    Needs:    your own living monster with that ability.
    Refused:  `bad_reason`, `already_recovered`, `ability_not_owned`, `amount_without_note`, `describe_first`,
              `not_your_character`, `unknown_character`, `dead`.
    Yields:   `StressCleared`.
    """

    type: Literal["wicked_ones.clear_stress"] = "wicked_ones.clear_stress"
    character: MonsterRef
    reason: StressReason = StressReason.ABILITY
    ability: Name | None = Field(default=None, description="The ability or the item, where one does it.")
    amount: Segments = 1
    note: Text = Field(default="", description="What the ability says, when it clears more or less than one.")


class StressCleared(Event):
    """Segments of stress were emptied."""

    type: Literal["wicked_ones.stress_cleared.v1"] = "wicked_ones.stress_cleared.v1"
    character: Character
    amount: Points
    reason: StressReason


@chapter.decides(ClearStress)
def clear_stress(state: Underworld, command: ClearStress, asker: Asker, dice: Dice) -> Events:
    """WO-15: clear stress by an ability; recovery and critical resistance clear it by themselves."""
    in_play(state)
    described(command)
    it = own(state, command.character, asker)
    need(command.reason is not StressReason.RECOVERY, "already_recovered", came=state.cycle_no)
    need(command.reason is StressReason.ABILITY, "bad_reason", reason=command.reason, known=[StressReason.ABILITY])
    must_own(it, command.character, command.ability or "")
    if command.amount != 1 and not command.note.strip():
        raise CommandRefused("amount_without_note", usual=1, given=command.amount)
    return [stress_cleared(it, command.character, command.amount, command.reason)]


def stress_cleared(it: WickedOne, character: str, amount: int, reason: StressReason) -> StressCleared:
    """Event of emptied segments, never below none (WO-15)."""
    return StressCleared(character=CharacterId(character), amount=min(amount, it.stress), reason=reason)


def must_own(it: WickedOne, character: str, name: str) -> None:
    """Refuse an ability or an item that is not the monster's (WO-20)."""
    slug = slugify(name)
    need(slug in it.abilities or slug in it.items, "ability_not_owned", character=character, ability=name)


@chapter.applies(StressCleared)
def _(state: Underworld, event: StressCleared) -> None:
    it = character_of(state, event.character)
    it.stress -= event.amount
    must(it.stress >= 0, f"{event.character} has less stress than that")


@chapter.tells(
    StressCleared,
    "{character} clears {amount:=0>no} stress{reason:=ability> for an ability|flashback> for a flashback"
    "|team_up> to team up|magic_item> for a magic item|suppress_impulse> to hold the impulse down"
    "|resistance> to resist|critical_resistance> by a critical resistance|recovery> by recovering}",
)
def _(state: Underworld, event: StressCleared) -> Iterable[Fact]:
    if event.amount:
        yield stress(
            event.character,
            -event.amount,
            state.characters[event.character].stress,
            reason_of(state, event.reason),
        )
    else:
        yield told("no stress to clear", "stress", event.character)


class EndFeral(Command):
    """End being feral: a monster's, before the next recovery.

    Needs:    the GM.
    Refused:  `only_gm`, `not_feral`, `unknown_character`, `dead`.
    Yields:   `FeralEnded`.
    """

    type: Literal["wicked_ones.end_feral"] = "wicked_ones.end_feral"
    character: MonsterRef
    how: Text = ""


class FeralEnded(Event):
    """A monster is feral no more."""

    type: Literal["wicked_ones.feral_ended.v1"] = "wicked_ones.feral_ended.v1"
    character: Character
    how: Text


@chapter.decides(EndFeral)
def end_feral(state: Underworld, command: EndFeral, asker: Asker, dice: Dice) -> Events:
    """WO-16: end a monster's being feral before the next recovery, at the GM's word."""
    gm_only(asker)
    in_play(state)
    it = living(state, command.character)
    need(it.feral, "not_feral", character=command.character)
    return [FeralEnded(character=command.character, how=command.how)]


@chapter.applies(FeralEnded)
def _(state: Underworld, event: FeralEnded) -> None:
    it = character_of(state, event.character)
    must(it.feral, f"{event.character} is not feral")
    it.feral = False


@chapter.tells(FeralEnded, "{character} is feral no more{how:+: }")
def _(state: Underworld, event: FeralEnded) -> Iterable[Fact]:
    yield condition(event.character, "feral", comes=False, why=event.how)


def clearing(seat: Seat) -> Iterable[Offer]:
    """Offer to clear stress by an ability."""
    who = {"character": seat.character}
    powers = powers_of(seat)
    if powers and seat.it.stress:
        yield seat.offer(
            ClearStress,
            f"{seat.name} clears stress by an ability",
            {**who, "reason": StressReason.ABILITY.value, "amount": 1},
            {"ability": powers},
            group=seat.name,
        )


def spending(seat: Seat) -> Iterable[Offer]:
    """Offer to fill a segment for a magic item."""
    who = {"character": seat.character}
    yield seat.offer(
        SpendStress,
        f"{seat.name} takes stress for a magic item",
        {**who, "reason": StressReason.MAGIC_ITEM.value},
        group=seat.name,
    )


def ending_feral(state: Underworld, people: tuple[Choice, ...]) -> Iterable[Offer]:
    """Offers to end the being feral of monsters."""
    feral = tuple(choice for choice in people if state.characters[str(choice.value)].feral)
    if feral:
        yield Offer(command=EndFeral, label="Tame the beast", choices={"character": feral}, group="Gifts")
