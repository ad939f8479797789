"""A stand-in for a game that is not installed: its records can be read and checked as a chain, not played."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ConfigDict

from domain.kernel.chapter import Evolution
from domain.kernel.decisions import Decision, refuse
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.game import AnyGame, Game
from domain.kernel.messages import Command, Event, HouseRules
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.register import Credit
from domain.kernel.sheet import Sheet
from domain.kernel.wording.sentences import Wording


class AnySettings(HouseRules):
    """House rules nobody here can read."""

    model_config = ConfigDict(frozen=True, extra="allow")


class UnknownEvent(Event):
    """An event of a game that is not here: its fields are kept as they are."""

    model_config = ConfigDict(frozen=True, extra="allow")


@dataclass(slots=True)
class UnknownState:
    """The state of a game that is not here."""

    house_rules: AnySettings


def stand_in(key: str, tags: Iterable[str]) -> AnyGame:
    """A game with this key whose events have these tags and change nothing."""
    kinds = tuple(_kind(tag) for tag in sorted(tags))
    evolve = Evolution[UnknownState]()
    for kind in kinds:
        evolve.on(kind)(_changes_nothing)
    return Game(
        key=key,
        title=key,
        blurb="A game that is not installed here.",
        credit=Credit(title=key),
        house_rules=AnySettings,
        commands=(),
        events=kinds,
        state=UnknownState,
        initial=UnknownState,
        adopt=_adopt,
        decide=_decides_nothing,
        evolve=evolve,
        offers=_offers_nothing,
        facts=_tells_nothing,
        cast=_nobody,
        names=_nobody,
        naming=frozenset(),
        sheet=_blank,
        wording=Wording(
            refusals={"game_missing": "The game {game} is not installed here, so nobody can play on."},
            events={str(it.model_fields["type"].default): f"What only {key} can tell" for it in kinds},
        ),
        rules=(),
        refusals=("game_missing",),
    )


def _kind(tag: str) -> type[UnknownEvent]:
    fields: dict[str, Any] = {"__annotations__": {"type": Literal[tag]}, "type": tag, "__module__": __name__}
    return type("Untold", (UnknownEvent,), fields)


def _changes_nothing(state: UnknownState, event: UnknownEvent) -> None:
    """Apply what nobody here can read."""


def _adopt(state: UnknownState, rules: AnySettings) -> None:
    state.house_rules = rules


def _decides_nothing(state: UnknownState, command: Command, asker: Asker, dice: Dice) -> Decision[UnknownEvent]:
    return refuse("game_missing", game=command.type)


def _offers_nothing(state: UnknownState, asker: Asker) -> Iterable[Offer]:
    return ()


def _tells_nothing(state: UnknownState, event: UnknownEvent) -> Iterable[Fact]:
    return ()


def _nobody(state: UnknownState) -> Mapping[str, str]:
    return {}


def _blank(state: UnknownState, owner: str) -> Sheet:
    return Sheet(character=owner, title=owner)
