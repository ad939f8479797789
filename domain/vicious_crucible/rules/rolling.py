"""Rolling and presenting, and the Heat that hindering dice bring (VC-16 to VC-19)."""

from collections.abc import Iterable

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.lookup import (
    die_in,
    highest,
)
from domain.vicious_crucible.state import Character, Contest, Crucible, HandDie, Side
from domain.vicious_crucible.tables import DOUBLED_HEAT, HINDERING_DIE, HINDERING_HEAT, spark_cost
from domain.vicious_crucible.terms import GM, ElementStatus, HeatReason, SparkKind, Stage

from .common import (
    contest_under_way,
    no_such_die,
    own_side,
    unsettled_contest,
)
from .heat import heat_spent


def roll_contest_dice(state: Crucible, command: ask.RollContestDice, asker: Asker, dice: Dice) -> Events:
    """VC-16: one die for each pick, in order, once."""
    contest = contest_under_way(state)
    need(contest.status in (Stage.DECLARED, Stage.ROLLING), "hand_rolled", side=command.side)
    side = own_side(state, contest, command.side, asker)
    need(len(contest.sides) >= 2, "two_sides")
    need(side.hand, "elements_not_chosen", side=command.side)
    need(not side.rolled, "hand_rolled", side=command.side)
    values = dice.roll(*(die.faces for die in side.hand))
    rolled = say.ContestDiceRolled.model_validate(
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
        events.append(say.HeatGained(character=CharacterId(side), amount=amount, reason=reason, die_id=die.die_id))
    return events


def doubling(state: Crucible, character: Character, slug: str) -> tuple[str, int] | None:
    """The spark that doubles the Heat of this element's d4, with its cost, or None."""
    element = character.elements.get(slug)
    if element is None or element.status is not ElementStatus.UNLOCKED:
        return None
    for spark_id, spark in element.sparks.items():
        if spark.kind is SparkKind.DOUBLE_HEAT:
            return spark_id, spark_cost(spark, state.house_rules)
    return None


def delayed_heat(state: Crucible, contest: Contest) -> list[Event]:
    """Where the house delays it, the Heat of a whole contest's d4s, side by side."""
    rules = state.house_rules
    if not rules.d4_heat_delayed:
        return []
    events: list[Event] = []
    for slug, side in contest.sides.items():
        again = [die for die in side.hand if die.spark_rerolled] if rules.reroll_d4_heat else []
        events += heat_for_d4s(state, slug, [*side.hand, *again])
    return events


def present_die(state: Crucible, command: ask.PresentDie, asker: Asker, dice: Dice) -> Events:
    """VC-19: the highest die; among equals the side picks."""
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
    return [say.DiePresented(side=command.side, die_id=command.die_id, value=die.value)]


def presented_already(side: Side, slug: str) -> CommandRefused:
    """VC-26: a die is presented once, and one that tied stays in front when it was rerolled."""
    tied = die_in(side, side.presented_die) if side.pinned else None
    if tied is None:
        return CommandRefused("already_presented", side=slug)
    return CommandRefused("die_pinned", side=slug, faces=tied.faces, element=tied.element)
