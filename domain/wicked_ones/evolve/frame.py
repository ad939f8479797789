"""How the frame of play changes."""

from domain.kernel.terms import slugify
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Faction, Scene, Underworld, WickedOne
from domain.wicked_ones.terms import CostStatus, FactStatus, Phase, SceneStatus, Stage

from .fold import character_of, evolve, fresh, known, must, numbered, scene_of


@evolve.on(say.DungeonFounded)
def _(state: Underworld, event: say.DungeonFounded) -> None:
    must(not state.dungeon.name, "the dungeon is founded already")
    state.dungeon.name = event.dungeon
    state.dungeon.tier = event.tier
    state.dungeon.master_plan = event.master_plan


@evolve.on(say.FactionAdded)
def _(state: Underworld, event: say.FactionAdded) -> None:
    fresh(state.sandbox, event.faction)
    state.sandbox[event.faction] = Faction(event.name, event.tier, event.stance, event.friendly)


@evolve.on(say.FactionStanceChanged)
def _(state: Underworld, event: say.FactionStanceChanged) -> None:
    faction = known(state.sandbox, event.faction, "faction")
    must(faction.stance == event.was, f"{event.faction} did not stand so")
    faction.stance, faction.friendly = event.now, event.friendly


@evolve.on(say.WickedOneCreated)
def _(state: Underworld, event: say.WickedOneCreated) -> None:
    fresh(state.characters, event.character)
    state.characters[event.character] = WickedOne(
        name=event.name,
        player=event.player,
        calling=event.calling,
        dark_impulse=event.dark_impulse,
        ratings=event.ratings.by_action(),
        abilities=named(event.abilities),
        items=named(event.items),
        gold=event.gold,
    )


def named(names: tuple[str, ...]) -> dict[str, str]:
    """Things by the id their name suggests."""
    return {slugify(name): name for name in names}


@evolve.on(say.PhaseBegan)
def _(state: Underworld, event: say.PhaseBegan) -> None:
    must(event.phase not in (state.phase, Phase.NONE), f"{event.phase} cannot begin now")
    state.stage = Stage.PLAYING
    state.phase = event.phase
    state.cycle_no += event.phase is Phase.LURKING
    must(state.cycle_no == event.cycle_no, f"cycle {event.cycle_no} cannot begin after {state.cycle_no}")
    state.sharing_loot = False
    state.world_roll = None
    state.compels.clear()
    state.costs = {slug: it for slug, it in state.costs.items() if it.status is CostStatus.OWED}
    tidy(state)
    for it in state.characters.values():
        it.knell_pending = False


def tidy(state: Underworld) -> None:
    """Put away the rolls of the last scene and what was settled in it."""
    state.rolls.clear()
    state.consequences = {slug: it for slug, it in state.consequences.items() if it.pending}
    state.world = {slug: it for slug, it in state.world.items() if it.status is not FactStatus.DENIED}


@evolve.on(say.RecoveryHappened)
def _(state: Underworld, event: say.RecoveryHappened) -> None:
    must(state.phase is Phase.LURKING and state.cycle_no == event.cycle_no, "recovery opens lurking")


@evolve.on(say.Recovered)
def _(state: Underworld, event: say.Recovered) -> None:
    it = character_of(state, event.character)
    must(it.alive and it.stress == event.stress_cleared, f"{event.character} did not recover so")
    it.stress = 0
    it.feral = it.bloodied = False
    for attribute in it.shock:
        it.shock[attribute] = False
    for slug in event.defenses_refreshed:
        known(state.defenses, slug, "defense").used = False


@evolve.on(say.SceneOpened)
def _(state: Underworld, event: say.SceneOpened) -> None:
    must(state.scene is None or state.scene.status is SceneStatus.CLOSED, "a scene is open already")
    numbered(state, "scene", event.scene)
    tidy(state)
    state.world_roll = None
    state.scene = Scene(
        id=event.scene,
        title=event.title,
        place=event.place,
        set_by=event.set_by,
        starter=event.starter,
        present=list(event.present),
    )


@evolve.on(say.SceneClosed)
def _(state: Underworld, event: say.SceneClosed) -> None:
    must(scene_of(state).id == event.scene, f"{event.scene} is not open")
    scene_of(state).status = SceneStatus.CLOSED
    state.spotlight = None
    for it in state.characters.values():
        it.knell_pending = False


@evolve.on(say.SceneJoined)
def _(state: Underworld, event: say.SceneJoined) -> None:
    scene = scene_of(state)
    must(event.player not in scene.joined, f"{event.player} has joined already")
    scene.joined.append(event.player)
    scene.present.append(event.character)


@evolve.on(say.SpotlightPassed)
def _(state: Underworld, event: say.SpotlightPassed) -> None:
    character_of(state, event.to)
    state.spotlight = event.to


@evolve.on(say.DungeonTierRaised)
def _(state: Underworld, event: say.DungeonTierRaised) -> None:
    must(state.dungeon.tier == event.was, f"the dungeon is at tier {state.dungeon.tier}")
    state.dungeon.tier = event.now


@evolve.on(say.MasterPlanAdvanced)
def _(state: Underworld, event: say.MasterPlanAdvanced) -> None:
    state.dungeon.master_plan = event.text


@evolve.on(say.CampaignEnded)
def _(state: Underworld, event: say.CampaignEnded) -> None:
    must(state.stage is not Stage.ENDED, "the campaign has ended already")
    state.stage = Stage.ENDED
