"""Taking in earlier play on a screen: uploaded files, who is who in them, and their report. Nothing draws."""

from collections.abc import Callable, Collection, Sequence
from collections.abc import Mapping as AnyMapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO

from dashboard.access import Access
from dashboard.pages.library.background_recording import BackgroundRecording
from dashboard.pages.library.previewed import told_as
from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.messages import NOT_JUDGED
from domain.kernel.logged.played import Grade
from exchange.imports.entries import NotTaken, Said
from exchange.imports.folders import source_at, uploaded
from exchange.imports.founding import found_for
from exchange.imports.importing import Report, import_file, people_of
from exchange.imports.intakes_before import OR_WITH, read_otherwise, undo_intake
from exchange.imports.mapping import EveningOf, MappedSpeaker, Mapping, as_before, guessed, new_id
from exchange.imports.plan import Plan
from exchange.imports.readers.earlier import EARLIER_PLAY, earlier_source, voices_in
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock, zone_called
from exchange.imports.spool import Spool, spooled
from exchange.imports.survey import GAP_HOURS, Survey, survey
from ledger.answers import Refused
from ledger.ledger import Ledger
from ledger.logged import earlier_play

LEFT_OUT = "(left out)"
NEW = "(a new voice)"
BOTH = "Both chats of a world that has an older and a newer one"
DELETED = "What was deleted there and still stands in the file, for the GM"
UNDATED = "Notes without date or number tell of play: count their dice"
PREVIEWED = 12
"""The number of entries of the first evening that are shown as they will read."""
PREVIEWED_WORDS = 500
"""Characters of each of them. What is decided stands below them, and must not lie far away."""


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """Ways to read files, where they do not say so themselves."""

    zone: str = "UTC"
    day_first: bool = False
    begins: datetime | None = None
    """The beginning of the play by a clock of that zone, where a file counts from there or tells no dates."""
    both: bool = False
    deleted: bool = False
    undated: bool = False


@dataclass(slots=True)
class UploadedFiles:
    """Files that were read as one, uploaded or where they lie; the former are on the disk while this is kept."""

    campaign: str
    spool: Spool
    survey: Survey
    guess: Mapping
    known: AnyMapping[str, str]
    """People and characters of the campaign: id -> name."""
    uploaded: ExitStack
    """Keeps the files themselves on the disk, until they are kept in the ledger."""
    instead_of: int | None = None
    """The last intake of earlier play whose place it takes, where it is no file but that."""
    gap_hours: float = GAP_HOURS
    """The silence that ends an evening."""
    recording: BackgroundRecording = field(default_factory=BackgroundRecording)
    """Its recording, once that is asked for."""
    _rehearsal: tuple[Mapping, int, Report] | None = None
    """The last dry run: of which mapping, at which head of the campaign, and its report."""
    is_closed: bool = False
    """True once somebody has closed it: nothing more is read of it after its recording."""
    _founding: Lock = field(default_factory=Lock)
    """Held while it is founded: a second press of the button is answered in another thread at once."""
    _founded: tuple[str, str, str] | None = None
    """The campaign that was founded for it: its title, who runs it, and its slug."""

    def close(self) -> None:
        """Remove what was kept of it, once it is not being recorded."""
        self.is_closed = True
        self.recording.afterwards(self.spool.close)
        self.recording.afterwards(self.uploaded.close)

    def choices(self) -> list[str]:
        """The choices of what a speaker can be taken in as."""
        return [NEW, LEFT_OUT, *(self.shown(it) for it in self.known)]

    def shown(self, known: str) -> str:
        """Somebody of the campaign as the list of choices names them; of two alike the second has a number."""
        name = self.known[known]
        alike = [it for it, called in self.known.items() if called == name]
        return name if alike[0] == known else f"{name} ({alike.index(known) + 1})"

    def rows(self) -> list[dict[str, Any]]:
        """The speakers of the file with what was guessed, the most talkative first."""
        rows = []
        for it in sorted(self.survey.speakers.values(), key=lambda it: -it.entries):
            guess = self.guess.speakers[it.name].id
            taken = LEFT_OUT if guess is None else self.shown(guess) if guess in self.known else NEW
            rows.append(
                {
                    "Who speaks": it.name,
                    "Entries": it.entries,
                    "Rolls": it.rolls,
                    "Taken in as": taken,
                    "For instance": it.example,
                }
            )
        return rows

    def part_by(self, gap_hours: float) -> None:
        """Guess the evenings anew: so many hours of silence end one. What was chosen for speakers stays."""
        if gap_hours != self.gap_hours:
            self.gap_hours, self.survey = gap_hours, survey(self.spool, gap_hours)
            found = [EveningOf(starts=it.starts, title=it.title, first=it.first) for it in self.survey.evenings]
            self.guess = self.guess.model_copy(update={"evenings": found})

    def evening_rows(self) -> list[dict[str, Any]]:
        """The evenings that were guessed, in the order of time."""
        return [{"Begins": it.starts[:16].replace("T", " "), "Title": it.title} for it in self.guess.evenings]

    def mapping(
        self,
        rows: list[dict[str, Any]],
        evenings: list[dict[str, Any]],
        *,
        leave_out: bool = False,
        adjust: str = "",
    ) -> Mapping:
        """The mapping that a person's choices make of the guess. Evenings without a title are no evenings."""
        by_choice = {self.shown(it): it for it in self.known}
        taken = dict(self.known)
        speakers = {}
        for row in rows:
            name, choice = row["Who speaks"], row["Taken in as"]
            if choice == LEFT_OUT:
                speakers[name] = MappedSpeaker(id=None, name=name)
            elif choice in by_choice:
                speakers[name] = MappedSpeaker(
                    id=by_choice[choice],
                    name=self.known[by_choice[choice]],
                    player=self.guess.speakers[name].player,
                )
            else:
                new = new_id(name, taken)
                taken[new] = name
                speakers[name] = MappedSpeaker(id=new, name=name, player=self.guess.speakers[name].player)
        titles = [str(it.get("Title") or "").strip() for it in evenings]
        pairs = zip(self.guess.evenings, titles, strict=True)
        return self.guess.model_copy(
            update={
                "speakers": speakers,
                "evenings": [
                    EveningOf(starts=it.starts, title=title, first=it.first) for it, title in pairs if title
                ],
                "secrets": "leave-out" if leave_out else "gm",
                "adjust": adjust,
            }
        )

    def take_in(
        self,
        ledger: Ledger,
        mapping: Mapping,
        *,
        dry: bool,
        even_if_cut: bool = False,
        progress: Callable[[int], None] = lambda done: None,
    ) -> Report:
        """The report, and unless it is dry the records. Raises `NotTaken`."""
        return import_file(
            ledger,
            self.spool,
            self.survey,
            mapping,
            dry=dry,
            even_if_cut=even_if_cut,
            instead_of=self.instead_of,
            progress=progress,
        )

    def record(self, ledger: Ledger, mapping: Mapping, who: Access, *, even_if_cut: bool) -> None:
        """Begin to record it as `who` may, beside everything else: see `recording`."""

        def work(progress: Callable[[int], None]) -> Report:
            return self.take_in(ledger, mapping, dry=False, even_if_cut=even_if_cut, progress=progress)

        with _UNDER_WAY_LOCK:
            self.recording.begin(mapping.campaign, ledger.head(mapping.campaign), who, work)
            _UNDER_WAY.append(self)
        self.recording.afterwards(self._is_over)

    def _is_over(self) -> None:
        with _UNDER_WAY_LOCK, suppress(ValueError):
            _UNDER_WAY.remove(self)

    def rehearsed(self, ledger: Ledger, mapping: Mapping) -> Report:
        """The report of a dry run. All entries are read anew only for another mapping, or after another ruling."""
        head = ledger.head(mapping.campaign) if mapping.campaign else 0
        if self._rehearsal is None or self._rehearsal[:2] != (mapping, head):
            self._rehearsal = (mapping, head, self.take_in(ledger, mapping, dry=True))
        return self._rehearsal[2]

    def founded(self, ledger: Ledger, title: str, gm_name: str) -> str:
        """Found the campaign that it is taken into: its slug. Raises `NotTaken`.

        Once: what could not be taken in is tried again, and goes into the campaign that is there by now.
        """
        with self._founding:
            if self._founded is not None and self._founded[:2] == (title, gm_name):
                return self._founded[2]
            answer = found_for(ledger, self.spool.about, title, gm_name)
            if isinstance(answer, Refused):
                raise NotTaken(answer.message)
            self._founded = (title, gm_name, answer)
            return answer

    def first_evening(self, mapping: Mapping) -> tuple[str, list[tuple[str, str]]]:
        """The beginning of the chronicle to be: the title of the first evening, and (who, what) of its first
        entries.
        """
        plan, shown = Plan(mapping, self.known, {}, "", {}), list[tuple[str, str]]()
        begins = {it.first: at for at, it in enumerate(mapping.evenings) if it.first}
        here, first = 0, 0
        for said in self.spool:
            here = _evening_of(said, mapping.evenings, begins.get(said.id, here))
            if said.secret or plan.left_out(said):
                continue
            if shown and here != first:
                break
            first = here
            speaker = plan.voice(said.speaker).name
            words = told_as(said, speaker)
            whole = len(words) <= PREVIEWED_WORDS
            shown.append((speaker, words if whole else f"{words[:PREVIEWED_WORDS]} …"))
            if len(shown) >= PREVIEWED:
                break
        return mapping.evenings[first].title if mapping.evenings else self.spool.source.stem, shown


def _evening_of(said: Said, evenings: Sequence[EveningOf], otherwise: int) -> int:
    """The evening of an entry by its time; `otherwise` for one without a time."""
    begun = [at for at, it in enumerate(evenings) if it.starts and said.when and it.starts <= said.when]
    return begun[-1] if begun else otherwise


_UNDER_WAY: list[UploadedFiles] = []
_UNDER_WAY_LOCK = Lock()


def being_recorded(campaigns: Collection[str]) -> UploadedFiles | None:
    """Files that are being recorded in one of these campaigns, whoever asked for it; None where there are none."""
    with _UNDER_WAY_LOCK:
        return next((it for it in _UNDER_WAY if it.recording.campaign in campaigns), None)


def look_at(
    ledger: Ledger,
    campaign: str,
    files: Sequence[tuple[str, BinaryIO]] | Path,
    reading: ReadingOptions = ReadingOptions(),
) -> UploadedFiles:
    """Read uploaded files, each as (name, content), or a file or folder of this computer. Raises `NotTaken` with
    the sentence to show.
    """
    clock = Clock(zone_called(reading.zone), reading.day_first, reading.begins)
    with ExitStack() as stack:
        how = {"both": reading.both, "deleted": reading.deleted, "undated": reading.undated}
        try:
            source = stack.enter_context(
                source_at(files, clock, **how) if isinstance(files, Path) else uploaded(files, clock, **how)
            )
        except NotTaken as problem:
            raise NotTaken(on_screen(str(problem))) from problem
        except PermissionError as problem:
            raise NotTaken(f"{problem.filename} may not be read by whoever started the dashboard.") from problem
        spool = spooled(source, format_of(source))
        if campaign:
            _must_not_come_twice(ledger, campaign, spool)
        found, known = survey(spool), people_of(ledger, campaign)
        if not found.entries:
            spool.close()
            more = f" What was deleted there ({spool.deleted:,}) comes in with --deleted." if spool.deleted else ""
            raise NotTaken(on_screen(f"{source.name} holds nothing to take in.{more}"))
        guess = guessed(spool, found, campaign, known).model_copy(
            update={
                "zone": reading.zone,
                "day_first": reading.day_first,
                "deleted": "gm" if reading.deleted else "leave-out",
                "undated": reading.undated,
            }
        )
        return UploadedFiles(campaign, spool, found, guess, known, stack.pop_all())


def on_screen(said: str) -> str:
    """A sentence on a file, with the switches of the screen in place of options."""
    for option, switch in (("--both", BOTH), ("--deleted", DELETED), ("--undated", UNDATED)):
        said = said.replace(option, f"the switch “{switch}”")
    return said


def _must_not_come_twice(ledger: Ledger, campaign: str, spool: Spool) -> None:
    try:
        list(read_otherwise(ledger.open(campaign), spool))  # its remarks come with the dry run
    except NotTaken as problem:
        spool.close()
        raise NotTaken(f"{str(problem).partition(OR_WITH)[0].removesuffix('.')}.") from problem


def holds_earlier_play(ledger: Ledger, campaign: str) -> bool:
    """True if a campaign holds play in its journal that does not count, and could come in as play."""
    return next(earlier_play(ledger.open(campaign)), None) is not None


def look_at_earlier(ledger: Ledger, campaign: str) -> UploadedFiles:
    """Read that earlier play, with whoever spoke being who they were then. Raises `NotTaken`."""
    with ExitStack() as stack:
        source, last = stack.enter_context(earlier_source(ledger, campaign))
        spool = spooled(source, EARLIER_PLAY)
        found, known = survey(spool), people_of(ledger, campaign)
        guess = as_before(guessed(spool, found, campaign, known), voices_in(source), known)
        return UploadedFiles(campaign, spool, found, guess, known, stack.pop_all(), last)


def taken_back(ledger: Ledger, campaign: str, number: int, reason: str) -> str:
    """Take back an intake, whole, and say so. Raises `NotTaken`."""
    intake, answer = undo_intake(ledger, campaign, number, reason)
    if isinstance(answer, Refused):
        raise NotTaken(answer.message)
    return f"{intake.file} is taken back. It can be taken in again."


def grades_in_words(found: Survey) -> list[str]:
    """A line for the rolls that the file does not prove by itself, by how far they are known."""
    said = {
        Grade.WORDS: "read out of words: dice, notation and total agree",
        Grade.TOTAL: "by the total alone, or with dice that do not come to it",
    }
    counts = ((found.grades[grade], words) for grade, words in said.items())
    return [f"{many:,} {'roll is' if many == 1 else 'rolls are'} {words}." for many, words in counts if many]


def recorded_in_words(report: Report) -> list[str]:
    """A report in sentences."""
    total = report.recorded.total()
    verb = ("would be" if report.dry else "was" if total == 1 else "were") + " taken in"
    kinds = ", ".join(f"{count:,} {_KINDS[kind][count != 1]}" for kind, count in report.recorded.most_common())
    said = [f"{total:,} {'entry' if total == 1 else 'entries'} {verb}{f': {kinds}' if kinds else ''}."]
    said.append(
        f"{report.in_file:,} in the file: {total:,} {verb}, {report.known:,} known, {report.left_out:,} left out, "
        f"{report.deleted:,} deleted, {report.unread:,} unread."
    )
    for count, one, more in (
        (report.evenings, f"new session, {NOT_JUDGED}", f"new sessions, {NOT_JUDGED}"),
        (report.known, "had been taken in before", "had been taken in before"),
        (report.left_out, "is left out", "are left out"),
        (report.for_the_gm, *(f"{verb} for the GM alone: {_SECRETS}" for verb in ("is", "are"))),
        (report.adjusted, "value is adjusted", "values are adjusted"),
    ):
        if count:
            said.append(f"{count:,} {one if count == 1 else more}.")
    return said


_KINDS = {
    EntryForm.SPEECH: ("said in character", "said in character"),
    EntryForm.TALK: ("said at the table", "said at the table"),
    EntryForm.EMOTE: ("gesture", "gestures"),
    EntryForm.STORY: ("told", "told"),
    EntryForm.ROLL: ("roll", "rolls"),
    EntryForm.CHANGE: ("number that moved", "numbers that moved"),
    EntryForm.WHISPER: ("whisper", "whispers"),
    EntryForm.VERBATIM: ("kept word for word", "kept word for word"),
}
_SECRETS = "whispers, blind rolls, broken data"

__all__ = (
    "BOTH",
    "DELETED",
    "LEFT_OUT",
    "NEW",
    "NotTaken",
    "ReadingOptions",
    "UploadedFiles",
    "grades_in_words",
    "holds_earlier_play",
    "look_at",
    "look_at_earlier",
    "recorded_in_words",
    "taken_back",
)
