"""The last evenings of play that was taken in: what was said, how often each speaks, and what they rolled."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.messages import NOBODY
from domain.kernel.logged.played import LoggedRoll
from domain.kernel.people import Role, Viewer
from ledger.answers import ToldRecord
from projections.story.between import session_story, words_of
from projections.views.roster import Roster
from projections.views.story import session_title
from projections.views.timeline import Mark

LOOKED_BACK = 12
"""The most sessions that are looked at for what was said."""
MOST_SPEAKERS = 8
"""The most speakers of an evening that are listed."""
_ROLLS_SHOWN = 3
_LONGEST_ROLL = 60
_SHORT = 12
"""Entries of an evening with fewer of which the evening before it is of interest, too."""
_EVENINGS = 2


@dataclass(frozen=True, slots=True)
class HeardSpeaker:
    """Somebody who is heard in an evening. `rolled` are their last rolls, the latest last."""

    name: str
    player: str
    """The name of whoever plays them, where that is another."""
    entries: int
    rolls: int
    rolled: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeardEvening:
    """An evening of play that was taken in: words that were said in it, and who spoke."""

    session: int
    title: str
    said: tuple[str, ...]
    speakers: tuple[HeardSpeaker, ...]


@dataclass(slots=True)
class _Heard:
    name: str
    player: str = ""
    entries: int = 0
    rolls: list[LoggedRoll] = field(default_factory=list)


def evenings_heard(
    played: Iterable[tuple[Mark, Sequence[ToldRecord]]], roster: Roster, viewer: Viewer, names: Mapping[str, str]
) -> tuple[HeardEvening, ...]:
    """The last evening of which more than a greeting is there, and a short one after it; none where the last was
    judged here. `played` are sessions with their records, the last first.

    Evenings in which nobody is named, as in a journal, stand for themselves where there are no others.
    """
    heard: list[HeardEvening] = []
    for mark, told in played:
        if not any(isinstance(each.record.event, EntryLogged) for each in told):
            break
        said, speakers = words_of(session_story(told, roster)), speakers_in(told, viewer, names)
        if said or speakers:
            title = session_title(mark.session, mark.title)
            heard.append(HeardEvening(mark.session, title, said, speakers))
        if speakers and not is_short(told):
            break
    spoken = [it for it in heard if it.speakers]
    return tuple(reversed((spoken or heard)[:_EVENINGS]))


def speakers_in(told: Iterable[ToldRecord], viewer: Viewer, names: Mapping[str, str]) -> tuple[HeardSpeaker, ...]:
    """The speakers of these records: a player's own first, then whoever speaks most. `names` are by id."""
    heard: dict[str, _Heard] = {}
    for each in told:
        event = each.record.event
        if isinstance(event, EntryLogged) and event.speaker != NOBODY:
            one = heard.setdefault(event.voice, _Heard(event.speaker))
            one.entries += 1
            one.player = event.player or one.player
            one.rolls += event.rolls
    mine = {who for who, it in heard.items() if viewer.role is Role.PLAYER and viewer.person in (who, it.player)}
    ordered = sorted(heard.items(), key=lambda it: (it[0] not in mine, -it[1].entries))
    return tuple(_speaker(it, names) for _, it in ordered)


def is_short(told: Iterable[ToldRecord]) -> bool:
    """True for an evening of play taken in of which next to nothing is there, such as a greeting."""
    return sum(isinstance(each.record.event, EntryLogged) for each in told) < _SHORT


def speaker_called(speaker: HeardSpeaker) -> str:
    """The name of a speaker, and behind it that of whoever plays them."""
    return f"{speaker.name} ({speaker.player})" if speaker.player else speaker.name


def speaker_words(speaker: HeardSpeaker) -> str:
    """The numbers of a speaker in a line: how often they speak, how often they roll, and their last rolls."""
    times = f"{speaker.entries:,} {'entry' if speaker.entries == 1 else 'entries'}"
    rolls = f", {speaker.rolls:,} {'roll' if speaker.rolls == 1 else 'rolls'}" if speaker.rolls else ""
    last = f"; last {', '.join(speaker.rolled)}" if speaker.rolled else ""
    return f"{times}{rolls}{last}"


def _speaker(it: _Heard, names: Mapping[str, str]) -> HeardSpeaker:
    player = names.get(it.player, it.player)
    shown = tuple(_roll(roll, it.name) for roll in it.rolls[-_ROLLS_SHOWN:])
    return HeardSpeaker(it.name, "" if player == it.name else player, it.entries, len(it.rolls), shown)


def _roll(roll: LoggedRoll, name: str) -> str:
    """A roll in few words: what for, else what was rolled, and what it came to."""
    label = " ".join(roll.label.removeprefix(f"{name} rolls ").removeprefix("for ").split()).rstrip(".!:")
    label = label or roll.formula
    short = label if len(label) <= _LONGEST_ROLL else label[: _LONGEST_ROLL - 1].rstrip() + "…"
    faces = ", ".join(str(die.face) for die in roll.dice if die.kept)
    return f"{short}: {roll.total or faces}"
