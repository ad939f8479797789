"""Fate for complications, and points given to the supporting cast (HC-19, HC-56)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle import tracks
from domain.hot_circle.chapters.guards import gm_in_play, known_character, session_open
from domain.hot_circle.fields import CAUSE, WHICH
from domain.hot_circle.lookup import belief_of, character_of, pc_of
from domain.hot_circle.phrases import number, words
from domain.hot_circle.refs import CastRef, ProtagonistRef, SourceRef
from domain.hot_circle.seats import ARTHA, RECORDS, alive, characters, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.terms import (
    COMPLICATIONS,
    AssetKind,
    FateCause,
    HindranceSource,
    PersonaCause,
    Reward,
    Source,
    TestId,
    TestStatus,
)
from domain.hot_circle.words import blank
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Points, Text

chapter = Chapter[Circle](
    "Fate and persona",
    {
        "npc_no_award": "{character} is one of the supporting cast and earns no fate.",
        "paid_by_the_test": "The test itself pays for this: {cause}.",
        "not_on_sheet": "There is no {cause} {source} on the sheet.",
        "complication_missing": "Say which complication it brought.",
        "already_awarded": "The test pays for {source} already.",
        "grant_twice": "Starting points are given once; {character} earns the others in play.",
    },
)


class AwardFate(Command):
    """Give a fate point for something on the sheet that brought significant complications.

    Needs:    the gamemaster, an open session.
    Refused:  `genre_missing`, `gm_only`, `no_open_session`, `character_unknown`, `npc_no_award`,
              `paid_by_the_test`, `not_on_sheet`, `complication_missing`, `already_awarded`.
    Yields:   `FateAwarded`.
    """

    type: Literal["hot_circle.award_fate"] = "hot_circle.award_fate"
    character: ProtagonistRef
    cause: FateCause = Field(title="What made it harder?", description=CAUSE)
    source: SourceRef = Field(title="Which one?", description=WHICH)
    complication: Text = Field(title="What trouble did it bring?")


class FateAwarded(Event):
    """A character gained fate points. `source` says for what on the sheet."""

    type: Literal["hot_circle.fate_awarded.v1"] = "hot_circle.fate_awarded.v1"
    character: CharacterSlug
    amount: Points
    cause: FateCause
    source: Source | None
    test: TestId | None
    complication: Text


class PersonaAwarded(Event):
    """A character gained persona points. `source` says for what on the sheet."""

    type: Literal["hot_circle.persona_awarded.v1"] = "hot_circle.persona_awarded.v1"
    character: CharacterSlug
    amount: Points
    cause: PersonaCause
    source: Source | None


@chapter.decides(AwardFate)
def award_fate(state: Circle, command: AwardFate, asker: Asker, dice: Dice) -> Events:
    """HC-56: award fate right after something on the sheet brought significant complications."""
    gm_in_play(state, asker)
    session_open(state)
    it = known_character(state, command.character)
    need(it.is_pc, "npc_no_award", character=command.character)
    need(command.cause in COMPLICATIONS, "paid_by_the_test", cause=command.cause)
    need(on_sheet(it, command.cause, command.source), "not_on_sheet", cause=command.cause, source=command.source)
    need(not blank(command.complication), "complication_missing")
    if command.cause is FateCause.TRAIT and paid_by_test(state, command.character, command.source):
        raise CommandRefused("already_awarded", source=command.source)
    return [
        FateAwarded(
            character=command.character,
            amount=1,
            cause=command.cause,
            source=command.source,
            test=None,
            complication=command.complication,
        )
    ]


def on_sheet(it: Character, cause: FateCause, source: str) -> bool:
    """True for something of the character's that can earn fate in this way."""
    match cause:
        case FateCause.STANCE:
            return source in it.beliefs
        case FateCause.INSTINCT:
            return source in it.instincts
        case FateCause.TRAIT | FateCause.HINDERING_TRAIT:
            return source in it.traits
        case FateCause.RELATIONSHIP:
            return source in it.kept(AssetKind.RELATIONSHIP)
        case FateCause.HINDERING_LIFEPATH:
            return source in it.lifepaths
        case FateCause.HINDERING_CONDITION:
            return source in it.conditions
    return False


def paid_by_test(state: Circle, slug: str, trait: str) -> bool:
    """HC-57: true where the last test of this scene has paid, or will pay, for this trait."""
    test = state.obstacle_test
    if test is None or test.scene_id != state.scene or test.status is TestStatus.CANCELLED:
        return False
    side = test.sides.get(slug)
    return side is not None and any(
        it.source is HindranceSource.TRAIT and it.source_id == trait and it.reward is Reward.FATE
        for it in side.hindrances
    )


@chapter.applies(FateAwarded)
def _(state: Circle, event: FateAwarded) -> None:
    character = pc_of(state, event.character)
    character.fate += event.amount
    if event.cause is FateCause.LOST_ASSET:
        must(event.source in character.refunds, f"{event.source} was not lost this session")


@chapter.tells(FateAwarded, "{character} gains {amount} fate for {cause}{source:+: }{complication:+. }")
def _(state: Circle, event: FateAwarded) -> Iterable[Fact]:
    now = state.characters[event.character].fate
    why = event.complication or words(event.cause)
    yield number(event.character, "fate", event.amount, now, why, "Fate")
    if event.complication:
        yield facts.Turn(test=event.test or "", who=event.character, text=event.complication)


@chapter.applies(PersonaAwarded)
def _(state: Circle, event: PersonaAwarded) -> None:
    character = pc_of(state, event.character)
    character.persona += event.amount
    if event.cause is PersonaCause.LOST_ASSET:
        must(event.source in character.refunds, f"{event.source} was not lost this session")
        character.refunds.remove(event.source or "")
    elif event.cause in (PersonaCause.GOAL_FURTHERED, PersonaCause.GOAL_RESOLVED):
        belief_of(state, event.character, event.source or "").rewarded += event.amount


@chapter.tells(PersonaAwarded, "{character} gains {amount} persona for {cause}{source:+: }")
def _(state: Circle, event: PersonaAwarded) -> Iterable[Fact]:
    now = state.characters[event.character].persona
    yield number(event.character, "persona", event.amount, now, words(event.cause), "Persona")
    if event.cause in (PersonaCause.GOAL_FURTHERED, PersonaCause.GOAL_RESOLVED) and event.source:
        yield tracks.of_goal(state, event.character, event.source)


class GrantArtha(Command):
    """Give the cast fate or persona: points for one of the supporting characters.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `grant_twice`, `reason_missing`, `no_change`.
    Yields:   `ArthaGranted`.
    """

    type: Literal["hot_circle.grant_artha"] = "hot_circle.grant_artha"
    character: CastRef
    fate: Points = 0
    persona: Points = 0
    reason: Text


class ArthaGranted(Event):
    """One of the supporting cast has points to spend."""

    type: Literal["hot_circle.artha_granted.v1"] = "hot_circle.artha_granted.v1"
    character: CharacterSlug
    fate: Points
    persona: Points
    reason: Text


@chapter.decides(GrantArtha)
def grant_artha(state: Circle, command: GrantArtha, asker: Asker, dice: Dice) -> Events:
    """HC-19, HC-21: grant starting points, once to player characters; others have what they are given."""
    gm_in_play(state, asker)
    it = known_character(state, command.character)
    need(not it.is_pc, "grant_twice", character=command.character)
    need(not blank(command.reason), "reason_missing")
    need(command.fate or command.persona, "no_change")
    return [
        ArthaGranted(
            character=command.character, fate=command.fate, persona=command.persona, reason=command.reason
        )
    ]


@chapter.applies(ArthaGranted)
def _(state: Circle, event: ArthaGranted) -> None:
    character = character_of(state, event.character)
    must(not character.is_pc, f"{event.character} is a player's character")
    character.fate += event.fate
    character.persona += event.persona


@chapter.tells(ArthaGranted, "{character} is given artha{fate:+, fate }{persona:+, persona }: {reason}")
def _(state: Circle, event: ArthaGranted) -> Iterable[Fact]:
    it = state.characters[event.character]
    if event.fate:
        yield number(event.character, "fate", event.fate, it.fate, event.reason, "Fate")
    if event.persona:
        yield number(event.character, "persona", event.persona, it.persona, event.reason, "Persona")


def may_complicate(it: Character) -> dict[FateCause, dict[str, str]]:
    """Things of a character's that can bring complications, by cause."""
    return {
        FateCause.STANCE: {slot: belief.stance for slot, belief in it.beliefs.items()},
        FateCause.INSTINCT: {slot: instinct.text for slot, instinct in it.instincts.items()},
        FateCause.TRAIT: dict(it.traits),
        FateCause.RELATIONSHIP: {slug: one.name for slug, one in it.kept(AssetKind.RELATIONSHIP).items()},
    }


def awarding(state: Circle) -> Iterable[Offer]:
    """HC-56: one offer for each character and cause."""
    for slug, it in state.pcs.items():
        for cause, named in may_complicate(it).items():
            free = {
                source: name
                for source, name in named.items()
                if not (cause is FateCause.TRAIT and paid_by_test(state, slug, source))
            }
            if free:
                yield Offer(
                    command=AwardFate,
                    label=f"Fate for {it.name}: {cause.value}",
                    known={"character": slug, "cause": cause.value},
                    choices={"source": one_of(free)},
                    group=ARTHA,
                )


def granting(state: Circle) -> Iterable[Offer]:
    """HC-21: points for the supporting cast."""
    npcs = [slug for slug in alive(state) if not state.characters[slug].is_pc]
    if npcs:
        choices = {"character": characters(state, npcs)}
        yield Offer(command=GrantArtha, label="Give the cast artha", choices=choices, group=RECORDS)
