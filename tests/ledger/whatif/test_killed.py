"""`kill -9` while a new line is adopted: afterwards there is the old line, or the whole new one."""

import os
import shutil
import signal
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter, sleep

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.history.alternatives import OtherDice
from ledger.answers import Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.records.snapshots import SnapshotInterval
from ledger.whatif.verdicts import WhatIf
from projections.read_models import ReadModels
from tests.support.tower import TOWER, LayStones

STONES = 120
KILLS = 14


def opened(path: Path) -> Ledger:
    ledger = Ledger(
        {"tower": TOWER}, {"SQLALCHEMY_URL": f"sqlite:///{path}"}, snapshot_interval=SnapshotInterval(40, 40)
    )
    ledger.followers.append(ReadModels(ledger))
    return ledger


def adopt(path: Path) -> float:
    """Overturn the second ruling; how many seconds recording it took."""
    ledger = opened(path)
    answer = ledger.review.what_if("babel", 2, OtherDice(dice=(6,)))
    assert isinstance(answer, WhatIf)
    began = perf_counter()
    ledger.rule("babel", just_seen(ledger, "babel", Submission(command=answer.as_command("It was a six"))))
    return perf_counter() - began


def test_killed_while_adopting(tmp_path: Path) -> None:
    whole = tmp_path / "whole.sqlite3"
    ledger = opened(whole)
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
    for _ in range(STONES):
        assert isinstance(ledger.rule("babel", Submission(command=LayStones(), faces=(1,))), Ruled)
    head = ledger.head("babel")
    ledger.close()
    measured = tmp_path / "measured.sqlite3"
    shutil.copy(whole, measured)
    seconds = adopt(measured)

    random, ends = Random(20), Counter[int]()
    for number in range(KILLS):
        path = tmp_path / f"{number}.sqlite3"
        shutil.copy(whole, path)
        ready, tell = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(tell, b"!")
            adopt(path)
            os._exit(0)
        os.read(ready, 1)
        sleep(random.uniform(0, 3 * seconds))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(ready)
        os.close(tell)

        after = opened(path)
        assert verify(after, "babel").sound
        end = after.head("babel")
        height = STONES + (5 if end > head else 0)
        assert after.moment("babel", from_start=True, at=end).game.height == height
        assert end in (head, head + STONES + 2)
        views = after.followers[-1]
        assert isinstance(views, ReadModels)
        assert views.problems("babel") == []
        ends[end] += 1
        after.close()
    assert sum(ends.values()) == KILLS
