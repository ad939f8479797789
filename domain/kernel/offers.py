"""Offers: commands that would be in order now, with enough detail that any front end can make a form of each.

And flows: contests, tests and struggles, as far as they have come, with the offers that belong to them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from domain.kernel.messages import Command, tag_of


@dataclass(frozen=True, slots=True)
class Choice:
    """One value an open field may take, and how to call it."""

    value: str | int | bool
    label: str
    detail: str = ""


class Weight(StrEnum):
    """The weight of an offer: how much it changes about where play is."""

    TURN = "turn"
    """A step of play: it may be put in front of whoever is to act."""
    ASIDE = "aside"
    """Beside the course of play, or out of it: nobody is asked for it, and it is there for whoever looks."""
    ENDING = "ending"
    """Ends what cannot be taken up again by playing on: nobody is asked for it, and it is asked twice."""


_NOTHING: Mapping[str, object] = MappingProxyType({})
_NO_CHOICES: Mapping[str, tuple[Choice, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A command that would be in order now.

    `known` are fields already settled; `choices` what an open field may take, by field name, or by dotted
    name inside a list of objects (`picks.stance`). `suggested` are values often written into an open text field,
    named in the same way; any other may be written. `begins` are answers that open fields hold at first, to be
    written anew. `forced` marks a step that leaves nobody a choice, so a
    screen may take it by itself. `usual_after` marks one that only says what is usual: it follows by itself
    right after that command, when who is asked for it has recorded that too; else it waits for that person's
    word. `dice` are the sizes it will draw, where that is known beforehand. `by` is whose step it is, when it is
    not the one who was asked for. `weight` says whether it may come in front.
    """

    command: type[Command]
    label: str
    known: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    choices: Mapping[str, tuple[Choice, ...]] = field(default_factory=lambda: _NO_CHOICES)
    suggested: Mapping[str, tuple[Choice, ...]] = field(default_factory=lambda: _NO_CHOICES)
    begins: Mapping[str, object] = field(default_factory=lambda: _NOTHING, repr=False)
    forced: bool = False
    usual_after: type[Command] | None = None
    dice: tuple[int, ...] = ()
    group: str = ""
    """A heading to list it under: the stage of play it belongs to."""
    by: str | None = None
    weight: Weight = Weight.TURN

    @property
    def tag(self) -> str:
        """The tag of the command on offer."""
        return tag_of(self.command)


@dataclass(frozen=True, slots=True)
class Seat:
    """One whom offers are for; `by` is named when it is not the asker. Games add whom it acts for."""

    by: str | None = field(default=None, kw_only=True)

    def offer(
        self,
        command: type[Command],
        label: str,
        known: Mapping[str, object] = _NOTHING,
        choices: Mapping[str, tuple[Choice, ...]] = _NO_CHOICES,
        *,
        group: str,
        forced: bool = False,
        dice: tuple[int, ...] = (),
        weight: Weight = Weight.TURN,
        begins: Mapping[str, object] = _NOTHING,
    ) -> Offer:
        """An offer for this seat."""
        return Offer(
            command=command,
            label=label[:1].upper() + label[1:],
            known=known,
            choices=choices,
            begins=begins,
            forced=forced,
            dice=dice,
            group=group,
            by=self.by,
            weight=weight,
        )


@dataclass(frozen=True, slots=True)
class FlowSide:
    """One who takes part. `words` say what they have done or are to do; `due` marks whose step it is.

    `whose` are the people who act for this side; nobody means the GM.
    """

    name: str
    words: str = ""
    due: bool = False
    whose: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """Something that goes through stages, as far as it has come.

    `stages` are all of them in order and `at` is the index of the one it is in. `groups` are the headings of the
    offers that belong to it: a heading belongs when it is one of these, or begins with one and a colon.
    `about` is what it is about, in words a person may have written.
    """

    kind: str
    about: str
    stages: tuple[str, ...]
    at: int
    sides: tuple[FlowSide, ...] = ()
    groups: tuple[str, ...] = ()

    def has(self, group: str) -> bool:
        """True if offers under this heading belong to it."""
        return any(group == own or group.startswith(f"{own}:") for own in self.groups)
