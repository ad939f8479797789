"""Facts: how many, in which order, in which form (SPC-59 to SPC-61)."""

import re
from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Points, Text
from domain.spc.chapters.guards import conflict_under_way, in_resolution, must_have_words, own_participant
from domain.spc.house_rules import FactOrder
from domain.spc.lookup import conflict_of, participant_of
from domain.spc.phrases import told
from domain.spc.printed import MOST_NOUNS, MOST_VERBS, PROGRESS_PER_FACT
from domain.spc.seats import END_GROUP, name, seat_of
from domain.spc.state.adventure import Adventure
from domain.spc.state.adventure import Fact as KnownFact
from domain.spc.state.conflict import Conflict, Participant
from domain.spc.terms import ParticipantRef, Stage

chapter = Chapter[Adventure](
    "Facts",
    {
        "not_achieved": "{participant} did not achieve the intention: Facts are told by those who did.",
        "lone_achiever": "Facts are told when two or more achieve their intention.",
        "no_facts_left": "{participant} has no Facts left: Progress {progress} is good for {facts}.",
        "not_your_fact_turn": "It is the turn of {turn} to tell a Fact.",
        "one_sentence": "A Fact is one sentence; this has {sentences}.",
        "too_many_verbs": "A Fact has {most:?verb|verbs} at most; this has {verbs}.",
        "too_many_nouns": "A Fact has {most:?noun|nouns} at most; this has {nouns}.",
    },
)


_SENTENCE_ENDS = re.compile(r"(\S+?)[.!?…]+[\"'”’)\]]*\s+\S")
_ABBREVIATION = 3
"""A capitalised word of so few letters before a full stop is a title (St., Mr.) and ends no sentence."""


class FactTurnGiven(Event):
    """It is a participant's turn to tell a Fact, with so many `left`."""

    type: Literal["spc.fact_turn_given.v1"] = "spc.fact_turn_given.v1"
    participant: CharacterSlug
    left: Points


def achievers(conflict: Conflict) -> list[str]:
    """Participants who got their intention."""
    return [slug for slug, it in conflict.participants.items() if it.achieved]


def facts_of(it: Participant) -> int:
    """Number of Facts of a participant: one for every two points of Progress, rounded down (SPC-59)."""
    return it.progress // PROGRESS_PER_FACT


def facts_left(it: Participant) -> int:
    """Number of Facts still to be told."""
    return 0 if it.facts_passed else facts_of(it) - it.facts_told


def order_of_facts(state: Adventure, conflict: Conflict) -> list[str]:
    """Participants in the order of telling: Characters first, the most Progress first, then by seat (SPC-61)."""
    if len(achievers(conflict)) < 2:
        return []

    def place(slug: str) -> tuple[int, int, int]:
        it = state.characters[slug]
        group = int(it.is_antagonist)
        seat = state.seats.index(it.player) if it.player in state.seats else len(state.seats)
        if state.house_rules.fact_order is FactOrder.PROGRESS_FIRST:
            return -conflict.participants[slug].progress, group, seat
        return group, -conflict.participants[slug].progress, seat

    telling = [slug for slug in achievers(conflict) if facts_of(conflict.participants[slug]) > 0]
    return sorted(telling, key=place)


def first_turn(state: Adventure, conflict: Conflict) -> list[Event]:
    """The event that gives the first turn to tell, if anybody has Facts to tell."""
    order = order_of_facts(state, conflict)
    if not order:
        return []
    return [FactTurnGiven(participant=CharacterId(order[0]), left=facts_of(conflict.participants[order[0]]))]


def next_turn(state: Adventure, conflict: Conflict, after: str, left: int) -> list[Event]:
    """Event of the next turn to tell, going round, skipping those with none left.

    `left` is what `after` has by now.
    """
    order = order_of_facts(state, conflict)
    at = order.index(after)
    for slug in (*order[at + 1 :], *order[: at + 1]):
        remaining = left if slug == after else facts_left(conflict.participants[slug])
        if remaining > 0:
            return [FactTurnGiven(participant=CharacterId(slug), left=remaining)]
    return []


@chapter.applies(FactTurnGiven)
def _(state: Adventure, event: FactTurnGiven) -> None:
    conflict = conflict_of(state, Stage.RESOLVING)
    conflict.fact_turn = event.participant


@chapter.tells(FactTurnGiven, "{participant} tells a Fact; {left} left")
def _(state: Adventure, event: FactTurnGiven) -> Iterable[Fact]:
    yield told(f"tells a Fact; {event.left} left", "fact", event.participant)


def own_fact_turn(state: Adventure, conflict: Conflict, slug: str, asker: Asker) -> Participant:
    """The participant whose turn it is to tell, asked for by whoever runs them; refused otherwise."""
    in_resolution(conflict)
    it = own_participant(state, conflict, slug, asker)
    need(it.achieved, "not_achieved", participant=slug)
    need(len(achievers(conflict)) >= 2, "lone_achiever", participant=slug)
    if facts_left(it) < 1:
        raise CommandRefused("no_facts_left", participant=slug, progress=it.progress, facts=facts_of(it))
    need(conflict.fact_turn == slug, "not_your_fact_turn", participant=slug, turn=conflict.fact_turn)
    return it


class StateFact(Command):
    """Tell one Fact: one sentence with at most one verb and two nouns, by the author's own count.

    Needs:    two or more achieved their intention; it is your turn to tell.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `not_resolving`, `not_a_participant`, `not_achieved`,
              `lone_achiever`, `no_facts_left`, `not_your_fact_turn`, `not_your_character`, `mastermind_only`,
              `words_missing`, `one_sentence`, `too_many_verbs`, `too_many_nouns`, `goons_do_not_act`.
    Yields:   `FactStated`; then `FactTurnGiven` to the next.
    """

    type: Literal["spc.state_fact"] = "spc.state_fact"
    participant: ParticipantRef = Field(title="Who")
    text: Text
    verbs: Points = Field(description="How many verbs the sentence has.")
    nouns: Points = Field(description="How many nouns it has.")


class FactStated(Event):
    """A Fact is true from here on. `verbs` and `nouns` are the author's own count."""

    type: Literal["spc.fact_stated.v1"] = "spc.fact_stated.v1"
    participant: CharacterSlug
    number: Points
    text: Text
    verbs: Points
    nouns: Points


@chapter.decides(StateFact)
def state_fact(state: Adventure, command: StateFact, asker: Asker, dice: Dice) -> Events:
    """SPC-59, SPC-60: tell one sentence, with at most one verb and two nouns by the author's own count."""
    conflict = conflict_under_way(state)
    it = own_fact_turn(state, conflict, command.participant, asker)
    must_have_words(command.text, "the Fact")
    fact_allowed(command)
    stated = FactStated(
        participant=command.participant,
        number=state.fact_number + 1,
        text=command.text.strip(),
        verbs=command.verbs,
        nouns=command.nouns,
    )
    return [stated, *next_turn(state, conflict, command.participant, facts_left(it) - 1)]


def fact_allowed(command: StateFact) -> None:
    """Refuse a Fact of several sentences, or with more verbs and nouns than it may have (SPC-60)."""
    if sentences(command.text) > 1:
        raise CommandRefused("one_sentence", sentences=sentences(command.text))
    need(command.verbs <= MOST_VERBS, "too_many_verbs", verbs=command.verbs, most=MOST_VERBS)
    need(command.nouns <= MOST_NOUNS, "too_many_nouns", nouns=command.nouns, most=MOST_NOUNS)


def sentences(text: str) -> int:
    """Number of sentences in a text, as its full stops show."""
    ends = 0
    for line in text.strip().splitlines():
        words = (end.group(1) for end in _SENTENCE_ENDS.finditer(line))
        ends += sum(1 for word in words if not (word[:1].isupper() and len(word) <= _ABBREVIATION))
    return 1 + ends + text.strip().count("\n")


@chapter.applies(FactStated)
def _(state: Adventure, event: FactStated) -> None:
    conflict = conflict_of(state, Stage.RESOLVING)
    must(event.number == state.fact_number + 1, "Facts are counted in order")
    participant_of(state, event.participant, Stage.RESOLVING).facts_told += 1
    state.fact_number = event.number
    state.facts[event.number] = KnownFact(event.participant, event.text, event.verbs, event.nouns, event.number)
    conflict.facts.append(event.number)
    conflict.fact_turn = None
    if state.scene is not None:
        state.scene.facts.append(event.number)


@chapter.tells(FactStated, "Fact {number}, told by {participant}: {text}")
def _(state: Adventure, event: FactStated) -> Iterable[Fact]:
    yield told(event.text, "fact", event.participant)
    test = state.conflict.id if state.conflict else ""
    yield facts.Turn(test=test, who=event.participant, text=event.text, way=facts.Way.STATES)
    yield facts.StateChanged(
        owner=event.participant,
        group="facts",
        name=str(event.number),
        was="",
        now="true",
        why="told",
        label=event.text,
        lasting=True,
    )


class PassFacts(Command):
    """Give up the rest of your Facts.

    Needs:    it is your turn to tell one.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `not_resolving`, `not_a_participant`, `not_achieved`,
              `lone_achiever`, `no_facts_left`, `not_your_fact_turn`, `not_your_character`, `mastermind_only`,
              `goons_do_not_act`.
    Yields:   `FactsPassed`; then `FactTurnGiven` to the next.
    """

    type: Literal["spc.pass_facts"] = "spc.pass_facts"
    participant: ParticipantRef = Field(title="Who")


class FactsPassed(Event):
    """A participant gave up the rest of its Facts, of which so many were `left`."""

    type: Literal["spc.facts_passed.v1"] = "spc.facts_passed.v1"
    participant: CharacterSlug
    left: Points


@chapter.decides(PassFacts)
def pass_facts(state: Adventure, command: PassFacts, asker: Asker, dice: Dice) -> Events:
    """SPC-59: pass, which gives up the rest of one's Facts."""
    conflict = conflict_under_way(state)
    it = own_fact_turn(state, conflict, command.participant, asker)
    passed = FactsPassed(participant=command.participant, left=facts_left(it))
    return [passed, *next_turn(state, conflict, command.participant, 0)]


@chapter.applies(FactsPassed)
def _(state: Adventure, event: FactsPassed) -> None:
    participant_of(state, event.participant, Stage.RESOLVING).facts_passed = True
    conflict_of(state).fact_turn = None


@chapter.tells(FactsPassed, "{participant} passes on {left:?Fact|Facts}")
def _(state: Adventure, event: FactsPassed) -> Iterable[Fact]:
    yield told("passes", "fact", event.participant)


def telling(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Offers of one Fact, or of passing, for whose turn it is to tell."""
    slug = it.fact_turn
    if slug is None or not (seat := seat_of(state, slug, asker)):
        return
    who, known = name(state, slug), {"participant": slug}
    counts = {
        "verbs": tuple(Choice(n, str(n)) for n in range(MOST_VERBS + 1)),
        "nouns": tuple(Choice(n, str(n)) for n in range(MOST_NOUNS + 1)),
    }
    yield seat.offer(StateFact, f"{who} tells a Fact", known, counts, group=END_GROUP)
    yield seat.offer(PassFacts, f"{who} passes", known, group=END_GROUP)
