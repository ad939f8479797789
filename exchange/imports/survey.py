"""Survey of a file before anything is recorded: who speaks, which kinds of entries, what does not add up."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import Grade
from exchange.imports.entries import Remarked, Said
from exchange.imports.spool import Spool
from projections.views.dates import titled

MOST_LISTED = 1_000
"""The most places that are listed one by one; the rest is counted."""
GAP_HOURS = 6.0
"""A silence of this many hours ends an evening."""

UNTITLED = "Logged play"
"""The title of the only evening of a file that tells neither times nor a title."""
NO_EVENING = "Notes without an evening"
"""The title of what stands in a folder of notes before its first evening."""


@dataclass(slots=True)
class Speaker:
    """Somebody who speaks in a file: how often, and how much of that for the whole table."""

    name: str
    entries: int = 0
    open: int = 0
    rolls: int = 0
    example: str = ""
    users: dict[str, int] = field(default_factory=dict)
    """Under which names of the other tool it was said."""

    @property
    def most_often_by(self) -> str:
        """The user who mostly speaks as this; empty where the file does not tell."""
        return max(self.users, key=lambda it: self.users[it], default="")


@dataclass(frozen=True, slots=True)
class Evening:
    """A stretch of a file without a long silence: when it began, and what it is to be called."""

    starts: str
    title: str
    first: str = ""
    """The id of its first message, where a time does not tell it from another."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A running value that does not go on where it stood: the file lost something before this entry."""

    id: str
    place: str
    owner: str
    name: str
    stood: int
    found: int
    secret: bool

    def __str__(self) -> str:
        return f"{self.owner}: {self.name} stood at {self.stood} and goes on from {self.found}"


@dataclass(frozen=True, slots=True)
class Unread:
    """An entry that was not understood, with its place and the reason."""

    place: str
    why: str
    text: str


@dataclass(slots=True)
class Survey:
    """Everything a person should know about a file before it is taken in."""

    kinds: Counter[EntryForm] = field(default_factory=Counter)
    speakers: dict[str, Speaker] = field(default_factory=dict)
    evenings: list[Evening] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    by_silence: bool = False
    """True if the file does not part its evenings itself, so that silences between its times do."""
    unread: list[Unread] = field(default_factory=list)
    remarks: list[Remarked] = field(default_factory=list)
    grades: Counter[Grade] = field(default_factory=Counter)
    clear: int = 0
    """Entries that are as their source says it itself: no word lost, and every roll proven or none in it."""
    rolls: int = 0
    dice: int = 0
    changes: int = 0
    secret: int = 0
    first: str = ""
    last: str = ""
    untimed: int = 0

    def secrets_of(self, names: Iterable[str]) -> int:
        """The number of whispers and other secrets of these speakers."""
        return sum(it.entries - it.open for it in map(self.speakers.__getitem__, names))

    @property
    def entries(self) -> int:
        """The number of entries."""
        return self.kinds.total()

    def understood_in_percent(self, digits: int = 0) -> str:
        """The same in words: never more than is so, as rounding would say."""
        steps = 10**digits
        return f"{int(self.understood * 100 * steps) / steps:.{digits}f}%"

    @property
    def understood(self) -> float:
        """The share of entries that were understood, from 0 to 1."""
        return self.clear / self.entries if self.entries else 0.0

    @property
    def users(self) -> list[str]:
        """Everybody who wrote, by the names of the other tool, in the order they first did."""
        return list(dict.fromkeys(user for it in self.speakers.values() for user in it.users))


def survey(spool: Spool, gap_hours: float = GAP_HOURS) -> Survey:
    """Go through a file once."""
    found = Survey(remarks=list(spool.remarks))
    values: dict[tuple[str, str], int] = {}
    silence, before = timedelta(hours=max(gap_hours, 0.01)), None
    evening = begins_with = ""
    for said in spool:
        begins_with = begins_with or said.id
        _count(found, said)
        for move in said.moves:
            owner = move.owner or said.speaker
            stood = values.get((owner, move.name))
            if stood is not None and stood != move.was and len(found.gaps) < MOST_LISTED:
                found.gaps.append(Gap(said.id, said.place, owner, move.name, stood, move.was, said.secret))
            values[owner, move.name] = move.now
        named = bool(said.evening) and said.evening != evening
        if named:
            evening = said.evening
            if not found.evenings and begins_with != said.id:
                found.evenings.append(Evening("", NO_EVENING, begins_with))
            at_once = any(it.starts == said.when for it in found.evenings[-1:])
            first = "" if said.when and not at_once else said.id
            found.evenings.append(Evening(said.when or "", titled(evening), first))
        if said.when is None:
            found.untimed += 1
            continue
        at = datetime.fromisoformat(said.when)
        found.by_silence = found.by_silence or not said.evening
        if not said.evening and (before is None or at - before > silence):
            found.evenings.append(Evening(said.when, f"{at.day} {at:%B %Y}"))
        before = at
        found.first, found.last = found.first or said.when, said.when
    if not found.evenings and found.entries:
        found.evenings.append(Evening("", spool.title or UNTITLED))
    return found


_TELLING = 20
"""Characters. Shorter words hardly tell who somebody is: a longer example is taken where there is one."""


def _count(found: Survey, said: Said) -> None:
    found.kinds[said.form] += 1
    found.rolls += len(said.rolls)
    found.dice += sum(len(roll.dice) for roll in said.rolls)
    found.changes += len(said.moves)
    found.secret += said.secret
    speaker = found.speakers.setdefault(said.speaker, Speaker(said.speaker))
    speaker.entries += 1
    speaker.open += not said.secret
    speaker.rolls += len(said.rolls)
    if said.user and not _told_by_a_program(said):
        speaker.users[said.user] = speaker.users.get(said.user, 0) + 1
    found.grades.update(roll.grade for roll in said.rolls)
    found.clear += said.form is not EntryForm.VERBATIM and all(it.grade is Grade.EXACT for it in said.rolls)
    if len(speaker.example) < _TELLING and not said.secret and len(said.text) > len(speaker.example):
        speaker.example = said.text[:120]
    if said.form is EntryForm.VERBATIM and len(found.unread) < MOST_LISTED:
        found.unread.append(Unread(said.place, said.why, said.text[:300]))


def _told_by_a_program(said: Said) -> bool:
    """True for rolls that somebody else tells in words, as a bot does for whoever asked it: nobody's player."""
    return said.user != said.speaker and bool(said.rolls) and all(it.grade is Grade.WORDS for it in said.rolls)
