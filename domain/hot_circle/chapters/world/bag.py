"""Drawing whom a faction competes or cooperates with (HC-06)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import in_play
from domain.hot_circle.chapters.world.factions import known_factions, may_change_map
from domain.hot_circle.chapters.world.relations import FactionRelationSet, of_kind
from domain.hot_circle.lookup import faction_of
from domain.hot_circle.phrases import told, words
from domain.hot_circle.printed import FEWEST_FACTIONS_FOR_THE_BAG
from domain.hot_circle.refs import FactionRef
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.world import Draw
from domain.hot_circle.terms import DrawnAgain, RelationKind, RelationOrigin, Stage
from domain.hot_circle.words import blank
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice, DrawnThing, roll_for
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Points, Slug, Text

chapter = Chapter[Circle](
    "Relations out of the bag",
    {
        "bag_too_small": "The bag needs at least {need} factions, and the map has {factions}.",
        "draw_waiting": "{drawn} was drawn. Take it or put it back before drawing again.",
        "competitor_first": "Draw the competitor of {faction} first, then its partner.",
        "nobody_left": "{faction} stands in a relation to every other faction; nobody is left to draw.",
        "nothing_drawn": "No name is drawn. Draw one first.",
    },
)


NAMES = DrawnThing("name", "names")
"""The things drawn from the bag."""


class DrawRelation(Command):
    """Draw a relation: a faction's competitor, then its partner, out of the bag with all their names.

    Draws one die with as many sides as there are factions; a name that cannot be is drawn again.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `faction_unknown`, `bag_too_small`, `relation_set`,
              `competitor_first`, `nobody_left`, `draw_waiting`.
    Yields:   `FactionDrawn`, once for each name drawn.
    """

    type: Literal["hot_circle.draw_relation"] = "hot_circle.draw_relation"
    source: FactionRef = Field(title="Which faction?")
    kind: RelationKind = Field(title="To do what with it?")


class FactionDrawn(Event):
    """A name came out of the bag. `again` says why it goes straight back, or is nothing."""

    type: Literal["hot_circle.faction_drawn.v1"] = "hot_circle.faction_drawn.v1"
    source: Slug
    kind: RelationKind
    drawn: Slug
    face: Points
    bag: Points
    again: DrawnAgain | None


@chapter.decides(DrawRelation)
def draw_relation(state: Circle, command: DrawRelation, asker: Asker, dice: Dice) -> Events:
    """HC-06: draw a name from the full bag; one that cannot be goes back at once and another is drawn."""
    in_play(state)
    may_change_map(state, asker)
    known_factions(state, command.source)
    bag = list(state.map.factions)
    need(
        len(bag) >= FEWEST_FACTIONS_FOR_THE_BAG,
        "bag_too_small",
        factions=len(bag),
        need=FEWEST_FACTIONS_FOR_THE_BAG,
    )
    if state.map.draw is not None:
        raise CommandRefused("draw_waiting", drawn=state.map.draw.drawn)
    if (other := of_kind(state, command.source, command.kind)) is not None:
        raise CommandRefused("relation_set", faction=command.source, kind=command.kind, other=other)
    if command.kind is RelationKind.COOPERATE and of_kind(state, command.source, RelationKind.COMPETE) is None:
        raise CommandRefused("competitor_first", faction=command.source)
    standing = state.map.relations.get(command.source, {})
    need(len(standing) < len(bag) - 1, "nobody_left", faction=command.source)
    drawn: list[Event] = []
    while True:
        (face,) = roll_for(dice, len(bag), purposes=("the bag",), drawn=NAMES)
        name = bag[face - 1]
        again = DrawnAgain.ITSELF if name == command.source else None
        if name in standing:
            again = DrawnAgain.OTHER_RELATION
        drawn.append(
            FactionDrawn(
                source=command.source, kind=command.kind, drawn=name, face=face, bag=len(bag), again=again
            )
        )
        if again is None:
            return drawn


@chapter.applies(FactionDrawn)
def _(state: Circle, event: FactionDrawn) -> None:
    must(state.map.draw is None, "a drawn name is still to be taken or put back")
    faction_of(state, event.drawn)
    if event.again is None:
        state.map.draw = Draw(event.source, event.kind, event.drawn)


@chapter.tells(FactionDrawn, "Out of the bag for {source}, to {kind} with: {drawn}{again:+, put back: }")
def _(state: Circle, event: FactionDrawn) -> Iterable[Fact]:
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


class AcceptDraw(Command):
    """Take the faction that was drawn.

    Needs:    a drawn name; session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `nothing_drawn`.
    Yields:   `FactionRelationSet`.
    """

    type: Literal["hot_circle.accept_draw"] = "hot_circle.accept_draw"


@chapter.decides(AcceptDraw)
def accept_draw(state: Circle, command: AcceptDraw, asker: Asker, dice: Dice) -> Events:
    """HC-06: accept a draw, which sets the relation."""
    in_play(state)
    may_change_map(state, asker)
    draw = found(state.map.draw, "nothing_drawn")
    return [FactionRelationSet(source=draw.source, target=draw.drawn, kind=draw.kind, origin=RelationOrigin.DRAWN)]


class RejectDraw(Command):
    """Put the drawn name back: it makes no sense. Then draw again.

    Needs:    a drawn name; session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `nothing_drawn`, `reason_missing`.
    Yields:   `FactionDrawRejected`.
    """

    type: Literal["hot_circle.reject_draw"] = "hot_circle.reject_draw"
    reason: Text = Field(title="Why does it make no sense?")


class FactionDrawRejected(Event):
    """The group put the drawn name back."""

    type: Literal["hot_circle.faction_draw_rejected.v1"] = "hot_circle.faction_draw_rejected.v1"
    source: Slug
    kind: RelationKind
    drawn: Slug
    reason: Text


@chapter.decides(RejectDraw)
def reject_draw(state: Circle, command: RejectDraw, asker: Asker, dice: Dice) -> Events:
    """HC-06: reject a draw that makes no sense; it is recorded, and drawn again."""
    in_play(state)
    may_change_map(state, asker)
    draw = found(state.map.draw, "nothing_drawn")
    need(not blank(command.reason), "reason_missing")
    return [FactionDrawRejected(source=draw.source, kind=draw.kind, drawn=draw.drawn, reason=command.reason)]


@chapter.applies(FactionDrawRejected)
def _(state: Circle, event: FactionDrawRejected) -> None:
    must(state.map.draw is not None, "no name was drawn")
    state.map.draw = None


@chapter.tells(FactionDrawRejected, "{drawn} goes back into the bag: {reason}")
def _(state: Circle, event: FactionDrawRejected) -> Iterable[Fact]:
    yield told(event.reason, "draw put back", event.source, event.drawn)


def drawing(state: Circle) -> Iterable[Offer]:
    """The bag: a drawn name first, then the next to draw."""
    draw, factions = state.map.draw, state.map.factions
    if draw is not None:
        name = factions[draw.drawn].name
        yield Offer(command=AcceptDraw, label=f"Take {name}", group="Bag")
        yield Offer(command=RejectDraw, label=f"Put {name} back", group="Bag")
        return
    if state.stage is not Stage.SESSION_ZERO or len(factions) < FEWEST_FACTIONS_FOR_THE_BAG:
        return
    for slug, it in factions.items():
        for kind in (RelationKind.COMPETE, RelationKind.COOPERATE):
            room = len(state.map.relations.get(slug, {})) < len(factions) - 1
            if room and of_kind(state, slug, kind) is None:
                yield Offer(
                    command=DrawRelation,
                    label=f"Draw whom {it.name} should {kind.value} with",
                    known={"source": slug, "kind": kind.value},
                    dice=(len(factions),),
                    group="Bag",
                )
                break
