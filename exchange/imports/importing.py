"""Importing earlier play: what is new in a file becomes records, in batches stored whole or not at all."""

import gc
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic import ValidationError

from domain.kernel.campaign.state import Campaign
from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.chapters.entries import AdjustLoggedValue, LogEntry
from domain.kernel.logged.chapters.evenings import CloseEvening, OpenEvening, OpenLoggedScene
from domain.kernel.logged.chapters.intakes import BeginIntake, EndIntake
from domain.kernel.logged.played import Grade
from domain.kernel.messages import Command
from domain.kernel.wording.faults import first_fault
from exchange.imports import mapping as who
from exchange.imports.entries import NotTaken, Remarked, Said
from exchange.imports.kept_source import keep_source
from exchange.imports.plan import Plan, text_of
from exchange.imports.spool import Spool
from exchange.imports.survey import UNTITLED, Gap, Survey
from exchange.imports.texts import from_iso
from ledger.answers import Refused, Submission
from ledger.ledger import Ledger
from ledger.logged import digest_of, key_of, known_entries, turn_of

BATCH_SIZE = 5_000
"""The most entries that are recorded in one transaction, as an intake of its own. A larger file makes several,
so that whatever its size no more than this is in memory, and nobody who plays meanwhile waits for long.
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
        for intake in job.batches():
            if not dry and not report.intakes and instead_of is None and spool.source.is_there:
                blob = keep_source(ledger, slug, spool.source)
            if not dry and (refused := job.record(intake, blob)):
                report.refused = refused
                return report
            job.count(intake)
            done += sum(said is not None for said, _asked in intake)
            progress(done)
            intake.clear()
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


class _PlannedCommand(NamedTuple):
    command: Command
    key: str | None = None
    when: str | None = None


_Step = tuple[Said | None, _PlannedCommand]


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
        self._evenings = _SessionsOfFile(mapping, spool)
        self._last = False

    def _submission(self, asked: _PlannedCommand) -> Submission:
        """The submission of a command in the name of the GM, who imports."""
        return Submission(command=asked.command, by=self._gm, key=asked.key, happened_at=asked.when)

    def character_submissions(self) -> list[Submission]:
        """Submissions that make characters of speakers who are to be some; they come with the first intake."""
        game = self._ledger.game(self._ledger.find(self._slug).game)
        state = self._ledger.moment(self._slug).game
        wanted = (
            game.entering(state, it.id, it.name, it.player)
            for it in self._plan.mapping.speakers.values()
            if it.enters and it.id and it.id not in self._plan.heard_of
        )
        return [Submission(command=command, by=self._gm) for command in wanted if command is not None]

    def batches(self) -> Iterator[list[_Step]]:
        """Yield what is new, in batches for one transaction each."""
        steps: list[_Step] = []
        evening, scene = -1, ""
        for number, said in enumerate(self._spool):
            here = self._evenings.of(number)
            known = self._spool.known(said.id)
            if known is not None:
                self._count_known(said, known.digest)
                continue
            if self._plan.left_out(said):
                self.report.left_out += 1
                continue
            if len(steps) >= BATCH_SIZE or (here != evening and self._is_best_ended(steps, number)):
                yield steps
                steps = []
            if here != evening or not steps:
                steps.append((None, self._open_session(here, said)))
                evening, scene = here, ""
            if said.scene and said.scene != scene:
                steps.append((None, _PlannedCommand(OpenLoggedScene(title=said.scene), when=said.when)))
                scene = said.scene
            for name, adjustment in self._plan.adjustments(said):
                steps.append((None, _PlannedCommand(adjustment, key_of(self._turn, name), said.when)))
            steps.append((said, _PlannedCommand(self._entry(said), key_of(self._turn, said.id), said.when)))
        self._last = True  # only with it all of the earlier play is there, whose place it takes
        if steps or self._instead_of is not None:
            yield steps

    def _is_best_ended(self, steps: Sequence[_Step], number: int) -> bool:
        """True if a batch is ended before this entry, with which an evening begins: it could be full in its midst,
        and an evening in two parts is told in two parts.
        """
        return len(steps) >= BATCH_SIZE // 2 and len(steps) + self._spool.entries - number > BATCH_SIZE

    def _open_session(self, evening: int, said: Said) -> _PlannedCommand:
        """The campaign's next session, or the one of which a part was taken in before."""
        title, before = self._evenings.title(evening), self._evenings.sessions.get(evening)
        if before is None:
            self._session += 1
            self._evenings.sessions[evening] = self._session
            self.report.evenings += 1
        return _PlannedCommand(OpenEvening(title=title, again=before), when=said.when)

    def _count_known(self, said: Said, digest: bytes) -> None:
        self.report.known += 1
        if digest_of(text_of(said)) != digest:
            self.report.changed += 1
            if self.report.changed <= _MOST_CHANGED:
                what = "it says something else now than when it was taken in: the record keeps what it said"
                self.report.remarks.append(Remarked(said.place, what))

    def _entry(self, said: Said) -> LogEntry:
        """The command that logs an entry; one that no record can hold as it is comes in word for word."""
        try:
            return self._plan.command(said)
        except ValidationError as error:
            self.report.remarks.append(Remarked(said.place, f"kept in words only: {first_fault(error)}"))
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

    def _bracketed(self, intake: list[_Step], blob: str | None) -> Iterator[_PlannedCommand]:
        """The commands of an intake, from its beginning to its end. Speakers whom all may hear are named first."""
        spool = self._spool
        heard = dict.fromkeys(
            said.speaker for said, _ in intake if said is not None and not said.secret and not said.deleted
        )
        yield _PlannedCommand(
            BeginIntake(
                source=spool.format.title,
                file=spool.source.name,
                sum=spool.sum,
                blob=blob,
                voices=self._plan.heard(iter(heard)),
                instead_of=self._instead_of if self._last else None,
            )
        )
        evening, last = False, None
        for said, step in intake:
            if isinstance(step.command, OpenEvening):
                if evening:
                    yield _PlannedCommand(CloseEvening(), when=last)
                evening, last = True, None
            yield step
            last = said.when or last if said is not None else last
        if evening:
            yield _PlannedCommand(CloseEvening(), when=last)
        yield _PlannedCommand(EndIntake())

    def record(self, intake: list[_Step], blob: str | None) -> Refused | None:
        """Store an intake, whole; or why none of it is."""
        before = [] if self.report.intakes else self.character_submissions()
        asked = [*before, *(self._submission(each) for each in self._bracketed(intake, blob))]
        answers = self._ledger.rule_all_or_none(self._slug, asked)
        return answers[-1] if isinstance(answers[-1], Refused) else None

    def count(self, intake: list[_Step]) -> None:
        """Put what was recorded into the report."""
        report = self.report
        report.intakes += 1
        for said, asked in intake:
            if said is not None and isinstance(asked.command, LogEntry):
                report.recorded[asked.command.form] += 1
                for roll in asked.command.rolls:
                    report.grades[roll.grade] += 1
                report.for_the_gm += said.secret or said.deleted
            report.adjusted += isinstance(asked.command, AdjustLoggedValue)


class _SessionsOfFile:
    """The evening of the mapping that each entry of a spool belongs to, and the session that is already."""

    def __init__(self, mapping: who.Mapping, spool: Spool) -> None:
        timed = [it for it in mapping.evenings if not it.first]
        named = {it.first: it for it in mapping.evenings if it.first}
        self._all = [*sorted(timed, key=lambda it: from_iso(it.starts) or ""), *named.values()]
        self._titles = [it.title for it in self._all] or [spool.title or UNTITLED]
        self._starts = [from_iso(it.starts) or "" for it in timed and self._all[: len(timed)]]
        self._named = {first: len(timed) + place for place, first in enumerate(named)}
        self._of: list[tuple[int, int]] = []
        """(number of the first entry, evening), where it changes."""
        self.sessions: dict[int, int] = {}
        """Evening -> session, for those of which something was taken in."""
        self._divide(spool)
        self._begins = [first for first, _evening in self._of]

    def _divide(self, spool: Spool) -> None:
        current, begun, begun_in = -1, -1, -1
        for number, (source_id, at) in enumerate(spool.times()):
            by_time = bisect_right(self._starts, at) - 1
            if source_id in self._named:
                begun, begun_in = self._named[source_id], by_time
            elif by_time != begun_in:
                begun = -1  # an evening that has its own time
            here = begun if begun >= 0 else max(0, by_time)
            if here != current:
                self._of.append((number, here))
                current = here
            if spool.knows and here not in self.sessions:
                known = spool.known(source_id)
                if known is not None and known.session is not None:
                    self.sessions[here] = known.session

    def of(self, number: int) -> int:
        """The evening of the entry with this number in the spool."""
        return self._of[bisect_right(self._begins, number) - 1][1]

    def title(self, evening: int) -> str:
        """The title of an evening."""
        return self._titles[evening] if evening < len(self._titles) else self._titles[-1]
