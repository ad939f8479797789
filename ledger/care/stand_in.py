"""Campaigns whose game is not installed here: they are read, checked and copied all the same."""

from collections import ChainMap
from collections.abc import Iterator
from contextlib import contextmanager

from domain.kernel.game import AnyGame
from domain.kernel.stand_in import stand_in
from ledger.errors import NoSuchGame
from ledger.ledger import Ledger
from ledger.log.entry import CampaignEntry


def is_missing(ledger: Ledger, entry: CampaignEntry) -> bool:
    """The game of this campaign is not there, or cannot be used."""
    try:
        ledger.game(entry.game)
    except NoSuchGame:
        return True
    return False


def game_or_stand_in(ledger: Ledger, entry: CampaignEntry) -> AnyGame:
    """The game of a campaign; where it is not there, one that has its tags and knows nothing of them."""
    if not is_missing(ledger, entry):
        return ledger.game(entry.game)
    tags = {tag for _position, tag, _stored in ledger.stored(entry.slug)}
    return stand_in(entry.game, (tag for tag in tags if tag.startswith(f"{entry.game}.")))


@contextmanager
def readable(ledger: Ledger, campaign: str) -> Iterator[Ledger]:
    """The ledger; where the game of this campaign is missing, another over the same database that can read it.

    Nothing is recorded in that one.
    """
    entry = ledger.find(campaign)
    if not is_missing(ledger, entry):
        yield ledger
        return
    games = ChainMap({entry.game: game_or_stand_in(ledger, entry)}, ledger.games)  # type: ignore[arg-type]
    other = Ledger(games, ledger.store.env)
    try:
        yield other
    finally:
        other.close()
