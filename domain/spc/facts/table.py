"""The table, the cast and adjudications retold."""

from collections.abc import Iterable
from typing import TypeAlias

from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.people import GM_ONLY
from domain.spc import events as say
from domain.spc.lookup import features_of
from domain.spc.state import Adventure
from domain.spc.terms import TABLE, Slot

from .telling import (
    count,
    feature,
    goal,
    goal_progress,
    harm,
    next_scene,
    next_throw,
    number,
    pool,
    purity,
    tells,
    told,
)

_WEIGHTS = {"character": 2, "antagonist": 4, "goon": 1}
MADE = "character sheet"


@tells(say.MastermindNamed)
def _(state: Adventure, event: say.MastermindNamed) -> Iterable[Fact]:
    yield told("takes the Mastermind's chair", "seat", event.player)


@tells(say.PlayerSeated)
def _(state: Adventure, event: say.PlayerSeated) -> Iterable[Fact]:
    yield told(f"seat {event.seat}", "seat", event.player)


@tells(say.PlayerUnseated)
def _(state: Adventure, event: say.PlayerUnseated) -> Iterable[Fact]:
    yield told("gives up the seat", "seat", event.player)
    if event.character is not None:
        yield facts.CharacterLeft(character=event.character, how="left with the player")


@tells(say.VillainyPreviewed)
def _(state: Adventure, event: say.VillainyPreviewed) -> Iterable[Fact]:
    yield facts.TextSet(owner=TABLE, field="preview", text=event.text)


@tells(say.AdventureStarted)
def _(state: Adventure, event: say.AdventureStarted) -> Iterable[Fact]:
    yield facts.ChapterOpened(chapter=f"adventure-{event.adventure}", title=f"Adventure {event.adventure}")
    yield next_scene(state)


@tells(say.AdventureEnded)
def _(state: Adventure, event: say.AdventureEnded) -> Iterable[Fact]:
    if event.epilogue:
        yield told(event.epilogue, "epilogue")
    yield facts.ChapterClosed(chapter=f"adventure-{event.adventure}")


def on_the_map(state: Adventure, slug: str, kind: str) -> Fact:
    """Somebody on the map."""
    name = state.goons[slug].name if slug in state.goons else state.characters[slug].name
    return facts.NodeSet(node=slug, name=name, node_kind=kind, weight=_WEIGHTS[kind])


def sheet_facts(state: Adventure, slug: str) -> Iterable[Fact]:
    """A sheet as it was entered: pools, rating, features, texts."""
    it = state.characters[slug]
    for slot in Slot:
        yield pool(state, slug, slot.value, it.pool(slot), MADE)
    rating = it.obstacle_rating
    yield number(slug, "obstacle_rating", "Obstacle Rating", rating, rating, MADE, low=1)
    known = features_of(it)
    for group in ("talents", "powers", "weaknesses", "rituals", "gadgets"):
        for one in getattr(it, group):
            yield feature(slug, group, one, known[one], MADE, lasting=False)
    for field in ("goal_text", "drawback_text"):
        if getattr(it, field):
            yield facts.TextSet(owner=slug, field=field, text=getattr(it, field))
    if it.has_tracks:
        yield goal_progress(state, slug)


@tells(say.CharacterCreated)
def _(state: Adventure, event: say.CharacterCreated) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.character, name=event.name, character_kind=CharacterKind.PLAYERS,
        player=event.player, how="Character",
    )  # fmt: skip
    yield on_the_map(state, event.character, "character")
    yield from sheet_facts(state, event.character)


@tells(say.CharacterReturned)
def _(state: Adventure, event: say.CharacterReturned) -> Iterable[Fact]:
    yield facts.CharacterChanged(
        character=event.character, name=state.characters[event.character].name,
        character_kind=CharacterKind.PLAYERS, player=event.player, how="back in play",
    )  # fmt: skip


@tells(say.AntagonistIntroduced)
def _(state: Adventure, event: say.AntagonistIntroduced) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.antagonist, name=event.name, character_kind=CharacterKind.OTHER, how="antagonist"
    )
    yield on_the_map(state, event.antagonist, "antagonist")
    yield from sheet_facts(state, event.antagonist)


@tells(say.GoonIntroduced)
def _(state: Adventure, event: say.GoonIntroduced) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.goon, name=event.name, character_kind=CharacterKind.OTHER, how="goon"
    )
    yield on_the_map(state, event.goon, "goon")
    if event.goon in state.characters:
        yield from sheet_facts(state, event.goon)


@tells(say.SchemeNoted)
def _(state: Adventure, event: say.SchemeNoted) -> Iterable[Fact]:
    yield facts.Told(text=event.text, form="scheme", about=(event.antagonist,), audience=GM_ONLY)


Adjudicated: TypeAlias = say.AdjudicationRecorded | say.AdjudicationRecordedV1


@tells(say.AdjudicationRecorded)
@tells(say.AdjudicationRecordedV1)
def _(state: Adventure, event: Adjudicated) -> Iterable[Fact]:
    yield facts.Adjudicated(
        subject=event.subject, field=event.field, before=event.before, after=event.after, reason=event.reason
    )
    if event.subject in state.characters:
        yield from adjudicated(state, event)


def adjudicated(state: Adventure, event: Adjudicated) -> Iterable[Fact]:
    """The number on the sheet that the word moved, if it is one the rules know."""
    who, why, field = event.subject, event.reason, event.field
    if field == "penalty_next_scene":
        lifted = event.after == "no"
        yield harm(who, "next scene" if lifted else "", "" if lifted else "next scene", why)
        return
    numbers = ("purity_track", "goal_track", "progress", "abuse", "penalty_next_roll", "obstacle_rating")
    if field not in numbers and not field.endswith("_pool"):
        return
    now = int(event.after)
    delta = now - int(event.before)
    if field == "purity_track":
        yield from purity(state, who, delta, event.apart or (0, 0), why)
    elif field == "goal_track":
        yield from goal(state, who, delta, event.apart or (0, 0), why)
    elif field in ("progress", "abuse"):
        yield count(who, field, delta, now, why, good=field == "progress")
    elif field == "penalty_next_roll":
        yield next_throw(who, delta, now, why)
    elif field == "obstacle_rating":
        yield number(who, field, "Obstacle Rating", delta, now, why, low=1)
    else:
        yield pool(state, who, field.removesuffix("_pool"), delta, why)
