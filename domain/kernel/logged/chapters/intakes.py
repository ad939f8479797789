"""Intakes: one file of another tool, taken in from its beginning to its end. It stands or falls whole."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from pydantic import Field

from domain.kernel.campaign.state import Campaign
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, ImpossibleHistoryError, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact, SceneClosed, SessionClosed, VoiceHeard
from domain.kernel.logged import state
from domain.kernel.logged.messages import MOST_VOICES
from domain.kernel.logged.played import LoggedVoice
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Sha256

chapter: Chapter[Campaign] = Chapter(
    "Intakes",
    refusals={"intake_under_way": "{file} is being taken in just now: that comes to its end first."},
)


class BeginIntake(Command):
    """Begin to take in what was played elsewhere, from one file of another tool.

    Refused:  `gm_only`, `session_open`, `intake_under_way`.
    Yields:   `IntakeBegun`.
    """

    type: Literal["logged.begin_intake"] = "logged.begin_intake"
    source: Name = Field(description="The tool and its format.")
    file: Name
    sum: Sha256 = Field(description="SHA-256 of the file's bytes.")
    blob: Sha256 | None = Field(default=None, description="SHA-256 of the file as it is kept here, if it is.")
    voices: tuple[LoggedVoice, ...] = Field(
        default=(), max_length=MOST_VOICES, description="Who is heard in it, for all at the table."
    )
    instead_of: int | None = Field(
        default=None,
        ge=1,
        description="The last intake of earlier play it takes the place of, with all before it.",
    )


class EndIntake(Command):
    """End an intake: everything of the file is taken in, or a part of it that is whole.

    Refused:  `gm_only`, `no_intake`.
    Yields:   `EveningClosed` where one is open, `IntakeEnded`.
    """

    sparse: ClassVar[bool] = True

    type: Literal["logged.end_intake"] = "logged.end_intake"
    more: bool = Field(default=False, description="The rest of the file follows in a further intake.")


class IntakeBegun(Event):
    """Play that was kept in another tool is taken in from here on. Intakes are counted from 1 along a line."""

    type: Literal["logged.intake_begun.v1"] = "logged.intake_begun.v1"
    intake: int
    source: Name
    file: Name
    sum: Sha256
    blob: Sha256 | None = None
    voices: tuple[LoggedVoice, ...]
    instead_of: int | None = None

    @property
    def digests(self) -> tuple[str, ...]:
        """The file itself, where it is kept."""
        return () if self.blob is None else (self.blob,)


class EveningClosed(Event):
    """The evening that was logged is over. `alone`: by a ruling of its own, which is dated."""

    sparse: ClassVar[bool] = True

    type: Literal["logged.evening_closed.v1"] = "logged.evening_closed.v1"
    session: int
    alone: bool = False


class IntakeEnded(Event):
    """That file is taken in: so many entries, so many of them kept word for word.

    `more`: not all of it, and the rest follows in a further intake.
    """

    sparse: ClassVar[bool] = True

    type: Literal["logged.intake_ended.v1"] = "logged.intake_ended.v1"
    intake: int
    entries: int
    words: int
    more: bool = False


@chapter.decides(BeginIntake)
def _(campaign: Campaign, command: BeginIntake, asker: Asker, dice: Dice) -> Events:
    """Begin an intake: one file after the other, and never within a session, whose scenes would be torn apart."""
    need(asker.is_gm, "gm_only")
    if campaign.logged.open:
        raise CommandRefused("intake_under_way", file=campaign.logged.open.file)
    if campaign.session and campaign.session.open:
        raise CommandRefused("session_open", session=campaign.session.number)
    return [
        IntakeBegun(
            intake=campaign.logged.intakes + 1,
            source=command.source,
            file=command.file,
            sum=command.sum,
            blob=command.blob,
            voices=command.voices,
            instead_of=command.instead_of,
        )
    ]


@chapter.decides(EndIntake)
def _(campaign: Campaign, command: EndIntake, asker: Asker, dice: Dice) -> Events:
    intake = open_for(campaign, asker)
    number, more = campaign.logged.intakes, command.more
    ended = IntakeEnded(intake=number, entries=intake.entries, words=intake.words, more=more)
    return [*evening_end(intake), ended]


def open_for(campaign: Campaign, asker: Asker) -> state.Intake:
    """The intake that is open, for the GM; refused for others, and without one."""
    need(asker.is_gm, "gm_only")
    if campaign.logged.open is None:
        raise CommandRefused("no_intake")
    return campaign.logged.open


def evening_end(intake: state.Intake) -> Events:
    """Events of the end of the evening that is open; none without one."""
    return [] if intake.evening is None else [EveningClosed(session=intake.evening)]


def taking_in(campaign: Campaign) -> state.Intake:
    """The intake that is open. Raises `ImpossibleHistoryError`."""
    if campaign.logged.open is None:
        raise ImpossibleHistoryError("nothing is being taken in")
    return campaign.logged.open


@chapter.applies(IntakeBegun, renames=True)
def _(campaign: Campaign, event: IntakeBegun) -> None:
    logged = campaign.logged
    if logged.open is not None or event.intake != logged.intakes + 1:
        raise ImpossibleHistoryError(f"intake {event.intake} cannot begin now")
    logged.intakes += 1
    logged.rulings += 1
    logged.open = state.Intake(event.source, event.file, event.sum)
    logged.voices.update((it.id, state.LoggedVoice(it.name, it.player)) for it in event.voices)


@chapter.applies(EveningClosed)
def _(campaign: Campaign, event: EveningClosed) -> None:
    """An evening that was only opened again leaves the session last played as it was."""
    intake, logged = taking_in(campaign), campaign.logged
    if intake.evening != event.session or campaign.session is None:
        raise ImpossibleHistoryError(f"evening {event.session} is not open")
    intake.evening, campaign.session.open = None, False  # its scene is known until the next evening opens
    logged.rulings += event.alone
    if logged.last is not None:
        campaign.session.number, campaign.session.title = logged.last.number, logged.last.title
        logged.last = None


@chapter.applies(IntakeEnded)
def _(campaign: Campaign, event: IntakeEnded) -> None:
    if taking_in(campaign).evening is not None:
        raise ImpossibleHistoryError("an evening is still open")
    campaign.logged.rulings += 1
    campaign.logged.open = None


@chapter.tells(IntakeBegun, "Play is taken in from {source}, as logged, not judged: {file}")
def _(campaign: Campaign, event: IntakeBegun) -> Iterable[Fact]:
    for voice in event.voices:
        yield VoiceHeard(voice=voice.id, name=voice.name, player=voice.player)


@chapter.tells(EveningClosed, "Session {session} ends, as logged")
def _(campaign: Campaign, event: EveningClosed) -> Iterable[Fact]:
    intake = campaign.logged.open
    if intake is not None and intake.scene:
        yield SceneClosed(scene=intake.scene)
    yield SessionClosed(session=event.session)


_IN_ALL = (
    "{entries:?entry|entries} taken in as logged{words:+, of them word for word: }"
    "{more:=yes>; the rest of the file is still to come|no>}"
)


@chapter.tells(IntakeEnded, _IN_ALL)
def _(campaign: Campaign, event: IntakeEnded) -> Iterable[Fact]:
    return ()
