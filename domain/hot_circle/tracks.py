"""The tracks of advancement: lifepaths, assets, conditions and goals, each as it stands now."""

from collections.abc import Iterable

from domain.hot_circle.phrases import words
from domain.hot_circle.printed import FATE_TO_UPGRADE, PERSONA_TO_RAISE, TESTS_TO_CLEAR, UPGRADES
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import PermanentAsset
from domain.hot_circle.terms import GoalStatus
from domain.kernel.facts import ProgressSet


def of_lifepath(state: Circle, owner: str, lifepath: str) -> ProgressSet:
    """HC-63: persona spent towards the next rating."""
    path = state.characters[owner].lifepaths[lifepath]
    need = PERSONA_TO_RAISE.get(path.rating)
    return ProgressSet(
        owner=owner,
        track=f"lifepaths.{lifepath}.spent_persona",
        have=path.spent_persona,
        need=need,
        brings=f"{path.name} at {path.rating + 1} dice" if need else "nothing more: 6 dice is the most",
        label=f"Persona spent as {path.name}",
    )


def of_asset(state: Circle, owner: str, asset: str) -> ProgressSet:
    """HC-64: fate spent on its lifepath towards making an asset permanent."""
    it = state.characters[owner]
    temporary = it.temporary_assets[asset]
    return ProgressSet(
        owner=owner,
        track=f"temporary_assets.{asset}.upgrade",
        have=it.lifepaths[temporary.lifepath_id].spent_fate,
        need=FATE_TO_UPGRADE[temporary.kind],
        brings=f"{temporary.name} as a {words(UPGRADES[temporary.kind])}",
        label=f"Fate spent towards {temporary.name}",
    )


def of_lost_asset(owner: str, slug: str, asset: PermanentAsset) -> ProgressSet:
    """HC-65: what was paid for, and is lost."""
    return ProgressSet(
        owner=owner,
        track=f"temporary_assets.{slug}.upgrade",
        have=asset.fate_paid,
        need=None,
        brings=f"{asset.name}, lost since",
    )


def of_assets(state: Circle, owner: str, lifepath: str) -> Iterable[ProgressSet]:
    """Every asset that the fate spent on a lifepath could make permanent."""
    for slug, asset in state.characters[owner].temporary_assets.items():
        if asset.lifepath_id == lifepath:
            yield of_asset(state, owner, slug)


def of_condition(state: Circle, owner: str, condition: str) -> ProgressSet:
    """HC-61: tests hindered towards clearing."""
    it = state.characters[owner].conditions[condition]
    return ProgressSet(
        owner=owner,
        track=f"conditions.{condition}.hindered_count",
        have=it.hindered_count,
        need=TESTS_TO_CLEAR[it.rank],
        brings=f"no longer {it.text}",
        label=f"Tests hindered by being {it.text}",
    )


def of_goal(state: Circle, owner: str, slot: str) -> ProgressSet:
    """HC-62: a goal, and the persona it has brought."""
    belief = state.characters[owner].beliefs[slot]
    resolved = belief.goal_status is GoalStatus.RESOLVED
    return ProgressSet(
        owner=owner,
        track=f"goals.{slot}.reward",
        have=1 if resolved else 0,
        need=None if resolved else 1,
        brings=f"{belief.rewarded} persona so far"
        if belief.rewarded
        else "1 persona to further it, 2 to 7 to resolve it",
        label=f"Goal: {belief.goal}",
    )
