"""What is known, and what is hidden, retold."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.kernel.people import GM_ONLY
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.terms import DUNGEON

from .telling import tells, told, words


@tells(say.QuestionAsked)
def _(state: Underworld, event: say.QuestionAsked) -> Iterable[Fact]:
    yield told(event.text, "question", event.by)


@tells(say.QuestionAnswered)
def _(state: Underworld, event: say.QuestionAnswered) -> Iterable[Fact]:
    yield told(event.text, "answer")


@tells(say.MarkedHidden)
def _(state: Underworld, event: say.MarkedHidden) -> Iterable[Fact]:
    yield told("hidden from ordinary folk", "answer")


@tells(say.FactProposed)
def _(state: Underworld, event: say.FactProposed) -> Iterable[Fact]:
    yield told(event.text, "fact proposed", event.by)


@tells(say.FactEstablished)
def _(state: Underworld, event: say.FactEstablished) -> Iterable[Fact]:
    yield facts.TextSet(owner=DUNGEON, field=f"facts.{event.fact}", text=event.text)


@tells(say.FactDenied)
def _(state: Underworld, event: say.FactDenied) -> Iterable[Fact]:
    yield told(event.why or "no", "fact denied")


@tells(say.FactLeftToFortune)
def _(state: Underworld, event: say.FactLeftToFortune) -> Iterable[Fact]:
    yield told("perhaps", "fact left to fortune")


@tells(say.SecretKept)
def _(state: Underworld, event: say.SecretKept) -> Iterable[Fact]:
    yield facts.TextSet(owner=DUNGEON, field=f"secrets.{event.fact}", text=event.text, audience=GM_ONLY)


@tells(say.InformationGained)
def _(state: Underworld, event: say.InformationGained) -> Iterable[Fact]:
    learnt = "\n".join(event.texts) or f"{event.count} {words(event.form)}"
    yield told(f"{learnt} ({words(event.source)})", "hidden information", event.character)
    for fact in event.revealed:
        yield facts.TextSet(owner=DUNGEON, field=f"facts.{fact}", text=state.world[fact].text)


@tells(say.ContactMade)
def _(state: Underworld, event: say.ContactMade) -> Iterable[Fact]:
    yield told(f"{event.whom}: {event.outcome}" if event.outcome else event.whom, "contact")
