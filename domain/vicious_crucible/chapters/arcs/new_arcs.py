"""Another arc: what is offered, what entering it costs, and Reify (VC-42, VC-44)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker, Audience
from domain.kernel.terms import CharacterId, Slug, Text
from domain.vicious_crucible.chapters.arcs.arcs import heat_gained
from domain.vicious_crucible.chapters.founding.sheets import lay_out_arc
from domain.vicious_crucible.chapters.guards import gm_only, in_play, known_character, pc_in_story, usable
from domain.vicious_crucible.chapters.heat_and_flux import FluxSpent
from domain.vicious_crucible.lookup import first_twice, pc_of, pcs, usable_elements
from domain.vicious_crucible.phrases import arc_facts, element_state, for_player, told, words
from domain.vicious_crucible.seats import Seat
from domain.vicious_crucible.state import Character, Crucible
from domain.vicious_crucible.terms import (
    CORE_ELEMENTS,
    DEED,
    OTHER_COST,
    SACRIFICE,
    ArcRef,
    CharacterRef,
    CharacterSlug,
    ElementStatus,
    FluxReason,
    HeatReason,
    LossReason,
    TraitRef,
)

chapter = Chapter[Crucible](
    "Reify: ending one arc and beginning another",
    {
        "arc_not_offered": "{arc} was not offered yet. Ask the GM.",
        "arc_same": "That is the arc the character is on: {arc}. Choose another.",
        "arc_taken": "{character} is on {arc}, and at this table no two share one.",
        "reify_cost_named": "Entering {arc} takes {elements}: name {elements} among what is given up.",
        "reify_costs_nothing": "Entering {arc} takes no element: give none up.",
        "reify_cost_number": "Entering {arc} takes {need:?element|elements}, not {given}: name what is given up.",
        "too_few_left": "{left:?element|elements} would be left, and {need} must stay.",
        "other_cost_unpaid": "Say how this was paid, which {arc} takes as well: {cost}",
    },
)


class OfferArcs(Command):
    """Show a player the arcs their character may Reify into.

    Needs:    the GM; play.
    Refused:  `gm_only`, `not_playing`, `character_unknown`, `npcs_gain_nothing`, `arc_missing`, `arc_unknown`,
              `no_change`.
    Yields:   `ArcsOffered`.
    """

    type: Literal["vicious_crucible.offer_arcs"] = "vicious_crucible.offer_arcs"
    character: CharacterRef = Field(title="Who?")
    arcs: tuple[ArcRef, ...] = Field(title="Which arcs?")


class ArcsOffered(Event):
    """The GM showed a player arcs to Reify into."""

    type: Literal["vicious_crucible.arcs_offered.v1"] = "vicious_crucible.arcs_offered.v1"
    character: CharacterSlug
    arcs: tuple[Slug, ...]


@chapter.decides(OfferArcs)
def offer_arcs(state: Crucible, command: OfferArcs, asker: Asker, dice: Dice) -> Events:
    """VC-44: lay arcs open before one player."""
    gm_only(asker)
    in_play(state)
    character = known_character(state, command.character)
    need(character.is_pc, "npcs_gain_nothing", character=command.character)
    need(command.arcs, "arc_missing", character=command.character)
    for arc in command.arcs:
        need(arc in state.arcs, "arc_unknown", arc=arc)
    fresh = tuple(arc for arc in dict.fromkeys(command.arcs) if arc not in character.offered_arcs)
    need(fresh, "no_change")
    return [ArcsOffered(character=command.character, arcs=fresh)]


@chapter.applies(ArcsOffered)
def _(state: Crucible, event: ArcsOffered) -> None:
    character = pc_of(state, event.character)
    character.offered_arcs += [arc for arc in event.arcs if arc not in character.offered_arcs]


def gm_and_player(state: Crucible, event: ArcsOffered) -> Audience:
    """An offer of arcs is between the GM and one player."""
    return for_player(state, event.character)


@chapter.tells(ArcsOffered, "{character} may Reify into {arcs}", to=gm_and_player)
def _(state: Crucible, event: ArcsOffered) -> Iterable[Fact]:
    audience = gm_and_player(state, event)
    for arc in event.arcs:
        yield facts.StateChanged(
            owner=event.character,
            group="offered_arcs",
            name=arc,
            was="",
            now="offered",
            why="the GM's offer",
            label=state.arcs[arc].name,
            audience=audience,
        )


class PerformReify(Command):
    """Do what the arc's Reify action says: end this arc, pay for another and begin it.

    Needs:    as Flux; the new arc was offered; its entry cost.
    Refused:  as Flux, and `arc_missing`, `arc_unknown`, `arc_same`, `arc_not_offered`, `arc_taken`,
              `reify_cost_number`, `reify_cost_named`, `reify_costs_nothing`, `other_cost_unpaid`,
              `element_unknown`, `element_twice`, `element_locked`, `element_sacrificed`, `too_few_left`,
              `npcs_gain_nothing`.
    Yields:   `ReifyActionPerformed`, `ElementSacrificed` each, `ArcCostPaid`, `ArcEnded`, `ArcBegun`,
              `FluxSpent`, `HeatGained`.
    """

    type: Literal["vicious_crucible.perform_reify"] = "vicious_crucible.perform_reify"
    character: CharacterRef = Field(title="Who?")
    new_arc: ArcRef | None = Field(
        title="Which arc begins?", default=None, description="The arc to begin, of those the GM has offered."
    )
    sacrifice: tuple[TraitRef, ...] = Field(
        title="Which elements are given up?", default=(), description=SACRIFICE
    )
    other_text: Text = Field(title="How is the rest paid?", default="", description=OTHER_COST)
    description: Text = Field(default="", description=DEED)


class ReifyActionPerformed(Event):
    """A character did what its arc's Reify action says."""

    type: Literal["vicious_crucible.reify_action_performed.v1"] = "vicious_crucible.reify_action_performed.v1"
    character: CharacterSlug
    old_arc: Slug
    new_arc: Slug
    description: Text


class ElementSacrificed(Event):
    """An element was given up for good."""

    type: Literal["vicious_crucible.element_sacrificed.v1"] = "vicious_crucible.element_sacrificed.v1"
    character: CharacterSlug
    element: Slug
    reason: LossReason


class ArcCostPaid(Event):
    """A price that is not an element was paid."""

    type: Literal["vicious_crucible.arc_cost_paid.v1"] = "vicious_crucible.arc_cost_paid.v1"
    character: CharacterSlug
    arc: Slug
    other_text: Text


class ArcEnded(Event):
    """A character's arc is over; its locked elements are out of reach."""

    type: Literal["vicious_crucible.arc_ended.v1"] = "vicious_crucible.arc_ended.v1"
    character: CharacterSlug
    arc: Slug


class ArcBegun(Event):
    """A character is on another arc, with its elements locked."""

    type: Literal["vicious_crucible.arc_begun.v1"] = "vicious_crucible.arc_begun.v1"
    character: CharacterSlug
    arc: Slug


@chapter.decides(PerformReify)
def perform_reify(state: Crucible, command: PerformReify, asker: Asker, dice: Dice) -> Events:
    """VC-42: pay the price of the arc entered; one arc ends and another begins."""
    in_play(state)
    character = pc_in_story(state, command.character, asker)
    new = found(command.new_arc, "arc_missing", character=command.character)
    need(new in state.arcs, "arc_unknown", arc=new)
    free_arc(state, command.character, character, new)
    need(new in character.offered_arcs, "arc_not_offered", arc=new)
    paid = entry_price(state, command.character, new, command.sacrifice, command.other_text, LossReason.REIFY)
    rules = state.house_rules
    old = character.arc or ""
    events: list[Event] = [
        ReifyActionPerformed(
            character=command.character,
            old_arc=old,
            new_arc=new,
            description=command.description,
        ),
        *paid,
        ArcEnded(character=command.character, arc=old),
        ArcBegun(character=command.character, arc=new),
    ]
    if rules.flux_reset_on_reify and character.flux:
        events.append(FluxSpent(character=command.character, amount=character.flux, reason=FluxReason.REIFY))
    return events + heat_gained(command.character, rules.reify_heat, HeatReason.REIFY_ACTION)


def free_arc(state: Crucible, slug: str, character: Character, arc: str) -> None:
    """VC-42: not the arc one is on and, by house rule, nobody else's; its price apart."""
    need(character.arc != arc, "arc_same", arc=arc)
    if state.house_rules.arc_exclusive:
        for other, it in state.characters.items():
            if other != slug and it.is_pc and it.arc == arc:
                raise CommandRefused("arc_taken", arc=arc, character=other)


def entry_price(
    state: Crucible,
    slug: str,
    arc: str,
    sacrifice: tuple[str, ...],
    other_text: str,
    reason: LossReason,
) -> list[Event]:
    """VC-42: what entering the arc takes: elements given up for good, and what else it prints."""
    character = state.characters[slug]
    cost = state.arcs[arc].entry_cost
    if twice := first_twice(sacrifice):
        raise CommandRefused("element_twice", element=twice)
    for element in sacrifice:
        need(element in character.elements, "element_unknown", element=element, character=slug)
        usable(element, character.elements[element])
    if missing := [element for element in cost.sacrifice_named if element not in sacrifice]:
        raise CommandRefused("reify_cost_named", arc=arc, elements=missing)
    takes = max(cost.sacrifice_count, len(set(cost.sacrifice_named)))
    if sacrifice and not takes:
        raise CommandRefused("reify_costs_nothing", arc=arc)
    need(len(sacrifice) == takes, "reify_cost_number", arc=arc, need=takes, given=len(sacrifice))
    left = len(usable_elements(character)) - len(sacrifice)
    fewest = 1 if state.house_rules.allow_fewer_than_three else CORE_ELEMENTS
    if sacrifice and left < fewest:
        raise CommandRefused("too_few_left", left=left, need=fewest)
    if cost.other_text and not other_text.strip():
        raise CommandRefused("other_cost_unpaid", arc=arc, cost=cost.other_text)
    who = CharacterId(slug)
    paid: list[Event] = [ElementSacrificed(character=who, element=element, reason=reason) for element in sacrifice]
    if cost.other_text:
        paid.append(ArcCostPaid(character=who, arc=arc, other_text=other_text))
    return paid


@chapter.applies(ReifyActionPerformed)
def _(state: Crucible, event: ReifyActionPerformed) -> None:
    """The arcs change by the events after it."""
    must(pc_of(state, event.character).arc == event.old_arc, f"{event.character} is not on {event.old_arc}")


@chapter.tells(ReifyActionPerformed, "{character} leaves {old_arc} for {new_arc}{description:+: }")
def _(state: Crucible, event: ReifyActionPerformed) -> Iterable[Fact]:
    printed = state.arcs[event.old_arc].reify_action
    yield told(event.description or printed, "reify action", event.character)
    yield facts.Turn(test="", who=event.character, text=event.description)


@chapter.applies(ElementSacrificed)
def _(state: Crucible, event: ElementSacrificed) -> None:
    element = pc_of(state, event.character).elements.get(event.element)
    must(element is not None and element.status is ElementStatus.UNLOCKED, f"{event.element} cannot be sacrificed")
    pc_of(state, event.character).elements[event.element].status = ElementStatus.SACRIFICED


@chapter.tells(ElementSacrificed, "{character} gives up {element} for good")
def _(state: Crucible, event: ElementSacrificed) -> Iterable[Fact]:
    who, slug, why = event.character, event.element, words(event.reason)
    label = state.characters[who].elements[slug].name
    yield element_state(who, slug, label, "unlocked", "sacrificed", why, good=False, lasting=True)


@chapter.applies(ArcCostPaid)
def _(state: Crucible, event: ArcCostPaid) -> None:
    """No change here: what it was paid with is not counted."""
    pc_of(state, event.character)


@chapter.tells(ArcCostPaid, "{character} pays for {arc}: {other_text}")
def _(state: Crucible, event: ArcCostPaid) -> Iterable[Fact]:
    yield told(event.other_text, "cost", event.character)


@chapter.applies(ArcEnded, renames=True)
def _(state: Crucible, event: ArcEnded) -> None:
    character = pc_of(state, event.character)
    must(character.arc == event.arc, f"{event.character} is not on {event.arc}")
    character.arc = None
    character.past_arcs.append(event.arc)
    character.elements = {
        slug: element for slug, element in character.elements.items() if element.status is not ElementStatus.LOCKED
    }


@chapter.tells(ArcEnded, "{arc} is over for {character}")
def _(state: Crucible, event: ArcEnded) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.character,
        group="arcs",
        name=event.arc,
        was="current",
        now="past",
        why="the arc is over",
        label=state.arcs[event.arc].name,
        lasting=True,
    )


@chapter.applies(ArcBegun, renames=True)
def _(state: Crucible, event: ArcBegun) -> None:
    character = pc_of(state, event.character)
    must(character.arc is None, f"{event.character} is still on {character.arc}")
    lay_out_arc(state, character, event.arc)
    character.offered_arcs = [arc for arc in character.offered_arcs if arc != event.arc]


@chapter.tells(ArcBegun, "{character} begins {arc}")
def _(state: Crucible, event: ArcBegun) -> Iterable[Fact]:
    yield facts.Advanced(owner=event.character, track="arc", what=state.arcs[event.arc].name)
    yield from arc_facts(state, event.character, "a new arc", lasting=True)


def arcs_to_offer(state: Crucible) -> Iterable[Offer]:
    """Arcs to lay before each player."""
    for slug, it in pcs(state).items():
        ready = tuple(
            Choice(arc_id, arc.name, arc.reify_action)
            for arc_id, arc in state.arcs.items()
            if arc_id not in it.offered_arcs and arc_id != it.arc
        )
        if ready:
            yield Offer(
                command=OfferArcs,
                label=f"Offer arcs to {it.name}",
                known={"character": slug},
                choices={"arcs": ready},
                group="GM",
            )


def reifies(state: Crucible, seat: Seat, it: Character) -> Iterable[Offer]:
    """Each arc on offer that can be entered."""
    for new in it.offered_arcs:
        yield from reify(state, seat, it, new)


def reify(state: Crucible, seat: Seat, it: Character, new: str) -> Iterable[Offer]:
    """Entering an arc on offer, where its price can be paid."""
    price = payable(state, it, new)
    if price is None or not allowed(free_arc, state, seat.side, it, new):
        return
    known: dict[str, object] = {"character": seat.side, "new_arc": new}
    open_fields: dict[str, tuple[Choice, ...]] = {}
    named, more = price
    if more:
        open_fields["sacrifice"] = tuple(Choice(slug, it.elements[slug].name) for slug in usable_elements(it))
        named_words = f", among them {', '.join(it.elements[slug].name for slug in named)}" if named else ""
        label = f" (gives up {more + len(named)}{named_words})"
    else:
        known["sacrifice"] = tuple(named)
        label = f" (gives up {', '.join(it.elements[slug].name for slug in named)})" if named else ""
    if not state.arcs[new].entry_cost.other_text:
        known["other_text"] = ""
    yield seat.offer(
        PerformReify,
        f"{it.name}, Reify: begin {state.arcs[new].name}{label}",
        known,
        open_fields,
        group="Arc",
    )


def payable(state: Crucible, it: Character, arc: str) -> tuple[list[str], int] | None:
    """The price of an arc: the named elements, and how many more; None when it cannot be paid."""
    cost = state.arcs[arc].entry_cost
    named = list(dict.fromkeys(cost.sacrifice_named))
    usable = usable_elements(it)
    need = max(cost.sacrifice_count, len(named))
    fewest = 1 if state.house_rules.allow_fewer_than_three else CORE_ELEMENTS
    if any(slug not in usable for slug in named) or (need and len(usable) - need < fewest):
        return None
    return named, need - len(named)
