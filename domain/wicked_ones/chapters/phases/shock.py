"""Shock and wounds, and the price where shock was already (WO-42 to WO-46)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import must
from domain.kernel.facts import Fact, HeadlineTold
from domain.kernel.messages import Event
from domain.kernel.terms import Character, CharacterId, Slug, Text
from domain.wicked_ones.house_rules import Overlap
from domain.wicked_ones.lookup import character_of, count_number, must_be_new
from domain.wicked_ones.phrases import called, condition, shock, state_of, told, words
from domain.wicked_ones.state.play import Cost
from domain.wicked_ones.state.underworld import Underworld, made_id
from domain.wicked_ones.state.world import WickedOne
from domain.wicked_ones.terms.harm import Severity
from domain.wicked_ones.terms.rolls import Attribute

chapter = Chapter[Underworld]("Shock and wounds")


class ShockTaken(Event):
    """An attribute is in shock. `source`: the consequence, or the owner's id where a price was paid with it."""

    type: Literal["wicked_ones.shock_taken.v1"] = "wicked_ones.shock_taken.v1"
    character: Character
    attribute: Attribute
    source: Slug


class ShockDoubled(Event):
    """The attribute was in shock already, so a price is demanded instead. `source` as for `ShockTaken`."""

    type: Literal["wicked_ones.shock_doubled.v1"] = "wicked_ones.shock_doubled.v1"
    character: Character
    attribute: Attribute
    source: Slug


class Bloodied(Event):
    """A monster is bloodied: another wound may kill it."""

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
        """Demand a price instead of more shock (WO-44)."""
        self.costs += 1
        cost = made_id("cost", self.source, self.costs)
        self.events.append(
            CostDemanded(cost=cost, character=CharacterId(self.target), severity=self.severity, why=why)
        )

    def shock(self, attributes: Iterable[Attribute], overlap: Overlap) -> None:
        """Shock these attributes; demand a price for those in shock already (WO-42, WO-44, WO-45)."""
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
    """Add a wound's events: bloodied, shock to these attributes, a price for each in shock already (WO-45)."""
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
    yield HeadlineTold()


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
    yield HeadlineTold()


@chapter.applies(CostDemanded, renames=True)
def _(state: Underworld, event: CostDemanded) -> None:
    count_number(state, "cost", event.cost)
    must_be_new(state.costs, event.cost)
    state.costs[event.cost] = Cost(event.character, event.severity, event.why)


@chapter.tells(
    CostDemanded,
    "{character} owes {severity:=annoying>an annoying|none>no|frustrating>a frustrating"
    "|devastating>a devastating} price: {why}",
)
def _(state: Underworld, event: CostDemanded) -> Iterable[Fact]:
    why = f"{words(event.severity)}: {event.why}"
    yield state_of(event.character, "costs", event.cost, "", "owed", why, label=event.why, good=False)


class ShockCleared(Event):
    """A roll cleared the shock of an attribute."""

    type: Literal["wicked_ones.shock_cleared.v1"] = "wicked_ones.shock_cleared.v1"
    character: Character
    attribute: Attribute
    roll: Slug


class BloodiedEnded(Event):
    """A monster is bloodied no more, because its last shock is cleared."""

    type: Literal["wicked_ones.bloodied_ended.v1"] = "wicked_ones.bloodied_ended.v1"
    character: Character


def shock_cleared(it: WickedOne, character: str, attribute: Attribute | None, roll: str) -> list[Event]:
    """Events of the shock a roll cleared, and of the wound that ends with the last one (WO-43, WO-46)."""
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
