"""Shock and wounds, and the price of more (WO-42 to WO-46)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import must
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Character, CharacterId, Slug, Text
from domain.wicked_ones.house_rules import Overlap
from domain.wicked_ones.lookup import character_of, fresh, numbered
from domain.wicked_ones.phrases import called, condition, shock, state_of, told, words
from domain.wicked_ones.state.play import Cost
from domain.wicked_ones.state.underworld import Underworld, made_id
from domain.wicked_ones.state.world import WickedOne
from domain.wicked_ones.terms.harm import Severity
from domain.wicked_ones.terms.rolls import Attribute

chapter = Chapter[Underworld]("Shock and wounds")


class ShockTaken(Event):
    """An attribute is in shock."""

    type: Literal["wicked_ones.shock_taken.v1"] = "wicked_ones.shock_taken.v1"
    character: Character
    attribute: Attribute
    source: Slug


class ShockDoubled(Event):
    """The attribute was in shock already: a price is due instead."""

    type: Literal["wicked_ones.shock_doubled.v1"] = "wicked_ones.shock_doubled.v1"
    character: Character
    attribute: Attribute
    source: Slug


class Bloodied(Event):
    """One step from death."""

    type: Literal["wicked_ones.bloodied.v1"] = "wicked_ones.bloodied.v1"
    character: Character
    source: Slug


class CostDemanded(Event):
    """A price is owed, of its owner's choosing."""

    type: Literal["wicked_ones.cost_demanded.v1"] = "wicked_ones.cost_demanded.v1"
    cost: Slug
    character: Character
    severity: Severity
    why: Text


@dataclass(slots=True)
class Striking:
    """One consequence that strikes somebody: its events so far, and how many costs they demand."""

    state: Underworld
    target: str
    source: str
    severity: Severity
    events: list[Event] = field(default_factory=list)
    costs: int = 0

    def demand(self, why: str) -> None:
        """WO-44: a cost instead of more shock."""
        self.costs += 1
        cost = made_id("cost", self.source, self.costs)
        self.events.append(
            CostDemanded(cost=cost, character=CharacterId(self.target), severity=self.severity, why=why)
        )

    def shock(self, attributes: Iterable[Attribute], overlap: Overlap) -> None:
        """WO-42, WO-44, WO-45: shock where there was none; where there was, a cost."""
        struck = self.state.characters[self.target].shock
        owed = 0
        for attribute in dict.fromkeys(attributes):
            event = ShockDoubled if struck[attribute] else ShockTaken
            self.events.append(event(character=CharacterId(self.target), attribute=attribute, source=self.source))
            owed += struck[attribute]
        if overlap is Overlap.ONCE:
            owed = min(owed, 1)
        for _ in range(0 if overlap is Overlap.NONE else owed):
            self.demand("shock to what was in shock already")


def wound(striking: Striking, attributes: Sequence[Attribute]) -> None:
    """WO-45: bloodied, and shock to these attributes; a cost for each that was in shock already."""
    if not striking.state.characters[striking.target].bloodied:
        striking.events.append(Bloodied(character=CharacterId(striking.target), source=striking.source))
    striking.shock(attributes, striking.state.house_rules.bloodied_overlap)


@chapter.applies(ShockTaken)
def _(state: Underworld, event: ShockTaken) -> None:
    it = character_of(state, event.character)
    must(not it.shock[event.attribute], f"{event.character} is shocked in {event.attribute} already")
    it.shock[event.attribute] = True


@chapter.tells(ShockTaken, "{character} takes shock to {attribute}")
def _(state: Underworld, event: ShockTaken) -> Iterable[Fact]:
    yield shock(event.character, event.attribute, comes=True, why=called(state, event.source))


@chapter.applies(ShockDoubled)
def _(state: Underworld, event: ShockDoubled) -> None:
    must(character_of(state, event.character).shock[event.attribute], f"no shock in {event.attribute} to double")


@chapter.tells(ShockDoubled, "{character} was in shock already: {attribute}")
def _(state: Underworld, event: ShockDoubled) -> Iterable[Fact]:
    yield told(f"shock to {event.attribute} again: a price is due", "shock", event.character)


@chapter.applies(Bloodied)
def _(state: Underworld, event: Bloodied) -> None:
    it = character_of(state, event.character)
    must(not it.bloodied, f"{event.character} is bloodied already")
    it.bloodied = True


@chapter.tells(Bloodied, "{character} is bloodied")
def _(state: Underworld, event: Bloodied) -> Iterable[Fact]:
    yield condition(event.character, "bloodied", comes=True, why=called(state, event.source))


@chapter.applies(CostDemanded, renames=True)
def _(state: Underworld, event: CostDemanded) -> None:
    numbered(state, "cost", event.cost)
    fresh(state.costs, event.cost)
    state.costs[event.cost] = Cost(event.character, event.severity, event.why)


@chapter.tells(CostDemanded, "{character} owes a price, {severity}: {why}")
def _(state: Underworld, event: CostDemanded) -> Iterable[Fact]:
    why = f"{words(event.severity)}: {event.why}"
    yield state_of(event.character, "costs", event.cost, "", "owed", why, label=event.why, good=False)


class ShockCleared(Event):
    """Shock was shaken off by a roll."""

    type: Literal["wicked_ones.shock_cleared.v1"] = "wicked_ones.shock_cleared.v1"
    character: Character
    attribute: Attribute
    roll: Slug


class BloodiedEnded(Event):
    """The last shock is gone, and with it the wound."""

    type: Literal["wicked_ones.bloodied_ended.v1"] = "wicked_ones.bloodied_ended.v1"
    character: Character


def shaken_off(it: WickedOne, character: str, attribute: Attribute | None, roll: str) -> list[Event]:
    """WO-43, WO-46: the shock a roll used up is gone, and with the last one the wound."""
    if attribute is None:
        return []
    who = CharacterId(character)
    events: list[Event] = [ShockCleared(character=who, attribute=attribute, roll=roll)]
    if it.bloodied and it.alive and it.shocked == [attribute]:
        events.append(BloodiedEnded(character=who))
    return events


@chapter.applies(ShockCleared)
def _(state: Underworld, event: ShockCleared) -> None:
    it = character_of(state, event.character)
    must(it.shock[event.attribute], f"{event.character} is not shocked in {event.attribute}")
    it.shock[event.attribute] = False


@chapter.tells(ShockCleared, "{character} shakes off the shock in {attribute}")
def _(state: Underworld, event: ShockCleared) -> Iterable[Fact]:
    yield shock(event.character, event.attribute, comes=False, why="shaken off by a roll")


@chapter.applies(BloodiedEnded)
def _(state: Underworld, event: BloodiedEnded) -> None:
    it = character_of(state, event.character)
    must(it.bloodied and not it.shocked, f"{event.character} is still shocked")
    it.bloodied = False


@chapter.tells(BloodiedEnded, "{character} is no longer bloodied")
def _(state: Underworld, event: BloodiedEnded) -> Iterable[Fact]:
    yield condition(event.character, "bloodied", comes=False, why="every shock is cleared")
