"""From a command to its events, from events to a state, from an event to its facts: the same for every game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from domain.kernel.campaign import commands as campaign_commands
from domain.kernel.campaign import events as campaign_events
from domain.kernel.campaign.decide import decide as decide_campaign
from domain.kernel.campaign.evolve import evolve as evolve_campaign
from domain.kernel.campaign.facts import retell as retell_campaign
from domain.kernel.campaign.wording import WORDING as CAMPAIGN_WORDING
from domain.kernel.decisions import CommandRefused, Decision, ImpossibleHistoryError, Refusal, refuse
from domain.kernel.dice import Dice, DiceRefused, DiceSource, TypedDice
from domain.kernel.facts import Adjudicated, Fact, Retelling
from domain.kernel.game import AnyGame
from domain.kernel.journal import commands as journal_commands
from domain.kernel.journal import events as journal_events
from domain.kernel.journal.decide import decide as decide_journal
from domain.kernel.journal.evolve import evolve as evolve_journal
from domain.kernel.journal.facts import audience_of as audience_of_journal
from domain.kernel.journal.facts import retell as retell_journal
from domain.kernel.journal.wording import WORDING as JOURNAL_WORDING
from domain.kernel.messages import Command, Event, tag_of
from domain.kernel.moment import AnyMoment, Named
from domain.kernel.names import Names, counted_in
from domain.kernel.past import NoPast, Past
from domain.kernel.people import EVERYONE, Role
from domain.kernel.wording import say_refusal, sentence

_CAMPAIGN_COMMANDS = frozenset(campaign_commands.COMMANDS)
_CAMPAIGN_EVENTS = frozenset(campaign_events.EVENTS)
_JOURNAL_COMMANDS = frozenset(journal_commands.COMMANDS)
_JOURNAL_EVENTS = frozenset(journal_events.EVENTS)

_ASKING_THE_PAST = (
    campaign_commands.UndoRuling,
    campaign_commands.RedoRuling,
    campaign_commands.RewindLine,
    campaign_commands.OverturnRuling,
    journal_commands.DisputeRuling,
)

_ACTING_ON_THE_LAST = (
    campaign_commands.UndoRuling,
    campaign_commands.RedoRuling,
    campaign_commands.RewindLine,
    campaign_commands.OverturnRuling,
    campaign_commands.CloseSession,
    journal_commands.SealSession,
    journal_commands.RemoveWords,
)

NO_PAST = NoPast()


def decide(
    game: AnyGame, moment: AnyMoment, command: Command, by: str, dice: DiceSource, past: Past = NO_PAST
) -> Decision[Event]:
    """What follows when this person asks this now: the events, or a refusal. Changes nothing.

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
    if type(command) in _CAMPAIGN_COMMANDS:
        objection = game.objects(moment.game, moment.campaign, command, asker)
        return objection or decide_campaign(
            moment.campaign, moment.game.house_rules, moment.position, command, asker, past
        )
    if type(command) in _JOURNAL_COMMANDS:
        return decide_journal(moment.journal, moment.campaign, moment.position, moment.seal, command, asker, past)
    if not moment.campaign.founded:
        return refuse("not_founded")
    if asker.role is Role.READER:
        return refuse("not_seated", person=by)
    decision: Decision[Event] = game.decide(moment.game, command, asker, dice)
    return decision


def asks_the_past(command: Command) -> bool:
    """Whether deciding this looks at earlier rulings, through `Past`."""
    return isinstance(command, _ASKING_THE_PAST)


def acts_on_the_last(command: Command) -> bool:
    """Whether this means whatever stands last, so that somebody who asks it must say what they saw there."""
    return isinstance(command, _ACTING_ON_THE_LAST)


def apply(game: AnyGame, moment: AnyMoment, event: Event) -> None:
    """Change the moment as the event says. Raises `ImpossibleHistoryError` when it cannot follow."""
    kind = type(event)
    if moment.named is not None and _may_name(game, kind):
        moment.named = None
    if kind in _CAMPAIGN_EVENTS:
        evolve_campaign.apply(moment.campaign, event)
        if isinstance(event, campaign_events.CampaignFounded):
            if event.game != game.key:
                raise ImpossibleHistoryError(f"a campaign of {event.game} cannot be folded as {game.key}")
            moment.game = game.initial(game.house_rules.model_validate(event.house_rules))
        elif isinstance(event, campaign_events.HouseRulesChanged):
            changed = {**moment.game.house_rules.model_dump(), **event.changes}
            game.adopt(moment.game, game.house_rules.model_validate(changed))
        game.hears(moment.game, event)
    elif kind in _JOURNAL_EVENTS:
        evolve_journal.apply(moment.journal, event)
    else:
        game.evolve.apply(moment.game, event)


def _may_name(game: AnyGame, kind: type[Event]) -> bool:
    if kind in _JOURNAL_EVENTS:
        return kind is journal_events.IntakeBegun
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
    names.update((faction, it.name) for faction, it in moment.campaign.factions.items())
    names.update(own)
    names.update(moment.campaign.formerly)
    names.update((person, seat.name) for person, seat in moment.campaign.people.items())
    return names


def retell(game: AnyGame, moment: AnyMoment, event: Event) -> Retelling:
    """An event in the published language. `moment` is the one just after it."""
    kind = type(event)
    facts: Iterable[Fact]
    if kind in _CAMPAIGN_EVENTS:
        facts, audience, templates = (
            retell_campaign(moment.campaign, event),
            EVERYONE,
            CAMPAIGN_WORDING.events,
        )
    elif kind in _JOURNAL_EVENTS:
        facts = retell_journal(moment.journal, event)
        audience, templates = audience_of_journal(event), JOURNAL_WORDING.events
    else:
        facts, audience, templates = (
            game.facts(moment.game, event),
            game.audience(moment.game, event),
            game.wording.events,
        )
    values = vars(event)
    if isinstance(event, campaign_events.HouseRulesChanged):
        said = _settings_said(game, moment, event)
        values = {**values, "changes": {**event.changes, **said}}
        facts = [
            replace(it, after=said[it.field]) if isinstance(it, Adjudicated) and it.field in said else it
            for it in facts
        ]
    names = names_at(game, moment)
    if isinstance(event, journal_events.EntryTakenIn) and event.voice not in names:
        names = {**names, event.voice: event.speaker}  # whoever is heard only in secret has no name elsewhere
    template = templates.get(event.type) or plain_words(event.type)
    return Retelling(sentence(template, values, names), audience, tuple(facts), names)


def _settings_said(game: AnyGame, moment: AnyMoment, event: campaign_events.HouseRulesChanged) -> dict[str, str]:
    """The house rules that the game tells in words of its own."""
    said = ((name, game.says_setting(moment.game, name, value)) for name, value in event.changes.items())
    return {name: words for name, words in said if words is not None}


def plain_words(tag: str) -> str:
    """A tag read aloud, for an event without a sentence: `x.heat_spent.v1` -> `Heat spent`."""
    words = tag.split(".")[1].replace("_", " ")
    return words[:1].upper() + words[1:]


def refusal_in_words(game: AnyGame, moment: AnyMoment, refusal: Refusal) -> str:
    """What a refusal tells a person. The game's own wording comes first."""
    wording: Mapping[str, str] = {
        **CAMPAIGN_WORDING.refusals,
        **JOURNAL_WORDING.refusals,
        **game.wording.refusals,
    }
    return say_refusal(wording, refusal.code, refusal.params, names_at(game, moment))


def missing_sentences(game: AnyGame) -> Sequence[str]:
    """Tags and codes of the game that have no English yet."""
    tags = (tag_of(kind) for kind in game.events)
    return [tag for tag in tags if tag not in game.wording.events] + [
        code for code in game.refusals if code not in game.wording.refusals
    ]
