"""A game: one value that holds its messages, its rules and its words. Its package is its registration."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from pydantic import JsonValue

from domain.kernel.campaign.state import Campaign
from domain.kernel.chapter import Evolution
from domain.kernel.decisions import Decision, Refusal
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.forms.layouts import Layout
from domain.kernel.messages import Command, Event, HouseRules
from domain.kernel.offers import Choice, Flow, Offer
from domain.kernel.people import EVERYONE, Asker, Audience
from domain.kernel.preparation.steps import Preparation
from domain.kernel.register import Credit, Reading, Rule
from domain.kernel.schema.upcasts import Upcasts
from domain.kernel.settings import Preset, WrittenRules, no_presets, told_as_it_is
from domain.kernel.sheet import Sheet
from domain.kernel.wording.sentences import Wording


class UnusableGame(Exception):
    """A package that should hold a game does not, or two hold one of the same key. The message is one sentence."""


class GameState(Protocol):
    """The least a game's state has: the settings its rules are read by."""

    house_rules: Any


S = TypeVar("S", bound=GameState)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
H = TypeVar("H", bound=HouseRules)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A command's claim on another campaign of the same game, at a position with this seal."""

    campaign: str
    position: int
    seal: str
    """The first digits of the seal of the record at that position."""
    differs: Callable[[Any, Asker], str | None]
    """A sentence on the difference, or on why it is not this person's to claim, given the other campaign's
    state; None where the claim holds."""


def no_objection(state: object, campaign: Campaign, command: Command, asker: Asker) -> Refusal | None:
    """No objection, for games that let every campaign command pass."""
    return None


def for_everyone(state: object, event: Event) -> Audience:
    """Everyone, for games in which nothing that happens is secret."""
    return EVERYONE


def opens_nothing(command: object) -> bool:
    """False, for games in which nothing that was secret is shown later."""
    return False


def ignore_event(state: object, event: Event) -> None:
    """No change, for games whose rules never ask who is seated or whether a session is open."""


def keeps_apart(state: object, owner: str, name: str) -> str | None:
    """None, for games in which numbers of other tools stand beside the sheets, and move nothing on them."""
    return None


def enters_nobody(state: object, voice: str, name: str, player: str | None) -> Command | None:
    """None, for games in which a character takes more than a name."""
    return None


def no_relation_words(state: object) -> Iterable[str]:
    """For games in which relations between factions have no words of their own."""
    return ()


def no_flow(state: object) -> Iterable[Flow]:
    """No flow, for games in which nothing goes through stages."""
    return ()


def nothing_to_prepare(state: object, campaign: Campaign) -> Preparation | None:
    """None, for games that begin with their first scene."""
    return None


def refers_to_nothing(state: object, kind: str, asker: Asker) -> Iterable[Choice]:
    """No choices, for games whose commands name nothing that is there already."""
    return ()


def claims_nothing(command: Command) -> Claim | None:
    """None, for games whose commands speak of one campaign only."""
    return None


def carries_nothing(state: Any, character: str, where: tuple[str, int, str]) -> Command | None:
    """None, for games from which nothing is carried on."""
    return None


def played_by_nobody(state: object, character: str) -> str | None:
    """None, for games in which no character belongs to one person."""
    return None


def no_pages(state: object) -> Mapping[str, str]:
    """No pages, for games in which only characters have sheets."""
    return _NO_PAGES


_NO_PAGES: Mapping[str, str] = MappingProxyType({})
_NO_UPCASTS: Upcasts = MappingProxyType({})
_NO_CHOICES: Mapping[type[StrEnum], tuple[Choice, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, C, E, H]):
    """A game system: its messages, rules, sheets and words.

    `decide` answers a command with events or a refusal and never changes the state. `evolve` applies events
    and has no rules. `facts` retells an event given the state just after it. `names` gives the words for
    the ids of this moment. Everything here is pure: faces come in through `Dice`.
    """

    key: str
    """Prefix of its tags, and the name it is found by: its folder's, or its entry point's. Permanent."""
    title: str
    blurb: str
    """One sentence for somebody who chooses a game."""
    credit: Credit
    """Credit to the rulebook it is played by."""
    gm_called: str = "game master"
    """The rulebook's word for whoever has the GM's seat; where it knows none, what that person does instead."""

    house_rules: type[H]
    commands: tuple[type[C], ...]
    events: tuple[type[E], ...]
    state: type[S]

    initial: Callable[[H], S]
    adopt: Callable[[S, H], None]
    """Read the rules otherwise from now on: put changed house rules into the state."""
    presets: Callable[[], Mapping[str, Preset]] = no_presets
    """House rules to found a campaign with, by name."""
    written: WrittenRules | None = None
    """The house rule that is a whole file, if there is one."""
    says_setting: Callable[[S, str, JsonValue], str | None] = told_as_it_is
    """A house rule that was changed, in words, where its value says it badly. Given the state just after."""
    decide: Callable[[S, C, Asker, Dice], Decision[E]]
    opens: Callable[[C], bool] = opens_nothing
    """True if what was kept from somebody is shown by this command. Its outcome is told to nobody but
    the GM before it is recorded: whoever could look first could think again."""
    evolve: Evolution[S]
    offers: Callable[[S, Asker], Iterable[Offer]]
    flows: Callable[[S], Iterable[Flow]] = no_flow
    """Flows under way that go through stages: a contest, a test, a struggle. The one that comes first, first."""
    prepares: Callable[[S, Campaign], Preparation | None] = nothing_to_prepare
    """The preparation before the next scene; None while play goes on. The seating of players is not among it: the
    kernel puts that in front, and asks for `fewest_players`."""
    fewest_players: int = 1
    takes_any: bool = False
    """True if play of any other game can be kept in it: a campaign that is taken in is founded in it."""
    headings: Mapping[type[C], str] = field(default_factory=dict)
    """The heading each of its commands is listed under, in the order of the rulebook."""
    layouts: tuple[Layout, ...] = ()
    """The forms of single commands that are laid by hand; the others are made from their schema."""
    choices: Mapping[type[StrEnum], tuple[Choice, ...]] = field(default_factory=lambda: _NO_CHOICES)
    """Its terms as they are called where one of them is chosen, with what each does, in the order of the list.
    A value that is missing there is only recorded, and never asked for."""
    references: Callable[[S, str, Asker], Iterable[Choice]] = refers_to_nothing
    """Things of a kind that its commands refer to (`references.Ref`), as far as the asker may know: ids
    with their names, and what tells equal names apart as `detail`."""
    objects: Callable[[S, Campaign, Command, Asker], Refusal | None] = no_objection
    """May this campaign command pass now? A refusal, or None; it may also raise `CommandRefused`."""
    replaces: tuple[type[Command], ...] = ()
    """Campaign commands that this game has steps of its own for: it objects to them, and they are not offered."""

    claims: Callable[[C], Claim | None] = claims_nothing
    """The claim of a command on another campaign. The ledger records it only where that stood there."""
    carries: Callable[[S, str, tuple[str, int, str]], Command | None] = carries_nothing
    """The command that carries a character on into a new campaign, given the state it is taken from, and the
    campaign, position and seal of that; None where there is nothing to carry."""

    on_campaign_event: Callable[[S, Event], None] = ignore_event
    """Note in the game's own state what happened to the campaign: a session opened, a person seated. Like
    `evolve` it has no rules; the campaign has changed already."""

    on_logged_event: Callable[[S, Event], None] = ignore_event
    """Note what happened in play that was taken in from another tool. Most games do not: it began nothing of
    theirs, and their states stay byte for byte what they were."""
    logged_number: Callable[[S, str, str], str | None] = keeps_apart
    """The number on this owner's sheet that another tool calls so; None where it is kept apart from the sheet."""
    entering: Callable[[S, str, str, str | None], Command | None] = enters_nobody
    """The command that makes a character of a voice: its id, its name, and whose it is."""
    relation_words: Callable[[S], Iterable[str]] = no_relation_words
    """Words that this table often uses for how one faction stands towards another. Any other may be written."""

    facts: Callable[[S, E], Iterable[Fact]]
    audience: Callable[[S, E], Audience] = for_everyone
    """Audience of the event as a whole: those who may know that it happened at all."""
    cast: Callable[[S], Mapping[str, str]]
    """The characters there are: id -> name, in the order to list them."""
    player_of: Callable[[S, str], str | None] = played_by_nobody
    """The player of this character; None for the GM's, and for one who is not there."""
    pages: Callable[[S], Mapping[str, str]] = no_pages
    """Sheets that belong to no character: a board, a place. Id -> name; they are listed after the cast."""
    names: Callable[[S], Mapping[str, str]]
    """Every id of this moment that has a name: characters, places, elements, tools."""
    naming: frozenset[type[Event]] | None = None
    """The events that can give an id a name, take one away or change one. After any other, the names of the
    moment before are still right and are not asked for again; None means that any event can."""
    sheet: Callable[[S, str], Sheet]
    """One of the cast or of the pages; blocks say who may see them."""
    wording: Wording

    rules: tuple[Rule, ...]
    readings: tuple[Reading, ...] = ()
    refusals: tuple[str, ...] = ()
    """Every code its rules may refuse with."""
    rules_version: int = 1
    upcasts: Upcasts = field(default_factory=lambda: _NO_UPCASTS)
    excuses: Mapping[str, str] = field(default_factory=dict)
    """Laws of every game that this one does not keep: the name of the law, and the reason."""

    @property
    def gm_in_short(self) -> str:
        """The word for the GM's seat in a label: GM where the rulebook says game master, else its own word."""
        own = self.gm_called.partition(",")[0].partition(" of ")[0]
        return "GM" if own == "game master" else own

    @property
    def package(self) -> str:
        """The package in which its scenarios, samples and tables lie: the one that holds it as `GAME`."""
        names = accumulate(self.state.__module__.split("."), "{}.{}".format)
        held = (name for name in names if getattr(_game_in(name), "key", None) == self.key)
        return next(held, self.state.__module__)

    def listed(self, state: S) -> dict[str, str]:
        """Everything that has a sheet now: the cast, then the other pages."""
        return {**self.cast(state), **self.pages(state)}


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
"""A game whose types are its own business: what the registry hands out."""


@runtime_checkable
class Packages(Protocol):
    """Games of which it is known where they lie without loading them."""

    def package_of(self, key: str) -> str:
        """The package of a game. Raises `KeyError`."""

    def taking_any(self) -> Iterator[AnyGame]:
        """Yield each game that any play fits, loading those first whose packages say so in their text."""


def taking_any(games: Mapping[str, AnyGame]) -> Iterator[AnyGame]:
    """Yield each of these games that any play fits."""
    return games.taking_any() if isinstance(games, Packages) else (it for it in games.values() if it.takes_any)


def _game_in(module: str) -> object:
    return getattr(sys.modules.get(module), "GAME", None)
