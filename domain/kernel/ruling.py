"""Rulings: from a command to its events, to a state, and from an event to its facts: the same for every game."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from domain.kernel.campaign.overturning import OverturnRuling
from domain.kernel.campaign.rewinding import RedoRuling, RewindLine, UndoRuling
from domain.kernel.campaign.sessions import CloseSession
from domain.kernel.decisions import CommandRefused, Decision, Refusal, refuse
from domain.kernel.dice import Dice, DiceRefused, DiceSource, TypedDice
from domain.kernel.facts import Retelling
from domain.kernel.game import AnyGame
from domain.kernel.history.past import NoPast, Past
from domain.kernel.journal.disputes import DisputeRuling
from domain.kernel.journal.file_removal import RemoveFile
from domain.kernel.journal.record_care import RemoveWords
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.journal.seals import SealSession
from domain.kernel.logged.rulebook import LOGGED
from domain.kernel.messages import Command, Event, tag_of
from domain.kernel.moment import AnyMoment, KnownNames
from domain.kernel.parts import part_of, refusals_of
from domain.kernel.schema.personal_words import texts_of
from domain.kernel.wording.names import Names, counted_in
from domain.kernel.wording.sentences import PersonsWords, say_refusal, sentence

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

_ALLOWED_DURING_AN_INTAKE: tuple[type[Command], ...] = (
    *LOGGED.commands,
    *JOURNAL.commands,
    UndoRuling,
    RedoRuling,
    RewindLine,
    OverturnRuling,
)

NO_PAST = NoPast()

GM_CALLED = "gm_called"
"""The field of a sentence for whoever has the GM's seat: the rulebook's word, without an article."""


def _among(kinds: tuple[type[Command], ...]) -> Callable[[type[Command]], bool]:
    # Models are slow to say what they are subclasses of, and every command is asked several times.
    return cache(lambda kind: issubclass(kind, kinds))


_asks_the_past, _acts_on_the_last = _among(_ASKING_THE_PAST), _among(_ACTING_ON_THE_LAST)
_allowed_during_an_intake = _among(_ALLOWED_DURING_AN_INTAKE)


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
        return _unread_dice(dice)
    return decision


def _unread_dice(dice: DiceSource) -> Refusal:
    told = dice.left_over() if isinstance(dice, TypedDice) else None
    return told or refuse("dice_unread", asked="fewer dice", unread=list(dice.unread))


def _decide(
    game: AnyGame, moment: AnyMoment, command: Command, by: str, dice: Dice, past: Past
) -> Decision[Event]:
    asker = moment.campaign.asker(by)
    if moment.campaign.logged.open and not _allowed_during_an_intake(type(command)):
        return refuse("intake_under_way", file=moment.campaign.logged.open.file)
    return part_of(type(command)).decide(game, moment, command, asker, dice, past)


def asks_the_past(command: Command) -> bool:
    """True if deciding this looks at earlier rulings, through `Past`."""
    return _asks_the_past(type(command))


def acts_on_the_last(command: Command) -> bool:
    """True if this means whatever stands last, so that somebody who asks it must say what they saw there."""
    return _acts_on_the_last(type(command))


def apply(game: AnyGame, moment: AnyMoment, event: Event) -> None:
    """Change the moment as the event says. Raises `ImpossibleHistoryError` when it cannot follow."""
    kind = type(event)
    part = part_of(kind)
    if moment.named is not None and part.may_name(game, kind):
        moment.named = None
    part.apply(game, moment, event)


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


def names_at(game: AnyGame, moment: AnyMoment) -> dict[str, str]:
    """The words for every id known at this moment. Not to be changed: the moment keeps them."""
    named = moment.named
    if named is None or not named.fits(moment):
        named = KnownNames(moment.campaign, moment.game, moment.journal, names_from_states(game, moment))
        moment.named = named
    return named.names


def names_from_states(game: AnyGame, moment: AnyMoment) -> dict[str, str]:
    """The words for every id, read from the states and not from what the moment keeps."""
    own = game.names(moment.game)
    names = Names(moment.journal.voices, counted_in(own))
    names.update({voice: it.name for voice, it in moment.campaign.logged.voices.items()})
    names.update({faction: it.name for faction, it in moment.campaign.factions.items()})
    names.update(own)
    names.update(moment.campaign.formerly)
    names.update({person: seat.name for person, seat in moment.campaign.people.items()})
    return names


def retell(game: AnyGame, moment: AnyMoment, event: Event) -> Retelling:
    """An event as facts and a headline. `moment` is the one just after it."""
    part = part_of(type(event))
    names = names_at(game, moment)
    if heard := {voice: name for voice, name in part.names_said(event).items() if voice not in names}:
        names = {**names, **heard}  # whoever is heard only in secret has no name elsewhere
    template = part.headlines(game).get(event.type) or plain_words(event.type)
    values = part.values(game, moment, event)
    texts = {it: values[it] for it in texts_of(type(event)) if isinstance(values.get(it), str)}
    written = {it: text if isinstance(text, PersonsWords) else PersonsWords(text) for it, text in texts.items()}
    return Retelling(
        sentence(template, {GM_CALLED: game.gm_in_short, **values, **written}, names),
        part.audience(game, moment, event),
        tuple(part.facts(game, moment, event)),
        names,
        part.said_by(moment, event),
    )


def plain_words(tag: str) -> str:
    """A tag in words, for an event without a sentence: `x.heat_spent.v1` -> `Heat spent`."""
    words = tag.split(".")[1].replace("_", " ")
    return words[:1].upper() + words[1:]


def refusal_in_words(game: AnyGame, moment: AnyMoment, refusal: Refusal) -> str:
    """The sentence a refusal tells a person. The game's own wording comes first."""
    params = {GM_CALLED: game.gm_in_short, **refusal.params}
    return say_refusal(refusals_of(game), refusal.code, params, names_at(game, moment))


def missing_sentences(game: AnyGame) -> Sequence[str]:
    """Tags and codes of the game that have no English yet."""
    tags = (tag_of(kind) for kind in game.events)
    return [tag for tag in tags if tag not in game.wording.events] + [
        code for code in game.refusals if code not in game.wording.refusals
    ]
