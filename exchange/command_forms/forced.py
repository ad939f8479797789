"""Steps that leave nobody a choice: the next of them, and taking them after a ruling.

Each is a ruling of its own, which can be disputed like any other. A step that only says what is usual follows what
the same person has recorded: nobody is given a word that they have not had the turn to say. Dice are always
somebody's to roll: a step that draws any is left to be asked for.
"""

from collections.abc import Iterator

from domain.kernel.available_offers import offers_at
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.facts import Retelling
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.ruling import acts_on_the_last, decide, follow, retell
from exchange.command_forms.reading import check, read
from exchange.command_forms.schema import form_of
from ledger.answers import Refused, Ruled, Submission
from ledger.errors import Conflict
from ledger.ledger import Ledger

MOST_IN_A_ROW = 12
"""The most steps taken in a row before somebody is asked."""


def forced_step(
    game: AnyGame, moment: AnyMoment, by: str, after: type[Command] | None = None
) -> tuple[Offer, Command, str] | None:
    """The next forced step of something under way, its command, and the person it is asked by. None without one.

    Steps of `by` come first, then those of everybody else at the table. `after` is what `by` has just recorded.
    """
    flows = list(game.flows(moment.game))
    if not flows:
        return None
    for person in dict.fromkeys((by, *moment.campaign.people)):
        for offer in offers_at(game, moment, person):
            usual = after is not None and offer.usual_after is after and person == by
            if not (offer.forced or usual) or offer.dice or not any(flow.has(offer.group) for flow in flows):
                continue
            form = form_of(offer.command, offer)
            if any(each.required for each in form.open_fields):
                continue
            command = check(form, offer.command, read(form, lambda _place: None)).command
            asker = offer.by or person
            if command is not None and _passes(game, moment, command, asker):
                return offer, command, asker
    return None


def take_forced_steps(
    ledger: Ledger, campaign: str, by: str, after: type[Command], key: str | None = None
) -> Iterator[Ruled]:
    """Record the forced steps that follow a ruling of this command, one after the other, and yield each answer.

    `key` is the submission that they follow: sent again, no step is taken twice. Ends at the first refusal, and
    where somebody else records in between: the step stays on offer. Other errors of the ledger are raised.
    """
    game = ledger.game(ledger.find(campaign).game)
    for number in range(MOST_IN_A_ROW):
        seen = ledger.end(campaign)
        found = forced_step(game, ledger.moment(campaign), by, after)
        if found is None:
            return
        _, command, asker = found
        after = type(command)
        named = None if key is None else f"{key}>{number}"
        expect = seen if acts_on_the_last(command) else None
        try:
            answer = ledger.rule(campaign, Submission(command=command, by=asker, key=named, expect=expect))
        except Conflict:
            return
        if isinstance(answer, Refused):
            return
        yield answer


def played(
    game: AnyGame, moment: AnyMoment, command: Command, by: str, faces: tuple[int, ...]
) -> tuple[Retelling, ...] | Refusal:
    """Play one command on this moment, which is changed by it, and retell what happened; or its refusal."""
    decision = decide(game, moment, command, by, TypedDice(faces))
    if isinstance(decision, Refusal):
        return decision
    return tuple(retell(game, moment, event) for event in follow(game, moment, decision))


def _passes(game: AnyGame, moment: AnyMoment, command: Command, by: str) -> bool:
    return not isinstance(decide(game, moment, command, by, TypedDice(())), Refusal)
