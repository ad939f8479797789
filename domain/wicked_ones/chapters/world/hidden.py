"""Hidden information, and the ways to it (WO-13)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import GM_ONLY, Asker, Audience
from domain.kernel.terms import Character, CharacterId, Delta, Name, Points, Slug, Text, slugify
from domain.wicked_ones.chapters.guards import (
    Described,
    described,
    gm_only,
    in_play,
    open_scene,
    own_or_gm,
    reason_given,
)
from domain.wicked_ones.chapters.resources.gold import affordable, gold_paid
from domain.wicked_ones.chapters.resources.stress import must_own, segment_left, stress_spent
from domain.wicked_ones.lookup import character_of, count_number, gold_of, required, scene_is_open
from domain.wicked_ones.phrases import told, words
from domain.wicked_ones.seats import Seat, powers_of
from domain.wicked_ones.state.underworld import Underworld, asked_id, next_id
from domain.wicked_ones.state.world import WickedOne, WorldFact
from domain.wicked_ones.terms.bounds import DUNGEON, MOST_INFORMATION
from domain.wicked_ones.terms.frame import Phase
from domain.wicked_ones.terms.holdings import (
    FactSource,
    FactStatus,
    InformationForm,
    InformationSource,
    StressReason,
)
from domain.wicked_ones.terms.refs import MonsterRef, NewSecret, SecretRef

chapter = Chapter[Underworld](
    "Hidden information",
    {
        "no_source": "Say how it is learnt. Open now: {ways}.",
        "way_closed": "Nothing can be learnt now from {way}. Open now: {ways}.",
        "too_many": "One or two at a time, not {count}.",
        "no_torture_chamber": "A flashback to torture needs a torture chamber in the dungeon.",
    },
)


class KeepSecret(Command):
    """Write down something that only the GM knows, until it is learnt.

    Needs:    the GM.
    Refused:  `only_gm`, `reason_missing`.
    Yields:   `SecretKept`.
    """

    type: Literal["wicked_ones.keep_secret"] = "wicked_ones.keep_secret"
    text: Text
    id: NewSecret | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class SecretKept(Event):
    """The GM wrote down a secret."""

    type: Literal["wicked_ones.secret_kept.v1"] = "wicked_ones.secret_kept.v1"
    fact: Slug
    text: Text


@chapter.decides(KeepSecret)
def keep_secret(state: Underworld, command: KeepSecret, asker: Asker, dice: Dice) -> Events:
    """WO-13: write down a secret, which players do not see until a monster learns it."""
    gm_only(asker)
    in_play(state)
    reason_given(command.text)
    return [SecretKept(fact=asked_id(state, "fact", command.id), text=command.text)]


def gm_only_audience(state: Underworld, event: Event) -> Audience:
    """Audience of what the GM keeps back: the GM alone."""
    return GM_ONLY


@chapter.applies(SecretKept, renames=True)
def _(state: Underworld, event: SecretKept) -> None:
    count_number(state, "fact", event.fact)
    state.world[event.fact] = WorldFact(event.text, FactSource.TALK, "gm", FactStatus.SECRET)


@chapter.tells(SecretKept, "Hidden: {text}", to=gm_only_audience)
def _(state: Underworld, event: SecretKept) -> Iterable[Fact]:
    yield facts.TextSet(owner=DUNGEON, field=f"secrets.{event.fact}", text=event.text, audience=GM_ONLY)


TORTURE_CHAMBER = "torture-chamber"
ACQUAINTANCE_PRICE = 1
_STRESSFUL = {
    InformationSource.ABILITY: StressReason.ABILITY,
    InformationSource.FLASHBACK: StressReason.FLASHBACK,
    InformationSource.FLASHBACK_TO_TORTURE: StressReason.FLASHBACK,
}
WAYS = {
    InformationSource.PRISONER: "a prisoner who was broken",
    InformationSource.FACTION: "a faction or a vile friend",
    InformationSource.ACQUAINTANCE: "gold for an acquaintance",
    InformationSource.RAID: "a raid",
    InformationSource.ABILITY: "an ability",
    InformationSource.ROOM: "a room of the dungeon",
    InformationSource.FLASHBACK: "a flashback",
    InformationSource.FLASHBACK_TO_TORTURE: "a flashback to torture",
}
"""The ways to hidden information, in words."""


class GainInformation(Described):
    """Learn something hidden: pay what that way costs.

    Needs:    your own living monster, or the GM for it; one of the listed ways.
    Refused:  `no_source`, `way_closed`, `too_many`, `no_torture_chamber`, `ability_not_owned`, `not_enough_gold`,
              `no_stress_left`, `fact_unknown`, `describe_first`, `not_your_character`, `unknown_character`,
              `dead`, `scene_missing` for a flashback.
    Yields:   `InformationGained`; `GoldSpent`, `StressSpent`, `WentFeral` for its price.
    """

    type: Literal["wicked_ones.gain_information"] = "wicked_ones.gain_information"
    character: MonsterRef
    source: InformationSource
    form: InformationForm
    count: Delta = Field(default=1, description="One or two.")
    texts: tuple[Text, ...] = Field(
        title="What is learnt", default=(), max_length=2, description="What is learnt, in words."
    )
    reveals: tuple[SecretRef, ...] = Field(
        title="Secrets that come out", default=(), max_length=2, description="Secrets of the GM that come out."
    )
    ability: Name | None = Field(default=None, description="The ability or the item, where one does it.")


class InformationGained(Event):
    """A monster learnt something hidden. `count`: one or two pieces; `revealed`: secrets of the GM among them."""

    type: Literal["wicked_ones.information_gained.v1"] = "wicked_ones.information_gained.v1"
    character: Character
    source: InformationSource
    form: InformationForm
    count: Points
    texts: tuple[Text, ...]
    revealed: tuple[Slug, ...]
    description: Text


@chapter.decides(GainInformation, opens=lambda command: bool(command.reveals))
def gain_information(state: Underworld, command: GainInformation, asker: Asker, dice: Dice) -> Events:
    """WO-13: learn one or two pieces by one of the listed ways, at its price."""
    in_play(state)
    described(command)
    it = own_or_gm(state, command.character, asker)
    way_open(state, command, it)
    count = max(command.count, len(command.texts), len(command.reveals))
    need(1 <= count <= MOST_INFORMATION, "too_many", count=count, most=MOST_INFORMATION)
    for fact in command.reveals:
        if fact not in state.world or not state.world[fact].hidden:
            raise CommandRefused("fact_unknown", fact=fact)
    if command.source is InformationSource.ABILITY:
        must_own(it, command.character, command.ability or "")
    if _STRESSFUL.get(command.source) is StressReason.FLASHBACK:
        open_scene(state)
    price: list[Event] = []
    if command.source is InformationSource.ACQUAINTANCE:
        affordable(state, command.character, ACQUAINTANCE_PRICE)
        price += gold_paid(state, command.character, ACQUAINTANCE_PRICE, "information", command.description)
    stress = _STRESSFUL.get(command.source)
    cost = state.house_rules.ability_stress if stress is StressReason.ABILITY else 1
    if stress is not None and cost:
        segment_left(it, command.character)
        price += stress_spent(it, command.character, cost, stress)
    secrets = tuple(state.world[fact].text for fact in dict.fromkeys(command.reveals))
    gained = InformationGained(
        character=CharacterId(command.character),
        source=command.source,
        form=command.form,
        count=count,
        texts=(*command.texts, *secrets),
        revealed=tuple(dict.fromkeys(command.reveals)),
        description=command.description,
    )
    return [*price, gained]


def way_open(state: Underworld, command: GainInformation, it: WickedOne) -> None:
    """Refuse a way to hidden information that is closed now."""
    rooms, way = state.dungeon.rooms, command.source
    ways = [WAYS[each] for each in open_ways(state, it, command.character)]
    match way:
        case InformationSource.NONE:
            raise CommandRefused("no_source", ways=ways)
        case InformationSource.FLASHBACK_TO_TORTURE if not has_torture_chamber(rooms.values()):
            raise CommandRefused("no_torture_chamber")
        case InformationSource.PRISONER | InformationSource.RAID | InformationSource.ROOM if WAYS[way] not in ways:
            raise CommandRefused("way_closed", way=WAYS[way], ways=ways)


def open_ways(state: Underworld, it: WickedOne, character: str) -> list[InformationSource]:
    """Ways to hidden information that are open to a monster now, but for its abilities (WO-13)."""
    tense, flashing = not it.stress_left, scene_is_open(state)
    closed = {
        InformationSource.NONE: True,
        InformationSource.ABILITY: True,
        InformationSource.PRISONER: not any(each.broken for each in state.dungeon.prisoners.values()),
        InformationSource.RAID: state.phase is not Phase.RAIDING,
        InformationSource.ROOM: not state.dungeon.rooms,
        InformationSource.ACQUAINTANCE: gold_of(state, character) < ACQUAINTANCE_PRICE,
        InformationSource.FLASHBACK: tense or not flashing,
        InformationSource.FLASHBACK_TO_TORTURE: tense
        or not flashing
        or not has_torture_chamber(state.dungeon.rooms.values()),
    }
    return [way for way in InformationSource if not closed.get(way, False)]


def has_torture_chamber(rooms: Iterable[str]) -> bool:
    """True if one of the rooms is a torture chamber, whatever else it is called."""
    return any(TORTURE_CHAMBER in slugify(name) for name in rooms)


@chapter.applies(InformationGained, renames=True)
def _(state: Underworld, event: InformationGained) -> None:
    character_of(state, event.character)
    for fact in event.revealed:
        it = required(state.world, fact, "fact")
        must(it.status is FactStatus.SECRET, f"{fact} is no secret")
        it.status = FactStatus.REVEALED


@chapter.tells(InformationGained, "{character} learns{texts:+: }")
def _(state: Underworld, event: InformationGained) -> Iterable[Fact]:
    learnt = "\n".join(event.texts) or f"{event.count} {words(event.form)}"
    yield told(f"{learnt} ({words(event.source)})", "hidden information", event.character)
    yield facts.Turn(test="", who=event.character, text=event.description)
    for text in event.texts:
        yield facts.Turn(test="", who="", text=text, way=facts.Way.TRUE)
    for fact in event.revealed:
        yield facts.TextSet(owner=DUNGEON, field=f"facts.{fact}", text=state.world[fact].text)


class MakeContact(Command):
    """Meet somebody of the world: who it was, and what came of it.

    Needs:    the GM.
    Refused:  `only_gm`.
    Yields:   `ContactMade`.
    """

    type: Literal["wicked_ones.make_contact"] = "wicked_ones.make_contact"
    whom: Name
    outcome: Text = Field(default="", description="What came of it.")


class ContactMade(Event):
    """Somebody of the world was met."""

    type: Literal["wicked_ones.contact_made.v1"] = "wicked_ones.contact_made.v1"
    whom: Name
    outcome: Text


@chapter.decides(MakeContact)
def make_contact(state: Underworld, command: MakeContact, asker: Asker, dice: Dice) -> Events:
    """Record that somebody of the world was met, and what came of it."""
    gm_only(asker)
    in_play(state)
    return [ContactMade(whom=command.whom, outcome=command.outcome)]


@chapter.applies(ContactMade)
def _(state: Underworld, event: ContactMade) -> None:
    """No change here: the journal keeps it."""


@chapter.tells(ContactMade, "Word from {whom}{outcome:+: }")
def _(state: Underworld, event: ContactMade) -> Iterable[Fact]:
    yield told(f"{event.whom}: {event.outcome}" if event.outcome else event.whom, "contact")


def learning(state: Underworld, seat: Seat) -> Iterable[Offer]:
    """Offers of the ways to hidden information that are open now (WO-13)."""
    known = {"character": seat.character, "count": 1, "reveals": (), "ability": None, "texts": ()}
    forms = tuple(Choice(form.value, form.value.replace("_", " ").capitalize()) for form in InformationForm)
    ways = tuple(Choice(way.value, WAYS[way]) for way in open_ways(state, seat.it, seat.character))
    label = f"{seat.name} learns something hidden"
    if ways:
        yield seat.offer(GainInformation, label, known, {"source": ways, "form": forms}, group="World")
    powers = powers_of(seat)
    if powers and seat.it.stress_left:
        by_ability = {"character": seat.character, "count": 1, "reveals": (), "texts": ()}
        by_ability["source"] = InformationSource.ABILITY.value
        choices = {"ability": powers, "form": forms}
        yield seat.offer(GainInformation, f"{label} by an ability", by_ability, choices, group="World")


def secrets(state: Underworld) -> Iterable[Offer]:
    """Offers to keep a secret, and to say that somebody was met."""
    yield Offer(command=KeepSecret, label="Keep a secret", known={"id": next_id(state, "fact")}, group="GM")
    yield Offer(command=MakeContact, label="Somebody was met", group="GM")
