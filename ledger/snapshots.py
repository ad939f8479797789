"""Moments kept at some positions, so that a state far into a campaign need not be folded from its start.

A snapshot can be dropped at any time. It is kept with the seal of its record and a fingerprint of how states
look, and is not used when either is another now.
"""

import json
import zlib
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from uuid import UUID

from eventsourcing.persistence import AggregateRecorder, IntegrityError, StoredEvent

from domain.kernel.campaign.state import Campaign
from domain.kernel.game import AnyGame
from domain.kernel.journal.state import Journal
from domain.kernel.moment import AnyMoment, Moment, adapter_of
from ledger.lines import Stretch

_RECORD = 500
"""Bytes. What a record is long, in the games that are known."""
_TRIES = 4
"""How many snapshots of one stretch are looked at before folding from further back."""


class MomentFormat:
    """How the moments of one game are written as bytes and read again."""

    def __init__(self, game: AnyGame) -> None:
        self._state = adapter_of(game.state)
        self._campaign = adapter_of(Campaign)
        self._journal = adapter_of(Journal)
        self._game = game

    @cached_property
    def fingerprint(self) -> str:
        """Changes whenever the shape of a state or the version of the rules does."""
        shapes = [adapter.json_schema() for adapter in (self._state, self._campaign, self._journal)]
        text = json.dumps([self._game.key, self._game.rules_version, shapes], sort_keys=True)
        return sha256(text.encode()).hexdigest()[:16]

    def dump(self, moment: AnyMoment) -> bytes:
        """The moment as compressed JSON."""
        parts = (
            json.dumps([moment.position, moment.seal]).encode(),
            self._campaign.dump_json(moment.campaign),
            self._state.dump_json(moment.game),
            self._journal.dump_json(moment.journal),
        )
        return zlib.compress(b"\n".join(parts))

    def load(self, stored: bytes) -> AnyMoment:
        """The moment in these bytes. Raises `ValueError` when they are not one."""
        head, campaign, state, journal = zlib.decompress(stored).split(b"\n")
        position, seal = json.loads(head)
        return Moment(
            position,
            seal,
            self._campaign.validate_json(campaign),
            self._state.validate_json(state),
            self._journal.validate_json(journal),
        )

    def copy(self, moment: AnyMoment) -> AnyMoment:
        """A moment of its own, equal to this one."""
        return self.load(self.dump(moment))


@dataclass(frozen=True, slots=True)
class Pace:
    """How many records lie from one snapshot to the next.

    As few as keep the snapshots to a hundredth of what the records weigh: `shortest` where a state is small, for
    then it costs nothing to be near every position, and `longest` where it is large, whatever that weighs.
    """

    shortest: int = 100
    longest: int = 1_000

    def due(self, form: MomentFormat, moment: AnyMoment, before: int) -> bytes | None:
        """The bytes to keep of this moment, if a snapshot is due since the position `before`."""
        if not _passed(self.shortest, before, moment.position):
            return None
        stored = form.dump(moment)
        every = self.shortest
        while every < self.longest and len(stored) > every * _RECORD // 100:
            every = min(2 * every, self.longest)
        return stored if _passed(every, before, moment.position) else None


PACE = Pace()


def _passed(every: int, before: int, now: int) -> bool:
    return before // every < now // every


class Snapshots:
    """The snapshots of all campaigns, kept by any recorder of the event-sourcing library."""

    def __init__(self, recorder: AggregateRecorder) -> None:
        self._recorder = recorder

    def keep(self, campaign: UUID, form: MomentFormat, position: int, stored: bytes) -> None:
        """Keep the moment in these bytes, unless one is kept for its position already."""
        row = StoredEvent(campaign, position, form.fingerprint, stored)
        try:
            self._recorder.insert_events([row])
        except IntegrityError:
            return  # another process kept it first: the same moment, since history does not change

    def nearest(self, campaign: UUID, form: MomentFormat, path: list[Stretch], at_most: int) -> AnyMoment | None:
        """The latest usable snapshot on this path, at or before `at_most`.

        Only an ancestor will do: the newest snapshot below a position may belong to an abandoned line.
        """
        for first, last in reversed(path):
            if first > at_most:
                continue
            rows = self._recorder.select_events(
                campaign, gt=first - 1, lte=min(last, at_most), desc=True, limit=_TRIES
            )
            for row in rows:
                if row.topic != form.fingerprint:
                    continue
                try:
                    return form.load(row.state)
                except (ValueError, zlib.error):
                    continue  # a damaged snapshot costs time, never truth
        return None
