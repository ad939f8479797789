"""Pressing on: a die says whether the journey comes a step further."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.gm.state import STEPS, Journey
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import DiceRolled, Die, Fact, NumberChanged
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker

ENOUGH = 4
"""A face that brings the journey further."""

chapter = Chapter[Journey](
    "Pressing on",
    {
        "already_there": "The journey has come all {steps} steps: it has arrived.",
    },
)


class PressOn(Command):
    """Roll a die to come a step further.

    Needs: a journey that has not arrived.
    Refused: `already_there`.
    Yields: `PressedOn`.
    """

    type: Literal["gm.press_on"] = "gm.press_on"


class PressedOn(Event):
    """A die was rolled for a step."""

    type: Literal["gm.pressed_on.v1"] = "gm.pressed_on.v1"
    face: int = Field(ge=1, le=6)
    further: bool
    """True where it brought the journey a step further."""


@chapter.decides(PressOn)
def press_on(state: Journey, command: PressOn, asker: Asker, dice: Dice) -> Events:
    """G-01: a four or more is a step."""
    need(state.steps < STEPS, "already_there", steps=STEPS)
    (face,) = dice.roll(6)
    return [PressedOn(face=face, further=face >= ENOUGH)]


@chapter.applies(PressedOn)
def _(state: Journey, event: PressedOn) -> None:
    must(state.steps < STEPS, "the journey has arrived already")
    state.steps += event.further


@chapter.tells(PressedOn, "The journey presses on and rolls {face}")
def _(state: Journey, event: PressedOn) -> Iterable[Fact]:
    reading = "a step further" if event.further else "no further"
    die = Die(id="die-1", size=6, face=event.face)
    yield DiceRolled(roller="journey", purpose="pressing on", dice=(die,), reading=reading)
    if event.further:
        yield NumberChanged(
            owner="journey", name="steps", label="Steps", delta=1, now=state.steps, why="pressing on"
        )


def offers(state: Journey, asker: Asker) -> Iterable[Offer]:
    """What may be asked now."""
    if state.steps < STEPS:
        yield Offer(command=PressOn, label="Press on", dice=(6,))
