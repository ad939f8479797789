"""The wager's settings, commands and events: every shape of field a form can meet."""

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel.messages import Command, Event, HouseRules
from domain.kernel.terms import Name, Points, Slug, Text


class Settings(HouseRules):
    stake: int = Field(default=2, ge=0, le=9, description="Nerve a player begins with.")
    loud: bool = Field(default=False, description="Whether bets are shouted.")


class Mood(StrEnum):
    BOLD = "bold"
    SLY = "sly"


class Enter(Command):
    """Take a place at the wager.

    Refused:  `taken`.
    """

    type: Literal["wager.enter"] = "wager.enter"
    name: Name
    id: Slug | None = None
    mood: Mood = Mood.BOLD


class Pick(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    suit: Slug
    stance: Literal["helps", "hinders", "undecided"] = "undecided"
    tool: Slug | None = None
    description: Text = Field(description="How it helps.")


class Choose(Command):
    """Choose three suits and say how each helps."""

    type: Literal["wager.choose"] = "wager.choose"
    who: Slug
    picks: tuple[Pick, Pick, Pick]


class Roll(Command):
    """Roll a d8 and two d6; a bold player rolls a d4 more for each six."""

    type: Literal["wager.roll"] = "wager.roll"
    who: Slug
    dice: int | None = Field(default=None, title="How many dice?")


class Pay(Command):
    """Pay nerve into the pot."""

    type: Literal["wager.pay"] = "wager.pay"
    who: Slug
    amount: Points
    note: Text = ""
    witnesses: tuple[Slug, ...] = ()
    sizes: tuple[int, ...] = ()
    sworn: bool


class Whisper(Command):
    """Tell the GM something."""

    type: Literal["wager.whisper"] = "wager.whisper"
    who: Slug
    text: Text


class Settle(Command):
    """End the round. There is nothing to choose."""

    type: Literal["wager.settle"] = "wager.settle"


class Entered(Event):
    type: Literal["wager.entered.v1"] = "wager.entered.v1"
    id: Slug
    name: Name
    mood: Mood


class Chosen(Event):
    type: Literal["wager.chosen.v1"] = "wager.chosen.v1"
    who: Slug
    suits: tuple[Slug, ...]


class Rolled(Event):
    type: Literal["wager.rolled.v1"] = "wager.rolled.v1"
    who: Slug
    dice: tuple[tuple[int, int], ...]


class Paid(Event):
    type: Literal["wager.paid.v1"] = "wager.paid.v1"
    who: Slug
    amount: int


class Whispered(Event):
    type: Literal["wager.whispered.v1"] = "wager.whispered.v1"
    who: Slug
    text: Text


class Settled(Event):
    type: Literal["wager.settled.v1"] = "wager.settled.v1"
