"""Objections: no Fact negates an earlier one (SPC-60)."""

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
from domain.kernel.terms import CharacterId, Points, Slug, Text
from domain.spc.chapters.guards import conflict_under_way, gm_only, in_resolution
from domain.spc.chapters.turns.telling_facts import FactTurnGiven, facts_left
from domain.spc.lookup import conflict_of, participant_of
from domain.spc.names import names
from domain.spc.seats import END_GROUP, people
from domain.spc.state.adventure import Adventure
from domain.spc.state.conflict import Conflict
from domain.spc.terms import MASTERMIND, ObjectorRef, Stage

chapter = Chapter[Adventure](
    "Objections to a Fact",
    {
        "fact_unknown": "There is no Fact {number}.",
        "not_the_last_fact": "Fact {number} is not the last one told in this conflict.",
        "not_an_earlier_fact": "A Fact negates an earlier one, and Fact {conflicts_with} is not before Fact "
        "{number}.",
    },
)


class ObjectToFact(Command):
    """Uphold the objection that the Fact last told negates an earlier one. Its author tells another.

    Needs:    the Mastermind; a Fact of this conflict, the last one told.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_conflict`, `not_resolving`, `fact_unknown`,
              `not_the_last_fact`, `not_an_earlier_fact`, `character_unknown`.
    Yields:   `FactRejected`, `FactTurnGiven`.
    """

    type: Literal["spc.object_to_fact"] = "spc.object_to_fact"
    number: Points = Field(title="Fact", description="The Fact objected to.")
    conflicts_with: Points = Field(title="Which it negates", description="The earlier Fact that it negates.")
    objector: ObjectorRef | None = Field(
        default=None, title="Who objects", description="Whose player objects; left out, the Mastermind does."
    )


class FactRejected(Event):
    """The Mastermind upheld an objection: Fact `number` is not true, since it negated `conflicts_with`."""

    type: Literal["spc.fact_rejected.v2"] = "spc.fact_rejected.v2"
    participant: CharacterSlug
    number: Points
    text: Text
    conflicts_with: Points
    objector: Slug | None = Field(
        description="Whose player objected, or the Mastermind; not said in records of the first version."
    )
    frees_number: bool = Field(
        description="The next Fact gets this number. Not so in records of the first version, which left a gap."
    )


@chapter.decides(ObjectToFact)
def object_to_fact(state: Adventure, command: ObjectToFact, asker: Asker, dice: Dice) -> Events:
    """SPC-60: uphold an objection; the author tells another Fact by that number, unless they passed."""
    gm_only(asker)
    conflict = conflict_under_way(state)
    in_resolution(conflict)
    need(command.number in state.facts, "fact_unknown", number=command.number)
    if not conflict.facts or command.number != conflict.facts[-1]:
        raise CommandRefused("not_the_last_fact", number=command.number)
    if command.conflicts_with not in state.facts or command.conflicts_with >= command.number:
        raise CommandRefused("not_an_earlier_fact", number=command.number, conflicts_with=command.conflicts_with)
    objector = command.objector or MASTERMIND
    if objector != MASTERMIND and objector not in state.characters:
        raise CommandRefused("character_unknown", character=objector)
    fact = state.facts[command.number]
    author = conflict.participants[fact.author]
    rejected = FactRejected(
        participant=CharacterId(fact.author),
        number=command.number,
        text=fact.text,
        conflicts_with=command.conflicts_with,
        objector=objector,
        frees_number=True,
    )
    if author.facts_passed:
        return [rejected]
    left = facts_left(author) + 1
    return [rejected, FactTurnGiven(participant=CharacterId(fact.author), left=left)]


@chapter.applies(FactRejected)
def _(state: Adventure, event: FactRejected) -> None:
    conflict = conflict_of(state, Stage.RESOLVING)
    must(conflict.facts[-1:] == [event.number], "only the Fact last told can be taken back")
    del state.facts[event.number]
    conflict.facts.pop()
    if event.frees_number:
        state.fact_number = event.number - 1
    participant_of(state, event.participant, Stage.RESOLVING).facts_told -= 1
    if state.scene is not None:
        state.scene.facts.remove(event.number)


@chapter.tells(
    FactRejected,
    "Fact {number} is not true after all: it negates Fact {conflicts_with}{objector:+; the objection came from }",
)
def _(state: Adventure, event: FactRejected) -> Iterable[Fact]:
    test = state.conflict.id if state.conflict else ""
    if event.objector:
        yield facts.Turn(test=test, who=event.objector, text="", way=facts.Way.DENIES)
    else:
        yield facts.Outcome(test=test, who="", came=facts.Came.NOT_SO)
    yield facts.StateChanged(
        owner=event.participant,
        group="facts",
        name=str(event.number),
        was="true",
        now="not true",
        why=f"negates Fact {event.conflicts_with}{objected_by(state, event.objector)}",
        label=event.text,
        good=False,
        lasting=True,
    )


def objected_by(state: Adventure, objector: str | None) -> str:
    """Words for the person who objected to a Fact; empty where nobody was named."""
    return "" if objector is None else f", objected by {names(state).get(objector, objector)}"


def objections(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Offer of an objection to the Fact last told, where there are earlier ones."""
    if asker.is_gm and (earlier := negated_by_the_last(state, it)):
        yield Offer(
            command=ObjectToFact,
            label=f"Uphold an objection to Fact {it.facts[-1]}",
            known={"number": it.facts[-1]},
            choices={"conflicts_with": earlier, "objector": objectors(state)},
            group=END_GROUP,
        )


def negated_by_the_last(state: Adventure, it: Conflict) -> tuple[Choice, ...]:
    """The Facts that the last one told in this conflict may be found to negate."""
    return tuple(Choice(n, fact.text) for n, fact in state.facts.items() if it.facts and n < it.facts[-1])


def objectors(state: Adventure) -> tuple[Choice, ...]:
    """People who may object: the players by their Characters, and the Mastermind."""
    there = [slug for slug, it in state.characters.items() if it.player and it.adventure == state.adventure]
    return (*people(state, there), Choice(MASTERMIND, "The Mastermind"))
