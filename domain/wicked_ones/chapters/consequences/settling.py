"""Accepting a consequence, or avoiding it with a defense (WO-61, WO-63)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, CharacterId, Slug, Text, slugify
from domain.wicked_ones.chapters.consequences.declaring import settle, unsettled
from domain.wicked_ones.chapters.consequences.striking import effects_of
from domain.wicked_ones.chapters.guards import Described, described, in_play, own
from domain.wicked_ones.lookup import required
from domain.wicked_ones.phrases import called, settlement, state_of
from domain.wicked_ones.seats import seat_of
from domain.wicked_ones.state.play import Consequence
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.harm import Kind, Settlement, Severity
from domain.wicked_ones.terms.refs import ConsequenceRef, DefenseRef
from domain.wicked_ones.terms.rolls import Attribute

chapter = Chapter[Underworld](
    "Accepting, and defenses",
    {
        "choice_missing": "Say which attribute {consequence} shocks.",
        "defense_not_on_cost": "A defense keeps off consequences, not a price you choose.",
        "not_resistible": "This cannot be resisted: {why}.",
        "defense_used": "The defense against {type} was used; it is back at the next recovery.",
        "wrong_type": "A defense against {type} does not stop {threat}.",
        "not_yours_to_avoid": "The defense is for {owner} alone; this strikes {target}.",
        "resisted_already": "{consequence} was resisted {most:?time|times} already, and no more is allowed.",
    },
)


class AcceptConsequence(Command):
    """Accept a consequence: what was declared happens.

    Needs:    the GM, or the player of whom it strikes.
    Refused:  `consequence_unknown`, `consequence_settled`, `reduce_first`, `not_your_character`, `choice_missing`.
    Yields:   `ConsequenceAccepted`; then what it does: `EffectReduced`, `PositionWorsened`, `ShockTaken`,
              `ShockDoubled`, `CostDemanded`, `Bloodied`, `CharacterDied`, `ComplicationHappened`, `ItemLost`,
              `GoldLost`, `LootLost`, `MinionsLost`, `ClockTicked`, `ClockFilled`.
    """

    type: Literal["wicked_ones.accept_consequence"] = "wicked_ones.accept_consequence"
    consequence: ConsequenceRef
    attribute: Attribute | None = Field(default=None, description="Which is shocked, when the choice is yours.")


class ConsequenceAccepted(Event):
    """A consequence was accepted, and happens."""

    type: Literal["wicked_ones.consequence_accepted.v1"] = "wicked_ones.consequence_accepted.v1"
    consequence: Slug


@chapter.decides(AcceptConsequence)
def accept_consequence(state: Underworld, command: AcceptConsequence, asker: Asker, dice: Dice) -> Events:
    """WO-63: accept a consequence that nobody resists, with all it does."""
    in_play(state)
    it = unsettled(state, command.consequence)
    victim = state.characters.get(it.target)
    if not asker.is_gm and (victim is None or victim.player != asker.person):
        raise CommandRefused("not_your_character", character=it.target)
    need(not it.to_reduce, "reduce_first", consequence=command.consequence)
    if needs_choice(it) and command.attribute is None:
        raise CommandRefused("choice_missing", consequence=command.consequence)
    accepted = ConsequenceAccepted(consequence=command.consequence)
    return [accepted, *effects_of(state, command.consequence, it, command.attribute)]


def needs_choice(it: Consequence) -> bool:
    """True if the player chooses what is shocked (WO-42, WO-A41)."""
    return (
        Kind.SHOCK in it.kinds
        and Kind.BLOODIED not in it.kinds
        and not it.attributes
        and it.severity is not Severity.NONE
    )


@chapter.applies(ConsequenceAccepted)
def _(state: Underworld, event: ConsequenceAccepted) -> None:
    settle(state, event.consequence, Settlement.ACCEPTED)


@chapter.tells(ConsequenceAccepted, "Nobody stops {consequence}")
def _(state: Underworld, event: ConsequenceAccepted) -> Iterable[Fact]:
    yield settlement(state, event.consequence, "accepted", "nobody kept it off", good=False)


class UseDefense(Described):
    """Avoid a consequence of the type the defense is against. No dice, no stress.

    Needs:    the owner, struck by it; an unused defense.
    Refused:  `defense_missing`, `defense_used`, `wrong_type`, `defense_not_on_cost`, `consequence_unknown`,
              `consequence_settled`, `not_resistible`, `not_yours_to_avoid`, `describe_first`, `reduce_first`,
              `resisted_already`,
              `not_your_character`, `dead`.
    Yields:   `DefenseUsed`, `ConsequenceAvoided`.
    """

    type: Literal["wicked_ones.use_defense"] = "wicked_ones.use_defense"
    defense: DefenseRef
    consequence: ConsequenceRef


class DefenseUsed(Event):
    """A monster avoided a consequence with a defense, which is used up until recovery."""

    type: Literal["wicked_ones.defense_used.v1"] = "wicked_ones.defense_used.v1"
    defense: Slug
    consequence: Slug
    character: Character
    description: Text


class ConsequenceAvoided(Event):
    """A consequence did not happen; `by` is the character or the defense that avoided it."""

    type: Literal["wicked_ones.consequence_avoided.v1"] = "wicked_ones.consequence_avoided.v1"
    consequence: Slug
    by: Slug


@chapter.decides(UseDefense)
def use_defense(state: Underworld, command: UseDefense, asker: Asker, dice: Dice) -> Events:
    """WO-61: avoid a consequence with a defense: as good as a success, for nothing, once."""
    in_play(state)
    described(command)
    need(command.consequence not in state.costs, "defense_not_on_cost")
    defense = one_there(state.defenses, command.defense, "defense_missing")
    own(state, defense.owner, asker)
    it = unsettled(state, command.consequence)
    need(not defense.used, "defense_used", type=defense.type)
    need(it.target == defense.owner, "not_yours_to_avoid", owner=defense.owner, target=it.target)
    need(it.resistible, "not_resistible", why=it.why_not)
    may_still_resist(state, command.consequence, it)
    if it.threat and slugify(it.threat) != slugify(defense.type):
        raise CommandRefused("wrong_type", type=defense.type, threat=it.threat)
    used = DefenseUsed(
        defense=command.defense,
        consequence=command.consequence,
        character=CharacterId(defense.owner),
        description=command.description,
    )
    return [used, ConsequenceAvoided(consequence=command.consequence, by=defense.owner)]


def may_still_resist(state: Underworld, slug: str, it: Consequence) -> None:
    """Refuse a consequence that was resisted as often as the house allows (WO-A17)."""
    need(not it.to_reduce, "reduce_first", consequence=slug)
    most = state.house_rules.resists_per_consequence
    need(it.resisted < most, "resisted_already", consequence=slug, most=most)


@chapter.applies(DefenseUsed, renames=True)
def _(state: Underworld, event: DefenseUsed) -> None:
    defense = required(state.defenses, event.defense, "defense")
    must(not defense.used, f"{event.defense} was used already")
    defense.used = True


@chapter.tells(DefenseUsed, "{character} uses a {defense}: {description}")
def _(state: Underworld, event: DefenseUsed) -> Iterable[Fact]:
    label = state.defenses[event.defense].type
    why = event.description
    yield state_of(event.character, "defenses", event.defense, "ready", "used", why, label=label, good=False)


@chapter.applies(ConsequenceAvoided)
def _(state: Underworld, event: ConsequenceAvoided) -> None:
    settle(state, event.consequence, Settlement.AVOIDED)


@chapter.tells(ConsequenceAvoided, "{consequence} is kept off")
def _(state: Underworld, event: ConsequenceAvoided) -> Iterable[Fact]:
    yield settlement(state, event.consequence, "avoided", called(state, event.by), good=True)


def defending(state: Underworld, slug: str, it: Consequence, what: str, asker: Asker) -> Iterable[Offer]:
    """Offers of the struck one's defenses that fit."""
    for defense_id, defense in state.defenses.items():
        fits = not it.threat or slugify(it.threat) == slugify(defense.type)
        if defense.used or defense.owner != it.target or not fits or not state.characters[it.target].alive:
            continue
        seat = seat_of(state, defense.owner, asker)
        if seat is not None:
            yield seat.offer(
                UseDefense,
                f"{seat.name} keeps it off, defense against {defense.type}: {what}",
                {"defense": defense_id, "consequence": slug},
                group="Consequences",
            )


def accepting(
    state: Underworld, slug: str, it: Consequence, what: str, asker: Asker, *, forced: bool
) -> Iterable[Offer]:
    """Offers to accept a consequence."""
    seat = seat_of(state, it.target, asker) if it.target in state.characters else None
    if seat is None and not asker.is_gm:
        return
    choices = {"attribute": tuple(Choice(a.value, a.value.capitalize()) for a in Attribute)}
    choose = needs_choice(it)
    known: dict[str, object] = {"consequence": slug} if choose else {"consequence": slug, "attribute": None}
    yield Offer(
        command=AcceptConsequence,
        label=f"Accept: {what}",
        known=known,
        choices=choices if choose else {},
        forced=forced and not choose,
        group="Consequences",
        by=seat.by if seat is not None else None,
    )
