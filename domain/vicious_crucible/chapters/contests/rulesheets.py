"""Rulesheets extend a contest: their dice, and the sparks that work with them (VC-12, VC-37)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, Name, Slug, Text
from domain.vicious_crucible.chapters.contests.sparks import (
    Ready,
    dice_on_the_table,
    payment,
    ready_spark,
    use_spark,
)
from domain.vicious_crucible.chapters.guards import contest_under_way, own_side
from domain.vicious_crucible.lookup import contest_of, same_rulesheet
from domain.vicious_crucible.phrases import test_of, told
from domain.vicious_crucible.seats import Seat, side_name
from domain.vicious_crucible.state import Contest, Crucible
from domain.vicious_crucible.terms import (
    OWNER,
    RULESHEET,
    SIDE,
    SOURCE,
    CharacterSlug,
    DieId,
    OwnerRef,
    SideId,
    SideRef,
    SourceRef,
    SparkKind,
    SparkRef,
    Stage,
)

chapter = Chapter[Crucible](
    "Invoking rulesheets",
    {
        "rulesheet_too_late": "Rulesheets are invoked before the roll.",
        "rulesheet_already": "{rulesheet} is invoked already; a contest takes one rulesheet.",
        "rulesheet_not_invoked": "The rulesheet {rulesheet} is not invoked in this contest.",
        "no_dice": "Name the dice to roll: 1 to {most} of them, with 2 to {largest} sides.",
        "no_rulesheet": "No rulesheet is invoked in this contest, and this spark works with one.",
        "effect_missing": "Say what {spark} does.",
    },
)


MOST_MODULE_DICE = 20
LARGEST_MODULE_DIE = 100


class InvokeRulesheet(Command):
    """Extend the contest by a rulesheet of your own, such as Combat.

    Needs:    a side of the contest; nobody has rolled.
    Refused:  `no_contest`, `rulesheet_too_late`, `not_a_side`, `gm_only`, `not_your_character`,
              `rulesheet_already`.
    Yields:   `RulesheetInvoked`.
    """

    type: Literal["vicious_crucible.invoke_rulesheet"] = "vicious_crucible.invoke_rulesheet"
    side: SideRef = Field(title="Whose step is it?", description=SIDE)
    rulesheet: Name = Field(title="Which rulesheet?", description=RULESHEET)


class RulesheetInvoked(Event):
    """The contest is extended by a rulesheet."""

    type: Literal["vicious_crucible.rulesheet_invoked.v1"] = "vicious_crucible.rulesheet_invoked.v1"
    rulesheet: Name
    side: SideId


@chapter.decides(InvokeRulesheet)
def invoke_rulesheet(state: Crucible, command: InvokeRulesheet, asker: Asker, dice: Dice) -> Events:
    """VC-12: invoke one rulesheet, before the roll."""
    contest = contest_under_way(state)
    need(contest.status is Stage.DECLARED, "rulesheet_too_late", contest=contest.id)
    own_side(state, contest, command.side, asker)
    need(contest.rulesheet is None, "rulesheet_already", rulesheet=contest.rulesheet)
    return [RulesheetInvoked(rulesheet=command.rulesheet, side=command.side)]


@chapter.applies(RulesheetInvoked)
def _(state: Crucible, event: RulesheetInvoked) -> None:
    contest_of(state).rulesheet = event.rulesheet


@chapter.tells(RulesheetInvoked, "{side} invokes {rulesheet}")
def _(state: Crucible, event: RulesheetInvoked) -> Iterable[Fact]:
    yield told(event.rulesheet, "rulesheet", event.side)


class RollModuleDice(Command):
    """Roll the rulesheet's dice: what the invoked one asks for.

    Needs:    a side of a contest with that rulesheet invoked.
    Refused:  `no_contest`, `not_a_side`, `gm_only`, `not_your_character`, `rulesheet_not_invoked`, `no_dice`.
    Yields:   `ModuleDiceRolled`.
    """

    type: Literal["vicious_crucible.roll_module_dice"] = "vicious_crucible.roll_module_dice"
    side: SideRef = Field(title="Whose step is it?", description=SIDE)
    rulesheet: Name = Field(title="Which rulesheet?", description=RULESHEET)
    sizes: tuple[int, ...] = Field(
        title="Dice, by size", description="The dice to roll, by size: 2 to 100 sides, twenty at the most."
    )


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class ModuleDie:
    """A die of a rulesheet as it fell."""

    die_id: DieId
    faces: int
    value: int

    def __str__(self) -> str:
        """As it is read aloud: its value."""
        return str(self.value)


class ModuleDiceRolled(Event):
    """Dice that a rulesheet asked for. What they mean is the rulesheet's business."""

    type: Literal["vicious_crucible.module_dice_rolled.v1"] = "vicious_crucible.module_dice_rolled.v1"
    rulesheet: Name
    side: SideId
    dice: tuple[ModuleDie, ...]


@chapter.decides(RollModuleDice)
def roll_module_dice(state: Crucible, command: RollModuleDice, asker: Asker, dice: Dice) -> Events:
    """Roll a rulesheet's dice (section 7), which are kept and not judged."""
    contest = contest_under_way(state)
    own_side(state, contest, command.side, asker)
    if contest.rulesheet is None or not same_rulesheet(contest.rulesheet, command.rulesheet):
        raise CommandRefused("rulesheet_not_invoked", rulesheet=command.rulesheet)
    fitting = all(2 <= size <= LARGEST_MODULE_DIE for size in command.sizes)
    if not fitting or not 1 <= len(command.sizes) <= MOST_MODULE_DICE:
        raise CommandRefused("no_dice", most=MOST_MODULE_DICE, largest=LARGEST_MODULE_DIE)
    rolled = dice.roll(*command.sizes)
    seen: dict[int, int] = {}
    fallen = []
    for size, value in zip(command.sizes, rolled, strict=True):
        seen[size] = seen.get(size, 0) + 1
        fallen.append(ModuleDie(die_id=f"d{size}-{seen[size]}", faces=size, value=value))
    return [ModuleDiceRolled(rulesheet=contest.rulesheet, side=command.side, dice=tuple(fallen))]


@chapter.applies(ModuleDiceRolled)
def _(state: Crucible, event: ModuleDiceRolled) -> None:
    """Kept for the journal: what these dice mean is not this game's to"""
    contest_of(state)


@chapter.tells(ModuleDiceRolled, "{side} rolls {dice} for {rulesheet}")
def _(state: Crucible, event: ModuleDiceRolled) -> Iterable[Fact]:
    dice = tuple(facts.Die(it.die_id, it.faces, it.value) for it in event.dice)
    yield facts.DiceRolled(roller=event.side, purpose=event.rulesheet, dice=dice, test=test_of(state))


class UseRulesheetSpark(Command):
    """Use a spark of the rulesheet: one that works with what was invoked, and what it did.

    Needs:    as every spark; its rulesheet is invoked in this contest.
    Refused:  as every spark, and `no_rulesheet`, `rulesheet_not_invoked`, `effect_missing`, `too_little_heat`,
              `tool_denied`.
    Yields:   `HeatSpent`, `RulesheetSparkUsed`.
    """

    type: Literal["vicious_crucible.use_rulesheet_spark"] = "vicious_crucible.use_rulesheet_spark"
    side: SideRef = Field(title="Whose step is it?", description=SIDE)
    spark: SparkRef = Field(title="Which spark?", description="The spark to use.")
    effect: Text = Field(title="What does it do?", description="Such as: two wounds instead of one.")
    source: SourceRef | None = Field(
        title="On which element or tool is it printed?", default=None, description=SOURCE
    )
    owner: OwnerRef | None = Field(title="Whose is it?", default=None, description=OWNER)


class RulesheetSparkUsed(Event):
    """A spark worked with the invoked rulesheet."""

    type: Literal["vicious_crucible.rulesheet_spark_used.v1"] = "vicious_crucible.rulesheet_spark_used.v1"
    character: CharacterSlug
    side: SideId
    spark: Slug
    source: Slug
    rulesheet: Text
    effect: Text


@chapter.decides(UseRulesheetSpark)
def use_rulesheet_spark(state: Crucible, command: UseRulesheetSpark, asker: Asker, dice: Dice) -> Events:
    """VC-37: use a spark of the rulesheet invoked; what it did is told, not judged."""
    contest = dice_on_the_table(state, command.side)
    _, printing = ready_spark(state, contest, command, asker, SparkKind.RULESHEET)
    needed = found(printing.spark.rulesheet or contest.rulesheet, "no_rulesheet")
    if contest.rulesheet is None or not same_rulesheet(contest.rulesheet, needed):
        raise CommandRefused("rulesheet_not_invoked", rulesheet=needed)
    need(command.effect.strip(), "effect_missing", spark=printing.slug)
    paid = payment(state, command.side, printing)
    used = RulesheetSparkUsed(
        character=CharacterId(printing.owner),
        side=command.side,
        spark=printing.slug,
        source=printing.source,
        rulesheet=contest.rulesheet,
        effect=command.effect,
    )
    return [*paid, used]


@chapter.applies(RulesheetSparkUsed)
def _(state: Crucible, event: RulesheetSparkUsed) -> None:
    use_spark(state, event.side, f"{event.character}.{event.source}.{event.spark}")


@chapter.tells(RulesheetSparkUsed, "{character} uses {spark}: {effect}")
def _(state: Crucible, event: RulesheetSparkUsed) -> Iterable[Fact]:
    yield told(event.effect, "spark", event.character)


def invoking(state: Crucible, it: Contest, seat: Seat) -> Iterable[Offer]:
    """One rulesheet, before the roll."""
    if it.status is Stage.DECLARED and it.rulesheet is None:
        yield seat.offer(
            InvokeRulesheet,
            f"{side_name(state, seat.side)} invokes a rulesheet",
            {"side": seat.side},
            group="Contest: rulesheet",
        )


def module_dice(state: Crucible, contest: Contest, seat: Seat) -> Iterable[Offer]:
    """Dice of the rulesheet that is invoked, as long as the contest lasts."""
    if contest.rulesheet is not None:
        known = {"side": seat.side, "rulesheet": contest.rulesheet}
        label = f"{side_name(state, seat.side)} rolls for {contest.rulesheet}"
        yield seat.offer(RollModuleDice, label, known, group="Contest: rulesheet")


def rulesheet_sparks(it: Contest, seat: Seat, spark: Ready) -> Iterable[Offer]:
    """A spark that works with the rulesheet that is invoked."""
    wanted = spark.printing.spark.rulesheet
    if it.rulesheet is not None and (not wanted or same_rulesheet(it.rulesheet, wanted)):
        yield seat.offer(UseRulesheetSpark, spark.label, spark.known, group="Contest: sparks")
