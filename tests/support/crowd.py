"""Many processes recording at once, and what each had to wait; a module of its own, so that they can import it."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from time import perf_counter

from domain.kernel.campaign.founding import FoundCampaign
from ledger.answers import Ruled, Submission
from ledger.care.verify import verify
from ledger.errors import Conflict
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from tests.support.processes import processes
from tests.support.tower import TOWER, LayStones

STONES = 3
IMPORTED_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Job:
    """A job of one process: record so many rulings in a campaign, for a live game or in bulk."""

    address: str
    campaign: str
    writer: int
    rulings: int
    bulk: bool = False


@dataclass(frozen=True, slots=True)
class Waited:
    """The waits of one writer, in seconds from asking to the answer."""

    writer: int
    recorded: int
    conflicts: int
    longest: float
    median: float
    bulk: bool


def opened(address: str) -> Ledger:
    ledger = Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": address})
    ledger.followers.append(ReadModels(ledger))
    return ledger


def found(address: str, campaigns: int) -> list[str]:
    """So many towers."""
    ledger = opened(address)
    slugs = [f"tower-{number}" for number in range(campaigns)]
    for slug in slugs:
        ledger.found(FoundCampaign(game="tower", title=slug, slug=slug))
    ledger.close()
    return slugs


def work(job: Job) -> Waited:
    """Record, each ruling under a key, and again whenever somebody else was always faster."""
    ledger, random = opened(job.address), Random(job.writer)
    waits, conflicts, done = [], 0, 0
    try:
        while done < job.rulings:
            many = min(IMPORTED_AT_ONCE if job.bulk else 1, job.rulings - done)
            asked = [
                Submission(
                    command=LayStones(count=STONES),
                    faces=tuple(random.randint(1, 6) for _ in range(STONES)),
                    key=f"{job.writer}-{done + number}",
                )
                for number in range(many)
            ]
            began = perf_counter()
            while True:
                try:
                    answers = ledger.rule_all(job.campaign, asked, ledger.end(job.campaign))
                    break
                except Conflict:
                    conflicts += 1
            waits.append(perf_counter() - began)
            assert all(isinstance(answer, Ruled) for answer in answers)
            done += many
    finally:
        ledger.close()
    waits.sort()
    return Waited(job.writer, done, conflicts, waits[-1], waits[len(waits) // 2], job.bulk)


def crowd(jobs: list[Job]) -> list[Waited]:
    """Do each job in a process of its own, all at once, and check what they left. Raises AssertionError."""
    with processes(len(jobs)) as pool:
        waited = list(pool.map(work, jobs))
    expected: dict[str, int] = {}
    for job in jobs:
        expected[job.campaign] = expected.get(job.campaign, 0) + job.rulings
    _check(jobs[0].address, expected)
    return waited


def _check(address: str, expected: Mapping[str, int]) -> None:
    """Nothing lost, nothing doubled, positions without gaps, chains and read models whole."""
    ledger = opened(address)
    for slug, rulings in expected.items():
        result = verify(ledger, slug)
        assert result.sound, result.problems
        assert result.rulings == rulings + 1, (slug, result.rulings, rulings)
        assert result.records == rulings * STONES + 2
        assert len(ledger.index.submissions(ledger.find(slug).id)) == rulings
        views = ledger.followers[-1]
        assert isinstance(views, ReadModels)
        assert views.problems(slug) == []
    ledger.close()
