"""`take-in`: a first look at a file of another tool, and the intake with its report."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import Any

from cli.campaigns.rulings import answer_json, gm_of, refuse
from cli.options import Options
from cli.outcome import CommandFailed, Status, usage_error
from cli.printing import as_json, complain, counted, line, local, remark, rows, say, table
from cli.progress import bar
from domain.kernel.logged.played import Grade
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId
from exchange.documents.campaign.sessions import SessionRange
from exchange.documents.campaign.telling import parts_that_fit
from exchange.imports.folders import source_at
from exchange.imports.founding import FOUNDER, found_for
from exchange.imports.importing import Report, import_file, must_be_whole, people_of
from exchange.imports.intakes_before import read_otherwise, undo_intake
from exchange.imports.mapping import Mapping, as_before, guessed, leaves_all_out, left_out, read_mapping
from exchange.imports.readers.earlier import EARLIER_PLAY, earlier_source, voices_in
from exchange.imports.recognising import Format, format_called, format_of
from exchange.imports.source import Clock, ImportFile, zone_called
from exchange.imports.spool import Spool, spooled
from exchange.imports.survey import Survey, survey
from ledger.answers import Refused
from wiring.library import Library

MOST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """The campaign that is to be founded for a file."""

    title: str
    game: str | None
    gm: str


@dataclass(frozen=True, slots=True)
class IntakeWish:
    """The words of one `take-in`."""

    campaign: str
    file: str
    who: str | None
    guess: bool
    dry_run: bool
    even_if_cut: bool
    form: str | None
    zone: str
    day_first: bool
    gap: float
    adjust: str
    also: tuple[str, ...] = ()
    both: bool = False
    deleted: bool = False
    undated: bool = False
    begins: datetime | None = None
    new: NewCampaign | None = None


def earlier(options: Options, wish: IntakeWish) -> None:
    """The same of the earlier play that the campaign holds in its journal. Raises `CommandFailed`, `NotTaken`."""
    mapping = _mapping(wish.who) if wish.who else None
    before = _recorded(options, wish.campaign)
    try:
        with options.existing() as library, earlier_source(library.ledger, wish.campaign) as (source, last):
            slug = library.ledger.find(wish.campaign).slug
            _look_or_take(options, wish, library, slug, source, EARLIER_PLAY, mapping, last)
    except KeyboardInterrupt:
        raise CommandFailed(Status.INTERRUPTED, _stopped(_recorded(options, wish.campaign) - before)) from None


def take_in(options: Options, wish: IntakeWish) -> None:
    """Look at a file, or take it in. Raises `CommandFailed`, `NotTaken`."""
    paths = [Path(it) for it in (wish.file, *wish.also)]
    for path in paths:
        if not (path.is_file() or path.is_dir()):
            raise usage_error(f"There is no file {path}.")
    before = None
    try:
        mapping = _mapping(wish.who) if wish.who else None
        zone, day_first = (mapping.zone, mapping.day_first) if mapping else (wish.zone, wish.day_first)
        before = 0 if wish.new else _recorded(options, wish.campaign)
        clock = Clock(zone_called(zone), day_first, wish.begins)
        deleted = wish.deleted or (mapping is not None and mapping.deleted == "gm")
        undated = wish.undated or (mapping is not None and mapping.undated)
        with source_at(paths, clock, both=wish.both, deleted=deleted, undated=undated) as source:
            _take_in(options, wish, source, mapping)
    except KeyboardInterrupt:
        # Looked up anew: wherever it was stopped, what was being recorded is in the ledger whole or not at all.
        recorded = 0 if before is None or wish.new else _recorded(options, wish.campaign) - before
        raise CommandFailed(Status.INTERRUPTED, _stopped(recorded)) from None


def _recorded(options: Options, campaign: str) -> int:
    """The number of entries of logged play that a campaign holds."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        return library.ledger.moment(slug).campaign.logged.entries


def _stopped(entries: int) -> str:
    if not entries:
        return "Stopped. Nothing was recorded."
    return (
        f"Stopped. {counted(entries, 'entry', 'entries')} recorded. Take it in again, and it goes on from there."
    )


def _take_in(options: Options, wish: IntakeWish, source: ImportFile, mapping: Mapping | None) -> None:
    named = wish.form or (mapping.format if mapping else None)
    format = format_called(named) if named else format_of(source)
    with options.library() if wish.new and not wish.dry_run else options.existing() as library:
        slug = "" if wish.new else library.ledger.find(wish.campaign).slug
        _look_or_take(options, wish, library, slug, source, format, mapping)


def _look_or_take(
    options: Options,
    wish: IntakeWish,
    library: Library,
    slug: str,
    source: ImportFile,
    format: Format,
    mapping: Mapping | None,
    instead_of: int | None = None,
) -> None:
    with (
        bar(f"Reading {source.name}") as moved,
        spooled(source, format, lambda done: moved(done, None)) as spool,
    ):
        if slug and instead_of is None:
            list(read_otherwise(library.ledger.open(slug), spool))  # refuses before anybody is asked who is who
        found = survey(spool, wish.gap)
        if wish.new and not found.entries:
            more = " What was deleted there comes in with --deleted." if spool.deleted else ""
            raise usage_error(f"{source.name} holds nothing to take in, so no campaign was founded.{more}")
        if mapping is None:
            mapping = _guessed(library, slug, spool, found, wish)
            if instead_of is not None:
                mapping = as_before(mapping, voices_in(source), people_of(library.ledger, slug))
            if not wish.guess:
                _first_look(options, wish, spool, found, mapping)
                return
        if mapping.sum != spool.sum:
            remark(f"The mapping was made for another version of {source.name}. New speakers keep their names.")
        if wish.new and leaves_all_out(mapping, found):
            out = ", ".join(left_out(mapping)[:_MOST_NAMED])
            raise usage_error(f"{source.name} holds only what {out} says, so no campaign was founded.")
        if wish.new and not wish.dry_run:
            if not wish.even_if_cut:
                must_be_whole(spool)  # else a campaign would be founded for nothing
            slug = _founded(library, wish.new, spool)
        update = {"campaign": slug} | ({"adjust": wish.adjust} if wish.adjust else {})
        mapping = mapping.model_copy(update=update)
        with bar(f"Taking in {source.name}", found.entries) as recorded:
            report = import_file(
                library.ledger,
                spool,
                found,
                mapping,
                even_if_cut=wish.even_if_cut,
                dry=wish.dry_run,
                instead_of=instead_of,
                progress=lambda done: recorded(done, None),
            )
    if report.refused:
        refuse(report.refused)
    parts = () if report.dry else parts_that_fit(library.views, library.ledger.open(slug))
    _print_report(options, report, left_out(mapping), parts)


def _guessed(library: Library, slug: str, spool: Spool, found: Survey, wish: IntakeWish) -> Mapping:
    clock = spool.source.clock
    known = {FOUNDER: wish.new.gm} if wish.new else people_of(library.ledger, slug)
    mapping = guessed(spool, found, slug, known, _players(library, slug))
    read = {"zone": str(clock.zone), "day_first": clock.day_first, "undated": wish.undated}
    mapping = mapping.model_copy(update=read)
    return mapping.model_copy(update={"deleted": "gm"}) if wish.deleted else mapping


def _founded(library: Library, new: NewCampaign, spool: Spool) -> str:
    answer = found_for(library.ledger, spool.about, new.title, new.gm, new.game)
    if isinstance(answer, Refused):
        refuse(answer)
    return answer


def _players(library: Library, slug: str) -> dict[str, str]:
    """The player of each character, as the GM knows it."""
    if not slug:
        return {}
    gm = Asker(PersonId(gm_of(library, slug)), Role.GM)
    members = library.views.roster(slug, gm).members
    return {it.character: it.player for it in members.values() if it.player}


def undo(options: Options, campaign: str, number: int, reason: str) -> None:
    """Take back an intake, whole. Raises `CommandFailed`, `NotTaken`."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        intake, answer = undo_intake(library.ledger, slug, number, reason)
    if isinstance(answer, Refused):
        refuse(answer)
    if options.json:
        as_json({"campaign": slug, "intake": intake, **answer_json(answer)})
        return
    say(f"{intake.file} is taken back: intake {number} of {slug}. It can be taken in again.")


def _mapping(name: str) -> Mapping:
    path = Path(name)
    if not path.is_file():
        raise usage_error(f"There is no mapping {name}: a first look without --who writes one.")
    try:
        return read_mapping(path.read_text("utf-8"), name)
    except UnicodeDecodeError as error:
        raise usage_error(f"The mapping {name} is not UTF-8.") from error


def _first_look(options: Options, wish: IntakeWish, spool: Spool, found: Survey, mapping: Mapping) -> None:
    named = quote(wish.file) if wish.file else "--earlier"
    beside = Path(f"{wish.file.rstrip('/') or f'{mapping.campaign}.earlier'}.who.json")
    if beside.exists():
        written = f"{beside} is there already and was left as it is."
    else:
        _put(mapping.to_json(), beside)
        written = f"What was guessed stands in {beside}."
    if options.json:
        as_json({"format": spool.format.key, "mapping": str(beside), "guess": mapping, **survey_json(found)})
        return
    say(f"{spool.source.name}: {spool.format.title}, {counted(found.entries, 'entry', 'entries')}{_span(found)}.")
    made = table("who speaks", "#entries", "#rolls", "taken in as", "for instance")
    speakers = sorted(found.speakers.values(), key=lambda it: -it.entries)
    shown = [(it, mapping.speakers[it.name]) for it in speakers]
    say(rows(made, ((it.name, it.entries, it.rolls, _as(who.id), line(it.example, 50)) for it, who in shown)))
    _print_findings(found)
    say(
        f"{written} Correct it (an id of null leaves somebody out), then:",
        f"  campaign take-in {wish.campaign} {named} --who {quote(str(beside))} --dry-run",
    )


def _put(text: str, place: Path) -> None:
    """Write a file that is there whole, or not at all."""
    if place.exists() and not place.is_file():
        raise usage_error(f"{place} is not a file that could be written.")
    part = place.with_name(f".{place.name[:80]}.part")
    try:
        part.write_text(text, "utf-8")
        part.replace(place)
    finally:
        part.unlink(missing_ok=True)


def _as(voice: str | None) -> str:
    return voice or "left out"


def _span(found: Survey) -> str:
    if not found.first:
        return ", without times"
    return f", {local(found.first)} to {local(found.last)}, {counted(len(found.evenings), 'evening')}"


def survey_json(found: Survey) -> dict[str, Any]:
    """The survey of a file, as JSON values."""
    return {
        "entries": found.entries,
        "kinds": {kind.value: count for kind, count in sorted(found.kinds.items())},
        "rolls": found.rolls,
        "dice": found.dice,
        "changes": found.changes,
        "secret": found.secret,
        "understood": round(found.understood, 4),
        "first": found.first,
        "last": found.last,
        "speakers": list(found.speakers.values()),
        "evenings": found.evenings,
        "not_understood": found.unread,
        "does_not_add_up": found.gaps,
        "remarks": found.remarks,
    }


def _left_out(speakers: list[str]) -> str:
    named = ", ".join(speakers[:_MOST_NAMED]) + (" …" if len(speakers) > _MOST_NAMED else "")
    return f"left out, as the mapping says{f': {named}' if named else ''}"


def _print_report(options: Options, report: Report, out: list[str], parts: tuple[SessionRange, ...]) -> None:
    if options.json:
        as_json(
            {
                "campaign": report.campaign,
                "dry_run": report.dry,
                "recorded": {kind.value: count for kind, count in sorted(report.recorded.items())},
                "recorded_before": report.known,
                "left_out": report.left_out,
                "deleted": report.deleted,
                "unread": report.unread,
                "in_file": report.in_file,
                "changed": report.changed,
                "evenings_opened": report.evenings,
                "rolls_by_grade": {grade.value: count for grade, count in sorted(report.grades.items())},
                "for_the_gm": report.for_the_gm,
                "adjusted": report.adjusted,
                "intakes": report.intakes,
                **survey_json(report.survey),
            }
        )
        return
    total = report.recorded.total()
    taken = "to be taken in" if report.dry else "taken in"
    say(f"{report.file}, {report.source}: {counted(total, 'entry', 'entries')} {taken}.")
    if total:
        say(
            rows(table("kind", "#entries"), ((kind.value, count) for kind, count in report.recorded.most_common()))
        )
    say(
        f"{report.in_file:,} in the file = {total:,} {taken} + {report.known:,} known "
        f"+ {report.left_out:,} left out + {report.deleted:,} deleted + {report.unread:,} unread."
    )
    for count, one, more, what in (
        (report.known, "had", "had", "been taken in before"),
        (report.changed, "says", "say", "something else now: the records keep what was said then"),
        (report.left_out, "was", "were", _left_out(out)),
        (report.for_the_gm, "is", "are", f"for the GM alone: {_SECRETS}"),
    ):
        if count:
            say(f"{count} {one if count == 1 else more} {what}.")
    if report.adjusted:
        say(f"{counted(report.adjusted, 'value')} adjusted.")
    _print_findings(report.survey, adjusted=bool(report.adjusted))
    if report.dry:
        remark("Nothing was stored.")
    elif report.evenings:
        sessions = counted(report.evenings, "new session")
        some = f" --session {parts[0]}" if parts else ""
        say(
            f"In {report.campaign}: {sessions}. To read {'the first of them' if parts else 'it'} in any browser:",
            f"  campaign chronicle {report.campaign}{some} -o {report.campaign}.html",
        )


_MOST_NAMED = 6
_SECRETS = "whispers, blind rolls, and what was broken where those may stand"


def _print_findings(found: Survey, *, adjusted: bool = False) -> None:
    entries = counted(found.entries, "entry", "entries")
    say(
        f"As the source itself says it: {found.understood_in_percent(1)} of {entries}. "
        if found.entries
        else "No entries. ",
        f"{counted(found.rolls, 'roll')}, {counted(found.dice, 'die', 'dice')}: "
        f"{found.grades[Grade.EXACT]} exact, {found.grades[Grade.TOTAL]} by total, "
        f"{found.grades[Grade.WORDS]} out of words.",
    )
    _some("Not understood, and kept word for word", ((it.place, it.why, it.text) for it in found.unread))
    if not adjusted:
        _some("Values that do not add up (--adjust REASON closes them)", ((it.place, it, "") for it in found.gaps))
    for it in found.remarks:
        complain(f"{it.place}: {it.what}.")


def _some(title: str, found: Iterable[tuple[object, object, object]]) -> None:
    listed = list(found)
    if listed:
        say(rows(table("where", "what", "", title=f"{title}: {len(listed)}"), listed[:MOST_SHOWN]))
        if len(listed) > MOST_SHOWN:
            say(f"… and {len(listed) - MOST_SHOWN} more; --json lists them.")
