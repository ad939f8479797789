"""Deeds of the past, their consequences, and deeds that are refused (HC-51)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import gm_in_play, known_character, open_ability_test
from domain.hot_circle.chapters.scenes.any_test import TestCancelled
from domain.hot_circle.chapters.scenes.conditions import ConditionApplied, new_to_sheet
from domain.hot_circle.lookup import pc_of
from domain.hot_circle.phrases import told, words
from domain.hot_circle.refs import ProtagonistRef, TestRef
from domain.hot_circle.seats import ABILITY_TEST, RECORDS, alive, any_of, characters
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.state.play import AbilityTest
from domain.hot_circle.terms import Ability, ConditionCause, DeedRefusal, Rank, TestId
from domain.hot_circle.words import blank, fresh_id, normalised, same_deed
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Text

chapter = Chapter[Circle](
    "Deeds",
    {
        "about_missing": "Say what it is about: the gear, the contact, the question or the deed.",
        "no_such_deed": "This is no test of a deed of {character}.",
        "deed_refused": "Play this out as a scene.",
        "deed_opposed": "Somebody would have opposed this: play it out as a test.",
        "contradicts_record": "This cannot have been: it contradicts what is established.",
    },
)


class RefuseDeed(Command):
    """Refuse a deed before it is tested: it is better played, was opposed, or cannot have been.

    A test that was asked for and not rolled yet can be named instead of the deed's words: it is taken back then.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `not_a_pc`, `about_missing`, `test_unknown`,
              `test_resolved`, `no_such_deed`, `already_rolled`.
    Yields:   `DeedRefused`, after `TestCancelled` where a test is named.
    """

    type: Literal["hot_circle.refuse_deed"] = "hot_circle.refuse_deed"
    character: ProtagonistRef
    text: Text = Field(default="", title="Which deed?")
    reason: DeedRefusal = Field(default=DeedRefusal.BETTER_PLAYED, title="Why not?")
    test: TestRef | None = Field(
        title="Which test asks for it?", default=None, description="The test of deeds that asks for it."
    )
    why: Text = Field(default="", title="In your words")


class DeedRefused(Event):
    """The gamemaster refused a deed before it was tested."""

    type: Literal["hot_circle.deed_refused.v1"] = "hot_circle.deed_refused.v1"
    character: CharacterSlug
    text: Text
    reason: DeedRefusal
    why: Text


class DeedEstablished(Event):
    """A character did this some time ago."""

    type: Literal["hot_circle.deed_established.v1"] = "hot_circle.deed_established.v1"
    character: CharacterSlug
    text: Text
    test: TestId


class DeedWithConsequences(Event):
    """The deed was done, and had consequences."""

    type: Literal["hot_circle.deed_with_consequences.v1"] = "hot_circle.deed_with_consequences.v1"
    character: CharacterSlug
    test: TestId
    text: Text
    consequence: Text


@chapter.decides(RefuseDeed)
def refuse_deed(state: Circle, command: RefuseDeed, asker: Asker, dice: Dice) -> Events:
    """HC-51: refuse a deed that is better played, or cannot have been."""
    gm_in_play(state, asker)
    it = known_character(state, command.character)
    need(it.is_pc, "not_a_pc", character=command.character)
    asked = None if command.test is None else deed_asked_for(state, command)
    text = asked or command.text
    need(not blank(text), "about_missing", ability=Ability.DEEDS)
    refused = DeedRefused(character=command.character, text=text, reason=command.reason, why=command.why)
    if command.test is None:
        return [refused]
    return [TestCancelled(test=command.test, why=command.why), refused]


def deed_asked_for(state: Circle, command: RefuseDeed) -> str:
    """The deed of a test that waits for its dice, which the gamemaster finds to be one that is barred."""
    test = open_ability_test(state, command.test or "")
    if test.ability is not Ability.DEEDS or test.tester_id != command.character:
        raise CommandRefused("no_such_deed", character=command.character)
    need(not test.rolls, "already_rolled", test=test.id)
    return test.about


_DEED_REFUSED = {
    DeedRefusal.BETTER_PLAYED: "deed_refused",
    DeedRefusal.OPPOSED: "deed_opposed",
    DeedRefusal.CONTRADICTS: "contradicts_record",
}


def deed_allowed(state: Circle, character: str, deed: str) -> None:
    """Refuse a deed that was refused before in the same words (HC-51)."""
    known = state.refused_deeds.get(character, {})
    refused = next((why for told, why in known.items() if same_deed(told, deed)), None)
    if refused is not None:
        raise CommandRefused(_DEED_REFUSED[refused])


def with_consequences(
    test: AbilityTest, it: Character, consequence: str, condition: str, rank: Rank
) -> list[Event]:
    """HC-51: the deed as a fact, with what came of it."""
    who = CharacterId(test.tester_id)
    need(not blank(consequence), "consequence_missing")
    need(len(condition.splitlines()) <= 1, "condition_one_line")
    if condition:
        new_to_sheet(it, condition)
    follows: list[Event] = [
        DeedWithConsequences(character=who, test=test.id, text=test.about, consequence=consequence)
    ]
    if condition:
        follows.append(
            ConditionApplied(
                character=who,
                condition=fresh_id(condition, it.conditions, "condition"),
                text=condition,
                rank=rank,
                cause=ConditionCause.DEED,
                test=test.id,
            )
        )
    return follows


@chapter.applies(DeedRefused)
def _(state: Circle, event: DeedRefused) -> None:
    pc_of(state, event.character)
    state.refused_deeds.setdefault(event.character, {})[normalised(event.text)] = event.reason


@chapter.tells(DeedRefused, "A deed of {character} is refused ({reason}): {text}")
def _(state: Circle, event: DeedRefused) -> Iterable[Fact]:
    why = f"{words(event.reason)}. {event.why}" if event.why else words(event.reason)
    yield told(f"{event.text}: {why}", "deed refused", event.character)


@chapter.applies(DeedEstablished)
def _(state: Circle, event: DeedEstablished) -> None:
    """A fact of the story; it moves no number."""
    pc_of(state, event.character)


@chapter.tells(DeedEstablished, "{character} did it: {text}")
def _(state: Circle, event: DeedEstablished) -> Iterable[Fact]:
    yield told(event.text, "deed", event.character)
    yield facts.Turn(test=event.test, who=event.character, text=event.text, way=facts.Way.TRUE)


@chapter.applies(DeedWithConsequences)
def _(state: Circle, event: DeedWithConsequences) -> None:
    """A fact of the story; it moves no number."""
    pc_of(state, event.character)


@chapter.tells(DeedWithConsequences, "{character} did it: {text}. And what came of it: {consequence}")
def _(state: Circle, event: DeedWithConsequences) -> Iterable[Fact]:
    yield told(f"{event.text}: {event.consequence}", "deed", event.character)


def refusing_asked(test: AbilityTest) -> Offer:
    """HC-51: a deed that was asked for and is not rolled yet."""
    return Offer(
        command=RefuseDeed,
        label="Refuse this deed",
        known={"character": test.tester_id, "test": test.id, "text": ""},
        choices={"reason": any_of(DeedRefusal)},
        group=ABILITY_TEST,
    )


def refusing(state: Circle) -> Offer:
    """HC-51: a deed before it is asked for."""
    pcs = characters(state, (slug for slug in alive(state) if state.characters[slug].is_pc))
    return Offer(command=RefuseDeed, label="Refuse a deed", choices={"character": pcs}, group=RECORDS)
