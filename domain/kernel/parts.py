"""The parts of a moment: the campaign, its journal, logged play and the game.

Each part decides its own commands, applies its own events and retells them. `ruling` finds the part of a message
and asks it; nothing else needs to know which part that is.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Protocol

from domain.kernel.campaign.founding import CampaignFounded, FoundCampaign
from domain.kernel.campaign.guards import must_be_founded, must_be_seated, plays_here
from domain.kernel.campaign.house_rules import HouseRulesChanged
from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.decisions import Decision, ImpossibleHistoryError
from domain.kernel.dice import Dice
from domain.kernel.facts import Adjudicated, Fact, NumberChanged
from domain.kernel.game import AnyGame
from domain.kernel.history.past import Past
from domain.kernel.journal.attached.attach_rights import check_attach_right
from domain.kernel.journal.files import AttachFile, FileAttached, known_file
from domain.kernel.journal.intake import EntryTakenIn
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.messages import NOBODY, UNNAMED
from domain.kernel.logged.played import rolls_beside
from domain.kernel.logged.rulebook import LOGGED, said_by
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker, Audience
from domain.kernel.wording.emphasis import plainly_said
from domain.kernel.wording.sentences import PersonsWords, WrittenSo


class Part(Protocol):
    """A part of a moment, with the rules and the wording of its messages."""

    def decide(
        self, game: AnyGame, moment: AnyMoment, command: Command, asker: Asker, dice: Dice, past: Past
    ) -> Decision[Event]:
        """The events that follow, or a refusal. Raises `CommandRefused` too."""

    def apply(self, game: AnyGame, moment: AnyMoment, event: Event) -> None:
        """Change the moment as the event says, and let the game note it."""

    def may_name(self, game: AnyGame, kind: type[Event]) -> bool:
        """True if an id may have another name after an event of this kind."""

    def headlines(self, game: AnyGame) -> Mapping[str, str]:
        """The template of the headline of each of its events, by tag."""

    def values(self, game: AnyGame, moment: AnyMoment, event: Event) -> Mapping[str, object]:
        """The values that the headline of this event is filled in with."""

    def facts(self, game: AnyGame, moment: AnyMoment, event: Event) -> Iterable[Fact]:
        """The facts in an event, given the moment just after it."""

    def audience(self, game: AnyGame, moment: AnyMoment, event: Event) -> Audience:
        """Those who may know that the event happened at all."""

    def names_said(self, event: Event) -> Mapping[str, str]:
        """Names that are said in this event and may be known from nowhere else."""

    def said_by(self, moment: AnyMoment, event: Event) -> str | None:
        """The seat, player or voice that the event belongs to, where somebody else recorded it."""


class _PlainlyTold:
    """The telling of a part whose headlines are filled in with the fields of the event, and nothing besides."""

    def values(self, game: AnyGame, moment: AnyMoment, event: Event) -> Mapping[str, object]:
        return vars(event)

    def names_said(self, event: Event) -> Mapping[str, str]:
        return {}

    def said_by(self, moment: AnyMoment, event: Event) -> str | None:
        return None


class _CampaignPart(_PlainlyTold):
    """Founding, seats, sessions, house rules, factions, rewinding. A game may object and is told of events."""

    def decide(
        self, game: AnyGame, moment: AnyMoment, command: Command, asker: Asker, dice: Dice, past: Past
    ) -> Decision[Event]:
        if objection := game.objects(moment.game, moment.campaign, command, asker):
            return objection
        if not isinstance(command, FoundCampaign):
            must_be_founded(moment.campaign)
        return CAMPAIGN.decide(moment, command, asker, past)

    def apply(self, game: AnyGame, moment: AnyMoment, event: Event) -> None:
        CAMPAIGN.evolve.apply(moment, event)
        if isinstance(event, CampaignFounded):
            if event.game != game.key:
                raise ImpossibleHistoryError(f"a campaign of {event.game} cannot be folded as {game.key}")
            moment.game = game.initial(game.house_rules.model_validate(event.house_rules))
        elif isinstance(event, HouseRulesChanged):
            changed = {**moment.game.house_rules.model_dump(), **event.changes}
            game.adopt(moment.game, game.house_rules.model_validate(changed))
        game.on_campaign_event(moment.game, event)

    def may_name(self, game: AnyGame, kind: type[Event]) -> bool:
        return True

    def headlines(self, game: AnyGame) -> Mapping[str, str]:
        return CAMPAIGN.wording.events

    def values(self, game: AnyGame, moment: AnyMoment, event: Event) -> Mapping[str, object]:
        if not isinstance(event, HouseRulesChanged):
            return vars(event)
        said = _settings_said(game, moment, event)
        plain = {name: value for name, value in event.changes.items() if name not in said}
        return {**vars(event), "changes": {**plain, **said} if plain else " and ".join(said.values())}

    def facts(self, game: AnyGame, moment: AnyMoment, event: Event) -> Iterable[Fact]:
        facts = CAMPAIGN.tell(moment, event)
        if not isinstance(event, HouseRulesChanged):
            return facts
        said = _settings_said(game, moment, event)
        return [
            replace(it, after=said[it.field]) if isinstance(it, Adjudicated) and it.field in said else it
            for it in facts
        ]

    def audience(self, game: AnyGame, moment: AnyMoment, event: Event) -> Audience:
        return CAMPAIGN.audience(moment, event)


class _JournalPart(_PlainlyTold):
    """Notes, disputes, seals, files, recordings. Open to whoever has a seat."""

    def decide(
        self, game: AnyGame, moment: AnyMoment, command: Command, asker: Asker, dice: Dice, past: Past
    ) -> Decision[Event]:
        must_be_founded(moment.campaign)
        must_be_seated(asker)
        if isinstance(command, AttachFile):
            check_attach_right(game, moment, command, asker, past)
        return JOURNAL.decide(moment, command, asker, past)

    def apply(self, game: AnyGame, moment: AnyMoment, event: Event) -> None:
        JOURNAL.evolve.apply(moment, event)

    def may_name(self, game: AnyGame, kind: type[Event]) -> bool:
        return kind in JOURNAL.naming

    def headlines(self, game: AnyGame) -> Mapping[str, str]:
        return JOURNAL.wording.events

    def values(self, game: AnyGame, moment: AnyMoment, event: Event) -> Mapping[str, object]:
        if isinstance(event, EntryTakenIn) and event.rolls:
            return {**vars(event), "rolls": tuple(it for it in event.rolls if not it.is_told_in(event.text))}
        number = getattr(event, "file", None)
        if not isinstance(number, int) or isinstance(event, FileAttached):
            return vars(event)
        return {**vars(event), "shown": known_file(moment, number)}

    def facts(self, game: AnyGame, moment: AnyMoment, event: Event) -> Iterable[Fact]:
        return JOURNAL.tell(moment, event)

    def audience(self, game: AnyGame, moment: AnyMoment, event: Event) -> Audience:
        return JOURNAL.audience(moment, event)

    def names_said(self, event: Event) -> Mapping[str, str]:
        return {event.voice: event.speaker} if isinstance(event, EntryTakenIn) else {}


def _rolls_said(event: EntryLogged) -> dict[str, object]:
    """The rolls of an entry that its words do not tell already: `told` are those whose label says itself that
    somebody rolls.
    """
    said = rolls_beside(event.speaker, event.text, event.rolls)
    return {
        "rolls": tuple(it for it in said if not it.says_rolls),
        "told": tuple(it for it in said if it.says_rolls),
    }


class _LoggedPart(_PlainlyTold):
    """Play that was logged by another tool. The game may read its numbers as those of a sheet."""

    def decide(
        self, game: AnyGame, moment: AnyMoment, command: Command, asker: Asker, dice: Dice, past: Past
    ) -> Decision[Event]:
        must_be_founded(moment.campaign)
        must_be_seated(asker)
        return LOGGED.decide(moment.campaign, command, asker, dice)

    def apply(self, game: AnyGame, moment: AnyMoment, event: Event) -> None:
        LOGGED.evolve.apply(moment.campaign, event)
        game.on_logged_event(moment.game, event)

    def may_name(self, game: AnyGame, kind: type[Event]) -> bool:
        return kind in LOGGED.naming  # what a game does with its events moves numbers

    def headlines(self, game: AnyGame) -> Mapping[str, str]:
        return LOGGED.wording.events

    def values(self, game: AnyGame, moment: AnyMoment, event: Event) -> Mapping[str, object]:
        if not isinstance(event, EntryLogged):
            return vars(event)
        text = plainly_said(event.text)
        values = {**vars(event), "text": text, "told": (), **(_rolls_said(event) if event.rolls else {})}
        if event.changes:
            values["changes"] = tuple(it for it in event.changes if not it.is_told_in(event.text))
        if event.speaker != NOBODY:
            return {**values, "speaker": WrittenSo(event.speaker)}
        # A sentence begins with what is said, where no source says by whom.
        return {**values, "speaker": PersonsWords(text or UNNAMED), "text": ""}

    def facts(self, game: AnyGame, moment: AnyMoment, event: Event) -> Iterable[Fact]:
        return _on_sheets(game, moment.game, LOGGED.tell(moment.campaign, event))

    def audience(self, game: AnyGame, moment: AnyMoment, event: Event) -> Audience:
        return LOGGED.audience(moment.campaign, event)

    def names_said(self, event: Event) -> Mapping[str, str]:
        return {event.voice: event.speaker} if isinstance(event, EntryLogged) else {}

    def said_by(self, moment: AnyMoment, event: Event) -> str | None:
        return said_by(moment.campaign, event)


class _GamePart(_PlainlyTold):
    """The game itself. Open to whoever has a seat; the steps of a player who left one are taken in their name."""

    def decide(
        self, game: AnyGame, moment: AnyMoment, command: Command, asker: Asker, dice: Dice, past: Past
    ) -> Decision[Event]:
        must_be_founded(moment.campaign)
        decision: Decision[Event] = game.decide(moment.game, command, plays_here(moment.campaign, asker), dice)
        return decision

    def apply(self, game: AnyGame, moment: AnyMoment, event: Event) -> None:
        game.evolve.apply(moment.game, event)

    def may_name(self, game: AnyGame, kind: type[Event]) -> bool:
        return game.naming is None or kind in game.naming

    def headlines(self, game: AnyGame) -> Mapping[str, str]:
        return game.wording.events

    def facts(self, game: AnyGame, moment: AnyMoment, event: Event) -> Iterable[Fact]:
        return game.facts(moment.game, event)

    def audience(self, game: AnyGame, moment: AnyMoment, event: Event) -> Audience:
        return game.audience(moment.game, event)


_GAME: Part = _GamePart()
_CAMPAIGN: Part = _CampaignPart()
_JOURNAL: Part = _JournalPart()
_LOGGED: Part = _LoggedPart()
_PART_OF: Mapping[type[Command] | type[Event], Part] = {
    **dict.fromkeys((*CAMPAIGN.commands, *CAMPAIGN.events), _CAMPAIGN),
    **dict.fromkeys((*JOURNAL.commands, *JOURNAL.events), _JOURNAL),
    **dict.fromkeys((*LOGGED.commands, *LOGGED.events), _LOGGED),
}


def part_of(kind: type[Command] | type[Event]) -> Part:
    """The part that answers for messages of this kind: the game's, unless it is one that all games share."""
    return _PART_OF.get(kind, _GAME)


def refusals_of(game: AnyGame) -> Mapping[str, str]:
    """The sentence of every code that any part refuses with. The game's own wording comes first."""
    return {**CAMPAIGN.refusals, **JOURNAL.refusals, **LOGGED.refusals, **game.wording.refusals}


def _settings_said(game: AnyGame, moment: AnyMoment, event: HouseRulesChanged) -> dict[str, str]:
    """The house rules that the game tells in words of its own."""
    said = ((name, game.says_setting(moment.game, name, value)) for name, value in event.changes.items())
    return {name: words for name, words in said if words is not None}


def _on_sheets(game: AnyGame, state: Any, told: Iterable[Fact]) -> Iterator[Fact]:
    """Facts of logged play, in which a number that the game keeps on a sheet has that sheet's name for it."""
    for fact in told:
        if isinstance(fact, NumberChanged) and (name := game.logged_number(state, fact.owner, fact.label)):
            yield replace(fact, name=name)
        else:
            yield fact
