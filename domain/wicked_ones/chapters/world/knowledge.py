"""Common knowledge, and facts that players add to the world (WO-11, WO-12)."""

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
from domain.kernel.terms import Person, PersonId, Slug, Text
from domain.wicked_ones.chapters.guards import Described, described, gm_only, in_play
from domain.wicked_ones.lookup import count_number, required
from domain.wicked_ones.phrases import told
from domain.wicked_ones.state.underworld import Underworld, asked_id, next_id
from domain.wicked_ones.state.world import Question, WorldFact
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.holdings import Answer, FactSource, FactStatus
from domain.wicked_ones.terms.refs import FactRef, NewFact, NewQuestion, QuestionRef

chapter = Chapter[Underworld](
    "Questions and facts",
    {
        "question_unknown": "Nobody waits for an answer to that.",
        "fact_unknown": "There is no such fact to decide on or to reveal.",
        "must_say_yes": "Facts from a calling ability or a room stand unless they are highly implausible; give "
        "that reason.",
    },
)


class AskGm(Command):
    """Ask what the monsters know of the world.

    Needs:    anybody with a seat.
    Refused:  `question_missing`, `dungeon_missing`.
    Yields:   `QuestionAsked`.
    """

    type: Literal["wicked_ones.ask_gm"] = "wicked_ones.ask_gm"
    question: Text
    id: NewQuestion | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class QuestionAsked(Event):
    """A player asked what is known."""

    type: Literal["wicked_ones.question_asked.v1"] = "wicked_ones.question_asked.v1"
    question: Slug
    by: Person
    text: Text


@chapter.decides(AskGm)
def ask_gm(state: Underworld, command: AskGm, asker: Asker, dice: Dice) -> Events:
    """WO-11: ask what is known; common knowledge is answered."""
    in_play(state)
    need(command.question.strip(), "question_missing")
    asked = QuestionAsked(
        question=asked_id(state, "question", command.id), by=PersonId(asker.person), text=command.question
    )
    return [asked]


@chapter.applies(QuestionAsked, renames=True)
def _(state: Underworld, event: QuestionAsked) -> None:
    count_number(state, "question", event.question)
    state.questions[event.question] = Question(event.text, event.by)


@chapter.tells(QuestionAsked, "{by} asks: {text}")
def _(state: Underworld, event: QuestionAsked) -> Iterable[Fact]:
    yield told(event.text, "question", event.by)
    yield facts.Turn(test="", who=event.by, text=event.text, way=facts.Way.ASKS)


class AnswerQuestion(Command):
    """Answer the question: tell what everybody knows, or say that this is hidden.

    Needs:    the GM; a question that was asked.
    Refused:  `only_gm`, `question_unknown`.
    Yields:   `QuestionAnswered` or `MarkedHidden`.
    """

    type: Literal["wicked_ones.answer_question"] = "wicked_ones.answer_question"
    question: QuestionRef
    text: Text = ""
    hidden: bool = Field(default=False, description="Ordinary locals do not know it.")


class QuestionAnswered(Event):
    """The GM answered a question: everybody knows it."""

    type: Literal["wicked_ones.question_answered.v1"] = "wicked_ones.question_answered.v1"
    question: Slug
    text: Text


class MarkedHidden(Event):
    """The GM said that the answer is hidden: ordinary folk do not know it, and WO-13 has the ways to it."""

    type: Literal["wicked_ones.marked_hidden.v1"] = "wicked_ones.marked_hidden.v1"
    question: Slug


@chapter.decides(AnswerQuestion)
def answer_question(state: Underworld, command: AnswerQuestion, asker: Asker, dice: Dice) -> Events:
    """WO-11: answer a question, or mark the answer as hidden."""
    gm_only(asker)
    in_play(state)
    need(command.question in state.questions, "question_unknown", question=command.question)
    if command.hidden:
        return [MarkedHidden(question=command.question)]
    return [QuestionAnswered(question=command.question, text=command.text)]


@chapter.applies(QuestionAnswered, renames=True)
def _(state: Underworld, event: QuestionAnswered) -> None:
    required(state.questions, event.question, "question")
    del state.questions[event.question]


@chapter.tells(QuestionAnswered, "Everybody knows: {text}")
def _(state: Underworld, event: QuestionAnswered) -> Iterable[Fact]:
    yield told(event.text, "answer")


@chapter.applies(MarkedHidden, renames=True)
def _(state: Underworld, event: MarkedHidden) -> None:
    required(state.questions, event.question, "question")
    del state.questions[event.question]


@chapter.tells(MarkedHidden, "What was asked stays hidden")
def _(state: Underworld, event: MarkedHidden) -> Iterable[Fact]:
    yield told("hidden from ordinary folk", "answer")
    yield facts.HeadlineTold()


class ProposeFact(Described):
    """Propose a fact of the world.

    Needs:    anybody with a seat.
    Refused:  `describe_first`.
    Yields:   `FactProposed`.
    """

    type: Literal["wicked_ones.propose_fact"] = "wicked_ones.propose_fact"
    source: FactSource = FactSource.TALK
    through: Text = Field(
        title="By which ability or room", default="", description="The ability or the room, if one lets you."
    )
    id: NewFact | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class FactProposed(Event):
    """A player proposed a fact of the world. `through`: the ability or room that lets them."""

    type: Literal["wicked_ones.fact_proposed.v1"] = "wicked_ones.fact_proposed.v1"
    fact: Slug
    by: Person
    text: Text
    source: FactSource
    through: Text


@chapter.decides(ProposeFact)
def propose_fact(state: Underworld, command: ProposeFact, asker: Asker, dice: Dice) -> Events:
    """WO-12: propose a fact of the world."""
    in_play(state)
    described(command)
    return [
        FactProposed(
            fact=asked_id(state, "fact", command.id),
            by=PersonId(asker.person),
            text=command.description,
            source=command.source,
            through=command.through,
        )
    ]


@chapter.applies(FactProposed, renames=True)
def _(state: Underworld, event: FactProposed) -> None:
    count_number(state, "fact", event.fact)
    state.world[event.fact] = WorldFact(event.text, event.source, event.by, FactStatus.PROPOSED)


@chapter.tells(FactProposed, "{by} adds: {text}")
def _(state: Underworld, event: FactProposed) -> Iterable[Fact]:
    yield told(event.text, "fact proposed", event.by)


class RuleFact(Command):
    """Rule on a proposed fact: yes, no, or a fortune roll.

    Needs:    the GM; a fact that was proposed.
    Refused:  `only_gm`, `fact_unknown`, `must_say_yes`.
    Yields:   `FactEstablished`, `FactDenied` or `FactLeftToFortune`.
    """

    type: Literal["wicked_ones.rule_fact"] = "wicked_ones.rule_fact"
    fact: FactRef
    answer: Answer
    why: Text = Field(default="", title="Reason")


class FactEstablished(Event):
    """A proposed fact is true of the world."""

    type: Literal["wicked_ones.fact_established.v1"] = "wicked_ones.fact_established.v1"
    fact: Slug
    text: Text
    source: FactSource


class FactDenied(Event):
    """A proposed fact is not true of the world."""

    type: Literal["wicked_ones.fact_denied.v1"] = "wicked_ones.fact_denied.v1"
    fact: Slug
    why: Text


class FactLeftToFortune(Event):
    """A proposed fact is left to a fortune roll."""

    type: Literal["wicked_ones.fact_left_to_fortune.v1"] = "wicked_ones.fact_left_to_fortune.v1"
    fact: Slug


@chapter.decides(RuleFact)
def rule_fact(state: Underworld, command: RuleFact, asker: Asker, dice: Dice) -> Events:
    """WO-12: rule on a fact; from an ability or a room the answer is yes, unless that is highly implausible."""
    gm_only(asker)
    in_play(state)
    fact = state.world.get(command.fact)
    if fact is None or fact.status not in (FactStatus.PROPOSED, FactStatus.FORTUNE):
        raise CommandRefused("fact_unknown", fact=command.fact)
    if command.answer is Answer.YES:
        return [FactEstablished(fact=command.fact, text=fact.text, source=fact.source)]
    if fact.source is not FactSource.TALK and not command.why.strip():
        raise CommandRefused("must_say_yes", source=fact.source)
    if command.answer is Answer.MAYBE:
        return [FactLeftToFortune(fact=command.fact)]
    return [FactDenied(fact=command.fact, why=command.why)]


def ruled_on(state: Underworld, fact: str, now: FactStatus) -> None:
    """Set the status of a proposed fact."""
    it = required(state.world, fact, "fact")
    must(it.status in (FactStatus.PROPOSED, FactStatus.FORTUNE), f"{fact} was ruled on already")
    it.status = now


@chapter.applies(FactEstablished, renames=True)
def _(state: Underworld, event: FactEstablished) -> None:
    ruled_on(state, event.fact, FactStatus.ESTABLISHED)


@chapter.tells(FactEstablished, "It is so: {text}")
def _(state: Underworld, event: FactEstablished) -> Iterable[Fact]:
    yield facts.TextSet(owner=DUNGEON, field=f"facts.{event.fact}", text=event.text)


@chapter.applies(FactDenied, renames=True)
def _(state: Underworld, event: FactDenied) -> None:
    ruled_on(state, event.fact, FactStatus.DENIED)


@chapter.tells(FactDenied, "It is not so: {fact}{why:+. }")
def _(state: Underworld, event: FactDenied) -> Iterable[Fact]:
    yield told(event.why or "no", "fact denied")


@chapter.applies(FactLeftToFortune)
def _(state: Underworld, event: FactLeftToFortune) -> None:
    ruled_on(state, event.fact, FactStatus.FORTUNE)


@chapter.tells(FactLeftToFortune, "The dice shall say: {fact}")
def _(state: Underworld, event: FactLeftToFortune) -> Iterable[Fact]:
    yield told("perhaps", "fact left to fortune")


def answers(state: Underworld) -> Iterable[Offer]:
    """Offers to answer questions, and to rule on facts."""
    for slug, question in state.questions.items():
        for hidden, words in ((False, "Answer"), (True, "Hidden")):
            label = f"{words}: {question.question}"
            known = {"question": slug, "hidden": hidden}
            yield Offer(command=AnswerQuestion, label=label, known=known, group="GM")
    for slug, fact in state.world.items():
        if fact.status in (FactStatus.PROPOSED, FactStatus.FORTUNE):
            answers = tuple(Choice(answer.value, answer.value.capitalize()) for answer in Answer)
            yield Offer(
                command=RuleFact,
                label=f"Is it so? {fact.text}",
                known={"fact": slug},
                choices={"answer": answers},
                group="GM",
            )


def additions(state: Underworld) -> Iterable[Offer]:
    """Offers to players to ask, and to propose facts."""
    yield Offer(
        command=AskGm, label="Ask about the world", known={"id": next_id(state, "question")}, group="World"
    )
    yield Offer(
        command=ProposeFact,
        label="Add a fact to the world",
        known={"id": next_id(state, "fact")},
        group="World",
    )
