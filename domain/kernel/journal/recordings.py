"""Recordings of an evening: tied to the moments of play, and heard only once each of those heard has agreed."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.campaign.guards import must_be_recorded, seat_of
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.history.past import Past
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import FileNumber, FileRole
from domain.kernel.journal.attached.ties import Tie
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker, Audience
from domain.kernel.references import PersonRef
from domain.kernel.terms import Person

chapter = Chapter[AnyMoment, Past](
    "Recordings",
    {
        "no_such_recording": "There is no recording {file} here that you may see.",
        "not_a_recording": "Only what was attached as a recording, sound or film, can be tied to moments of play: "
        "{name} was not.",
        "not_your_recording": "Only {person}, who attached the recording, or the {gm_called} may say "
        "what is heard where.",
        "runs_backwards": "A recording runs one way: give each later moment a later time.",
        "not_heard": "You are not among those heard in {name}, so nobody asks you to agree.",
    },
)


class AlignRecording(Command):
    """Say where in a recording moments of play are heard, and who is heard. What was said before is replaced.

    One moment is enough: the rest goes by the time at the table.

    Refused:  `not_seated`, `no_such_recording`, `not_a_recording`, `not_your_recording`, `no_such_position`,
              `runs_backwards`, `not_at_the_table`, `no_change`.
    Yields:   `RecordingAligned`.
    """

    type: Literal["journal.align_recording"] = "journal.align_recording"
    file: FileNumber
    ties: tuple[Tie, ...] = Field(min_length=1, max_length=1_000)
    heard: tuple[PersonRef, ...] = Field(min_length=1, max_length=100, description="Those who are heard.")


class RecordingAligned(Event):
    """A recording is tied to these moments, and these are heard in it."""

    type: Literal["journal.recording_aligned.v1"] = "journal.recording_aligned.v1"
    file: FileNumber
    ties: tuple[Tie, ...]
    heard: tuple[Person, ...]


@chapter.decides(AlignRecording)
def align_recording(moment: AnyMoment, command: AlignRecording, asker: Asker, past: Past) -> Events:
    """Align a recording; asked by the one who attached it, or by the GM. Those heard have a seat at the table."""
    it = _recording(moment, command.file, asker)
    sounds = it.role is FileRole.RECORDING and it.media.startswith(("audio/", "video/"))
    need(sounds, "not_a_recording", name=it.name)
    need(asker.is_gm or asker.person == it.person, "not_your_recording", person=it.person)
    ties = tuple(sorted(set(command.ties), key=lambda tie: tie.position))
    for tie in ties:
        must_be_recorded(tie.position, moment.position)
    need(_run_on(ties), "runs_backwards")
    heard = tuple(sorted(set(command.heard)))
    for person in heard:
        seat_of(moment.campaign, person)
    need((ties, heard) != (tuple(it.ties), tuple(it.heard)), "no_change")
    return [RecordingAligned(file=command.file, ties=ties, heard=heard)]


def _run_on(ties: Sequence[Tie]) -> bool:
    return all(
        one.position < other.position and one.milliseconds < other.milliseconds for one, other in pairwise(ties)
    )


def _recording(moment: AnyMoment, number: int, asker: Asker) -> AttachedFile:
    files = moment.journal.files
    there = files[number - 1] if number <= len(files) else None
    if there is None or not there.seen_by(asker):
        raise CommandRefused("no_such_recording", file=number)
    return there


@chapter.applies(RecordingAligned)
def _(moment: AnyMoment, event: RecordingAligned) -> None:
    it = _known(moment, event.file)
    it.ties, it.heard = list(event.ties), list(event.heard)
    it.agreed = [person for person in it.agreed if person in event.heard]


def _for_those_who_may_see(moment: AnyMoment, event: "RecordingAligned | RecordingAgreed") -> Audience:
    return _known(moment, event.file).audience


@chapter.tells(RecordingAligned, "{shown} is tied to moments of play", to=_for_those_who_may_see)
def _(moment: AnyMoment, event: RecordingAligned) -> Iterable[facts.Fact]:
    return ()


class AgreeToRecording(Command):
    """Agree that a recording in which one is heard is kept, and heard by the others in it.

    Whoever does not want it any more removes the file.

    Refused:  `not_seated`, `no_such_recording`, `not_heard`, `no_change`.
    Yields:   `RecordingAgreed`.
    """

    type: Literal["journal.agree_to_recording"] = "journal.agree_to_recording"
    file: FileNumber


class RecordingAgreed(Event):
    """Somebody who is heard in a recording agrees to it."""

    type: Literal["journal.recording_agreed.v1"] = "journal.recording_agreed.v1"
    file: FileNumber
    person: Person


@chapter.decides(AgreeToRecording)
def agree_to_recording(moment: AnyMoment, command: AgreeToRecording, asker: Asker, past: Past) -> Events:
    """Agree to a recording; asked by each for themselves."""
    it = _recording(moment, command.file, asker)
    need(asker.person in it.heard, "not_heard", name=it.name)
    need(asker.person not in it.agreed, "no_change")
    return [RecordingAgreed(file=command.file, person=asker.person)]


@chapter.applies(RecordingAgreed)
def _(moment: AnyMoment, event: RecordingAgreed) -> None:
    it = _known(moment, event.file)
    must(event.person in it.heard, f"{event.person} is not heard in file {event.file}")
    it.agreed.append(event.person)


@chapter.tells(RecordingAgreed, "{person} agrees to {shown}", to=_for_those_who_may_see)
def _(moment: AnyMoment, event: RecordingAgreed) -> Iterable[facts.Fact]:
    return ()


def _known(moment: AnyMoment, number: int) -> AttachedFile:
    files = moment.journal.files
    must(number <= len(files), f"there is no file {number}")
    return files[number - 1]
