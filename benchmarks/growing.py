"""Campaigns to measure: a tower of any height, the games' own sample campaigns many times over, and one of them
evening after evening.

They are drafted, chained and stored by the ledger's own means, and on a disk that is not waited for.
"""

import atexit
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import groupby, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID, uuid4

import sqlalchemy as sql

from domain.kernel.campaign.founding import CampaignFounded, FoundCampaign
from domain.kernel.campaign.rewinding import LineRewound, RewindLine
from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.ruling import apply
from ledger.answers import Submission
from ledger.ledger import Ledger
from ledger.log import tally
from ledger.log.lines import Stretch
from ledger.log.record import Record
from ledger.recording.drafts import Draft, LogEnd, records_of
from ledger.records.codec import Codec
from ledger.records.snapshots import DEFAULT_INTERVAL, MomentFormat
from tests.support.tower import TOWER, LayStones, StonesLaid

AT = "2026-01-01T20:00:00.000Z"
STONES = 4
"""Records of one ruling of a tower."""
SLUG = "babel"
ONE_RULING = Submission(command=LayStones(count=STONES), faces=(1, 2, 3, 4))


@contextmanager
def folder() -> Iterator[Path]:
    """Somewhere on the disk, gone afterwards."""
    with TemporaryDirectory(prefix="ledger-benchmark-") as made:
        yield Path(made)


def tower(url: str) -> Ledger:
    """An open ledger with a founded tower in it."""
    ledger = Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": url})
    if not ledger.campaigns():
        ledger.found(FoundCampaign(game="tower", title="Babel", slug=SLUG))
    return ledger


def grown(path: Path, records: int) -> Ledger:
    """A tower of about so many records in a SQLite file, with its snapshots."""
    shutil.copy(_tower_of(records), path)
    return tower(f"sqlite:///{path}")


@cache
def _tower_of(records: int) -> Path:
    """A file with such a tower, to be copied: several paths are measured on towers of one height."""
    apart = TemporaryDirectory(prefix="ledger-benchmark-")
    atexit.register(apart.cleanup)
    path = Path(apart.name) / "tower.sqlite3"
    ledger = tower(f"sqlite:///{path}")
    with not_waiting_for_the_disk(ledger):
        entry, codec = ledger.find(SLUG), Codec(TOWER)
        draft = Draft(
            command=LayStones(count=STONES),
            by="gm",
            events=tuple(StonesLaid(face=face) for face in (1, 2, 3, 4)),
            drawn=((6, 1), (6, 2), (6, 3), (6, 4)),
            dice_from="typed",
        )
        head = ledger.moment(SLUG)
        end = LogEnd(entry.id, head.position, head.seal, 1, _tally_after(ledger, SLUG))
        while end.position < records:
            many = min(500, -(-(records - end.position) // STONES))
            made = list(records_of(codec, end, [draft] * many, AT))
            ledger.store.append(made, lambda _connection: None)
            end = _end_of(entry.id, made[-1])
        form = MomentFormat(TOWER)
        for record, moment in ledger.line(SLUG):
            moment.seal = record.seal
            stored = DEFAULT_INTERVAL.due(form, moment, record.position - 1)
            if stored is not None:
                ledger.store.moments.keep(entry.id, form, [Stretch(1, record.position)], moment, stored)
    ledger.close()
    return path


def evenings(path: Path, slug: str, records: int) -> Ledger:
    """A sample campaign that goes on: its rulings evening after evening, to about so many records.

    Rulings that can be made only once, such as taking a seat, are left out of the later evenings. In the middle of
    each evening a ruling is taken back and made again, so that the log has as many lines as evenings.
    """
    from domain.registry import games
    from wiring.samples import found, samples

    ledger = Ledger(games(), {"SQLALCHEMY_URL": f"sqlite:///{path}"})
    with not_waiting_for_the_disk(ledger):
        found(ledger, next(it for it in samples(games()) if it.slug == slug))
        entry = ledger.find(slug)
        codec, head = Codec(ledger.game(entry.game)), ledger.moment(slug)
        form = MomentFormat(ledger.game(entry.game))
        again = _repeatable(ledger, slug, records // 400 + 1)
        half = len(again) // 2
        rulings = sum(1 for _ in ledger.rulings(slug))
        end = LogEnd(entry.id, head.position, head.seal, rulings, _tally_after(ledger, slug))
        while end.position < records:
            to = end.position + sum(len(draft.events) for draft in again[:half])
            back = RewindLine(to=to, reason="That was not what we meant.")
            taken_back = Draft(command=back, by="gm", events=(LineRewound(to=to, reason=back.reason),))
            made = list(records_of(codec, end, [*again[: half + 1], taken_back, *again[half:]], AT))
            ledger.store.append(made, lambda _connection: None)
            end = _end_of(entry.id, made[-1])
            moment = ledger.moment(slug)
            stored = DEFAULT_INTERVAL.due(form, moment, made[0].position - 1)
            if stored is not None:
                line = ledger.lines(slug).path(end.position)
                ledger.store.moments.keep(entry.id, form, line, moment, stored)
    return ledger


def _tally_after(ledger: Ledger, slug: str) -> str | None:
    """The tally that the next record carries: without it records of format 1 would be made."""
    *_, (_position, _tag, stored) = ledger.stored(slug)
    return tally.after(stored)


def _end_of(campaign: UUID, last: Record) -> LogEnd:
    """The end of a log with this record."""
    return LogEnd(campaign, last.position, last.seal, last.envelope.ruling, tally.after(last.stored))


def _repeatable(ledger: Ledger, slug: str, evenings: int) -> list[Draft]:
    """The rulings of a campaign that can follow it, and themselves, so many times."""
    game = ledger.game(ledger.find(slug).game)
    drafts = list(_drafts(ledger, slug))[1:]
    while True:
        moment = ledger.moment(slug)
        for number, draft in enumerate(drafts * evenings):
            try:
                for event in draft.events:
                    apply(game, moment, event)
                    moment.position += 1
            except (ImpossibleHistoryError, LookupError, AttributeError, TypeError, ValueError):
                del drafts[number % len(drafts)]
                break
        else:
            return drafts


def shelf(path: Path, copies: int, rulings: int | None = None) -> Ledger:
    """The sample campaigns of all games so many times over, of each the first so many rulings."""
    # Whoever only climbs a tower shall not hold five games in memory: it may be memory that is measured.
    from domain.registry import games
    from wiring.samples import found, samples

    with folder() as apart:
        first = Ledger(games(), {"SQLALCHEMY_URL": f"sqlite:///{apart / 'samples.sqlite3'}"})
        with not_waiting_for_the_disk(first):
            for sample in samples(games()):
                found(first, sample)
        played = {entry: list(islice(_drafts(first, entry.slug), rulings)) for entry in first.campaigns()}
        first.close()
    ledger = Ledger(games(), {"SQLALCHEMY_URL": f"sqlite:///{path}"})
    codecs = {key: Codec(game) for key, game in games().items()}
    with not_waiting_for_the_disk(ledger):
        for number in range(copies):
            records: list[Record] = []
            for entry, drafts in played.items():
                end = LogEnd(uuid4(), 0, "", 0, tally.FIRST)
                records += records_of(codecs[entry.game], end, _renamed(drafts, f"{entry.slug}-{number}"), AT)
            ledger.store.append(records, lambda connection, some=records: ledger.index.note(connection, some))  # type: ignore[misc]
    return ledger


def _drafts(ledger: Ledger, slug: str) -> Iterator[Draft]:
    records = (ledger._codecs[ledger.find(slug).game].read(tag, stored) for _p, tag, stored in ledger.stored(slug))
    for _ruling, group in groupby(records, key=lambda record: record.envelope.ruling):
        each = list(group)
        first = each[0].envelope
        yield Draft(
            command=first.command or {},
            by=first.by,
            events=tuple(record.event for record in each),
            drawn=tuple(first.dice or ()),
            dice_from=first.dice_from,
            happened_at=first.happened_at,
            fiction_time=first.fiction_time,
        )


def _renamed(drafts: list[Draft], slug: str) -> Iterator[Draft]:
    for draft in drafts:
        events = tuple(
            event.model_copy(update={"slug": slug}) if isinstance(event, CampaignFounded) else event
            for event in draft.events
        )
        yield Draft(
            command=draft.command,
            by=draft.by,
            events=events,
            drawn=draft.drawn,
            dice_from=draft.dice_from,
            happened_at=draft.happened_at,
            fiction_time=draft.fiction_time,
        )


@contextmanager
def not_waiting_for_the_disk(ledger: Ledger) -> Iterator[None]:
    """For making what is measured afterwards: nothing here must survive a power cut."""
    database = ledger.store.database
    assert database
    engine = database.engine

    def at_once(driver: Any, _record: object, _proxy: object) -> None:
        driver.execute("PRAGMA synchronous=OFF")

    sql.event.listen(engine, "checkout", at_once)
    database.close_kept()
    yield
    sql.event.remove(engine, "checkout", at_once)
    database.close_kept()
    engine.dispose()


def identity(ledger: Ledger) -> UUID:
    """The tower's id."""
    return ledger.find(SLUG).id
