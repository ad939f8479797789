"""Facts that wises establish, and those the gamemaster strikes (HC-50)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import in_play
from domain.hot_circle.lookup import pc_of, there
from domain.hot_circle.phrases import told
from domain.hot_circle.refs import TestRef
from domain.hot_circle.seats import RECORDS, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.play import Lore
from domain.hot_circle.terms import TestId
from domain.hot_circle.words import blank
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import MOST_NAMED, CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Person, Text

chapter = Chapter[Circle](
    "Facts",
    {
        "only_gm": "Only the gamemaster may veto a fact.",
        "no_fact": "No such fact stands{there:+. Those that do: }.",
    },
)


class VetoFact(Command):
    """Strike a fact: one that a player made up, to protect what is established. No reason is owed.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `only_gm`, `no_fact`.
    Yields:   `FactVetoed`, `FactEstablished` if there is another instead.
    """

    type: Literal["hot_circle.veto_fact"] = "hot_circle.veto_fact"
    test: TestRef = Field(title="Which fact?")
    instead: Text = Field(default="", title="What is so instead?")


class FactEstablished(Event):
    """A fact of the world is settled."""

    type: Literal["hot_circle.fact_established.v1"] = "hot_circle.fact_established.v1"
    test: TestId
    question: Text
    text: Text
    by: Person


class FactVetoed(Event):
    """The gamemaster struck a fact."""

    type: Literal["hot_circle.fact_vetoed.v1"] = "hot_circle.fact_vetoed.v1"
    test: TestId
    text: Text


class Misinformed(Event):
    """A character is certain of something that is not so."""

    type: Literal["hot_circle.misinformed.v1"] = "hot_circle.misinformed.v1"
    character: CharacterSlug
    test: TestId
    text: Text


@chapter.decides(VetoFact)
def veto_fact(state: Circle, command: VetoFact, asker: Asker, dice: Dice) -> Events:
    """HC-50: strike a fact, as the gamemaster, to protect what is established; no reason is owed."""
    in_play(state)
    need(asker.is_gm, "only_gm")
    lore = state.lore.get(command.test)
    if lore is None or lore.vetoed:
        raise CommandRefused(
            "no_fact", there=[one.text for one in state.lore.values() if not one.vetoed][-MOST_NAMED:]
        )
    vetoed: list[Event] = [FactVetoed(test=command.test, text=lore.text)]
    if not blank(command.instead):
        vetoed.append(
            FactEstablished(test=command.test, question=lore.question, text=command.instead, by=asker.person)
        )
    return vetoed


@chapter.applies(FactEstablished)
def _(state: Circle, event: FactEstablished) -> None:
    state.lore[event.test] = Lore(event.question, event.text, event.by)


@chapter.tells(FactEstablished, "It is so: {text}")
def _(state: Circle, event: FactEstablished) -> Iterable[Fact]:
    yield told(event.text, "fact")
    yield facts.Turn(test=event.test, who="", text=event.text, way=facts.Way.TRUE)


@chapter.applies(FactVetoed)
def _(state: Circle, event: FactVetoed) -> None:
    lore = there(state.lore.get(event.test), f"fact out of {event.test}")
    must(not lore.vetoed, f"the fact out of {event.test} is struck already")
    lore.vetoed = True


@chapter.tells(FactVetoed, "It is not so: {text}")
def _(state: Circle, event: FactVetoed) -> Iterable[Fact]:
    yield told(event.text, "fact struck")


@chapter.applies(Misinformed)
def _(state: Circle, event: Misinformed) -> None:
    """A matter of the story; it moves no number."""
    pc_of(state, event.character)


@chapter.tells(Misinformed, "{character} is certain, and wrong: {text}")
def _(state: Circle, event: Misinformed) -> Iterable[Fact]:
    yield told(event.text, "misinformed", event.character)


def striking(state: Circle) -> Iterable[Offer]:
    """HC-50: facts that the gamemaster may strike."""
    standing = one_of({test: lore.text for test, lore in state.lore.items() if not lore.vetoed})
    if standing:
        yield Offer(command=VetoFact, label="Strike a fact", choices={"test": standing}, group=RECORDS)
