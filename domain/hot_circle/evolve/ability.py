"""How an ability test goes its way, and what it establishes."""

from domain.hot_circle import events as say
from domain.hot_circle.state import AbilityTest, Character, Circle, Lore, Result, TemporaryAsset
from domain.hot_circle.terms import Demeanour, Kind, TestStatus
from domain.hot_circle.words import normalised

from .fold import (
    ability_of,
    character_of,
    evolve,
    lifepath_of,
    must,
    pc_of,
    scene_of,
    temporary_of,
    there,
    waves_of,
)


@evolve.on(say.AbilityTestRequested)
def _(state: Circle, event: say.AbilityTestRequested) -> None:
    must(state.ability_test is None or not state.ability_test.open, "one ability test at a time")
    lifepath_of(state, event.character, event.lifepath)
    scene_of(state, event.scene).ability_tests += 1
    state.tests += 1
    state.ability_test = AbilityTest(
        id=event.test, scene_id=event.scene, tester_id=event.character, ability=event.ability,
        lifepath_id=event.lifepath, fit=event.fit, about=event.about, existing_asset_id=event.existing_asset,
        npc_id=event.npc, setting_id=event.setting, ob=event.ob, base_dice=event.base_dice,
        bonus_dice=event.bonus_dice,
    )  # fmt: skip


@evolve.on(say.AbilityRolled)
def _(state: Circle, event: say.AbilityRolled) -> None:
    test = ability_of(state, event.test)
    must(test.pool is None, f"{event.test} was rolled already")
    test.pool = event.pool
    roll(test, waves_of(event.waves, event.cards), event.successes)


@evolve.on(say.AbilityRerolled)
def _(state: Circle, event: say.AbilityRerolled) -> None:
    test = ability_of(state, event.test)
    must(test.pool == event.pool, f"{event.test} cannot be rerolled now")
    roll(test, waves_of(event.waves, event.cards), event.successes)


def roll(test: AbilityTest, waves: list[list[int | str]], successes: int) -> None:
    """Dice fell, and this is the result now."""
    test.status = TestStatus.ROLLED
    test.rolls.append(waves)
    test.successes = successes


@evolve.on(say.AbilityTestResolved)
def _(state: Circle, event: say.AbilityTestResolved) -> None:
    test = ability_of(state, event.test)
    must(test.due_to_pass is event.passed, f"{event.test} cannot end like that")
    test.status, test.passed = TestStatus.RESOLVED, event.passed
    state.results[event.test] = Result(
        session_no=state.game_session.session_no,
        passed=event.passed,
        tester_id=test.tester_id,
        ability=test.ability,
        about=test.about,
    )


@evolve.on(say.TemporaryAssetGained)
def _(state: Circle, event: say.TemporaryAssetGained) -> None:
    lifepath_of(state, event.character, event.lifepath)
    assets = pc_of(state, event.character).temporary_assets
    must(event.asset not in assets, f"{event.character} has {event.asset} already")
    assets[event.asset] = TemporaryAsset(
        event.lifepath, event.kind, event.name, npc_id=event.npc, setting_id=event.setting
    )


@evolve.on(say.AssetMadeAvailable)
def _(state: Circle, event: say.AssetMadeAvailable) -> None:
    scenes = temporary_of(state, event.character, event.asset).available_in
    if event.scene not in scenes:
        scenes.append(event.scene)


@evolve.on(say.DemeanourSet)
def _(state: Circle, event: say.DemeanourSet) -> None:
    character_of(state, event.character).demeanour = event.demeanour
    if (scene := state.open_scene) and event.character not in scene.present:
        scene.present.append(event.character)


@evolve.on(say.AbilityTaxed)
def _(state: Circle, event: say.AbilityTaxed) -> None:
    lifepath = lifepath_of(state, event.character, event.lifepath)
    must(event.ability not in lifepath.taxed, f"{event.ability} is taxed for {event.lifepath} already")
    lifepath.taxed.append(event.ability)


@evolve.on(say.HostileContactAppeared)
def _(state: Circle, event: say.HostileContactAppeared) -> None:
    npc = state.characters.setdefault(event.character, Character(Kind.NPC, event.name))
    npc.demeanour = Demeanour.HOSTILE
    npc.setting_id = npc.setting_id or event.setting
    scene = scene_of(state, event.scene)
    if event.character not in scene.present:
        scene.present.append(event.character)


@evolve.on(say.FactEstablished)
def _(state: Circle, event: say.FactEstablished) -> None:
    state.lore[event.test] = Lore(event.question, event.text, event.by)


@evolve.on(say.FactVetoed)
def _(state: Circle, event: say.FactVetoed) -> None:
    lore = there(state.lore.get(event.test), f"fact out of {event.test}")
    must(not lore.vetoed, f"the fact out of {event.test} is struck already")
    lore.vetoed = True


@evolve.on(say.Misinformed)
def _(state: Circle, event: say.Misinformed) -> None:
    """A matter of the story; it moves no number."""
    pc_of(state, event.character)


@evolve.on(say.DeedEstablished)
def _(state: Circle, event: say.DeedEstablished) -> None:
    """A fact of the story; it moves no number."""
    pc_of(state, event.character)


@evolve.on(say.DeedRefused)
def _(state: Circle, event: say.DeedRefused) -> None:
    pc_of(state, event.character)
    state.refused_deeds.setdefault(event.character, {})[normalised(event.text)] = event.reason


@evolve.on(say.DeedWithConsequences)
def _(state: Circle, event: say.DeedWithConsequences) -> None:
    """A fact of the story; it moves no number."""
    pc_of(state, event.character)
