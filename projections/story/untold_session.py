"""A session in which nothing is told otherwise: the sentences that its records have on every screen."""

from collections.abc import Iterator
from itertools import groupby

from domain.kernel.people import EVERYONE
from ledger.answers import ToldRecord
from projections.story.alike import StoryPiece
from projections.story.model import Paragraph, Proof
from projections.story.paragraphs import Composer
from projections.story.sentences import Speech

_OF_NO_GAME = ("campaign.", "logged.")
_SENTENCES = 9
"""The most sentences in one paragraph."""
_KEPT = 90
"""The most records of one session that are told so: the last ones."""


class UntoldSession:
    """The records of a session, kept for as long as nothing of it is told.

    A game need not say what its events mean for a story: its sessions are not left empty for that.
    """

    def __init__(self) -> None:
        self._kept: list[ToldRecord] = []
        self._broken = False

    def begin(self) -> None:
        """Another session begins."""
        self._kept, self._broken = [], False

    def discard(self) -> None:
        """Keep nothing of this session: something of it is told, a paragraph, a scene, play that was taken in."""
        self._kept, self._broken = [], True

    def add(self, told: ToldRecord) -> None:
        """Keep a record of this session."""
        if self._broken or not told.retelling.facts or told.record.envelope.type.startswith(_OF_NO_GAME):
            return
        self._kept = [*self._kept[1 - _KEPT :], told]

    def told(self, speech: Speech) -> Iterator[Paragraph]:
        """The paragraphs of a session that ended so."""
        kept, self._kept = self._kept, []
        for _, together in groupby(kept, lambda it: it.retelling.audience):
            several = list(together)
            for first in range(0, len(several), _SENTENCES):
                yield _paragraph(several[first : first + _SENTENCES], speech)


def _paragraph(told: list[ToldRecord], speech: Speech) -> Paragraph:
    pieces = [StoryPiece(headline=it.retelling.headline, secret=it.retelling.audience != EVERYONE) for it in told]
    composed = Composer(speech).compose(pieces)
    return Paragraph(
        positions=tuple(it.record.position for it in told),
        text=composed.text,
        kinds=tuple(dict.fromkeys(it.retelling.kind for it in told)),
        concerns=tuple(dict.fromkeys(who for it in told for who in it.retelling.concerns)),
        proof=Proof("", tuple((it.record.position, it.retelling.headline) for it in told)),
    )
