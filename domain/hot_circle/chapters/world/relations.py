"""Relations between factions: chosen, turned round, ended, or left open (HC-05, HC-07)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import gm_in_play, in_play
from domain.hot_circle.chapters.world.factions import known_factions, may_change_map
from domain.hot_circle.fields import CHANGED_BY
from domain.hot_circle.lookup import faction_of, map_missing, there, unrelated
from domain.hot_circle.phrases import told
from domain.hot_circle.refs import FactionRef
from domain.hot_circle.seats import BETWEEN_SESSIONS, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.world import FactionRelation
from domain.hot_circle.terms import RelationKind, RelationOrigin, Stage
from domain.hot_circle.words import blank
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Slug, Text

chapter = Chapter[Circle](
    "Relations between factions",
    {
        "self_relation": "{faction} cannot cooperate or compete with itself.",
        "same_faction_twice": "{faction} has {other} to {kind} with already. Choose another faction, or flip that "
        "relation.",
        "relation_set": "{faction} already has its relation to {other}; flip it instead.",
        "no_relation": "{source} has no relation to {target}. Relate them first.",
    },
)


def of_kind(state: Circle, source: str, kind: RelationKind) -> str | None:
    """The faction that another cooperates or competes with, the first if there are several."""
    row = state.map.relations.get(source, {})
    return next((target for target, relation in row.items() if relation.kind is kind), None)


class RelateFactions(Command):
    """Relate two factions: whom one cooperates with, or competes with. The other need not see it so.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `faction_unknown`, `self_relation`,
              `same_faction_twice`, `relation_set`.
    Yields:   `FactionRelationSet`.
    """

    type: Literal["hot_circle.relate_factions"] = "hot_circle.relate_factions"
    source: FactionRef = Field(title="Which faction?")
    target: FactionRef = Field(title="Towards which other?")
    kind: RelationKind = Field(title="How does it stand?")


class FactionRelationSet(Event):
    """A faction stands so towards another."""

    type: Literal["hot_circle.faction_relation_set.v1"] = "hot_circle.faction_relation_set.v1"
    source: Slug
    target: Slug
    kind: RelationKind
    origin: RelationOrigin


@chapter.decides(RelateFactions)
def relate_factions(state: Circle, command: RelateFactions, asker: Asker, dice: Dice) -> Events:
    """HC-05: relate two factions, another one for each relation."""
    in_play(state)
    may_change_map(state, asker)
    known_factions(state, command.source, command.target)
    need(command.source != command.target, "self_relation", faction=command.source)
    standing = state.map.relations.get(command.source, {}).get(command.target)
    if standing is not None and standing.kind is not command.kind:
        raise CommandRefused(
            "same_faction_twice", faction=command.source, other=command.target, kind=standing.kind
        )
    need(standing is None, "relation_set", faction=command.source, kind=command.kind, other=command.target)
    free_for(state, command.source, command.kind)
    return [
        FactionRelationSet(
            source=command.source, target=command.target, kind=command.kind, origin=RelationOrigin.CHOSEN
        )
    ]


def free_for(state: Circle, source: str, kind: RelationKind) -> None:
    """During session zero a faction has one relation of each kind."""
    other = of_kind(state, source, kind)
    if state.stage is Stage.SESSION_ZERO and other is not None:
        raise CommandRefused("relation_set", faction=source, kind=kind, other=other)


@chapter.applies(FactionRelationSet)
def _(state: Circle, event: FactionRelationSet) -> None:
    for faction in (event.source, event.target):
        faction_of(state, faction)
    row = state.map.relations.setdefault(event.source, {})
    must(event.target not in row, f"{event.source} stands in a relation to {event.target} already")
    row[event.target] = FactionRelation(event.kind, event.origin)
    if state.map.draw is not None and state.map.draw.source == event.source:
        state.map.draw = None


@chapter.tells(
    FactionRelationSet, "{source} towards {target}: {kind:=cooperate>cooperation|compete>competition} ({origin})"
)
def _(state: Circle, event: FactionRelationSet) -> Iterable[Fact]:
    yield relation_in_words(event.source, event.target, event.kind)


class FlipRelation(Command):
    """Turn an alliance into a rivalry, or back.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `faction_unknown`, `no_relation`, `reason_missing`.
    Yields:   `FactionRelationFlipped`.
    """

    type: Literal["hot_circle.flip_relation"] = "hot_circle.flip_relation"
    source: FactionRef = Field(title="Which faction?")
    target: FactionRef = Field(title="Towards which other?")
    reason: Text = Field(title="Which event changed it?", description=CHANGED_BY)


class FactionRelationFlipped(Event):
    """An alliance became a rivalry, or the other way round."""

    type: Literal["hot_circle.faction_relation_flipped.v1"] = "hot_circle.faction_relation_flipped.v1"
    source: Slug
    target: Slug
    was: RelationKind
    now: RelationKind
    reason: Text


@chapter.decides(FlipRelation)
def flip_relation(state: Circle, command: FlipRelation, asker: Asker, dice: Dice) -> Events:
    """HC-07: turn a relation round, by an event."""
    in_play(state)
    relation = changing(state, command, asker)
    other = {
        RelationKind.COOPERATE: RelationKind.COMPETE,
        RelationKind.COMPETE: RelationKind.COOPERATE,
    }[relation.kind]
    return [
        FactionRelationFlipped(
            source=command.source, target=command.target, was=relation.kind, now=other, reason=command.reason
        )
    ]


@chapter.applies(FactionRelationFlipped)
def _(state: Circle, event: FactionRelationFlipped) -> None:
    relation = relation_of(state, event.source, event.target)
    must(relation.kind is event.was, f"{event.source} did not {event.was} with {event.target}")
    relation.kind, relation.origin = event.now, RelationOrigin.CHANGED


@chapter.tells(
    FactionRelationFlipped,
    "{source} will now {now} with {target}. {reason}",
)
def _(state: Circle, event: FactionRelationFlipped) -> Iterable[Fact]:
    yield relation_in_words(event.source, event.target, event.now)
    yield told(event.reason, "alliance changed", event.source, event.target)


class CutRelation(Command):
    """End the relation: no other comes in its place.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `faction_unknown`, `no_relation`, `reason_missing`.
    Yields:   `FactionRelationCut`.
    """

    type: Literal["hot_circle.cut_relation"] = "hot_circle.cut_relation"
    source: FactionRef = Field(title="Which faction?")
    target: FactionRef = Field(title="Towards which other?")
    reason: Text = Field(title="Which event changed it?", description=CHANGED_BY)


class FactionRelationCut(Event):
    """A relation ended."""

    type: Literal["hot_circle.faction_relation_cut.v1"] = "hot_circle.faction_relation_cut.v1"
    source: Slug
    target: Slug
    was: RelationKind
    reason: Text


@chapter.decides(CutRelation)
def cut_relation(state: Circle, command: CutRelation, asker: Asker, dice: Dice) -> Events:
    """HC-07: end a relation, by an event."""
    in_play(state)
    relation = changing(state, command, asker)
    return [
        FactionRelationCut(source=command.source, target=command.target, was=relation.kind, reason=command.reason)
    ]


def changing(state: Circle, command: FlipRelation | CutRelation, asker: Asker) -> FactionRelation:
    """HC-07: a relation that an event turns round, or ends."""
    may_change_map(state, asker)
    known_factions(state, command.source, command.target)
    relation = found(
        state.map.relations.get(command.source, {}).get(command.target),
        "no_relation",
        source=command.source,
        target=command.target,
    )
    need(not blank(command.reason), "reason_missing")
    return relation


@chapter.applies(FactionRelationCut)
def _(state: Circle, event: FactionRelationCut) -> None:
    relation_of(state, event.source, event.target)
    del state.map.relations[event.source][event.target]


@chapter.tells(FactionRelationCut, "{source} and {target} no longer {was}: {reason}")
def _(state: Circle, event: FactionRelationCut) -> Iterable[Fact]:
    yield facts.RelationSet(source=event.source, target=event.target, relation="")
    yield told(event.reason, "relation ended", event.source, event.target)


def relation_of(state: Circle, source: str, target: str) -> FactionRelation:
    """Relation of one faction to another."""
    return there(state.map.relations.get(source, {}).get(target), f"relation from {source} to {target}")


def relation_in_words(source: str, target: str, kind: RelationKind) -> Fact:
    """Fact of the relation of one faction to another, as it sees it."""
    friendly = kind is RelationKind.COOPERATE
    text = "cooperates with" if friendly else "competes with"
    return facts.RelationSet(source=source, target=target, relation=text, friendly=friendly)


class LeaveMapEmpty(Command):
    """Leave the map empty: the first session opens although no faction stands in a relation to another yet.

    Needs:    the gamemaster, before the first session.
    Refused:  `genre_missing`, `gm_only`, `session_zero_only`, `reason_missing`, `no_change`.
    Yields:   `MapLeftEmpty`.
    """

    type: Literal["hot_circle.leave_map_empty"] = "hot_circle.leave_map_empty"
    reason: Text = Field(title="Why are there no relations yet?")


class MapLeftEmpty(Event):
    """The first session opens without any relation between factions, and the table knows."""

    type: Literal["hot_circle.map_left_empty.v1"] = "hot_circle.map_left_empty.v1"
    reason: Text


@chapter.decides(LeaveMapEmpty)
def leave_map_empty(state: Circle, command: LeaveMapEmpty, asker: Asker, dice: Dice) -> Events:
    """HC-05: begin without relations between factions, which has to be said."""
    gm_in_play(state, asker)
    need(state.stage is Stage.SESSION_ZERO, "session_zero_only")
    need(not blank(command.reason), "reason_missing")
    if state.map.left_empty or not unrelated(state):
        raise CommandRefused("no_change")
    return [MapLeftEmpty(reason=command.reason)]


@chapter.applies(MapLeftEmpty)
def _(state: Circle, event: MapLeftEmpty) -> None:
    state.map.left_empty = True


@chapter.tells(MapLeftEmpty, "The first session opens without relations between factions: {reason}")
def _(state: Circle, event: MapLeftEmpty) -> Iterable[Fact]:
    yield told(event.reason, "map left empty")


def relating(state: Circle, slug: str) -> Iterable[Offer]:
    """HC-05, HC-07: the relations of a faction still to choose, and those that can turn."""
    factions = {faction: it.name for faction, it in state.map.factions.items()}
    name, row = factions[slug], state.map.relations.get(slug, {})
    others = one_of({to: called for to, called in factions.items() if to != slug and to not in row})
    for kind in RelationKind:
        if others and of_kind(state, slug, kind) is None:
            yield Offer(
                command=RelateFactions,
                label=f"Choose whom {name} should {kind.value} with",
                known={"source": slug, "kind": kind.value},
                choices={"target": others},
                group="Map",
            )
    yield from turning(state, slug)


def turning(state: Circle, slug: str) -> Iterable[Offer]:
    """HC-07: the relations of a faction that can turn, or end."""
    factions = {faction: it.name for faction, it in state.map.factions.items()}
    for to in state.map.relations.get(slug, {}):
        known = {"source": slug, "target": to}
        label = f"{factions[slug]} towards {factions[to]}"
        yield Offer(command=FlipRelation, label=f"Flip {label}", known=known, group="Map")
        yield Offer(command=CutRelation, label=f"End {label}", known=known, group="Map")


def leaving_empty(state: Circle) -> Iterable[Offer]:
    """HC-05: before the first session, a map that stays empty."""
    if state.situation is not None and map_missing(state):
        label = "Begin without relations between factions"
        yield Offer(command=LeaveMapEmpty, label=label, group=BETWEEN_SESSIONS)
