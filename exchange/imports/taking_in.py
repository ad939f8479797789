"""From a file that was read to records: only what is new, each part of it whole or not at all."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import ValidationError

from domain.kernel.journal.earlier import LARGEST_DIE, EarlierChange, EarlierDie, EarlierRoll, EntryForm, Voice
from domain.kernel.journal.intake import (
    AdjustEarlierValue,
    BeginIntake,
    EndIntake,
    OpenEarlierEvening,
    TakeInEntry,
)
from domain.kernel.journal.notes import Visibility
from domain.kernel.logged.played import LoggedRoll
from domain.kernel.messages import Command
from domain.kernel.terms import PersonId
from exchange.imports import mapping as who
from exchange.imports.entries import NotTaken, Remarked, Said
from exchange.imports.spool import Spool
from exchange.imports.survey import Gap, Survey
from exchange.imports.texts import from_iso
from ledger.answers import Refused, Submission
from ledger.ledger import Ledger

AT_ONCE = 20_000
"""So many entries are recorded in one transaction, as an intake of its own. A larger file makes several."""


@dataclass(slots=True)
class Report:
    """What became of a file."""

    campaign: str
    file: str
    source: str
    recorded: Counter[EntryForm] = field(default_factory=Counter)
    """New entries by kind."""
    known: int = 0
    """Entries an earlier intake had taken in."""
    left_out: int = 0
    """Entries of speakers, or secrets, that the mapping leaves out."""
    for_the_gm: int = 0
    adjusted: int = 0
    intakes: int = 0
    """How many intakes were recorded, each in one transaction."""
    survey: Survey = field(default_factory=Survey)
    refused: Refused | None = None
    dry: bool = False

    @property
    def remarks(self) -> list[Remarked]:
        """What is worth knowing about the file."""
        return self.survey.remarks


@dataclass(slots=True)
class Plan:
    """How the entries of a file become submissions under a mapping."""

    mapping: who.Mapping
    names: Mapping[str, str]
    """People and characters of the campaign: id -> name."""
    source: str
    gaps: Mapping[str, list[Gap]]
    _ids: dict[str, str] = field(default_factory=dict)

    def voice(self, speaker: str) -> who.Who:
        """Whose voice it is. A speaker the mapping does not name keeps the name of the file."""
        found = self.mapping.speakers.get(speaker)
        return found or who.Who(id=self._new(speaker), name=speaker)

    def owner(self, name: str) -> tuple[str, str]:
        """Id and name of whom a number belongs to: a speaker, or a thing such as a clock."""
        mapped = self.mapping.speakers.get(name)
        if mapped is not None and mapped.id is not None:
            return mapped.id, mapped.name
        return self._new(name), name

    def _new(self, name: str) -> str:
        if name not in self._ids:
            taken = {**self.names, **{it.id: called for called, it in self.mapping.speakers.items() if it.id}}
            taken.update((known, called) for called, known in self._ids.items())
            self._ids[name] = who.new_id(name, taken)
        return self._ids[name]

    def command(self, said: Said, voice: who.Who) -> TakeInEntry:
        """The command that takes an entry in. Raises `ValidationError` for what no journal can hold."""
        changes = []
        for move in said.moves:
            owner, called = self.owner(move.owner or said.speaker)
            changes.append(
                EarlierChange(owner=owner, owner_name=called, name=move.name, was=move.was, now=move.now)
            )
        return TakeInEntry(
            source_id=said.id,
            form=said.form,
            voice=PersonId(voice.id or self._new(said.speaker)),
            speaker=voice.name,
            text=said.text if said.text.strip() or said.rolls or changes else "(nothing)",
            rolls=tuple(map(_earlier, said.rolls)),
            changes=tuple(changes),
            visibility=Visibility.GM if said.secret else Visibility.TABLE,
        )

    def adjustments(self, said: Said) -> Iterator[tuple[str, Command]]:
        """What closes the gaps before an entry, each under a key of its own."""
        for gap in self.gaps.get(said.id, ()) if self.mapping.adjust.strip() else ():
            if gap.secret:
                continue  # it would tell the table what only the GM may know
            owner, called = self.owner(gap.owner)
            yield (
                f"intake:{said.id}:adjust:{gap.owner}:{gap.name}"[:400],
                AdjustEarlierValue(
                    owner=owner,
                    owner_name=called,
                    name=gap.name,
                    was=gap.stood,
                    now=gap.found,
                    reason=self.mapping.adjust,
                ),
            )


def _earlier(roll: LoggedRoll) -> EarlierRoll:
    dice = tuple(
        EarlierDie(size=it.size, face=it.face, kept=it.kept) for it in roll.dice if 2 <= it.size <= LARGEST_DIE
    )
    return EarlierRoll(formula=roll.formula, dice=dice, total=roll.total, label=roll.label)


def people_of(ledger: Ledger, campaign: str) -> dict[str, str]:
    """Everybody a speaker may turn out to be: characters first, then people at the table. Id -> name."""
    entry = ledger.find(campaign)
    moment = ledger.moment(entry.slug) if ledger.head(entry.slug) else None
    if moment is None:
        return {}
    known = dict(ledger.game(entry.game).cast(moment.game))
    known.update((person, seat.name) for person, seat in moment.campaign.people.items() if person not in known)
    known.update((voice, name) for voice, name in moment.journal.voices.items() if voice not in known)
    return known


def take_in(
    ledger: Ledger,
    spool: Spool,
    survey: Survey,
    mapping: who.Mapping,
    *,
    even_if_cut: bool = False,
    dry: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Record what is new in a file. Raises `NotTaken` when it may not be, and before anything is stored."""
    entry = ledger.find(mapping.campaign)
    if spool.broken and not even_if_cut and not dry:
        raise NotTaken(
            f"{spool.source.name} breaks off at {spool.broken.place}: {spool.broken.what}. Nothing was recorded. "
            "Export it again, or take in what is whole with --even-if-cut: what is missing can be added later."
        )
    known = ledger.index.submissions(entry.id)
    report = Report(entry.slug, spool.source.name, spool.format.title, survey=survey, dry=dry)
    gaps: dict[str, list[Gap]] = {}
    for gap in survey.gaps:
        gaps.setdefault(gap.id, []).append(gap)
    plan = Plan(mapping, people_of(ledger, entry.slug), spool.format.title, gaps)
    gm = ledger.moment(entry.slug).campaign.gm or "gm"
    done = 0
    for intake in _intakes(spool, plan, known, report):
        answers = (
            [] if dry else ledger.rule_all(entry.slug, [_by(gm, each) for each in _framed(intake, spool, plan)])
        )
        if answers and isinstance(answers[-1], Refused):
            report.refused = answers[-1]
            return report
        report.intakes += 1
        for said, command in intake:
            if isinstance(command.command, TakeInEntry):
                report.recorded[command.command.form] += 1
                report.for_the_gm += bool(said and said.secret)
            report.adjusted += isinstance(command.command, AdjustEarlierValue)
        done += len(intake)
        progress(done)
    return report


@dataclass(frozen=True, slots=True)
class _Asked:
    command: Command
    key: str | None = None
    when: str | None = None


def _by(gm: str, asked: _Asked) -> Submission:
    return Submission(command=asked.command, by=gm, key=asked.key, happened_at=asked.when)


_Step = tuple[Said | None, _Asked]


def _intakes(spool: Spool, plan: Plan, known: Mapping[str, int], report: Report) -> Iterator[list[_Step]]:
    """What is new, in parts that one transaction can hold."""
    evenings = sorted((from_iso(it.starts) or "", it.title) for it in plan.mapping.evenings)
    starts, current = [start for start, _title in evenings], -1
    steps: list[_Step] = []
    at = ""
    for said in spool:
        key = f"intake:{said.id}"
        voice = plan.voice(said.speaker)
        at = said.when or at
        if key in known:
            report.known += 1
            continue
        if voice.id is None or (said.secret and plan.mapping.secrets == "leave-out"):
            report.left_out += 1
            continue
        evening = bisect_right(starts, at) - 1
        if evening >= 0 and (evening != current or not steps):
            steps.append((None, _Asked(OpenEarlierEvening(title=evenings[evening][1]), when=said.when)))
            current = evening
        for adjust_key, adjustment in plan.adjustments(said):
            if adjust_key not in known:
                steps.append((None, _Asked(adjustment, adjust_key, said.when)))
        steps.append((said, _Asked(_possible(plan, said, voice, report), key, said.when)))
        if len(steps) >= AT_ONCE:
            yield steps
            steps = []
    if steps:
        yield steps


def _possible(plan: Plan, said: Said, voice: who.Who, report: Report) -> TakeInEntry:
    """The entry; what no journal can hold as it is comes in word for word."""
    try:
        return plan.command(said, voice)
    except ValidationError as error:
        report.remarks.append(Remarked(said.place, f"kept in words only: {error.errors()[0]['msg']}"))
        text = "\n".join((said.text, *(roll.said({}) for roll in said.rolls), *(str(it) for it in said.moves)))
        words = Said(
            id=said.id[:200],
            place=said.place,
            speaker=said.speaker,
            form=EntryForm.VERBATIM,
            text=text[:100_000],
            secret=said.secret,
        )
        return plan.command(words, voice)


def _framed(intake: list[_Step], spool: Spool, plan: Plan) -> Iterator[_Asked]:
    """An intake from its beginning to its end. Who is heard for all to hear is named at its beginning."""
    voices = {}
    for said, step in intake:
        if said is not None and not said.secret and isinstance(step.command, TakeInEntry):
            voices[step.command.voice] = step.command.speaker
    heard = [Voice(id=it, name=called) for it, called in voices.items() if it not in plan.names]
    yield _Asked(BeginIntake(source=plan.source, file=spool.source.name, sum=spool.sum, voices=tuple(heard)))
    for _said, step in intake:
        yield step
    yield _Asked(EndIntake())
