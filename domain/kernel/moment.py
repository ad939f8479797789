"""Everything a campaign is as of one position."""

from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from pydantic import TypeAdapter

from domain.kernel.campaign.state import Campaign
from domain.kernel.game import AnyGame
from domain.kernel.journal.state import Journal
from domain.kernel.logged.state import Logged

S = TypeVar("S")


@dataclass(slots=True)
class Moment(Generic[S]):
    """The state at a position: the campaign and its game along the line, the journal along the log.

    `position` is the last record folded (0 before the first) and `seal` that record's seal.
    """

    position: int
    seal: str
    campaign: Campaign
    game: S
    journal: Journal
    named: "KnownNames[S] | None" = field(default=None, init=False, repr=False, compare=False)
    """The names as last asked for, until an event may have given one: no part of the state."""


@dataclass(frozen=True, slots=True)
class KnownNames(Generic[S]):
    """The words for the ids of a moment, and the three states they were read from."""

    campaign: Campaign
    game: S
    journal: Journal
    names: dict[str, str]

    def fits(self, moment: Moment[S]) -> bool:
        """True if the moment still has these very states: a part of one can be put into another."""
        return self.game is moment.game and self.campaign is moment.campaign and self.journal is moment.journal


AnyMoment: TypeAlias = Moment[Any]


_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}


def adapter_of(kind: type[Any]) -> TypeAdapter[Any]:
    """The adapter that writes a state as JSON and reads it again. Built once for each class: that is costly."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def beginning(game: AnyGame) -> AnyMoment:
    """The moment before anything happened, under the game's default house rules."""
    return Moment(0, "", Campaign(), game.initial(game.house_rules()), Journal())


def state_json(game: AnyGame, moment: AnyMoment) -> dict[str, Any]:
    """The whole state as plain JSON values: the campaign's and the game's fields side by side, by the game's
    own words, the journal under `journal`. This is what `campaign state --json` prints and scenarios expect.
    """
    campaign = adapter_of(Campaign).dump_python(moment.campaign, mode="json")
    if moment.campaign.logged == Logged():
        del campaign["logged"]  # most campaigns began here
    campaign["gm"] = moment.campaign.gm
    campaign["players"] = list(moment.campaign.players)
    state = adapter_of(game.state).dump_python(moment.game, mode="json")
    if clash := campaign.keys() & state.keys():
        raise TypeError(f"{game.key} names {sorted(clash)} in its state, which the campaign names already")
    journal = adapter_of(Journal).dump_python(moment.journal, mode="json")
    if not moment.journal.files:
        del journal["files"]  # most campaigns have none
    return {"position": moment.position, **campaign, **state, "journal": journal}
