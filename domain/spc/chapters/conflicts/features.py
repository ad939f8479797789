"""Action types that use a feature of a sheet (SPC-27 to SPC-32)."""

from collections.abc import Iterable
from typing import Literal

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, must, need
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.offers import Offer, Seat
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Points, Slug
from domain.spc.chapters.adventure.sheets import id_of
from domain.spc.chapters.adventure.tracks import purity_moved, room_for_purity
from domain.spc.chapters.conflicts.action_types import DeclareActionType, known_with, rule_of
from domain.spc.lookup import character_of, features_of, in_play, throw_of
from domain.spc.names import names
from domain.spc.phrases import feature_told, told
from domain.spc.seats import TYPE_GROUP, name, named
from domain.spc.state.adventure import Adventure
from domain.spc.state.cast import Costed
from domain.spc.state.conflict import Conflict
from domain.spc.terms import ActionType, Die, Slot, TrackReason

chapter = Chapter[Adventure](
    "Talents, powers, rituals, gadgets, weaknesses",
    {
        "talent_unknown": "{character} has no such talent. Name one on the sheet.",
        "power_unknown": "{character} has no such power. Name one on the sheet.",
        "ritual_unknown": "{character} has no such ritual. Name one on the sheet.",
        "gadget_unknown": "{character} has no such gadget. Name one on the sheet.",
        "power_owned": "{character} has the power {feature} already; manifest another.",
        "weakness_owned": "{character} has the weakness {feature} already; take another.",
        "costs_differ": "Power costs {power_cost}, weakness {weakness_cost}: they must match.",
        "target_unknown": "Nobody of that name is in the conflict to be exploited. Name somebody who is.",
        "weakness_of_ally": "{participant} cannot exploit {target}: a weakness is exploited by the other side.",
        "weakness_unknown": "{target} has no such weakness. Name one on the sheet.",
    },
)


@rule_of(ActionType.ACTION)
def use_talent(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """Rule of an action with a talent: it has to be on the sheet (SPC-27)."""
    slug, talent = command.participant, command.talent
    need(talent in state.characters[slug].talents, "talent_unknown", character=slug, talent=talent)
    return []


class PowerActivated(Event):
    """A participant uses a power this turn; what it does is adjudicated."""

    type: Literal["spc.power_activated.v1"] = "spc.power_activated.v1"
    participant: CharacterSlug
    power: Slug


@rule_of(ActionType.OVERPOWER)
def overpower(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """Rule of overpowering: the power is used; what it does is adjudicated (SPC-28)."""
    power = command.power
    if power is None or power not in state.characters[command.participant].powers:
        raise CommandRefused("power_unknown", character=command.participant, power=power)
    return [PowerActivated(participant=command.participant, power=power)]


@chapter.applies(PowerActivated)
def _(state: Adventure, event: PowerActivated) -> None:
    must(event.power in character_of(state, event.participant).powers, "only an owned power acts")
    throw_of(state, event.participant).power = event.power


@chapter.tells(PowerActivated, "{participant} uses a power: {power}")
def _(state: Adventure, event: PowerActivated) -> Iterable[Fact]:
    yield feature_used(state, event.participant, "powers", event.power)
    yield facts.HeadlineTold()


class RitualInvoked(Event):
    """A ritual's three values take the place of a throw."""

    type: Literal["spc.ritual_invoked.v1"] = "spc.ritual_invoked.v1"
    participant: CharacterSlug
    ritual: Slug
    ambition: Die
    cunning: Die
    vigilance: Die


@rule_of(ActionType.INVOKE)
def invoke(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """Rule of a ritual: its values take the place of a throw (SPC-29)."""
    ritual = state.characters[command.participant].rituals.get(command.ritual or "")
    if ritual is None or command.ritual is None:
        raise CommandRefused("ritual_unknown", character=command.participant, ritual=command.ritual)
    return [
        RitualInvoked(
            participant=command.participant,
            ritual=command.ritual,
            ambition=ritual.ambition,
            cunning=ritual.cunning,
            vigilance=ritual.vigilance,
        )
    ]


@chapter.applies(RitualInvoked)
def _(state: Adventure, event: RitualInvoked) -> None:
    throw = throw_of(state, event.participant)
    throw.ritual = event.ritual
    throw.assigned = {
        Slot.AMBITION.value: event.ambition,
        Slot.CUNNING.value: event.cunning,
        Slot.VIGILANCE.value: event.vigilance,
    }


@chapter.tells(
    RitualInvoked,
    "{participant} invokes {ritual}: Ambition {ambition}, Cunning {cunning}, Vigilance {vigilance}",
)
def _(state: Adventure, event: RitualInvoked) -> Iterable[Fact]:
    yield feature_used(state, event.participant, "rituals", event.ritual)
    yield told(f"{event.ambition}, {event.cunning}, {event.vigilance}", "assignment", event.participant)


class GadgetActivated(Event):
    """A gadget's value takes the place of one slot's die."""

    type: Literal["spc.gadget_activated.v1"] = "spc.gadget_activated.v1"
    participant: CharacterSlug
    gadget: Slug
    slot: Slot
    value: Die


@rule_of(ActionType.ACTIVATE)
def activate(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """Rule of a gadget: its value takes the place of one die (SPC-30)."""
    gadget = state.characters[command.participant].gadgets.get(command.gadget or "")
    if gadget is None or command.gadget is None:
        raise CommandRefused("gadget_unknown", character=command.participant, gadget=command.gadget)
    return [
        GadgetActivated(
            participant=command.participant, gadget=command.gadget, slot=gadget.slot, value=gadget.value
        )
    ]


@chapter.applies(GadgetActivated)
def _(state: Adventure, event: GadgetActivated) -> None:
    must(event.gadget in character_of(state, event.participant).gadgets, "only an owned gadget is used")
    throw_of(state, event.participant).gadget = event.gadget


@chapter.tells(GadgetActivated, "{participant} activates {gadget}: {slot} {value}")
def _(state: Adventure, event: GadgetActivated) -> Iterable[Fact]:
    yield feature_used(state, event.participant, "gadgets", event.gadget)


class PowerManifested(Event):
    """A new power is on the sheet."""

    type: Literal["spc.power_manifested.v1"] = "spc.power_manifested.v1"
    participant: CharacterSlug
    power: Slug
    name: Name
    cost: Points


class WeaknessGained(Event):
    """A new weakness is on the sheet: the price of a power."""

    type: Literal["spc.weakness_gained.v1"] = "spc.weakness_gained.v1"
    participant: CharacterSlug
    weakness: Slug
    name: Name
    cost: Points


@rule_of(ActionType.MANIFEST)
def manifest(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """Rule of manifesting: a new power, a weakness at the same price, a step to Corruption at once (SPC-31)."""
    slug, power, weakness = command.participant, command.new_power, command.new_weakness
    it = state.characters[slug]
    need(it.has_tracks, "no_tracks", character=slug)
    if power is None or weakness is None:
        raise CommandRefused("choice_missing", choice="new_weakness", action_type=ActionType.MANIFEST)
    for one, taken, code in ((power, it.powers, "power_owned"), (weakness, it.weaknesses, "weakness_owned")):
        need(id_of(one), "id_empty", name=one.name)
        if id_of(one) in taken:
            raise CommandRefused(code, character=slug, feature=id_of(one))
        if id_of(one) in features_of(it) or id_of(power) == id_of(weakness):
            raise CommandRefused("feature_named_twice", name=one.name)
    need(power.cost == weakness.cost, "costs_differ", power_cost=power.cost, weakness_cost=weakness.cost)
    room_for_purity(state, slug, -1)
    events: list[Event] = [
        PowerManifested(participant=slug, power=id_of(power), name=power.name, cost=power.cost),
        WeaknessGained(participant=slug, weakness=id_of(weakness), name=weakness.name, cost=weakness.cost),
        purity_moved(state, slug, -1, TrackReason.MANIFEST),
    ]
    return [*events, PowerActivated(participant=slug, power=id_of(power))] if command.use_now else events


@chapter.applies(PowerManifested, renames=True)
def _(state: Adventure, event: PowerManifested) -> None:
    powers = character_of(state, event.participant).powers
    must(event.power not in powers, f"{event.power} is on the sheet already")
    powers[event.power] = Costed(event.name, event.cost)


@chapter.tells(PowerManifested, "{participant} manifests a power: {name}")
def _(state: Adventure, event: PowerManifested) -> Iterable[Fact]:
    yield feature_told(event.participant, "powers", event.power, event.name, "manifested", lasting=True)
    yield facts.Advanced(owner=event.participant, track="powers", what=event.name)


@chapter.applies(WeaknessGained, renames=True)
def _(state: Adventure, event: WeaknessGained) -> None:
    weaknesses = character_of(state, event.participant).weaknesses
    must(event.weakness not in weaknesses, f"{event.weakness} is on the sheet already")
    weaknesses[event.weakness] = Costed(event.name, event.cost)


@chapter.tells(WeaknessGained, "{participant} pays with a weakness: {name}")
def _(state: Adventure, event: WeaknessGained) -> Iterable[Fact]:
    yield feature_told(event.participant, "weaknesses", event.weakness, event.name, "manifested", lasting=True)


class WeaknessExploited(Event):
    """A weakness of `target` was turned against them; what it does is adjudicated."""

    type: Literal["spc.weakness_exploited.v1"] = "spc.weakness_exploited.v1"
    by: CharacterSlug
    target: CharacterSlug
    weakness: Slug


@rule_of(ActionType.EXPLOIT)
def exploit(state: Adventure, conflict: Conflict, command: DeclareActionType) -> Events:
    """Rule of exploiting: a weakness of somebody on the other side, Characters against antagonists (SPC-32)."""
    target, weakness = command.target, command.weakness
    if target is None or weakness is None or target not in in_play(conflict):
        raise CommandRefused("target_unknown", target=target)
    mine = state.characters[command.participant].is_antagonist
    theirs = state.characters[target].is_antagonist
    need(theirs != mine, "weakness_of_ally", participant=command.participant, target=target)
    need(weakness in state.characters[target].weaknesses, "weakness_unknown", target=target, weakness=weakness)
    return [WeaknessExploited(by=command.participant, target=target, weakness=weakness)]


@chapter.applies(WeaknessExploited)
def _(state: Adventure, event: WeaknessExploited) -> None:
    """No change here: what the weakness does is adjudicated."""
    must(event.weakness in character_of(state, event.target).weaknesses, "only a weakness on the sheet is used")


@chapter.tells(WeaknessExploited, "{by} exploits a weakness of {target}: {weakness}")
def _(state: Adventure, event: WeaknessExploited) -> Iterable[Fact]:
    by = names(state).get(event.by, event.by)
    yield feature_used(state, event.target, "weaknesses", event.weakness, f"exploited by {by}")
    yield facts.HeadlineTold()


_USED = "used this turn"


def feature_used(state: Adventure, owner: str, group: str, slug: str, why: str = _USED) -> Fact:
    """Fact of a feature that is used."""
    label = names(state).get(slug, slug)
    return facts.StateChanged(
        owner=owner, group=group, name=slug, was="on the sheet", now="on the sheet", why=why, label=label
    )


def with_features(state: Adventure, seat: Seat, slug: str) -> Iterable[Offer]:
    """Offers of types that need a feature of one's own."""
    it, who = state.characters[slug], name(state, slug)
    powers = {one: power.name for one, power in it.powers.items()}
    rituals = {one: ritual.name for one, ritual in it.rituals.items()}
    gadgets = {one: gadget.name for one, gadget in it.gadgets.items()}
    for chosen, field, features, label in (
        (ActionType.ACTION, "talent", it.talents, "uses a talent"),
        (ActionType.OVERPOWER, "power", powers, "uses a power"),
        (ActionType.INVOKE, "ritual", rituals, "invokes a ritual"),
        (ActionType.ACTIVATE, "gadget", gadgets, "activates a gadget"),
    ):
        if features:
            known, choices = known_with(slug, chosen), {field: named(features)}
            yield seat.offer(DeclareActionType, f"{who} {label}", known, choices, group=TYPE_GROUP)


def exploiting(state: Adventure, it: Conflict, seat: Seat, slug: str) -> Iterable[Offer]:
    """Offers of a weakness of somebody on the other side."""
    who, mine = name(state, slug), state.characters[slug].is_antagonist
    for other in in_play(it):
        them = state.characters[other]
        if them.is_antagonist != mine and them.weaknesses:
            weaknesses = {one: weakness.name for one, weakness in them.weaknesses.items()}
            yield seat.offer(
                DeclareActionType,
                f"{who} exploits a weakness of {them.name}",
                known_with(slug, ActionType.EXPLOIT, target=other),
                {"weakness": named(weaknesses)},
                group=TYPE_GROUP,
            )


def manifesting(state: Adventure, seat: Seat, slug: str) -> Iterable[Offer]:
    """Offer of a new power, where the track has room for a step towards Corruption."""
    if state.characters[slug].has_tracks and allowed(room_for_purity, state, slug, -1):
        known = known_with(slug, ActionType.MANIFEST)
        yield seat.offer(DeclareActionType, f"{name(state, slug)} manifests a power", known, group=TYPE_GROUP)
