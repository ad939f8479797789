"""Writers for tests of appending side by side; a module of its own, so that other processes can import it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from eventsourcing.persistence import IntegrityError, StoredEvent

from ledger.database.engine import open_database
from ledger.database.events import SqlAlchemyApplicationRecorder
from tests.support.processes import processes

TOGETHER = 3
"""The number of events in each append."""


@dataclass
class Job:
    """A job of one process: every writer appends `appends` times to its stream, each in a thread."""

    address: str
    writers: dict[str, str]
    appends: int


def open_recorder(address: str) -> SqlAlchemyApplicationRecorder:
    """A recorder of events with its tables made; close it by its database."""
    recorder = SqlAlchemyApplicationRecorder(open_database(address), originator_id_type="text")
    recorder.create_table()
    return recorder


def fill(path: Path, events: int = 3) -> None:
    """Make a ledger in a SQLite file, with a few events of one stream in it."""
    recorder = open_recorder(f"sqlite:///{path}")
    for position in range(1, events + 1):
        recorder.insert_events([StoredEvent("campaign", position, "topic", b"state")])
    recorder.database.close()


def append_all(recorder: SqlAlchemyApplicationRecorder, stream: str, writer: str, appends: int) -> int:
    """Append as a careful writer does: after the last position, again if somebody was faster.

    Returns how often somebody was.
    """
    conflicts = 0
    for number in range(appends):
        while True:
            last = recorder.last(stream)
            start = last[0] + 1 if last else 1
            state = f"{writer} {number}".encode()
            events = [StoredEvent(stream, start + step, writer, state) for step in range(TOGETHER)]
            try:
                recorder.insert_events(events)
                break
            except IntegrityError:
                conflicts += 1
    return conflicts


def work(job: Job) -> int:
    """Do a job on a connection of this process's own; returns the number of conflicts."""
    recorder = open_recorder(job.address)
    try:
        with ThreadPoolExecutor(len(job.writers)) as threads:
            running = [
                threads.submit(append_all, recorder, stream, writer, job.appends)
                for writer, stream in job.writers.items()
            ]
            return sum(thread.result() for thread in running)
    finally:
        recorder.database.close()


def work_in_processes(jobs: list[Job]) -> int:
    """Do each job in a process of its own, all at once; returns the number of conflicts."""
    with processes(len(jobs)) as pool:
        return sum(pool.map(work, jobs))
