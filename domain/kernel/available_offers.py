"""Offers of a moment to a person: the game's own and those every table has."""

from collections.abc import Iterable

from pydantic import ValidationError

from domain.kernel.campaign import factions, founding, house_rules, seats, sessions
from domain.kernel.decisions import CommandRefused
from domain.kernel.game import AnyGame
from domain.kernel.journal import notes, seals
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.people import Asker, Role


def offers_at(game: AnyGame, moment: AnyMoment, by: str) -> list[Offer]:
    """Everything in order now: steps of play first, then the table's own, then the journal's.

    A game may offer a step of the table's in its own place, such as closing a session; it is not listed twice.
    """
    asker = moment.campaign.asker(by)
    if asker.role is Role.READER:
        return [*seats.offers_to_a_reader(by)]
    of_the_game = list(game.offers(moment.game, asker))
    placed = {offer.command for offer in of_the_game}
    of_the_table = (
        it
        for it in _campaign_offers(game, moment, asker)
        if it.command not in placed and _would_pass(game, moment, it, asker)
    )
    return [*of_the_game, *of_the_table, *_journal_offers(moment, asker)]


def _would_pass(game: AnyGame, moment: AnyMoment, offer: Offer, asker: Asker) -> bool:
    """True if the game lets this offer stand, as far as that can be said before its open fields are filled."""
    if offer.command in game.replaces:
        return False
    try:
        command = offer.command.model_validate(dict(offer.known))
    except ValidationError:
        return True
    try:
        return game.objects(moment.game, moment.campaign, command, asker) is None
    except CommandRefused:
        return False


def _campaign_offers(game: AnyGame, moment: AnyMoment, asker: Asker) -> Iterable[Offer]:
    if not asker.is_gm:
        yield from seats.offers_to_a_player(asker)
        return
    yield from sessions.offers_to_the_gm(moment)
    yield from seats.offers_to_the_gm(moment, asker)
    yield from factions.offers_to_the_gm(moment, game.relation_words(moment.game))
    yield from house_rules.offers_to_the_gm()
    yield from founding.offers_to_the_gm()


def _journal_offers(moment: AnyMoment, asker: Asker) -> Iterable[Offer]:
    yield from notes.offers(moment, asker)
    yield from seals.offers(asker)
