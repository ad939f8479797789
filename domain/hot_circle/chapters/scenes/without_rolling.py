"""Instincts, and what the gamemaster settles without dice (HC-22, HC-25)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import gm_in_play, in_play, in_scene, known_character, own_pc, session_open
from domain.hot_circle.chapters.scenes.any_test import TestCancelled
from domain.hot_circle.fields import PLACE
from domain.hot_circle.lookup import instinct_of, scene_of
from domain.hot_circle.phrases import told, words
from domain.hot_circle.refs import CharacterRef, ProtagonistRef
from domain.hot_circle.seats import SCENE, Seat, any_of, characters, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.play import Scene
from domain.hot_circle.terms import NoTest, SceneId, Slot, Verdict
from domain.hot_circle.words import blank
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Text

chapter = Chapter[Circle](
    "Without rolling",
    {
        "not_my_instinct": "{character} has no such instinct. Name it by its place: 1, 2 or 3.",
        "instinct_too_broad": "An instinct cannot replace a versus test, and {test} is one.",
        "why_missing": "Say which of the three reasons applies: no intent to achieve, no task that could, or no "
        "interesting consequence.",
        "intent_missing": "Say what the character wants to achieve; in a versus test, what both want.",
        "test_already_rolled": "Dice were rolled for {test}; resolve it instead.",
    },
)


class AssertInstinct(Command):
    """Say that an instinct was followed. Then it was.

    Needs:    the player, an open session, the trigger.
    Refused:  `genre_missing`, `no_open_session`, `character_unknown`, `not_a_pc`, `not_your_character`,
              `not_my_instinct`, `instinct_too_broad`, `text_missing`.
    Yields:   `InstinctAsserted`.
    """

    type: Literal["hot_circle.assert_instinct"] = "hot_circle.assert_instinct"
    character: ProtagonistRef
    instinct: str = Field(title="Which instinct?", description=PLACE, max_length=3, examples=["1"])
    what: Text = Field(title="What happened?")


class InstinctAsserted(Event):
    """An instinct was followed."""

    type: Literal["hot_circle.instinct_asserted.v1"] = "hot_circle.instinct_asserted.v1"
    character: CharacterSlug
    slot: Slot
    what: Text


@chapter.decides(AssertInstinct)
def assert_instinct(state: Circle, command: AssertInstinct, asker: Asker, dice: Dice) -> Events:
    """HC-22: follow an instinct; refused for what a versus test is to settle."""
    in_play(state)
    session_open(state)
    it = own_pc(state, command.character, asker)
    need(command.instinct in it.instincts, "not_my_instinct", character=command.character)
    test = state.obstacle_test
    if test is not None and test.open and test.versus and command.character in test.sides:
        raise CommandRefused("instinct_too_broad", test=test.id)
    need(not blank(command.what), "text_missing")
    return [InstinctAsserted(character=command.character, slot=command.instinct, what=command.what)]


@chapter.applies(InstinctAsserted)
def _(state: Circle, event: InstinctAsserted) -> None:
    """A fact of the story; it moves no number."""
    instinct_of(state, event.character, event.slot)


@chapter.tells(InstinctAsserted, "{character} follows an instinct: {what}")
def _(state: Circle, event: InstinctAsserted) -> Iterable[Fact]:
    yield told(event.what, "instinct", event.character)
    yield facts.Turn(test="", who=event.character, text=event.what)


class DecideWithoutTest(Command):
    """Grant an intent, or let its consequence come, where no test is worth it.

    Needs:    the gamemaster, an open scene.
    Refused:  `genre_missing`, `gm_only`, `no_scene`, `character_unknown`, `not_present`, `why_missing`,
              `intent_missing`, `test_already_rolled`.
    Yields:   `TestCancelled` if one was declared, `DecidedWithoutTest`.
    """

    type: Literal["hot_circle.decide_without_test"] = "hot_circle.decide_without_test"
    character: CharacterRef = Field(title="Who wanted it?")
    intent: Text = Field(title="What was wanted?")
    decision: Verdict = Field(title="What comes of it?")
    why: NoTest | None = Field(default=None, title="Why is no test worth it?")


class DecidedWithoutTest(Event):
    """The gamemaster granted an intent, or let its consequence come."""

    type: Literal["hot_circle.decided_without_test.v1"] = "hot_circle.decided_without_test.v1"
    scene: SceneId
    character: CharacterSlug
    intent: Text
    decision: Verdict
    why: NoTest


@chapter.decides(DecideWithoutTest)
def decide_without_test(state: Circle, command: DecideWithoutTest, asker: Asker, dice: Dice) -> Events:
    """HC-25: decide without a test, for one of three reasons, and not once dice have fallen."""
    gm_in_play(state, asker)
    known_character(state, command.character)
    in_scene(state, command.character)
    why = found(command.why, "why_missing")
    need(not blank(command.intent), "intent_missing")
    decided: list[Event] = []
    test = state.obstacle_test
    if test is not None and test.open and test.tester_id == command.character:
        if test.rolls or test.opposed:
            raise CommandRefused("test_already_rolled", test=test.id)
        decided.append(TestCancelled(test=test.id, why=why.value.replace("_", " ")))
    decided.append(
        DecidedWithoutTest(
            scene=state.scene or "",
            character=command.character,
            intent=command.intent,
            decision=command.decision,
            why=why,
        )
    )
    return decided


@chapter.applies(DecidedWithoutTest)
def _(state: Circle, event: DecidedWithoutTest) -> None:
    """A fact of the story; it moves no number."""
    scene_of(state, event.scene)


@chapter.tells(
    DecidedWithoutTest,
    "No test for {character}, {why:_}: {intent}. {decision:=grant>Granted|consequence>The consequence comes}",
)
def _(state: Circle, event: DecidedWithoutTest) -> Iterable[Fact]:
    yield told(f"{event.intent}: {words(event.decision)}, {words(event.why)}", "no test", event.character)
    granted = event.decision is Verdict.GRANT
    yield facts.Aim(test="", who=event.character, text=event.intent)
    yield facts.Outcome(test="", who=event.character, came=facts.Came.GRANTED if granted else facts.Came.NOT)


def following(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-22: an instinct, unless a versus test is to settle it."""
    it, who = seat.it, {"character": seat.who}
    test = state.obstacle_test
    torn = test is not None and test.open and test.versus and seat.who in test.sides
    if it.instincts and not torn:
        choices = {"instinct": one_of({slot: instinct.text for slot, instinct in it.instincts.items()})}
        yield seat.offer(AssertInstinct, f"{it.name} follows an instinct", who, choices, group="Instincts")


def deciding(state: Circle, scene: Scene) -> Iterable[Offer]:
    """HC-25: what the gamemaster settles without dice."""
    there = [slug for slug in scene.present if not state.characters[slug].end]
    test = state.obstacle_test
    rolled = test is not None and test.open and (test.rolls or test.opposed)
    waiting = [slug for slug in there if not (rolled and test is not None and test.tester_id == slug)]
    if waiting:
        yield Offer(
            command=DecideWithoutTest,
            label="Decide without a test",
            choices={
                "character": characters(state, waiting),
                "decision": any_of(Verdict),
                "why": any_of(NoTest),
            },
            group=SCENE,
        )
