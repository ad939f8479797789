"""Sparks: where they are printed, when they may be used, what they cost (VC-20, VC-23, VC-24, VC-32)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, allowed, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.vicious_crucible.chapters.contests.rolling import DiePresented
from domain.vicious_crucible.chapters.guards import not_denied, own_side, unsettled_contest
from domain.vicious_crucible.chapters.heat_and_flux import heat_spent
from domain.vicious_crucible.lookup import contest_of, die_in, npcs_in_hand, side_of, spendable, tie_to_reroll
from domain.vicious_crucible.printed import spark_cost
from domain.vicious_crucible.seats import Seat, side_name
from domain.vicious_crucible.state import Contest, Crucible, Element, Side, Spark, Tool
from domain.vicious_crucible.terms import GM, ElementStatus, HeatReason, PresentCause, SparkKind, Stage

chapter = Chapter[Crucible](
    "Using sparks",
    {
        "spark_locked": "This spark is printed on {element}, which is still locked.",
        "spark_sacrificed": "This spark was lost with {element}, which was sacrificed.",
        "spark_wrong_kind": "{spark} does something else: {kind}, not {wanted}.",
        "spark_not_in_hand": "{element} was not rolled, so its spark {spark} cannot be used.",
        "spark_used": "{spark} was used in this contest already.",
        "present_first": "Sparks come only after you present.",
        "tie_first": "The tie for highest comes first; still to reroll: {sides}.",
        "npc_not_in_hand": "No element of {character} was rolled in this contest.",
        "spark_unknown": "{side} has no such spark to use here. Name one of their own.",
        "too_little_heat": "{character} has {have} Heat and needs {need}.",
        "presented_die_only": "Sparks reach only the die that is presented, the d{faces} for {element}.",
    },
)


@dataclass(frozen=True, slots=True)
class Printing:
    """A spark where it is printed: `on` an element or a tool, whose slug is `source`."""

    owner: str
    source: str
    on: Element | Tool
    slug: str
    spark: Spark

    @property
    def used_as(self) -> str:
        """The key its use is remembered by for the length of a contest."""
        return f"{self.owner}.{self.source}.{self.slug}"


def printings(state: Crucible, side_id: str, side: Side) -> list[Printing]:
    """Every spark this side could think of using, usable or not."""
    printed: list[Printing] = []
    for owner in npcs_in_hand(state, side) if side_id == GM else [side_id]:
        character = state.characters[owner]
        sources: tuple[Mapping[str, Element | Tool], ...] = (character.elements, character.tools)
        for source, it in ((source, it) for kind in sources for source, it in kind.items()):
            printed += (Printing(owner, source, it, slug, spark) for slug, spark in it.sparks.items())
    return printed


def in_hand(side: Side, printing: Printing) -> bool:
    """True if the element or tool it is printed on was rolled."""
    return any(die.owner == printing.owner and printing.source in (die.element, die.tool) for die in side.hand)


def usable_now(state: Crucible, side: Side, printing: Printing, kind: SparkKind) -> None:
    """Refuse a spark on a locked element or a tool not at hand, or against a house rule; not its price (VC-20)."""
    rules = state.house_rules
    match printing.on:
        case Tool() as tool:
            not_denied(printing.source, tool)
        case Element(status=status):
            need(status is not ElementStatus.LOCKED, "spark_locked", element=printing.source)
            need(status is not ElementStatus.SACRIFICED, "spark_sacrificed", element=printing.source)
    it = printing.spark.kind
    need(it is kind, "spark_wrong_kind", spark=printing.slug, kind=it, wanted=kind)
    if rules.spark_needs_element_in_hand and not in_hand(side, printing):
        raise CommandRefused("spark_not_in_hand", spark=printing.slug, element=printing.source)
    if rules.spark_once_per_contest and printing.used_as in side.sparks_used:
        raise CommandRefused("spark_used", spark=printing.slug)


def dice_on_the_table(state: Crucible, side: str) -> Contest:
    """The contest once dice have fallen, and before anybody has won; refused otherwise (VC-20)."""
    contest = unsettled_contest(state)
    need(contest.status is not Stage.DECLARED, "present_first", side=side)
    return contest


class SparkAsked(Protocol):
    """Any command for a spark."""

    @property
    def side(self) -> str:
        """The side that uses it."""

    @property
    def spark(self) -> str:
        """The spark's slug."""

    @property
    def source(self) -> str | None:
        """The element or tool it is printed on, if that was said."""

    @property
    def owner(self) -> str | None:
        """The NPC whose spark it is, if that was said."""


def ready_spark(
    state: Crucible, contest: Contest, command: SparkAsked, asker: Asker, kind: SparkKind
) -> tuple[Side, Printing]:
    """A side that has presented, and its usable spark; refused while a tie waits (VC-20, VC-24)."""
    side = own_side(state, contest, command.side, asker)
    need(side.presented_die is not None, "present_first", side=command.side)
    if tied := tie_to_reroll(contest):
        raise CommandRefused("tie_first", sides=tied)
    if command.side == GM and command.owner is not None and command.owner not in npcs_in_hand(state, side):
        raise CommandRefused("npc_not_in_hand", character=command.owner)
    meant = [
        printing
        for printing in printings(state, command.side, side)
        if printing.slug == command.spark
        and command.source in (None, printing.source)
        and command.owner in (None, printing.owner)
    ]
    need(meant, "spark_unknown", side=command.side, spark=command.spark)
    ready = next((it for it in meant if allowed(usable_now, state, side, it, kind)), meant[0])
    usable_now(state, side, ready, kind)
    return side, ready


def payment(state: Crucible, side: str, printing: Printing, points: int = 1) -> list[Event]:
    """Events of a spark's price: Heat for a player character, nothing for the GM (VC-20, VC-24)."""
    if side == GM:
        return []
    price = spark_cost(printing.spark, state.house_rules) * points
    have = spendable(state, state.characters[side])
    need(have >= price, "too_little_heat", character=side, have=have, need=price)
    return [heat_spent(state, side, price, HeatReason.SPARK, printing.slug)] if price else []


def represent(state: Crucible, side_id: str, side: Side, values: dict[str, int]) -> list[Event]:
    """Events of the highest die being presented; a tie keeps the one there, a pinned die stays (VC-23)."""
    if side.pinned or not state.house_rules.represent_after_spark or side.presented_die is None:
        return []
    best = max(values.values())
    if values[side.presented_die] == best:
        return []
    die_id = next(die_id for die_id, value in values.items() if value == best)
    return [DiePresented(side=side_id, die_id=die_id, value=best, cause=PresentCause.SPARK)]


def presented_only(side: Side) -> CommandRefused:
    """The refusal for a die that a spark does not reach, because only the presented one is reached."""
    only = die_in(side, side.presented_die)
    return CommandRefused("presented_die_only", faces=only and only.faces, element=only and only.element)


def use_spark(state: Crucible, side: str, used: str) -> None:
    """Note a spark as used, after which everybody may use sparks again."""
    for other in contest_of(state).sides.values():
        other.passed = False
    side_of(state, side).sparks_used.append(used)


@dataclass(frozen=True, slots=True)
class Ready:
    """A spark that can be used and paid for: what an offer of it knows, and how it is called."""

    printing: Printing
    cost: int
    known: Mapping[str, object]
    label: str


def ready_sparks(state: Crucible, side: Side, seat: Seat) -> Iterable[Ready]:
    """The sparks this side can use now."""
    for printing in printings(state, seat.side, side):
        kind = printing.spark.kind
        if kind is SparkKind.DOUBLE_HEAT or not allowed(usable_now, state, side, printing, kind):
            continue
        cost = 0 if seat.side == GM else spark_cost(printing.spark, state.house_rules)
        if seat.side != GM and spendable(state, state.characters[seat.side]) < cost:
            continue
        known = {
            "side": seat.side,
            "spark": printing.slug,
            "source": printing.source,
            "owner": printing.owner,
        }
        price = f", {cost} Heat" if cost else ""
        label = f"{side_name(state, seat.side)}: {printing.spark.name} ({kind.replace('_', ' ')}{price})"
        yield Ready(printing, cost, known, label)
