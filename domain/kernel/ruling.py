"""Rulings: from a command to its events, to a state, and from an event to its facts: the same for every game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from domain.kernel.campaign.founding import CampaignFounded, FoundCampaign
from domain.kernel.campaign.guards import founded, seated
from domain.kernel.campaign.house_rules import HouseRulesChanged
from domain.kernel.campaign.overturning import OverturnRuling
from domain.kernel.campaign.rewinding import RedoRuling, RewindLine, UndoRuling
from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.campaign.sessions import CloseSession
from domain.kernel.decisions import CommandRefused, Decision, ImpossibleHistoryError, Refusal, refuse
from domain.kernel.dice import Dice, DiceRefused, DiceSource, TypedDice
from domain.kernel.facts import Adjudicated, Fact, NumberChanged, Retelling
from domain.kernel.game import AnyGame
from domain.kernel.history.past import NoPast, Past
from domain.kernel.journal.attached import belonging
from domain.kernel.journal.disputes import DisputeRuling
from domain.kernel.journal.files import AttachFile, RemoveFile
from domain.kernel.journal.intake import EntryTakenIn
from domain.kernel.journal.record_care import RemoveWords
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.journal.seals import SealSession
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.rulebook import LOGGED, said_by
from domain.kernel.messages import Command, Event, tag_of
from domain.kernel.moment import AnyMoment, Named
from domain.kernel.wording.names import Names, counted_in
from domain.kernel.wording.sentences import say_refusal, sentence

_CAMPAIGN_COMMANDS = frozenset(CAMPAIGN.commands)
_CAMPAIGN_EVENTS = frozenset(CAMPAIGN.events)
_JOURNAL_COMMANDS = frozenset(JOURNAL.commands)
_JOURNAL_EVENTS = frozenset(JOURNAL.events)
_LOGGED_COMMANDS = frozenset(LOGGED.commands)
_LOGGED_EVENTS = frozenset(LOGGED.events)

_ASKING_THE_PAST = (UndoRuling, RedoRuling, RewindLine, OverturnRuling, DisputeRuling)

_ACTING_ON_THE_LAST = (
    UndoRuling,
    RedoRuling,
    RewindLine,
    OverturnRuling,
    CloseSession,
    SealSession,
    RemoveWords,
    RemoveFile,
)

_WITH_AN_INTAKE_OPEN: tuple[type[Command], ...] = (
    *LOGGED.commands,
    *JOURNAL.commands,
    UndoRuling,
    RedoRuling,
    RewindLine,
    OverturnRuling,
)

NO_PAST = NoPast()


def decide(
    game: AnyGame, moment: AnyMoment, command: Command, by: str, dice: DiceSource, past: Past = NO_PAST
) -> Decision[Event]:
    """The answer when this person asks this now: the events that follow, or a refusal. Changes nothing.

    Dice that do not fit, and typed dice left unread, are refusals too. `past` is the log so far.
    """
    try:
        decision = _decide(game, moment, command, by, dice, past)
    except (CommandRefused, DiceRefused) as wrong:
        return wrong.refusal
    if dice.unread and not isinstance(decision, Refusal):
        return _left_over(dice)
    return decision


def _left_over(dice: DiceSource) -> Refusal:
    told = dice.left_over() if isinstance(dice, TypedDice) else None
    return told or refuse("dice_unread", asked="fewer dice", unread=list(dice.unread))


def _decide(
    game: AnyGame, moment: AnyMoment, command: Command, by: str, dice: Dice, past: Past
) -> Decision[Event]:
    asker = moment.campaign.asker(by)
    if moment.campaign.logged.open and not isinstance(command, _WITH_AN_INTAKE_OPEN):
        return refuse("intake_under_way", file=moment.campaign.logged.open.file)
    if type(command) in _CAMPAIGN_COMMANDS:
        if objection := game.objects(moment.game, moment.campaign, command, asker):
            return objection
        if not isinstance(command, FoundCampaign):
            founded(moment.campaign)
        return CAMPAIGN.decide(moment, command, asker, past)
    founded(moment.campaign)
    seated(asker)
    if type(command) in _JOURNAL_COMMANDS:
        if isinstance(command, AttachFile):
            belonging.objects(game, moment, command, asker, past)
        return JOURNAL.decide(moment, command, asker, past)
    if type(command) in _LOGGED_COMMANDS:
        return LOGGED.decide(moment.campaign, command, asker, dice)
    decision: Decision[Event] = game.decide(moment.game, command, asker, dice)
    return decision


def asks_the_past(command: Command) -> bool:
    """True if deciding this looks at earlier rulings, through `Past`."""
    return isinstance(command, _ASKING_THE_PAST)


def acts_on_the_last(command: Command) -> bool:
    """True if this means whatever stands last, so that somebody who asks it must say what they saw there."""
    return isinstance(command, _ACTING_ON_THE_LAST)


def apply(game: AnyGame, moment: AnyMoment, event: Event) -> None:
    """Change the moment as the event says. Raises `ImpossibleHistoryError` when it cannot follow."""
    kind = type(event)
    if moment.named is not None and _may_name(game, kind):
        moment.named = None
    if kind in _CAMPAIGN_EVENTS:
        CAMPAIGN.evolve.apply(moment, event)
        if isinstance(event, CampaignFounded):
            if event.game != game.key:
                raise ImpossibleHistoryError(f"a campaign of {event.game} cannot be folded as {game.key}")
            moment.game = game.initial(game.house_rules.model_validate(event.house_rules))
        elif isinstance(event, HouseRulesChanged):
            changed = {**moment.game.house_rules.model_dump(), **event.changes}
            game.adopt(moment.game, game.house_rules.model_validate(changed))
        game.hears(moment.game, event)
    elif kind in _JOURNAL_EVENTS:
        JOURNAL.evolve.apply(moment, event)
    elif kind in _LOGGED_EVENTS:
        LOGGED.evolve.apply(moment.campaign, event)
        game.hears_logged(moment.game, event)
    else:
        game.evolve.apply(moment.game, event)


def follow(game: AnyGame, moment: AnyMoment, events: Iterable[Event]) -> Iterator[Event]:
    """Each of these events in turn, when the moment is the one just after it."""
    for event in events:
        apply(game, moment, event)
        moment.position += 1
        yield event


def play(
    game: AnyGame, moment: AnyMoment, command: Command, by: str, dice: DiceSource
) -> tuple[Event, ...] | Refusal:
    """Decide a command and, unless it is refused, change the moment by what follows."""
    decision = decide(game, moment, command, by, dice)
    return decision if isinstance(decision, Refusal) else tuple(follow(game, moment, decision))


def _may_name(game: AnyGame, kind: type[Event]) -> bool:
    if kind in _JOURNAL_EVENTS:
        return kind in JOURNAL.naming
    if kind in _LOGGED_EVENTS:
        return kind in LOGGED.naming  # what a game hears of it moves numbers
    return game.naming is None or kind in game.naming or kind in _CAMPAIGN_EVENTS


def names_at(game: AnyGame, moment: AnyMoment) -> dict[str, str]:
    """The words for every id known at this moment. Not to be changed: the moment keeps them."""
    named = moment.named
    if named is None or not named.fits(moment):
        named = Named(moment.campaign, moment.game, moment.journal, names_made_anew(game, moment))
        moment.named = named
    return named.names


def names_made_anew(game: AnyGame, moment: AnyMoment) -> dict[str, str]:
    """The same, read from the states whatever is kept."""
    own = game.names(moment.game)
    names = Names(moment.journal.voices, counted_in(own))
    names.update((voice, it.name) for voice, it in moment.campaign.logged.voices.items())
    names.update((faction, it.name) for faction, it in moment.campaign.factions.items())
    names.update(own)
    names.update(moment.campaign.formerly)
    names.update((person, seat.name) for person, seat in moment.campaign.people.items())
    return names


def retell(game: AnyGame, moment: AnyMoment, event: Event) -> Retelling:
    """An event in the published language. `moment` is the one just after it."""
    kind = type(event)
    facts: Iterable[Fact]
    if kind in _CAMPAIGN_EVENTS or kind in _JOURNAL_EVENTS:
        book = CAMPAIGN if kind in _CAMPAIGN_EVENTS else JOURNAL
        facts, audience, templates = book.tell(moment, event), book.audience(moment, event), book.wording.events
    elif kind in _LOGGED_EVENTS:
        facts = on_sheets(game, moment.game, LOGGED.tell(moment.campaign, event))
        audience, templates = LOGGED.audience(moment.campaign, event), LOGGED.wording.events
    else:
        facts, audience, templates = (
            game.facts(moment.game, event),
            game.audience(moment.game, event),
            game.wording.events,
        )
    values = vars(event)
    if isinstance(event, HouseRulesChanged):
        said = _settings_said(game, moment, event)
        plain = {name: value for name, value in event.changes.items() if name not in said}
        values = {**values, "changes": {**plain, **said} if plain else " and ".join(said.values())}
        facts = [
            replace(it, after=said[it.field]) if isinstance(it, Adjudicated) and it.field in said else it
            for it in facts
        ]
    names = names_at(game, moment)
    if isinstance(event, EntryTakenIn | EntryLogged) and event.voice not in names:
        names = {**names, event.voice: event.speaker}  # whoever is heard only in secret has no name elsewhere
    template = templates.get(event.type) or plain_words(event.type)
    by = said_by(moment.campaign, event) if kind in _LOGGED_EVENTS else None
    return Retelling(sentence(template, values, names), audience, tuple(facts), names, by)


def _settings_said(game: AnyGame, moment: AnyMoment, event: HouseRulesChanged) -> dict[str, str]:
    """The house rules that the game tells in words of its own."""
    said = ((name, game.says_setting(moment.game, name, value)) for name, value in event.changes.items())
    return {name: words for name, words in said if words is not None}


def on_sheets(game: AnyGame, state: Any, told: Iterable[Fact]) -> Iterator[Fact]:
    """Facts of logged play, in which a number that the game keeps on a sheet has that sheet's name for it."""
    for fact in told:
        if isinstance(fact, NumberChanged) and (name := game.logged_number(state, fact.owner, fact.label)):
            yield replace(fact, name=name)
        else:
            yield fact


def plain_words(tag: str) -> str:
    """A tag read aloud, for an event without a sentence: `x.heat_spent.v1` -> `Heat spent`."""
    words = tag.split(".")[1].replace("_", " ")
    return words[:1].upper() + words[1:]


def refusal_in_words(game: AnyGame, moment: AnyMoment, refusal: Refusal) -> str:
    """The sentence a refusal tells a person. The game's own wording comes first."""
    wording: Mapping[str, str] = {
        **CAMPAIGN.refusals,
        **JOURNAL.refusals,
        **LOGGED.refusals,
        **game.wording.refusals,
    }
    return say_refusal(wording, refusal.code, refusal.params, names_at(game, moment))


def missing_sentences(game: AnyGame) -> Sequence[str]:
    """Tags and codes of the game that have no English yet."""
    tags = (tag_of(kind) for kind in game.events)
    return [tag for tag in tags if tag not in game.wording.events] + [
        code for code in game.refusals if code not in game.wording.refusals
    ]
