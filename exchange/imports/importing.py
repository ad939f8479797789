"""Importing earlier play: what is new in a file becomes records, in batches stored whole or not at all."""

import gc
from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain

from pydantic import ValidationError

from domain.kernel.campaign.state import Campaign
from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.chapters.entries import LogEntry
from domain.kernel.logged.chapters.evenings import CloseEvening, OpenEvening, OpenLoggedScene
from domain.kernel.logged.chapters.intakes import BeginIntake, EndIntake
from domain.kernel.logged.played import Grade
from domain.kernel.messages import Command
from domain.kernel.wording.faults import first_fault
from exchange.imports import mapping as who
from exchange.imports.entries import FOR_THE_GM, NotTaken, Remarked, Said
from exchange.imports.fantasy_grounds.again import find_again
from exchange.imports.intakes_before import read_otherwise, told_to_all
from exchange.imports.kept_source import keep_source
from exchange.imports.plan import Plan, SessionsOfFile, text_of
from exchange.imports.spool import Spool
from exchange.imports.survey import Gap, Survey
from ledger.answers import Refused, Submission
from ledger.ledger import Ledger
from ledger.logged import digest_of, key_of, known_entries, turn_of, unfinished_on

BATCH_SIZE = 5_000
"""The most entries that are recorded in one transaction, as an intake of its own. A larger file makes several,
so that nobody who plays meanwhile waits for long.
"""
_MOST_CHANGED = 12


@dataclass(slots=True)
class Report:
    """The outcome of importing a file. `in_file` is always the sum of what became of its messages."""

    campaign: str
    file: str
    source: str
    recorded: Counter[EntryForm] = field(default_factory=Counter)
    """New entries by kind."""
    grades: Counter[Grade] = field(default_factory=Counter)
    """Their rolls by how far they are proven."""
    known: int = 0
    """Entries an earlier intake had taken in."""
    changed: int = 0
    """Those among them that say something else in the file now."""
    left_out: int = 0
    """Entries of speakers, secrets or deleted messages that the mapping leaves out."""
    deleted: int = 0
    """Messages that were deleted in the other tool and are not read."""
    unread: int = 0
    """Messages that could not be read at all; each is among the remarks."""
    for_the_gm: int = 0
    adjusted: int = 0
    evenings: int = 0
    """New sessions of the campaign."""
    intakes: int = 0
    """The number of intakes recorded, each in one transaction."""
    survey: Survey = field(default_factory=Survey)
    refused: Refused | None = None
    dry: bool = False

    @property
    def in_file(self) -> int:
        """The number of messages in the file."""
        return self.recorded.total() + self.known + self.left_out + self.deleted + self.unread

    @property
    def remarks(self) -> list[Remarked]:
        """The remarks worth knowing about the file."""
        return self.survey.remarks


def people_of(ledger: Ledger, campaign: str, *, earlier: bool = True) -> dict[str, str]:
    """Everybody a speaker may turn out to be: characters first, then people at the table. Id -> name.

    Whoever is heard in earlier play of the journal alone is among them, unless `earlier` is false: there nobody
    else is told of them. Without a campaign, which is still to be founded: nobody.
    """
    if not campaign:
        return {}
    entry = ledger.find(campaign)
    moment = ledger.moment(entry.slug) if ledger.head(entry.slug) else None
    if moment is None:
        return {}
    known = dict(ledger.game(entry.game).cast(moment.game))
    known.update((person, seat.name) for person, seat in moment.campaign.people.items() if person not in known)
    known.update((voice, it.name) for voice, it in moment.campaign.logged.voices.items() if voice not in known)
    if earlier:
        known.update((voice, name) for voice, name in moment.journal.voices.items() if voice not in known)
    return known


def import_file(
    ledger: Ledger,
    spool: Spool,
    survey: Survey,
    mapping: who.Mapping,
    *,
    even_if_cut: bool = False,
    dry: bool = False,
    instead_of: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Record what is new in a file. Raises `NotTaken` when it may not be, and before anything is stored.

    The file itself is kept beside the records, as long as it is still there. A dry run may be for no campaign yet:
    then the mapping names none. `instead_of`: it is the earlier play of the journal, up to the intake of this
    number, whose place it takes once all of it is recorded.
    """
    slug = ledger.find(mapping.campaign).slug if mapping.campaign or not dry else ""
    if not even_if_cut and not dry:
        must_be_whole(spool)
    job = _Import(ledger, slug, spool, survey, mapping, instead_of)
    report = job.report
    report.dry = dry
    done, blob = 0, None
    with _without_garbage_collection() as collect:
        for intake in job.intakes():
            if not dry and not report.intakes and instead_of is None and spool.source.is_there:
                blob = keep_source(ledger, slug, spool.source)
            if dry:
                job.count(intake)
            elif refused := job.record(intake, blob):
                report.refused = refused
                return report
            done += len(intake.numbers)
            progress(done)
            collect()
    return report


def must_be_whole(spool: Spool) -> None:
    """Nothing, for a file that was read to its end. Raises `NotTaken` for one that breaks off."""
    if spool.broken:
        raise NotTaken(
            f"{spool.source.name} breaks off at {spool.broken.place}: {spool.broken.what}. Nothing was recorded. "
            "Export it again, or take in what is whole with --even-if-cut: what is missing can be added later."
        )


@contextmanager
def _without_garbage_collection() -> Iterator[Callable[[], object]]:
    """Switch the garbage collector off: thousands of objects are made and none freed, and it would take a quarter
    of the time.

    Yields the function that collects once, between two batches, when hardly anything is left to look through.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield lambda: gc.collect(1)
    finally:
        if running:
            gc.enable()


@dataclass(slots=True)
class _Intake:
    """One intake, to be recorded whole: which entries are in it, and the evenings that begin with some of them."""

    at: str
    """The time that the first of them is put at."""
    numbers: "array[int]" = field(default_factory=lambda: array("q"))
    """The numbers of its entries in the spool, in order."""
    evenings: dict[int, OpenEvening] = field(default_factory=dict)
    """By the number of the entry that comes first."""
    heard: dict[str, None] = field(default_factory=dict)
    """The speakers whom all may hear, in the order in which they speak."""
    commands: int = 0
    is_last: bool = False
    """True if only with it all of the earlier play is there, whose place it takes."""


@dataclass(slots=True)
class _Counted:
    """The outcome of the entries of one intake, counted while its commands are made."""

    recorded: Counter[EntryForm] = field(default_factory=Counter)
    grades: Counter[Grade] = field(default_factory=Counter)
    for_the_gm: int = 0
    adjusted: int = 0
    remarks: list[Remarked] = field(default_factory=list)


class _Import:
    """The import of one file into one campaign."""

    def __init__(
        self,
        ledger: Ledger,
        slug: str,
        spool: Spool,
        survey: Survey,
        mapping: who.Mapping,
        instead_of: int | None,
    ) -> None:
        handle = ledger.open(slug) if slug else None  # None: a dry run for a campaign that is not founded yet
        campaign = handle.now.campaign if handle else Campaign()
        self._ledger, self._slug, self._spool = ledger, slug, spool
        self._instead_of = instead_of
        self._gm = campaign.gm or "gm"
        self._turn = turn_of(handle) if handle else 0
        self._session = campaign.session.number if campaign.session else 0
        self._goes_on = handle is not None and unfinished_on(handle) == spool.source.name
        gaps: dict[str, list[Gap]] = {}
        for gap in survey.gaps:
            gaps.setdefault(gap.id, []).append(gap)
        seats = {person: seat.name for person, seat in campaign.people.items()}
        known_here = people_of(ledger, slug, earlier=False)
        self._plan = Plan(mapping, people_of(ledger, slug), seats, self._gm, gaps, frozenset(known_here))
        self.report = Report(
            slug, spool.source.name, spool.format.title, survey=survey, deleted=spool.deleted, unread=spool.unread
        )
        known = known_entries(handle, instead_of_earlier=instead_of is not None) if handle else ()
        spool.remember(known)
        find_again(spool)
        if handle and instead_of is None:
            survey.remarks += [it for it in read_otherwise(handle, spool) if it not in survey.remarks]
        self._evenings = SessionsOfFile(mapping, spool)

    def _submission(self, command: Command, key: str | None = None, when: str | None = None) -> Submission:
        """The submission of a command in the name of the GM, who imports."""
        return Submission(command=command, by=self._gm, key=key, happened_at=when)

    def _character_submissions(self) -> list[Submission]:
        """Submissions that make characters of speakers who are to be some; they come with the first intake."""
        game = self._ledger.game(self._ledger.find(self._slug).game)
        state = self._ledger.moment(self._slug).game
        wanted = (
            game.entering(state, it.id, it.name, it.player)
            for it in self._plan.mapping.speakers.values()
            if it.enters and it.id and it.id not in self._plan.heard_of
        )
        return [self._submission(command) for command in wanted if command is not None]

    def intakes(self) -> Iterator[_Intake]:
        """Yield what is new, in intakes for one transaction each. Nothing of an entry is read that is new."""
        intake, evening, scene, told_before = _Intake(""), -1, "", 0
        for place, entry in enumerate(self._spool.outlines()):
            here = self._evenings.of(place)
            known = self._spool.known(entry.id)
            if known is not None:
                self._count_known(self._spool.said(entry.number), known.digest)
                continue
            if self._was_told(entry.id):
                self.report.known += 1
                told_before += 1
                continue
            if self._plan.left_out(entry):
                self.report.left_out += 1
                continue
            if intake.commands >= BATCH_SIZE or (here != evening and self._is_best_ended(intake, place)):
                yield intake
                intake = _Intake("")
            if here != evening or not intake.commands:
                intake.at = intake.at if intake.commands else entry.at
                intake.evenings[entry.number] = self._open_session(here)
                intake.commands += 1
                evening, scene = here, ""
            if entry.scene and entry.scene != scene:
                intake.commands += 1
                scene = entry.scene
            intake.numbers.append(entry.number)
            intake.commands += 1 + self._plan.adjusted_before(entry.id)
            if not entry.secret and not entry.deleted:
                intake.heard[entry.speaker] = None
        intake.is_last = True
        if told_before:
            self.report.remarks.append(Remarked("the whole file", told_to_all(told_before)))
        if intake.commands or self._instead_of is not None or self._goes_on:
            yield intake  # without entries where a stopped one had them all

    def _was_told(self, source_id: str) -> bool:
        """True if it is what of a message only the GM was shown, and that message was once taken in with it."""
        message, part, _number = source_id.partition(FOR_THE_GM)
        known = self._spool.known(message) if part and self._spool.knows else None
        said = self._spool.said_as(message) if known else None
        return known is not None and said is not None and digest_of(text_of(said)) != known.digest

    def _is_best_ended(self, intake: _Intake, place: int) -> bool:
        """True if an intake is ended before this entry, with which an evening begins: it could be full in the
        evening's midst, and an evening in two parts is told in two parts.
        """
        many = intake.commands
        return many >= BATCH_SIZE // 2 and many + self._spool.entries - place > BATCH_SIZE

    def _open_session(self, evening: int) -> OpenEvening:
        """The campaign's next session, or the one of which a part was taken in before."""
        title, before = self._evenings.title(evening), self._evenings.sessions.get(evening)
        if before is None:
            self._session += 1
            self._evenings.sessions[evening] = self._session
            self.report.evenings += 1
        return OpenEvening(title=title, again=before)

    def _count_known(self, said: Said, digest: bytes) -> None:
        self.report.known += 1
        if digest_of(text_of(said)) != digest:
            self.report.changed += 1
            if self.report.changed <= _MOST_CHANGED:
                what = "it says something else now than when it was taken in: the record keeps what it said"
                self.report.remarks.append(Remarked(said.place, what))

    def _entry(self, said: Said, counted: _Counted) -> LogEntry:
        """The command that logs an entry; one that no record can hold as it is comes in word for word."""
        try:
            return self._plan.command(said)
        except ValidationError as error:
            counted.remarks.append(Remarked(said.place, f"kept in words only: {first_fault(error)}"))
            parts = (said.text, *(roll.said({}) for roll in said.rolls), *(str(it) for it in said.moves))
            return self._plan.command(
                Said(
                    id=said.id[:200],
                    place=said.place[:200],
                    speaker=said.speaker,
                    form=EntryForm.VERBATIM,
                    text="\n".join((*parts, *said.marks))[:100_000],
                    secret=said.secret,
                    deleted=said.deleted,
                )
            )

    def submissions(self, intake: _Intake, blob: str | None, counted: _Counted) -> Iterator[Submission]:
        """The commands of an intake, from its beginning to its end. Speakers whom all may hear are named first."""
        spool, asked = self._spool, self._submission
        yield asked(
            BeginIntake(
                source=spool.format.title,
                file=spool.source.name,
                sum=spool.sum,
                blob=blob,
                voices=self._plan.heard(iter(intake.heard)),
                instead_of=self._instead_of if intake.is_last else None,
            )
        )
        evening, last, scene = False, None, ""
        for number, said in spool.some(intake.numbers, intake.at):
            if (opened := intake.evenings.get(number)) is not None:
                if evening:
                    yield asked(CloseEvening(), when=last)
                evening, last, scene = True, None, ""
                yield asked(opened, when=said.when)
            if said.scene and said.scene != scene:
                yield asked(OpenLoggedScene(title=said.scene), when=said.when)
                scene = said.scene
            for name, adjustment in self._plan.adjustments(said):
                yield asked(adjustment, key_of(self._turn, name), said.when)
                counted.adjusted += 1
            entry = self._entry(said, counted)
            yield asked(entry, key_of(self._turn, said.id), said.when)
            counted.recorded[entry.form] += 1
            for roll in entry.rolls:
                counted.grades[roll.grade] += 1
            counted.for_the_gm += said.secret or said.deleted
            last = said.when or last
        if evening:
            yield asked(CloseEvening(), when=last)
        yield asked(EndIntake(more=not intake.is_last))

    def record(self, intake: _Intake, blob: str | None) -> Refused | None:
        """Store an intake, whole; or why none of it is."""
        counted, before = _Counted(), [] if self.report.intakes else self._character_submissions()

        def all_of_it() -> Iterator[Submission]:
            nonlocal counted
            counted = _Counted()
            return chain(before, self.submissions(intake, blob, counted))

        refused = self._ledger.rule_in_parts(self._slug, all_of_it)
        if refused is None:
            self._count(counted)
        return refused

    def count(self, intake: _Intake) -> None:
        """Put into the report what would be recorded."""
        counted = _Counted()
        deque(self.submissions(intake, None, counted), maxlen=0)
        self._count(counted)

    def _count(self, counted: _Counted) -> None:
        report = self.report
        report.intakes += 1
        report.recorded += counted.recorded
        report.grades += counted.grades
        report.for_the_gm += counted.for_the_gm
        report.adjusted += counted.adjusted
        report.remarks.extend(counted.remarks)
