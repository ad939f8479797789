"""The world of a campaign retold."""

from collections.abc import Iterable

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle
from domain.hot_circle.terms import HOME, Importance, RelationKind
from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.kernel.people import GM_ONLY

from .telling import standing, tells, told, words

WEIGHT = {Importance.MINOR: 1, Importance.MAJOR: 3}


@tells(say.SessionZeroBegun)
def _(state: Circle, event: say.SessionZeroBegun) -> Iterable[Fact]:
    yield facts.ChapterOpened(chapter="season-1", title="Season 1")
    yield facts.TextSet(owner=HOME, field="genre", text=event.genre)
    yield facts.TextSet(owner=HOME, field="style", text=event.style)


@tells(say.RandomizerSet)
def _(state: Circle, event: say.RandomizerSet) -> Iterable[Fact]:
    yield facts.TextSet(owner=HOME, field="randomizer", text=event.randomizer.value)


@tells(say.SettingAdded)
def _(state: Circle, event: say.SettingAdded) -> Iterable[Fact]:
    home = f": {', '.join(event.character_types)}" if event.character_types else ""
    yield facts.TextSet(owner=HOME, field=f"settings.{event.setting}", text=f"{event.name}{home}")


def faction_node(state: Circle, faction: str) -> Fact:
    """A faction on the map, inside its setting."""
    it = state.map.factions[faction]
    return facts.NodeSet(
        node=faction,
        name=it.name,
        node_kind="faction",
        weight=WEIGHT[it.importance],
        group=state.settings[it.setting_id].name,
    )


@tells(say.FactionAdded)
def _(state: Circle, event: say.FactionAdded) -> Iterable[Fact]:
    yield faction_node(state, event.faction)


def relation(source: str, target: str, kind: RelationKind) -> Fact:
    """How one faction stands towards another, in its own eyes."""
    friendly = kind is RelationKind.COOPERATE
    text = "cooperates with" if friendly else "competes with"
    return facts.RelationSet(source=source, target=target, relation=text, friendly=friendly)


@tells(say.FactionRelationSet)
def _(state: Circle, event: say.FactionRelationSet) -> Iterable[Fact]:
    yield relation(event.source, event.target, event.kind)


@tells(say.FactionDrawn)
def _(state: Circle, event: say.FactionDrawn) -> Iterable[Fact]:
    name = state.map.factions[event.drawn].name
    die = facts.Die(id="bag-1", size=event.bag, face=event.face, label=name, kept=event.again is None)
    reading = name if event.again is None else f"{name}, drawn again: {words(event.again)}"
    yield facts.DiceRolled(
        roller=event.source,
        purpose=f"bag, to {event.kind.value} with",
        dice=(die,),
        reading=reading,
        reads=facts.Reads.DRAWN,
    )


@tells(say.FactionDrawRejected)
def _(state: Circle, event: say.FactionDrawRejected) -> Iterable[Fact]:
    yield told(event.reason, "draw put back", event.source, event.drawn)


@tells(say.FactionRelationFlipped)
def _(state: Circle, event: say.FactionRelationFlipped) -> Iterable[Fact]:
    yield relation(event.source, event.target, event.now)
    yield told(event.reason, "alliance changed", event.source, event.target)


@tells(say.FactionRelationCut)
def _(state: Circle, event: say.FactionRelationCut) -> Iterable[Fact]:
    yield facts.RelationSet(source=event.source, target=event.target, relation="")
    yield told(event.reason, "relation ended", event.source, event.target)


@tells(say.FactionImportanceChanged)
def _(state: Circle, event: say.FactionImportanceChanged) -> Iterable[Fact]:
    yield faction_node(state, event.faction)
    yield standing(
        event.faction, "importance", "rank", event.was.value, event.now.value, event.reason, "Importance",
        good=event.now is Importance.MAJOR, lasting=True,
    )  # fmt: skip


@tells(say.SituationStated)
def _(state: Circle, event: say.SituationStated) -> Iterable[Fact]:
    yield facts.TextSet(owner=HOME, field="situation", text=event.text)
    yield told(f"revision {event.revision}", "situation", *event.affected_factions)


@tells(say.FactionNoteAdded)
def _(state: Circle, event: say.FactionNoteAdded) -> Iterable[Fact]:
    yield told(event.text, "faction note", event.faction, to=GM_ONLY)


@tells(say.PrepNoteAdded)
def _(state: Circle, event: say.PrepNoteAdded) -> Iterable[Fact]:
    yield told(event.text, "preparation", to=GM_ONLY)


@tells(say.StartingLifepathsSet)
def _(state: Circle, event: say.StartingLifepathsSet) -> Iterable[Fact]:
    yield facts.TextSet(owner=HOME, field="starting_lifepaths", text=str(event.count))


@tells(say.LifepathRequirementSet)
def _(state: Circle, event: say.LifepathRequirementSet) -> Iterable[Fact]:
    yield told(f"{event.lifepath_name} requires {', '.join(event.requires)}", "requirement")
