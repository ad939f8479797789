"""A spark rerolls one die of a hand (VC-21)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Slug
from domain.vicious_crucible.chapters.contests.rolling import heat_for_d4s
from domain.vicious_crucible.chapters.contests.sparks import (
    Ready,
    dice_on_the_table,
    payment,
    presented_only,
    ready_spark,
    represent,
    use_spark,
)
from domain.vicious_crucible.chapters.guards import no_such_die
from domain.vicious_crucible.chapters.heat_and_flux import HeatSpent
from domain.vicious_crucible.lookup import die_in, die_of, values_of
from domain.vicious_crucible.names import names
from domain.vicious_crucible.phrases import reading, test_of
from domain.vicious_crucible.printed import HINDERING_DIE
from domain.vicious_crucible.seats import Seat, die_choice
from domain.vicious_crucible.state import Crucible, HandDie, Side
from domain.vicious_crucible.terms import (
    DIE,
    OWNER,
    SIDE,
    SOURCE,
    DieId,
    DieRef,
    DieSize,
    OwnerRef,
    SideId,
    SideRef,
    SourceRef,
    SparkKind,
    SparkRef,
)

chapter = Chapter[Crucible](
    "Spark: reroll a die",
    {
        "die_already_rerolled": "Each die may be rerolled once, and the d{faces} for {element} was.",
    },
)


class UseRerollSpark(Command):
    """Reroll one die of your own hand by a spark.

    Needs:    you have presented; nobody has won; the spark is usable; its cost in Heat (none for the GM).
    Refused:  as every spark (`present_first`, `too_little_heat`, `spark_unknown`, `spark_wrong_kind`,
              `spark_locked`, `spark_sacrificed`, `tool_denied`, `tie_first`, `contest_won`, `spark_not_in_hand`,
              `spark_used`, `presented_die_only`, `npc_not_in_hand`), and `die_not_in_hand`,
              `die_already_rerolled`.
    Yields:   `HeatSpent`, `DieRerolled`, `DiePresented` if another die is now the highest, `HeatGained`.
    """

    type: Literal["vicious_crucible.use_reroll_spark"] = "vicious_crucible.use_reroll_spark"
    side: SideRef = Field(title="Whose step is it?", description=SIDE)
    die_id: DieRef = Field(title="Which die?", description=DIE)
    spark: SparkRef = Field(title="Which spark?", description="The spark to use.")
    source: SourceRef | None = Field(
        title="On which element or tool is it printed?", default=None, description=SOURCE
    )
    owner: OwnerRef | None = Field(title="Whose is it?", default=None, description=OWNER)


class DieRerolled(Event):
    """A spark rerolled one die. It cannot be rerolled by a spark again in this contest."""

    type: Literal["vicious_crucible.die_rerolled.v1"] = "vicious_crucible.die_rerolled.v1"
    side: SideId
    die_id: DieId
    faces: DieSize
    old: int
    new: int
    spark: Slug
    source: Slug
    owner: Slug


@chapter.decides(UseRerollSpark)
def use_reroll_spark(state: Crucible, command: UseRerollSpark, asker: Asker, dice: Dice) -> Events:
    """VC-21: reroll dice of one's own hand, each die once."""
    contest = dice_on_the_table(state, command.side)
    side, printing = ready_spark(state, contest, command, asker, SparkKind.REROLL)
    die = die_in(side, command.die_id)
    if die is None:
        raise no_such_die(side, command.side)
    if state.house_rules.sparks_presented_die_only and die.die_id != side.presented_die:
        raise presented_only(side)
    need(not die.spark_rerolled, "die_already_rerolled", faces=die.faces, element=die.element)
    paid = payment(state, command.side, printing)
    (new,) = dice.roll(die.faces)
    rerolled = DieRerolled.model_validate(
        {
            "side": command.side,
            "die_id": die.die_id,
            "faces": die.faces,
            "old": die.value,
            "new": new,
            "spark": printing.slug,
            "source": printing.source,
            "owner": printing.owner,
        }
    )
    again = represent(state, command.side, side, {**values_of(side), die.die_id: new})
    return [*paid, rerolled, *again, *reroll_heat(state, command.side, die, paid)]


def reroll_heat(state: Crucible, side: str, die: HandDie, paid: list[Event]) -> list[Event]:
    """A rerolled d4 earns nothing, unless the house says so."""
    rules = state.house_rules
    if die.faces != HINDERING_DIE or not rules.reroll_d4_heat or rules.d4_heat_delayed:
        return []
    return heat_for_d4s(state, side, [die], sum(it.amount for it in paid if isinstance(it, HeatSpent)))


@chapter.applies(DieRerolled)
def _(state: Crucible, event: DieRerolled) -> None:
    die = die_of(state, event.side, event.die_id)
    must(die.value == event.old and not die.spark_rerolled, f"{event.die_id} cannot be rerolled from {event.old}")
    die.value = event.new
    die.spark_rerolled = True
    use_spark(state, event.side, f"{event.owner}.{event.source}.{event.spark}")


@chapter.tells(DieRerolled, "{side} rerolls a d{faces} by {spark}: {old} becomes {new}")
def _(state: Crucible, event: DieRerolled) -> Iterable[Fact]:
    why = names(state).get(event.spark, event.spark)
    yield facts.DieChanged(
        roller=event.side,
        die=event.die_id,
        size=event.faces,
        was=event.old,
        now=event.new,
        why=why,
        rerolled=True,
        test=test_of(state),
        reading=reading(state, event.side),
    )


def rerolls(state: Crucible, side: Side, seat: Seat, spark: Ready) -> Iterable[Offer]:
    """Dice not yet rerolled, one offer for each size so that the die to throw is known."""
    only = side.presented_die if state.house_rules.sparks_presented_die_only else None
    ready = [die for die in side.hand if not die.spark_rerolled and only in (None, die.die_id)]
    for faces in sorted({die.faces for die in ready}, reverse=True):
        dice = tuple(die_choice(state, die) for die in ready if die.faces == faces)
        label = f"{spark.label}: a d{faces}"
        yield seat.offer(
            UseRerollSpark, label, spark.known, {"die_id": dice}, group="Contest: sparks", dice=(faces,)
        )
