"""Others record between the look and the press: whatever is taken back must be what was seen."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from threading import Barrier
from time import sleep

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.rewinding import LineRewound, UndoRuling
from ledger.answers import Ruled, Submission
from ledger.errors import Conflict
from ledger.ledger import Ledger
from tests.support.tower import TOWER, LayStones

SLUG = "babel"


@dataclass(slots=True)
class Raced:
    """The outcome: presses that took back what was seen, that were told otherwise, and that did wrong."""

    taken_back: int = 0
    conflicts: int = 0
    wrong: int = 0


def races(address: str, rounds: int, seed: int, said: Callable[[int], None] = lambda _round: None) -> Raced:
    """Race an undoing against another process's ruling, before it, beside it and after it."""
    random, told = Random(seed), Raced()
    mine, theirs = (Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": address}) for _ in range(2))
    mine.found(FoundCampaign(game="tower", title="Babel", slug=SLUG))
    stone = Submission(command=LayStones(), faces=(1,))
    with ThreadPoolExecutor(2) as pool:
        for number in range(rounds):
            mine.rule(SLUG, stone)
            latest = mine.review.past(SLUG).latest()
            assert latest is not None
            undo = Submission(command=UndoRuling(reason="a slip"), expect=mine.end(SLUG))
            if random.random() < 0.4:
                theirs.rule(SLUG, stone)
                _press(mine, undo, latest.before, told)
            else:
                gate = Barrier(2)
                press = partial(_press, mine, undo, latest.before, told)
                pressed = pool.submit(_after, gate, random.random() / 500, press)
                beside = pool.submit(_after, gate, random.random() / 500, partial(theirs.rule, SLUG, stone))
                pressed.result()
                beside.result()
            said(number)
    mine.close()
    theirs.close()
    return told


def _after(gate: Barrier, pause: float, do: Callable[[], object]) -> None:
    gate.wait()
    sleep(pause)
    do()


def _press(ledger: Ledger, undo: Submission, before: int, told: Raced) -> None:
    assert undo.expect is not None
    try:
        answer = ledger.rule(SLUG, undo)
    except Conflict:
        told.conflicts += 1
        return
    assert isinstance(answer, Ruled)
    record = answer.records[0]
    assert isinstance(record.event, LineRewound)
    told.taken_back += 1
    told.wrong += (record.event.to, record.event.left, record.position) != (before, 1, undo.expect.position + 1)
