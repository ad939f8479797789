"""Several processes on one database, one of them in bulk: a small share of `benchmarks/many_writers.py`."""

from tests.support.crowd import Job, crowd, found


def test_live_games_beside_a_bulk_import_lose_nothing_and_nobody_starves(address: str) -> None:
    one, other = found(address, 2)
    jobs = [Job(address, one, 1, 4), Job(address, one, 2, 4), Job(address, other, 3, 150, bulk=True)]
    waited = crowd(jobs)
    assert [it.recorded for it in waited] == [4, 4, 150]
    assert max(it.longest for it in waited) < 30, "longer than a writer may wait for others"
