"""Persona for a reroll, and the lifepath it raises in the end (HC-39, HC-63)."""

from collections.abc import Iterable
from typing import Literal

from domain.hot_circle import tracks
from domain.hot_circle.lookup import character_of, gm_pool, lifepath_of
from domain.hot_circle.phrases import number
from domain.hot_circle.printed import PERSONA_TO_RAISE
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.terms import HOME, TestId
from domain.kernel import facts
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import must, need
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Points, Slug

chapter = Chapter[Circle](
    "Persona spent",
    {
        "no_persona": "{character} has no persona point left.",
    },
)


class PersonaSpent(Event):
    """Persona points paid for a reroll, and count towards the lifepath's next rating."""

    type: Literal["hot_circle.persona_spent.v1"] = "hot_circle.persona_spent.v1"
    character: CharacterSlug
    amount: Points
    lifepath: Slug | None
    test: TestId


class GmPersonaSpent(Event):
    """The gamemaster's own pool paid for a reroll."""

    type: Literal["hot_circle.gm_persona_spent.v1"] = "hot_circle.gm_persona_spent.v1"
    character: CharacterSlug
    amount: Points
    test: TestId


class LifepathRaised(Event):
    """A lifepath rose; what was spent on it is erased."""

    type: Literal["hot_circle.lifepath_raised.v1"] = "hot_circle.lifepath_raised.v1"
    character: CharacterSlug
    lifepath: Slug
    was: Points
    now: Points
    erased: Points


def by_persona(state: Circle, by: str) -> None:
    """Refuse a reroll without a point on the sheet, or one of the gamemaster's for the others (HC-39)."""
    payer = state.characters[by]
    need(payer.persona or (not payer.is_pc and gm_pool(state)), "no_persona", character=by)


def raised(payer: Character, by: CharacterId, lifepath: str | None) -> list[Event]:
    """HC-63: a lifepath rises as soon as enough was spent on it; a running test keeps its pool."""
    if lifepath is None:
        return []
    path = payer.lifepaths[lifepath]
    cost = PERSONA_TO_RAISE.get(path.rating)
    if cost is None or path.spent_persona + 1 < cost:
        return []
    return [LifepathRaised(character=by, lifepath=lifepath, was=path.rating, now=path.rating + 1, erased=cost)]


@chapter.applies(PersonaSpent)
def _(state: Circle, event: PersonaSpent) -> None:
    character = character_of(state, event.character)
    must(character.persona >= event.amount, f"{event.character} has only {character.persona} persona")
    character.persona -= event.amount
    if event.lifepath is not None:
        lifepath_of(state, event.character, event.lifepath).spent_persona += event.amount


@chapter.tells(PersonaSpent, "{character} spends {amount} persona{lifepath:+ as }")
def _(state: Circle, event: PersonaSpent) -> Iterable[Fact]:
    it = state.characters[event.character]
    yield number(event.character, "persona", -event.amount, it.persona, "reroll", "Persona")
    if event.lifepath is not None:
        path = it.lifepaths[event.lifepath]
        yield number(
            event.character,
            f"lifepaths.{event.lifepath}.spent_persona",
            event.amount,
            path.spent_persona,
            "reroll",
            f"Persona spent as {path.name}",
        )
        yield tracks.of_lifepath(state, event.character, event.lifepath)


@chapter.applies(GmPersonaSpent)
def _(state: Circle, event: GmPersonaSpent) -> None:
    state.gm_persona_spent += event.amount


@chapter.tells(GmPersonaSpent, "The gamemaster's pool pays {amount} persona for {character}")
def _(state: Circle, event: GmPersonaSpent) -> Iterable[Fact]:
    yield number(HOME, "gm_persona", -event.amount, gm_pool(state), "reroll", "The gamemaster's persona")


@chapter.applies(LifepathRaised)
def _(state: Circle, event: LifepathRaised) -> None:
    lifepath = lifepath_of(state, event.character, event.lifepath)
    must(lifepath.rating == event.was and lifepath.spent_persona >= event.erased, "not enough was spent")
    lifepath.rating = event.now
    lifepath.spent_persona -= event.erased


@chapter.tells(LifepathRaised, "{character} grows as {lifepath}, from {was} to {now} dice")
def _(state: Circle, event: LifepathRaised) -> Iterable[Fact]:
    path = state.characters[event.character].lifepaths[event.lifepath]
    owner, base = event.character, f"lifepaths.{event.lifepath}"
    yield number(
        owner,
        f"{base}.spent_persona",
        -event.erased,
        path.spent_persona,
        "raised",
        f"Persona spent as {path.name}",
    )
    yield number(owner, f"{base}.rating", event.now - event.was, event.now, "persona", f"{path.name}: dice")
    yield tracks.of_lifepath(state, owner, event.lifepath)
    yield facts.Advanced(owner=owner, track=f"{base}.spent_persona", what=f"{path.name} at {event.now} dice")
