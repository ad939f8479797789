"""Rolling and presenting, and the Heat that hindering dice bring (VC-16 to VC-19)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, Slug
from domain.vicious_crucible.chapters.contests.hands import no_longer_rolled
from domain.vicious_crucible.chapters.guards import contest_under_way, no_such_die, own_side, unsettled_contest
from domain.vicious_crucible.chapters.heat_and_flux import HeatGained, heat_spent
from domain.vicious_crucible.lookup import contest_of, die_in, die_of, highest, side_of
from domain.vicious_crucible.names import names
from domain.vicious_crucible.phrases import reading, test_of, told
from domain.vicious_crucible.printed import DOUBLED_HEAT, HINDERING_DIE, HINDERING_HEAT, spark_cost
from domain.vicious_crucible.seats import Seat, die_choice, element_name, side_name
from domain.vicious_crucible.state import Character, Contest, Crucible, HandDie, Side
from domain.vicious_crucible.terms import (
    DIE,
    GM,
    SIDE,
    DieId,
    DieRef,
    DieSize,
    ElementStatus,
    HeatReason,
    PresentCause,
    SideId,
    SideRef,
    SparkKind,
    Stage,
    Stance,
)

chapter = Chapter[Crucible](
    "Rolling and presenting",
    {
        "hand_rolled": "{side} has rolled already. A hand is rolled once.",
        "two_sides": "A contest needs at least two sides. If nobody else rolls, the GM does.",
        "elements_not_chosen": "{side} has yet to choose three elements.",
        "hand_out_of_date": "{side} chose {gone}, which has been given up since. Choose the elements again.",
        "not_rolled": "Roll before you present.",
        "sides_still_to_roll": "Wait for {sides} to roll.",
        "already_presented": "{side} has presented already.",
        "highest_die": "You must present your highest die: a {highest}, not a {value}.",
        "die_pinned": "{side} tied, so the d{faces} for {element} stays in front, whatever else the hand shows.",
    },
)


class RollContestDice(Command):
    """Roll the hand: one die for each element, in the order they were chosen.

    Needs:    two sides or more; this side has chosen and not rolled, and what it chose is still there.
    Refused:  `no_contest`, `two_sides`, `not_a_side`, `gm_only`, `not_your_character`, `elements_not_chosen`,
              `hand_rolled`, `hand_out_of_date`.
    Yields:   `ContestDiceRolled`, then for a player character `HeatGained` for each d4, `HeatSpent`.
    """

    type: Literal["vicious_crucible.roll_contest_dice"] = "vicious_crucible.roll_contest_dice"
    side: SideRef = Field(title="Whose step is it?", description=SIDE)


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class RolledDie:
    """A die of a hand as it fell."""

    die_id: DieId
    owner: Slug
    element: Slug
    stance: Stance
    tool: Slug | None
    faces: DieSize
    value: int

    def __str__(self) -> str:
        """As it is read aloud: its value."""
        return str(self.value)


class ContestDiceRolled(Event):
    """A side rolled its hand."""

    type: Literal["vicious_crucible.contest_dice_rolled.v1"] = "vicious_crucible.contest_dice_rolled.v1"
    side: SideId
    dice: tuple[RolledDie, ...]


@chapter.decides(RollContestDice)
def roll_contest_dice(state: Crucible, command: RollContestDice, asker: Asker, dice: Dice) -> Events:
    """VC-16: roll one die for each pick, in order, once."""
    contest = contest_under_way(state)
    need(contest.status in (Stage.DECLARED, Stage.ROLLING), "hand_rolled", side=command.side)
    side = own_side(state, contest, command.side, asker)
    need(len(contest.sides) >= 2, "two_sides")
    need(side.hand, "elements_not_chosen", side=command.side)
    need(not side.rolled, "hand_rolled", side=command.side)
    gone = no_longer_rolled(state, side)
    need(gone is None, "hand_out_of_date", side=command.side, gone=gone)
    values = dice.roll(*(die.faces for die in side.hand))
    rolled = ContestDiceRolled.model_validate(
        {
            "side": command.side,
            "dice": [
                {
                    "die_id": die.die_id,
                    "owner": die.owner,
                    "element": die.element,
                    "stance": die.stance,
                    "tool": die.tool,
                    "faces": die.faces,
                    "value": value,
                }
                for die, value in zip(side.hand, values, strict=True)
            ],
        }
    )
    if state.house_rules.d4_heat_delayed:
        return [rolled]
    return [rolled, *heat_for_d4s(state, command.side, side.hand)]


def heat_for_d4s(state: Crucible, side: str, dice: Iterable[HandDie], paid: int = 0) -> list[Event]:
    """VC-17, VC-18: a player character takes Heat for each d4, two where its element doubles it.

    `paid` is the Heat this ruling has taken off the pile before.
    """
    if side == GM:
        return []
    character = state.characters[side]
    heat = (character.heat or 0) - paid
    events: list[Event] = []
    for die in dice:
        if die.faces != HINDERING_DIE:
            continue
        amount, reason = HINDERING_HEAT, HeatReason.HINDERING_DIE
        doubled = doubling(state, character, die.element)
        if doubled is not None and doubled[1] <= heat:
            spark, cost = doubled
            amount, reason = DOUBLED_HEAT, HeatReason.HINDERING_DIE_DOUBLED
            if cost:
                events.append(heat_spent(state, side, cost, HeatReason.SPARK, spark, paid_before=paid))
                heat -= cost
                paid += cost
        heat += amount
        events.append(HeatGained(character=CharacterId(side), amount=amount, reason=reason, die_id=die.die_id))
    return events


def doubling(state: Crucible, character: Character, slug: str) -> tuple[str, int] | None:
    """The spark that doubles the Heat of this element's d4, with its price, or None."""
    element = character.elements.get(slug)
    if element is None or element.status is not ElementStatus.UNLOCKED:
        return None
    for spark_id, spark in element.sparks.items():
        if spark.kind is SparkKind.DOUBLE_HEAT:
            return spark_id, spark_cost(spark, state.house_rules)
    return None


def delayed_heat(state: Crucible, contest: Contest) -> list[Event]:
    """Events of the Heat of a whole contest's d4s, side by side, where the house delays it."""
    rules = state.house_rules
    if not rules.d4_heat_delayed:
        return []
    events: list[Event] = []
    for slug, side in contest.sides.items():
        again = [die for die in side.hand if die.spark_rerolled] if rules.reroll_d4_heat else []
        events += heat_for_d4s(state, slug, [*side.hand, *again])
    return events


@chapter.applies(ContestDiceRolled)
def _(state: Crucible, event: ContestDiceRolled) -> None:
    side = side_of(state, event.side)
    must(not side.rolled, f"{event.side} has rolled already")
    must([die.die_id for die in side.hand] == [die.die_id for die in event.dice], "other dice than were chosen")
    for die, fallen in zip(side.hand, event.dice, strict=True):
        die.value = fallen.value
    contest_of(state).status = Stage.ROLLING


@chapter.tells(ContestDiceRolled, "{side} rolls {dice}")
def _(state: Crucible, event: ContestDiceRolled) -> Iterable[Fact]:
    called = names(state)
    dice = tuple(facts.Die(it.die_id, it.faces, it.value, called.get(it.element, it.element)) for it in event.dice)
    yield facts.DiceRolled(
        roller=event.side,
        purpose="contest",
        dice=dice,
        test=test_of(state),
        reading=reading(state, event.side),
        reads=facts.Reads.HIGHEST,
    )


class PresentDie(Command):
    """Put your highest die forward.

    Needs:    every side has rolled.
    Refused:  `no_contest`, `not_a_side`, `gm_only`, `not_your_character`, `not_rolled`, `sides_still_to_roll`,
              `already_presented`, `die_not_in_hand`, `highest_die`, `die_pinned`.
    Yields:   `DiePresented`.
    """

    type: Literal["vicious_crucible.present_die"] = "vicious_crucible.present_die"
    side: SideRef = Field(title="Whose step is it?", description=SIDE)
    die_id: DieRef = Field(title="Which die?", description=DIE)


class DiePresented(Event):
    """A side put a die forward."""

    type: Literal["vicious_crucible.die_presented.v1"] = "vicious_crucible.die_presented.v1"
    side: SideId
    die_id: DieId
    value: int
    cause: PresentCause = PresentCause.CHOICE


@chapter.decides(PresentDie)
def present_die(state: Crucible, command: PresentDie, asker: Asker, dice: Dice) -> Events:
    """VC-19: present the highest die; among equals the side picks."""
    contest = unsettled_contest(state)
    need(contest.status is not Stage.DECLARED, "not_rolled", side=command.side)
    side = own_side(state, contest, command.side, asker)
    if contest.status is Stage.PRESENTED:
        raise presented_already(side, command.side)
    need(side.rolled, "not_rolled", side=command.side)
    if waiting := [slug for slug, other in contest.sides.items() if not other.rolled]:
        raise CommandRefused("sides_still_to_roll", sides=waiting)
    need(side.presented_die is None, "already_presented", side=command.side)
    die = die_in(side, command.die_id)
    if die is None or die.value is None:
        raise no_such_die(side, command.side)
    need(die.value >= highest(side.hand), "highest_die", value=die.value, highest=highest(side.hand))
    return [DiePresented(side=command.side, die_id=command.die_id, value=die.value)]


def presented_already(side: Side, slug: str) -> CommandRefused:
    """VC-26: a die is presented once, and one that tied stays in front when it was rerolled."""
    tied = die_in(side, side.presented_die) if side.pinned else None
    if tied is None:
        return CommandRefused("already_presented", side=slug)
    return CommandRefused("die_pinned", side=slug, faces=tied.faces, element=tied.element)


@chapter.applies(DiePresented)
def _(state: Crucible, event: DiePresented) -> None:
    die = die_of(state, event.side, event.die_id)
    must(die.value == event.value, f"{event.die_id} shows {die.value}, not {event.value}")
    side_of(state, event.side).presented_die = event.die_id
    contest = contest_of(state)
    if all(side.presented_die for side in contest.sides.values()):
        contest.status = Stage.PRESENTED


@chapter.tells(DiePresented, "{side} presents {value}")
def _(state: Crucible, event: DiePresented) -> Iterable[Fact]:
    hand = state.contest.sides[event.side].hand if state.contest else []
    die = next((die for die in hand if die.die_id == event.die_id), None)
    called = names(state)
    element = f" for {called.get(die.element, die.element)}" if die else ""
    yield told(f"{event.value}{element}", "presented", event.side)


def rolls(state: Crucible, it: Contest, side: Side, seat: Seat) -> Iterable[Offer]:
    """The roll of a hand, once there is somebody to roll against."""
    if side.hand and not side.rolled and len(it.sides) > 1 and no_longer_rolled(state, side) is None:
        yield seat.offer(
            RollContestDice,
            f"{side_name(state, seat.side)} rolls",
            {"side": seat.side},
            group="Contest: roll",
            dice=tuple(die.faces for die in side.hand),
            forced=any(other.rolled for other in it.sides.values()),
        )


def presenting(state: Crucible, it: Contest, side: Side, seat: Seat) -> Iterable[Offer]:
    """The highest die, or one of several, once everybody has rolled."""
    if side.presented_die is not None or not all(other.rolled for other in it.sides.values()):
        return
    name = side_name(state, seat.side)
    best = [die for die in side.hand if die.value == highest(side.hand)]
    if len(best) == 1:
        known = {"side": seat.side, "die_id": best[0].die_id}
        label = f"{name} presents the {best[0].value} of {element_name(state, best[0])}"
        yield seat.offer(PresentDie, label, known, group="Contest: present", forced=True)
        return
    yield seat.offer(
        PresentDie,
        f"{name} presents one of the highest",
        {"side": seat.side},
        {"die_id": tuple(die_choice(state, die) for die in best)},
        group="Contest: present",
    )
