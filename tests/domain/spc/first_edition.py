"""SPC as it wrote its records at first, to see that today's program reads them as they were meant."""

from dataclasses import replace
from typing import Any, Literal

from domain.kernel.chapter import Evolution
from domain.kernel.decisions import Decision, Refusal
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Character, Points, Text
from domain.kernel.wording.sentences import Wording
from domain.spc import GAME
from domain.spc.chapters import adjudication
from domain.spc.chapters.adventure import tracks
from domain.spc.chapters.turns import objecting
from domain.spc.state.adventure import Adventure


class FactRejectedV1(Event):
    """A Fact negated an earlier one; who objected was not told."""

    type: Literal["spc.fact_rejected.v1"] = "spc.fact_rejected.v1"
    participant: Character
    number: Points
    text: Text
    conflicts_with: Points


OLD_SHAPES: dict[type[Event], type[Event]] = {
    objecting.FactRejected: FactRejectedV1,
    tracks.GoalTrackMoved: tracks.GoalTrackMovedV1,
    adjudication.AdjudicationRecorded: adjudication.AdjudicationRecordedV1,
}


def as_written_at_first(event: Event) -> Event:
    """The record that the first edition wrote of the same step."""
    kind = OLD_SHAPES.get(type(event))
    if kind is None:
        return event
    fields = event.model_dump(mode="json")
    return kind.model_validate({name: fields[name] for name in kind.model_fields if name != "type"})


def decide(state: Adventure, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    decision = GAME.decide(state, command, asker, dice)
    return decision if isinstance(decision, Refusal) else [as_written_at_first(event) for event in decision]


def reject(state: Adventure, event: FactRejectedV1) -> None:
    """As the first edition did it: the number stays used."""
    del state.facts[event.number]
    assert state.conflict is not None
    assert state.scene is not None
    state.conflict.facts.pop()
    state.conflict.participants[event.participant].facts_told -= 1
    state.scene.facts.remove(event.number)


def evolution() -> Evolution[Adventure]:
    evolve = Evolution[Adventure]()
    for kind, function in GAME.evolve.functions.items():
        if kind not in OLD_SHAPES:
            evolve.on(kind)(function)
    evolve.on(FactRejectedV1)(reject)
    return evolve


def facts(state: Adventure, event: Any) -> Any:
    if isinstance(event, FactRejectedV1):
        event = objecting.FactRejected(**event.model_dump(exclude={"type"}), objector=None, frees_number=False)
    return GAME.facts(state, event)


FIRST_EDITION = replace(
    GAME,
    events=tuple(OLD_SHAPES.get(kind, kind) for kind in GAME.events if not kind.__name__.endswith("V1")),
    decide=decide,
    evolve=evolution(),
    facts=facts,
    wording=Wording(
        refusals=GAME.wording.refusals,
        events={**GAME.wording.events, "spc.fact_rejected.v1": "Fact {number} is not true after all"},
    ),
    naming=None,
    rules_version=1,
    upcasts={},
)
