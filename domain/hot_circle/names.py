"""The words for the ids of a circle."""

from domain.kernel.messages import Event
from domain.kernel.names import Names

from . import events as say
from .state import Circle
from .terms import HOME

NAMING: frozenset[type[Event]] = frozenset((
    say.SessionZeroBegun, say.SettingAdded, say.FactionAdded, say.CharacterCreated, say.TraitGained,
    say.LifepathTaken, say.PermanentAssetGained, say.PermanentAssetLost, say.SupportingCharacterRecorded,
    say.SceneOpened, say.ConditionApplied, say.ConditionRaised, say.ConditionCleared, say.AdjudicationRecorded,
    say.ObstacleTestDeclared, say.AbilityTestRequested, say.TemporaryAssetGained, say.AssetUpgraded,
    say.HostileContactAppeared, say.CompelOffered, say.TraitVoteOpened, say.TraitVoteClosed, say.TraitLost,
    say.VoluntaryConditionSet, say.VoluntaryConditionDropped,
))  # fmt: skip
"""The events after which `names` may answer otherwise: they touch what it reads."""


def cast(state: Circle) -> dict[str, str]:
    """Player characters first, then the supporting cast, then the campaign's own page."""
    ordered = sorted(state.characters.items(), key=lambda each: not each[1].is_pc)
    told = {slug: it.name for slug, it in ordered}
    if state.genre:
        told[HOME] = "The circle"
    return told


def names(state: Circle) -> dict[str, str]:
    """Every id that has a name now. A character's name wins over anything else called the same."""
    told = {f"scene-{number}": it.title for number, it in enumerate(state.scenes.values(), start=1)}
    for character in state.characters.values():
        told.update(character.traits)
        told.update((slug, it.text) for slug, it in character.conditions.items())
        told.update((slug, it.name) for slug, it in character.lifepaths.items())
        told.update((slug, it.name) for slug, it in character.temporary_assets.items())
        told.update((slug, it.name) for slug, it in character.permanent_assets.items())
    told.update((slug, it.name) for slug, it in state.settings.items())
    told.update((slug, it.name) for slug, it in state.map.factions.items())
    told.update(cast(state))
    return Names(told, {"test": state.tests, "compel": len(state.compels), "vote": state.votes})
