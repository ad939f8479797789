"""How what is known of the world grows."""

from domain.wicked_ones import events as say
from domain.wicked_ones.state import Question, Underworld, WorldFact
from domain.wicked_ones.terms import FactSource, FactStatus

from .fold import character_of, evolve, known, must, numbered


@evolve.on(say.QuestionAsked)
def _(state: Underworld, event: say.QuestionAsked) -> None:
    numbered(state, "question", event.question)
    state.questions[event.question] = Question(event.text, event.by)


@evolve.on(say.QuestionAnswered)
def _(state: Underworld, event: say.QuestionAnswered) -> None:
    known(state.questions, event.question, "question")
    del state.questions[event.question]


@evolve.on(say.MarkedHidden)
def _(state: Underworld, event: say.MarkedHidden) -> None:
    known(state.questions, event.question, "question")
    del state.questions[event.question]


@evolve.on(say.FactProposed)
def _(state: Underworld, event: say.FactProposed) -> None:
    numbered(state, "fact", event.fact)
    state.world[event.fact] = WorldFact(event.text, event.source, event.by, FactStatus.PROPOSED)


def rule(state: Underworld, fact: str, now: FactStatus) -> None:
    """What became of something a player proposed."""
    found = known(state.world, fact, "fact")
    must(found.status in (FactStatus.PROPOSED, FactStatus.FORTUNE), f"{fact} was ruled on already")
    found.status = now


@evolve.on(say.FactEstablished)
def _(state: Underworld, event: say.FactEstablished) -> None:
    rule(state, event.fact, FactStatus.ESTABLISHED)


@evolve.on(say.FactDenied)
def _(state: Underworld, event: say.FactDenied) -> None:
    rule(state, event.fact, FactStatus.DENIED)


@evolve.on(say.FactLeftToFortune)
def _(state: Underworld, event: say.FactLeftToFortune) -> None:
    rule(state, event.fact, FactStatus.FORTUNE)


@evolve.on(say.SecretKept)
def _(state: Underworld, event: say.SecretKept) -> None:
    numbered(state, "fact", event.fact)
    state.world[event.fact] = WorldFact(event.text, FactSource.TALK, "gm", FactStatus.SECRET)


@evolve.on(say.InformationGained)
def _(state: Underworld, event: say.InformationGained) -> None:
    character_of(state, event.character)
    for fact in event.revealed:
        found = known(state.world, fact, "fact")
        must(found.status is FactStatus.SECRET, f"{fact} is no secret")
        found.status = FactStatus.REVEALED


@evolve.on(say.ContactMade)
def _(state: Underworld, event: say.ContactMade) -> None:
    """Kept for the journal."""
