"""Dice of a turn: counted, thrown and kept (SPC-45 to SPC-47)."""

from collections.abc import Iterable, Sequence
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice, roll_for
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Seat
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Points
from domain.spc.chapters.guards import conflict_under_way, in_turn, own_participant
from domain.spc.lookup import (
    base_of,
    bonus_of,
    character_of,
    forced_lows,
    kept_of,
    penalty_of,
    still_to_choose,
    still_without_number,
    throw_of,
    value_of,
)
from domain.spc.phrases import test_of, told, words
from domain.spc.seats import DICE_GROUP, dice_of, name
from domain.spc.state.adventure import Adventure
from domain.spc.state.conflict import Conflict, Participant, Throw
from domain.spc.terms import ActionType, DieId, DieRef, ParticipantRef, PenaltyScope

chapter = Chapter[Adventure](
    "Throwing and keeping dice",
    {
        "itn_missing": "Still without a target number or an opponent: {participants}.",
        "types_first": "Everybody chooses an action type before dice fall; still to choose: {participants}.",
        "rituals_throw_nothing": "{participant} invokes a ritual, which stands for the dice: none is thrown.",
        "already_thrown": "{participant} has thrown already.",
        "throw_first": "{participant} has not thrown yet.",
        "already_kept": "{participant} has kept dice already: {values}.",
        "die_not_thrown": "Keep dice that were thrown: {values}.",
        "die_twice": "The same die is named twice, one that shows {value}. Each is used once.",
        "keep_how_many": "Keep {need:?die|dice}, not {given}.",
        "lowest_must_stay": "With {penalty_dice:?penalty die|penalty dice} you must keep the lowest, {lows}.",
    },
)


class ThrowDice(Command):
    """Throw: three dice, or what the action type says, and one more for each bonus and each penalty die.

    Needs:    a participant of your own; every action type declared, every target number set.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `goons_do_not_act`,
              `not_a_participant`, `is_taken_out`, `not_your_character`, `mastermind_only`, `types_first`,
              `itn_missing`, `rituals_throw_nothing`, `already_thrown`.
    Yields:   `DicePoolCounted`, `DiceThrown`; then `PenaltyDieUsed` where one waited for the throw.
    """

    type: Literal["spc.throw_dice"] = "spc.throw_dice"
    participant: ParticipantRef = Field(title="Who")


class DicePoolCounted(Event):
    """The number of dice thrown: the base, and one for each bonus and each penalty die."""

    type: Literal["spc.dice_pool_counted.v1"] = "spc.dice_pool_counted.v1"
    participant: CharacterSlug
    turn: Points
    base: Points
    bonus_dice: Points
    penalty_dice: Points
    total: Points


class DiceThrown(Event):
    """Dice fell: `values` in the order of the dice, called d1, d2, …; `faces` is how many sides each has."""

    type: Literal["spc.dice_thrown.v1"] = "spc.dice_thrown.v1"
    participant: CharacterSlug
    turn: Points
    faces: Points
    values: tuple[int, ...]


class PenaltyDieUsed(Event):
    """The penalty die that waited for the next throw is used up. `source`: how long that harm lasts."""

    type: Literal["spc.penalty_die_used.v1"] = "spc.penalty_die_used.v1"
    participant: CharacterSlug
    source: PenaltyScope


@chapter.decides(ThrowDice)
def throw_dice(state: Adventure, command: ThrowDice, asker: Asker, dice: Dice) -> Events:
    """SPC-45, SPC-46: throw base, bonus and penalty dice together, once all types are declared."""
    conflict = conflict_under_way(state)
    in_turn(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    slug, throw = command.participant, it.throw
    need(not it.taken_out, "is_taken_out", participant=slug)
    waiting = still_to_choose(state, conflict)
    need(not waiting, "types_first", participants=waiting)
    unset = still_without_number(state, conflict)
    need(not unset, "itn_missing", participants=unset)
    need(throw.action_type is not ActionType.INVOKE, "rituals_throw_nothing", participant=slug)
    need(not throw.thrown, "already_thrown", participant=slug)
    base, bonus, penalty = base_of(throw), bonus_of(throw), penalty_of(state, slug, throw)
    total, faces = base + bonus + penalty, state.house_rules.die_faces
    purposes = die_purposes(state.characters[slug].name, base, bonus, penalty)
    values = roll_for(dice, *[faces] * total, purposes=purposes)
    events: list[Event] = [
        DicePoolCounted(
            participant=slug, turn=conflict.turn, base=base, bonus_dice=bonus, penalty_dice=penalty, total=total
        ),
        DiceThrown(participant=slug, turn=conflict.turn, faces=faces, values=values),
    ]
    if state.characters[slug].penalty_next_roll:
        events.append(PenaltyDieUsed(participant=slug, source=PenaltyScope.NEXT_ROLL))
    return events


def die_purposes(who: str, base: int, bonus: int, penalty: int) -> list[str]:
    """Purpose of each die, for whoever types what fell."""
    more = "the bonus die" if bonus == 1 else "the bonus dice"
    less = "the penalty die" if penalty == 1 else "the penalty dice"
    return [f"{who}'s throw"] * base + [more] * bonus + [less] * penalty


@chapter.applies(DicePoolCounted)
def _(state: Adventure, event: DicePoolCounted) -> None:
    throw = throw_of(state, event.participant)
    throw.bonus_dice = event.bonus_dice
    throw.penalty_dice = event.penalty_dice


@chapter.tells(DicePoolCounted, "{participant} has {total:?die|dice} to throw")
def _(state: Adventure, event: DicePoolCounted) -> Iterable[Fact]:
    parts = [
        str(event.base),
        *(f"{n} {kind}" for n, kind in ((event.bonus_dice, "bonus"), (event.penalty_dice, "penalty")) if n),
    ]
    yield told(" + ".join(parts), "dice", event.participant)


@chapter.applies(DiceThrown)
def _(state: Adventure, event: DiceThrown) -> None:
    throw = throw_of(state, event.participant)
    must(not throw.thrown, f"{event.participant} has thrown already")
    throw.thrown = {f"d{place}": value for place, value in enumerate(event.values, start=1)}


@chapter.tells(DiceThrown, "{participant} throws {values}")
def _(state: Adventure, event: DiceThrown) -> Iterable[Fact]:
    throw = throw_of(state, event.participant)
    stay = must_stay(throw)
    free = kept_of(throw) > len(stay)
    yield facts.DiceRolled(
        roller=event.participant,
        purpose=words(throw.action_type or "throw"),
        dice=tuple(
            facts.Die(die, event.faces, value, "stays" if die in stay else "", kept=free or die in stay)
            for die, value in throw.thrown.items()
        ),
        test=test_of(state),
        reading=kept_in_words(throw),
    )


def must_stay(throw: Throw) -> list[str]:
    """Ids of the dice that penalty dice force in; of equal lows the first ones."""
    return sorted(throw.thrown, key=lambda die: throw.thrown[die])[: len(forced_lows(throw))]


def kept_in_words(throw: Throw) -> str:
    """The dice of a throw that are kept, in words."""
    lows = forced_lows(throw)
    among = f", {' and '.join(map(str, lows))} among them" if lows else ""
    return f"keep {kept_of(throw)}{among}"


@chapter.applies(PenaltyDieUsed)
def _(state: Adventure, event: PenaltyDieUsed) -> None:
    it = character_of(state, event.participant)
    must(it.penalty_next_roll > 0, f"no penalty die waits for {event.participant}")
    it.penalty_next_roll = 0


@chapter.tells(PenaltyDieUsed, "The penalty die of {participant} is used up")
def _(state: Adventure, event: PenaltyDieUsed) -> Iterable[Fact]:
    yield facts.NumberChanged(
        owner=event.participant,
        name="penalty_next_roll",
        label="Penalty die on the next throw",
        delta=-1,
        now=0,
        why="thrown",
        low=0,
        high=1,
        good=False,
    )


class KeepDice(Command):
    """Keep three dice of the throw, two beside a gadget. Each penalty die forces one of the lowest in.

    Needs:    your own throw.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `not_a_participant`,
              `not_your_character`, `mastermind_only`, `throw_first`, `already_kept`, `die_not_thrown`,
              `die_twice`, `keep_how_many`, `lowest_must_stay`, `goons_do_not_act`.
    Yields:   `DiceKept`.
    """

    type: Literal["spc.keep_dice"] = "spc.keep_dice"
    participant: ParticipantRef = Field(title="Who")
    die_ids: tuple[DieRef, ...] = Field(title="Dice")


class DiceKept(Event):
    """Dice of the throw that stay, and their values."""

    type: Literal["spc.dice_kept.v1"] = "spc.dice_kept.v1"
    participant: CharacterSlug
    turn: Points
    die_ids: tuple[DieId, ...]
    values: tuple[int, ...]


@chapter.decides(KeepDice)
def keep_dice(state: Adventure, command: KeepDice, asker: Asker, dice: Dice) -> Events:
    """SPC-47: keep dice, judged on values as thrown; of equal lows any will do."""
    conflict = conflict_under_way(state)
    in_turn(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    throw = it.throw
    need(throw.thrown, "throw_first", participant=command.participant)
    if throw.kept:
        kept = [throw.thrown[die] for die in throw.kept]
        raise CommandRefused("already_kept", participant=command.participant, values=kept)
    picked_from(throw, command.die_ids, list(throw.thrown), "die_not_thrown")
    if len(command.die_ids) != kept_of(throw):
        raise CommandRefused("keep_how_many", need=kept_of(throw), given=len(command.die_ids))
    lows = forced_lows(throw)
    lowest = sorted(throw.thrown[die] for die in command.die_ids)[: len(lows)]
    need(lowest == lows, "lowest_must_stay", penalty_dice=throw.penalty_dice, lows=lows)
    return [
        DiceKept(
            participant=command.participant,
            turn=conflict.turn,
            die_ids=command.die_ids,
            values=tuple(throw.thrown[die] for die in command.die_ids),
        )
    ]


def picked_from(throw: Throw, picked: Sequence[str], among: Sequence[str], code: str) -> None:
    """Refuse dice that are not there to be taken, or are named twice."""
    for die in picked:
        if die not in among:
            raise CommandRefused(code, values=[value_of(throw, one) for one in among])
        if list(picked).count(die) > 1:
            raise CommandRefused("die_twice", value=value_of(throw, die))


@chapter.applies(DiceKept)
def _(state: Adventure, event: DiceKept) -> None:
    throw = throw_of(state, event.participant)
    must(not throw.kept and set(event.die_ids) <= throw.thrown.keys(), "only dice thrown are kept, once")
    throw.kept = list(event.die_ids)


@chapter.tells(DiceKept, "{participant} keeps {values}")
def _(state: Adventure, event: DiceKept) -> Iterable[Fact]:
    throw = throw_of(state, event.participant)
    yield dice_placed(state, event.participant, f"kept {', '.join(map(str, event.values))}")
    for die, value in throw.thrown.items():
        kept = die in event.die_ids
        yield facts.StateChanged(
            owner=event.participant,
            group="dice",
            name=die,
            was="thrown",
            now="kept" if kept else "left",
            why="chosen",
            label=str(value),
        )


def dice_placed(state: Adventure, slug: str, reading_now: str) -> Fact:
    """Fact of the throw as it lies: which dice stay, and where each went."""
    throw = throw_of(state, slug)
    lies = {die: slot for slot, die in throw.dice.items()}
    return facts.DiceSorted(
        roller=slug,
        dice=tuple(
            facts.Die(die, state.house_rules.die_faces, value_of(throw, die), lies.get(die, ""), die in throw.kept)
            for die in throw.thrown
        ),
        test=test_of(state),
        reading=reading_now,
    )


def throws(state: Adventure, it: Conflict, seat: Seat, slug: str, part: Participant) -> Iterable[Offer]:
    """Offer of the throw, once every target number is set."""
    if not still_without_number(state, it):
        total = base_of(part.throw) + bonus_of(part.throw) + penalty_of(state, slug, part.throw)
        sizes = (state.house_rules.die_faces,) * total
        known = {"participant": slug}
        label = f"{name(state, slug)} throws"
        yield seat.offer(ThrowDice, label, known, group=DICE_GROUP, forced=True, dice=sizes)


def keeping(state: Adventure, seat: Seat, slug: str, part: Participant) -> Offer:
    """Offer to keep dice; told outright where there is no choice."""
    throw, lows, who = part.throw, forced_lows(part.throw), name(state, slug)
    known: dict[str, object] = {"participant": slug}
    by_value = sorted(throw.thrown, key=lambda die: throw.thrown[die])
    stay = kept_of(throw)
    if len(throw.thrown) == stay or len(lows) == stay:
        known["die_ids"] = tuple(sorted(by_value[:stay], key=list(throw.thrown).index))
        return seat.offer(KeepDice, f"{who} keeps the dice", known, group=DICE_GROUP, forced=True)
    among = f", {' and '.join(map(str, lows))} among them" if lows else ""
    label = f"{who} keeps {stay} of {len(throw.thrown)} dice{among}"
    return seat.offer(KeepDice, label, known, {"die_ids": dice_of(throw, throw.thrown)}, group=DICE_GROUP)
