"""Records as they would be stored, with a plain envelope: what a game keeps of each event it ever wrote."""

from collections.abc import Callable
from uuid import UUID

from domain.kernel.game import AnyGame
from domain.kernel.messages import Event
from ledger.log.record import GENESIS
from ledger.records.codec import Codec


def recorder_of_examples(game: AnyGame) -> Callable[[Event], bytes]:
    """Writes the bytes of a record of an event of this game."""
    codec = Codec(game)
    fields = {
        "at": "2026-11-21T20:14:05.120Z",
        "by": "gm",
        "campaign": str(UUID(int=7)),
        "parent": 230,
        "position": 231,
        "prev": GENESIS,
        "rules": 1,
        "ruling": 87,
    }
    return lambda event: codec.write(fields, event).stored
