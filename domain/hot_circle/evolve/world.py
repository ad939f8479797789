"""How the world of a campaign changes."""

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle, Draw, Faction, FactionRelation, Requirement, Setting, Situation
from domain.hot_circle.terms import RelationOrigin
from domain.hot_circle.words import normalised

from .fold import evolve, faction_of, must, there


@evolve.on(say.SessionZeroBegun)
def _(state: Circle, event: say.SessionZeroBegun) -> None:
    must(not state.genre, "session zero begins once")
    state.genre, state.style = event.genre, event.style


@evolve.on(say.RandomizerSet)
def _(state: Circle, event: say.RandomizerSet) -> None:
    state.randomizer = event.randomizer


@evolve.on(say.SettingAdded)
def _(state: Circle, event: say.SettingAdded) -> None:
    must(event.setting not in state.settings, f"the setting {event.setting} is there already")
    state.settings[event.setting] = Setting(event.name, list(event.character_types))


@evolve.on(say.FactionAdded)
def _(state: Circle, event: say.FactionAdded) -> None:
    must(event.faction not in state.map.factions, f"the faction {event.faction} is there already")
    must(event.setting in state.settings, f"there is no setting {event.setting}")
    state.map.factions[event.faction] = Faction(event.name, event.setting, event.importance)


@evolve.on(say.FactionRelationSet)
def _(state: Circle, event: say.FactionRelationSet) -> None:
    for faction in (event.source, event.target):
        faction_of(state, faction)
    row = state.map.relations.setdefault(event.source, {})
    must(event.target not in row, f"{event.source} stands in a relation to {event.target} already")
    row[event.target] = FactionRelation(event.kind, event.origin)
    if state.map.draw is not None and state.map.draw.source == event.source:
        state.map.draw = None


@evolve.on(say.FactionDrawn)
def _(state: Circle, event: say.FactionDrawn) -> None:
    must(state.map.draw is None, "a drawn name is still to be taken or put back")
    faction_of(state, event.drawn)
    if event.again is None:
        state.map.draw = Draw(event.source, event.kind, event.drawn)


@evolve.on(say.FactionDrawRejected)
def _(state: Circle, event: say.FactionDrawRejected) -> None:
    must(state.map.draw is not None, "no name was drawn")
    state.map.draw = None


def relation_of(state: Circle, source: str, target: str) -> FactionRelation:
    """How one faction stands towards another."""
    return there(state.map.relations.get(source, {}).get(target), f"relation from {source} to {target}")


@evolve.on(say.FactionRelationFlipped)
def _(state: Circle, event: say.FactionRelationFlipped) -> None:
    relation = relation_of(state, event.source, event.target)
    must(relation.kind is event.was, f"{event.source} did not {event.was} with {event.target}")
    relation.kind, relation.origin = event.now, RelationOrigin.CHANGED


@evolve.on(say.FactionRelationCut)
def _(state: Circle, event: say.FactionRelationCut) -> None:
    relation_of(state, event.source, event.target)
    del state.map.relations[event.source][event.target]


@evolve.on(say.FactionImportanceChanged)
def _(state: Circle, event: say.FactionImportanceChanged) -> None:
    faction = faction_of(state, event.faction)
    must(faction.importance is event.was, f"{event.faction} was not {event.was}")
    faction.importance = event.now


@evolve.on(say.SituationStated)
def _(state: Circle, event: say.SituationStated) -> None:
    before = state.situation.revision if state.situation else 0
    must(event.revision == before + 1, f"revision {event.revision} cannot follow {before}")
    state.situation = Situation(event.text, list(event.affected_factions), event.revision)


@evolve.on(say.FactionNoteAdded)
def _(state: Circle, event: say.FactionNoteAdded) -> None:
    faction_of(state, event.faction).notes.append(event.text)


@evolve.on(say.PrepNoteAdded)
def _(state: Circle, event: say.PrepNoteAdded) -> None:
    state.prep_notes.append(event.text)


@evolve.on(say.StartingLifepathsSet)
def _(state: Circle, event: say.StartingLifepathsSet) -> None:
    state.starting_lifepaths = event.count


@evolve.on(say.LifepathRequirementSet)
def _(state: Circle, event: say.LifepathRequirementSet) -> None:
    state.requirements[normalised(event.lifepath_name)] = Requirement(event.lifepath_name, list(event.requires))
