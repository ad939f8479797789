"""Deeds, which are the steps the table may take back: noted, rested on by a roll, withdrawn (VE-02, VE-04)."""

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from domain.death_of_the_vele.chapters.pools import move
from domain.death_of_the_vele.lookup import counts_in_struggle
from domain.death_of_the_vele.phrases import dice_moved, told, towards_an_aspect, words
from domain.death_of_the_vele.state.table import Deed, DiceMove
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Dice, Home
from domain.death_of_the_vele.terms.play import DeedKind
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.facts import Fact, HeadlineTold, NumberChanged
from domain.kernel.messages import Event
from domain.kernel.terms import Slug

chapter = Chapter[Vele](
    "What the table may take back",
    {
        "deed_unknown": "There is no such deed to challenge. What a trait is lost to never can be.",
        "own_deed": "You did this yourself: tell it otherwise instead of challenging it.",
        "deed_withdrawn": "This was taken back already.",
        "trait_in_use": "{trait} is in use by now. Challenge what was done with it first.",
        "roll_rests_on_it": "A later roll already rests on it. Change the fiction from here on instead.",
    },
)


_Undo: TypeAlias = Callable[[Vele, Deed], None]
_UNDO: dict[DeedKind, _Undo] = {}
DEEDS_KEPT = 40
"""Number of the latest deeds that can still be looked up for a challenge."""


def note_deed(state: Vele, kind: DeedKind, player: str, subject: str, *paid: DiceMove, was: str = "") -> None:
    """Note a step as a deed: the table may take it back until a roll rests on it."""
    state.deeds_done += 1
    state.deeds[f"deed-{state.deeds_done}"] = Deed(kind, player, subject, list(paid), was)
    for old in list(state.deeds)[:-DEEDS_KEPT]:
        del state.deeds[old]


def rest_on_deeds(state: Vele) -> None:
    """Mark every deed so far as rested on, because dice were rolled after it (VE-02)."""
    for each in state.deeds.values():
        each.rested = True


def undoes(kind: DeedKind) -> Callable[[_Undo], _Undo]:
    """Register how a deed of this kind is taken back; the dice it moved come back by events of their own."""

    def register(function: _Undo) -> _Undo:
        _UNDO[kind] = function
        return function

    return register


def standing_deed(state: Vele, slug: str, asker: str) -> Deed:
    """A deed of another player that can still be taken back; refused for any other."""
    deed = found(state.deeds.get(slug), "deed_unknown", deed=slug)
    need(deed.player != asker, "own_deed", deed=slug)
    need(not deed.withdrawn, "deed_withdrawn", deed=slug)
    need(not deed.rested, "roll_rests_on_it", deed=slug)
    if trait := trait_in_use(state, deed):
        raise CommandRefused("trait_in_use", trait=trait)
    return deed


def trait_in_use(state: Vele, deed: Deed) -> str | None:
    """The name of a bought trait that a struggle or an ability rests on by now, or None."""
    component, _, trait = deed.subject.partition(".")
    it = state.components.get(component)
    if deed.kind is not DeedKind.TRAIT or it is None or trait not in it.traits:
        return None
    used = any(ability.trait == trait for ability in it.abilities.values())
    return it.traits[trait].name if used or counts_in_struggle(state, component, trait) else None


def upheld_against(state: Vele, slug: str) -> list[Event]:
    """The events of an upheld challenge: none, if a roll or a die rests on the deed by now (VE-A58)."""
    deed = state.deeds.get(slug)
    if deed is None or deed.withdrawn or deed.rested or trait_in_use(state, deed):
        return []
    return withdrawal(slug, deed)


def withdrawal(slug: str, deed: Deed) -> list[Event]:
    """Events that take a deed back, and bring home the dice it had moved."""
    back = [
        DiceMovedBack(target_event=slug, giver=it.taker, taker=it.giver, dice=it.dice)
        for it in reversed(deed.paid)
    ]
    return [EventWithdrawn(target_event=slug), *back]


class EventWithdrawn(Event):
    """Something done was taken back, and has to be replaced."""

    type: Literal["death_of_the_vele.event_withdrawn.v1"] = "death_of_the_vele.event_withdrawn.v1"
    target_event: Slug


@chapter.applies(EventWithdrawn, renames=True)
def _(state: Vele, event: EventWithdrawn) -> None:
    done = state.deeds.get(event.target_event)
    must(done is not None and not done.withdrawn and not done.rested, f"{event.target_event} cannot be taken back")
    if done is not None:
        done.withdrawn = True
        _UNDO[done.kind](state, done)


@chapter.tells(EventWithdrawn, "{target_event} is taken back")
def _(state: Vele, event: EventWithdrawn) -> Iterable[Fact]:
    deed = state.deeds[event.target_event]
    yield told(f"{words(deed.kind.value)} taken back", "challenge", deed.player)
    yield HeadlineTold()
    component = deed.subject.partition(".")[0]
    if component not in state.components:
        return
    if deed.kind is DeedKind.TRAIT:
        yield NumberChanged(
            owner=component,
            name="value",
            label="Value",
            delta=-sum(it.dice.points for it in deed.paid),
            now=state.components[component].value,
            low=0,
            why="taken back",
        )
    yield from towards_an_aspect(state, component)


class DiceMovedBack(Event):
    """Dice that a withdrawn deed had moved went back to where they were."""

    type: Literal["death_of_the_vele.dice_moved_back.v1"] = "death_of_the_vele.dice_moved_back.v1"
    target_event: Slug
    giver: Home
    taker: Home
    dice: Dice


@chapter.applies(DiceMovedBack)
def _(state: Vele, event: DiceMovedBack) -> None:
    move(state, event.giver, event.taker, event.dice)


@chapter.tells(DiceMovedBack, "Back from {giver} to {taker}: {dice}")
def _(state: Vele, event: DiceMovedBack) -> Iterable[Fact]:
    yield from dice_moved(state, event.giver, event.taker, event.dice, "taken back")
