"""The frame of play retold."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.terms import DUNGEON, Phase

from .telling import (
    condition,
    number,
    shock,
    state_of,
    stress,
    tells,
    tier_progress,
    told,
)

_PHASES = {Phase.LURKING: "Lurking", Phase.RAIDING: "Raiding"}


def on_the_map(state: Underworld, faction: str) -> Fact:
    """A faction, as heavy as its tier."""
    it = state.sandbox[faction]
    return facts.NodeSet(node=faction, name=it.name, node_kind="faction", weight=it.tier)


def dungeon_on_the_map(state: Underworld) -> Fact:
    """The dungeon, as heavy as its tier."""
    it = state.dungeon
    return facts.NodeSet(node=DUNGEON, name=it.name, node_kind="dungeon", weight=it.tier)


@tells(say.DungeonFounded)
def _(state: Underworld, event: say.DungeonFounded) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=DUNGEON, name=event.dungeon, character_kind=CharacterKind.OTHER, how="the dungeon"
    )
    yield dungeon_on_the_map(state)
    yield number(DUNGEON, "tier", event.tier, event.tier, "the founding")
    yield tier_progress(event.tier)
    if event.master_plan:
        yield facts.TextSet(owner=DUNGEON, field="master_plan", text=event.master_plan)


@tells(say.FactionAdded)
def _(state: Underworld, event: say.FactionAdded) -> Iterable[Fact]:
    yield on_the_map(state, event.faction)
    yield number(event.faction, "tier", event.tier, event.tier, "the sandbox")
    if event.stance:
        yield facts.RelationSet(
            source=event.faction, target=DUNGEON, relation=event.stance, friendly=event.friendly
        )


@tells(say.FactionStanceChanged)
def _(state: Underworld, event: say.FactionStanceChanged) -> Iterable[Fact]:
    yield facts.RelationSet(source=event.faction, target=DUNGEON, relation=event.now, friendly=event.friendly)


@tells(say.WickedOneCreated)
def _(state: Underworld, event: say.WickedOneCreated) -> Iterable[Fact]:
    who, it, why = event.character, state.characters[event.character], "the beginning"
    yield facts.CharacterEntered(
        character=who,
        name=event.name,
        character_kind=CharacterKind.PLAYERS,
        player=event.player,
        how=event.calling,
    )
    yield facts.TextSet(owner=who, field="calling", text=event.calling)
    yield facts.TextSet(owner=who, field="dark_impulse", text=event.dark_impulse)
    for action, rating in it.ratings.items():
        if rating:
            yield number(who, action, rating, rating, why)
    if event.gold:
        yield number(who, "gold", event.gold, event.gold, why)
    for slug, name in it.abilities.items():
        yield state_of(who, "abilities", slug, "", "known", why, label=name)
    for slug, name in it.items.items():
        yield state_of(who, "items", slug, "", "carried", why, label=name)


@tells(say.PhaseBegan)
def _(state: Underworld, event: say.PhaseBegan) -> Iterable[Fact]:
    before = Phase.RAIDING if event.phase is Phase.LURKING else Phase.LURKING
    cycle = event.cycle_no - (event.phase is Phase.LURKING)
    if cycle:
        yield facts.ChapterClosed(chapter=f"{before}-{cycle}")
    title = f"{_PHASES[event.phase]}, cycle {event.cycle_no}"
    yield facts.ChapterOpened(chapter=f"{event.phase}-{event.cycle_no}", title=title)
    was = "" if not cycle else _PHASES[before].lower()
    yield state_of(DUNGEON, "campaign", "phase", was, _PHASES[event.phase].lower(), title, label="Phase")


@tells(say.RecoveryHappened)
def _(state: Underworld, event: say.RecoveryHappened) -> Iterable[Fact]:
    yield told("recovery", "recovery", *(slug for slug, it in state.characters.items() if it.alive))


@tells(say.Recovered)
def _(state: Underworld, event: say.Recovered) -> Iterable[Fact]:
    who, why = event.character, "recovery"
    if event.stress_cleared:
        yield stress(who, -event.stress_cleared, 0, why)
    for attribute in event.shocks_cleared:
        yield shock(who, attribute, comes=False, why=why)
    if event.bloodied_ended:
        yield condition(who, "bloodied", comes=False, why=why)
    if event.feral_ended:
        yield condition(who, "feral", comes=False, why=why)
    for slug in event.defenses_refreshed:
        label = state.defenses[slug].type
        yield state_of(who, "defenses", slug, "used", "ready", why, label=label, good=True)


@tells(say.SceneOpened)
def _(state: Underworld, event: say.SceneOpened) -> Iterable[Fact]:
    yield facts.SceneOpened(scene=event.scene, title=event.title, place=event.place, present=event.present)
    if event.description:
        yield told(event.description, "scene", *event.present)


@tells(say.SceneClosed)
def _(state: Underworld, event: say.SceneClosed) -> Iterable[Fact]:
    yield facts.SceneClosed(scene=event.scene, outcome=event.outcome)


@tells(say.SceneJoined)
def _(state: Underworld, event: say.SceneJoined) -> Iterable[Fact]:
    yield told(event.how, "joins", event.character)


@tells(say.SpotlightPassed)
def _(state: Underworld, event: say.SpotlightPassed) -> Iterable[Fact]:
    yield told("has the spotlight", "spotlight", event.to)


@tells(say.DungeonTierRaised)
def _(state: Underworld, event: say.DungeonTierRaised) -> Iterable[Fact]:
    yield number(DUNGEON, "tier", event.now - event.was, event.now, event.why or "the dungeon grows")
    yield dungeon_on_the_map(state)
    yield tier_progress(event.now)
    yield facts.Advanced(owner=DUNGEON, track="growth", what=f"tier {event.now}")


@tells(say.MasterPlanAdvanced)
def _(state: Underworld, event: say.MasterPlanAdvanced) -> Iterable[Fact]:
    yield facts.TextSet(owner=DUNGEON, field="master_plan", text=event.text)


@tells(say.CampaignEnded)
def _(state: Underworld, event: say.CampaignEnded) -> Iterable[Fact]:
    if state.phase is not Phase.NONE:
        yield facts.ChapterClosed(chapter=f"{state.phase}-{state.cycle_no}")
    if event.epilogue:
        yield told(event.epilogue, "epilogue")
