"""The condition a player may choose at the session's end (HC-71)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle import tracks
from domain.hot_circle.chapters.guards import in_play, in_step, own_pc
from domain.hot_circle.lookup import pc_of
from domain.hot_circle.phrases import condition_gone, standing
from domain.hot_circle.refs import ProtagonistRef
from domain.hot_circle.seats import SESSION_END, Seat
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Condition
from domain.hot_circle.terms import ConditionOrigin, EndStep, Rank
from domain.hot_circle.words import fresh_id, same
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Slug, Text

chapter = Chapter[Circle](
    "Voluntary conditions",
    {
        "no_voluntary": "There is no chosen condition to drop.",
    },
)


class SetVoluntaryCondition(Command):
    """Choose a condition of your own: set it, change it, or drop it by leaving the text empty.

    Needs:    the fourth ending step; the player.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_step`,
              `one_voluntary`, `condition_exists`, `no_voluntary`, `session_not_ending`.
    Yields:   `VoluntaryConditionSet` or `VoluntaryConditionDropped`.
    """

    type: Literal["hot_circle.set_voluntary_condition"] = "hot_circle.set_voluntary_condition"
    character: ProtagonistRef
    text: Text = Field(default="", title="What is it called?")
    change: bool = Field(title="Change the one there is", default=False, description="Change the one there is.")
    epilogue: Text = Field(
        title="The short scene that shows it", default="", description="The short scene that shows it."
    )


class VoluntaryConditionSet(Event):
    """A player chose a condition."""

    type: Literal["hot_circle.voluntary_condition_set.v1"] = "hot_circle.voluntary_condition_set.v1"
    character: CharacterSlug
    condition: Slug
    text: Name
    rank: Rank
    replaced: Slug | None
    epilogue: Text


class VoluntaryConditionDropped(Event):
    """A player let a chosen condition go."""

    type: Literal["hot_circle.voluntary_condition_dropped.v1"] = "hot_circle.voluntary_condition_dropped.v1"
    character: CharacterSlug
    condition: Slug
    epilogue: Text


@chapter.decides(SetVoluntaryCondition)
def set_voluntary_condition(state: Circle, command: SetVoluntaryCondition, asker: Asker, dice: Dice) -> Events:
    """HC-71: choose, change or drop one condition of one's own; those the gamemaster put on the sheet stay."""
    in_play(state)
    it = own_pc(state, command.character, asker)
    in_step(state, EndStep.VOLUNTARY)
    chosen = next((slug for slug, one in it.conditions.items() if one.origin is ConditionOrigin.VOLUNTARY), None)
    text = " ".join(command.text.split())
    if not text:
        dropped = found(chosen, "no_voluntary")
        return [
            VoluntaryConditionDropped(character=command.character, condition=dropped, epilogue=command.epilogue)
        ]
    if chosen is not None and not command.change:
        raise CommandRefused("one_voluntary", condition=chosen)
    others = {slug: one for slug, one in it.conditions.items() if slug != chosen}
    for slug, one in it.conditions.items():
        need(not same(one.text, text), "condition_exists", condition=slug)
    return [
        VoluntaryConditionSet(
            character=command.character,
            condition=fresh_id(text, others, "condition"),
            text=text,
            rank=state.house_rules.voluntary_rank,
            replaced=chosen,
            epilogue=command.epilogue,
        )
    ]


@chapter.applies(VoluntaryConditionSet, renames=True)
def _(state: Circle, event: VoluntaryConditionSet) -> None:
    conditions = pc_of(state, event.character).conditions
    if event.replaced is not None:
        must(event.replaced in conditions, f"{event.character} is not {event.replaced}")
        state.gone[event.replaced] = conditions.pop(event.replaced).text
    must(event.condition not in conditions, f"{event.character} is {event.condition} already")
    conditions[event.condition] = Condition(event.text, event.rank, ConditionOrigin.VOLUNTARY)


@chapter.tells(VoluntaryConditionSet, "{character} ends the session {text}{epilogue:+. }")
def _(state: Circle, event: VoluntaryConditionSet) -> Iterable[Fact]:
    if event.replaced is not None:
        yield from condition_gone(state, event.character, event.replaced, "another chosen")
    yield standing(
        event.character,
        "conditions",
        event.condition,
        "",
        event.rank.value,
        event.epilogue or "chosen",
        event.text,
    )
    yield tracks.of_condition(state, event.character, event.condition)


@chapter.applies(VoluntaryConditionDropped, renames=True)
def _(state: Circle, event: VoluntaryConditionDropped) -> None:
    conditions = pc_of(state, event.character).conditions
    must(event.condition in conditions, f"{event.character} is not {event.condition}")
    state.gone[event.condition] = conditions.pop(event.condition).text


@chapter.tells(VoluntaryConditionDropped, "{character} is no longer {condition}{epilogue:+. }")
def _(state: Circle, event: VoluntaryConditionDropped) -> Iterable[Fact]:
    yield from condition_gone(state, event.character, event.condition, event.epilogue or "dropped")


def voluntary(seat: Seat) -> Iterable[Offer]:
    """HC-71: choose, change or drop."""
    it, who = seat.it, {"character": seat.who}
    chosen = [one for one in it.conditions.values() if one.origin is ConditionOrigin.VOLUNTARY]
    if not chosen:
        label = f"{it.name} chooses a condition"
        yield seat.offer(SetVoluntaryCondition, label, {**who, "change": False}, group=SESSION_END)
        return
    label = f"{it.name} is no longer {chosen[0].text}, but"
    yield seat.offer(SetVoluntaryCondition, label, {**who, "change": True}, group=SESSION_END)
    drop = {**who, "change": False, "text": ""}
    yield seat.offer(SetVoluntaryCondition, f"{it.name} drops {chosen[0].text}", drop, group=SESSION_END)
