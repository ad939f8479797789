"""Readings of the state: whoever acts, the things on a sheet, the tests and votes under way."""

from typing import TypeVar

from domain.hot_circle.printed import ABILITY_TESTS_IN_A_SCENE, OBSTACLE_TESTS_IN_A_SCENE
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import (
    Belief,
    Character,
    Condition,
    Instinct,
    Lifepath,
    PermanentAsset,
    TemporaryAsset,
)
from domain.hot_circle.state.play import AbilityTest, ObstacleTest, Scene, Side
from domain.hot_circle.state.world import Faction, Setting
from domain.hot_circle.terms import AssetKind, Demeanour, HelpSource, Stage, VoteRound
from domain.kernel.decisions import ImpossibleHistoryError, must
from domain.kernel.people import Asker

T = TypeVar("T")


def there(found: T | None, what: str) -> T:
    """The thing looked for. Raises `ImpossibleHistoryError` when it is not there."""
    if found is None:
        raise ImpossibleHistoryError(f"there is no {what}")
    return found


def character_of(state: Circle, character: str) -> Character:
    """A character of the cast, by id."""
    return there(state.characters.get(character), f"character {character}")


def pc_of(state: Circle, character: str) -> Character:
    """A character that a player runs."""
    found = character_of(state, character)
    must(found.is_pc, f"{character} is no player's character")
    return found


def belief_of(state: Circle, character: str, slot: str) -> Belief:
    """A belief on a sheet."""
    return there(character_of(state, character).beliefs.get(slot), f"belief {slot} of {character}")


def instinct_of(state: Circle, character: str, slot: str) -> Instinct:
    """An instinct on a sheet."""
    return there(character_of(state, character).instincts.get(slot), f"instinct {slot} of {character}")


def lifepath_of(state: Circle, character: str, lifepath: str) -> Lifepath:
    """A lifepath on a sheet."""
    return there(character_of(state, character).lifepaths.get(lifepath), f"lifepath {lifepath} of {character}")


def condition_of(state: Circle, character: str, condition: str) -> Condition:
    """A condition on a sheet."""
    return there(character_of(state, character).conditions.get(condition), f"condition {condition}")


def temporary_of(state: Circle, character: str, asset: str) -> TemporaryAsset:
    """A temporary asset on a sheet."""
    return there(character_of(state, character).temporary_assets.get(asset), f"asset {asset} of {character}")


def permanent_of(state: Circle, character: str, asset: str) -> PermanentAsset:
    """A permanent asset on a sheet."""
    return there(character_of(state, character).permanent_assets.get(asset), f"asset {asset} of {character}")


def faction_of(state: Circle, faction: str) -> Faction:
    """A faction on the map."""
    return there(state.map.factions.get(faction), f"faction {faction}")


def scene_of(state: Circle, scene: str) -> Scene:
    """The open scene, which has to be this one."""
    must(state.scene == scene, f"{scene} is not the open scene")
    return state.scenes[scene]


def obstacle_of(state: Circle, test: str) -> ObstacleTest:
    """The open obstacle test, which has to be this one."""
    found = state.obstacle_test
    if found is None or found.id != test or not found.open:
        raise ImpossibleHistoryError(f"{test} is not the open obstacle test")
    return found


def ability_of(state: Circle, test: str) -> AbilityTest:
    """The open ability test, which has to be this one."""
    found = state.ability_test
    if found is None or found.id != test or not found.open:
        raise ImpossibleHistoryError(f"{test} is not the open ability test")
    return found


def side_of(test: ObstacleTest, character: str) -> Side:
    """A side of an obstacle test."""
    return there(test.sides.get(character), f"side {character} of {test.id}")


def waves_of(faces: tuple[tuple[int, ...], ...], cards: tuple[tuple[str, ...], ...]) -> list[list[int | str]]:
    """A roll as the state keeps it: faces or cards, wave by wave."""
    return [list(wave) for wave in faces] or [list(wave) for wave in cards]


def runs(state: Circle, it: Character, asker: Asker) -> bool:
    """True for whoever runs the character: its player; the gamemaster for everybody without one here."""
    if it.is_pc and it.player in state.seated_players:
        return it.player == asker.person
    return asker.is_gm


def voters(state: Circle) -> list[str]:
    """Everybody at the table, the gamemaster last."""
    return [*state.seated_players, *([state.seated_gm] if state.seated_gm else [])]


def in_creation(state: Circle, it: Character) -> bool:
    """True while a sheet is still being written: in session zero, and for whoever joins later until complete."""
    return state.stage is Stage.SESSION_ZERO or not it.complete


def reserved_fate(state: Circle, slug: str) -> int:
    """HC-58: a point for each compel on offer is kept for it."""
    return sum(1 for compel in state.compels.values() if compel.open and compel.compeller == slug)


def shared_settings(state: Circle, it: Character) -> dict[str, Setting]:
    """HC-15: a character belongs to the setting of every lifepath of its own."""
    mine = {path.setting_id for path in it.lifepaths.values()}
    return {slug: setting for slug, setting in state.settings.items() if slug in mine}


def hostile(state: Circle, npc: str | None) -> bool:
    """True where a contact has turned against the characters since."""
    known = state.characters.get(npc or "")
    return known is not None and known.demeanour is Demeanour.HOSTILE


def tie_to(it: Character, npc: str | None) -> str | None:
    """The contact or the relationship that a character has to one of the cast: for it, they are not new."""
    if npc is None:
        return None
    held = {slug: asset.npc_id for slug, asset in it.temporary_assets.items()}
    held |= {slug: asset.npc_id for slug, asset in it.kept(AssetKind.RELATIONSHIP).items()}
    return next((slug for slug, known in held.items() if known == npc), None)


def at_hand(state: Circle, it: TemporaryAsset) -> bool:
    """HC-53: true where it was established in the open scene, or in one that this directly continues."""
    scene = state.scene
    while scene is not None:
        if scene in it.available_in:
            return True
        scene = state.scenes[scene].continues_scene_id
    return False


def any_test_open(state: Circle) -> str | None:
    """The id of a test that is still to be settled, or None."""
    for test in (state.ability_test, state.obstacle_test):
        if test is not None and test.open:
            return test.id
    return None


def counting_on(state: Circle, character: str, asset: str) -> str | None:
    """The id of an open test for which this asset adds a die that has not fallen yet, or None."""
    ability, obstacle = state.ability_test, state.obstacle_test
    asked = ability is not None and ability.open and not ability.rolls
    if ability is not None and asked and (ability.tester_id, ability.existing_asset_id) == (character, asset):
        return ability.id
    if obstacle is None or not obstacle.open or character not in obstacle.sides:
        return None
    fallen = obstacle.opposition if character == obstacle.opponent_id else obstacle.rolls
    lasting = (HelpSource.WISE, HelpSource.SKILL)
    counts = any(it.source in lasting and it.source_id == asset for it in obstacle.sides[character].bonus)
    return obstacle.id if counts and not fallen else None


def cut_advised(state: Circle) -> bool:
    """HC-24: true where the open scene has had its tests, so that a cut is advised."""
    scene = state.open_scene
    return scene is not None and (
        scene.ability_tests >= ABILITY_TESTS_IN_A_SCENE or scene.obstacle_tests >= OBSTACLE_TESTS_IN_A_SCENE
    )


def is_ability_test(state: Circle, test: str) -> bool:
    """True for the ability test under way, or the last one."""
    return state.ability_test is not None and state.ability_test.id == test


def gm_pool(state: Circle) -> int:
    """Persona points the house lets the gamemaster spend, as far as they are left."""
    return max(0, state.house_rules.gm_persona_pool - state.gm_persona_spent)


def unrelated(state: Circle) -> bool:
    """True while no faction stands in a relation to another."""
    return not any(state.map.relations.values())


def map_missing(state: Circle) -> bool:
    """HC-05: true while the first session has to wait for a map, or for the word that there is none."""
    return state.stage is Stage.SESSION_ZERO and unrelated(state) and not state.map.left_empty


def still_to_vote(state: Circle) -> list[str]:
    """The characters whose two rounds are not both closed, where a milestone asks for votes."""
    if not state.milestone_due:
        return []
    return [slug for slug, it in state.pcs.items() if it.complete and not set(VoteRound) <= set(it.rounds_voted)]
