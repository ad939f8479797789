"""The table that events are applied by, and how an impossible history is noticed."""

from typing import TypeVar

from domain.hot_circle.state import (
    AbilityTest,
    Belief,
    Character,
    Circle,
    Condition,
    Faction,
    Instinct,
    Lifepath,
    ObstacleTest,
    PermanentAsset,
    Scene,
    Side,
    TemporaryAsset,
)
from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.evolution import Evolution

evolve = Evolution[Circle]()

T = TypeVar("T")


def must(possible: bool, problem: str) -> None:
    """Raise `ImpossibleHistoryError` unless this is possible."""
    if not possible:
        raise ImpossibleHistoryError(problem)


def there(found: T | None, what: str) -> T:
    """What was looked for. Raises `ImpossibleHistoryError` when it is not there."""
    if found is None:
        raise ImpossibleHistoryError(f"there is no {what}")
    return found


def character_of(state: Circle, character: str) -> Character:
    """Anybody of the cast."""
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
