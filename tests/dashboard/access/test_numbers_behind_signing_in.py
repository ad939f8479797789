"""A secret number and everybody who signs in: by no way that a browser has does another number send other bytes.

The program that compares all such numbers of all games is `benchmarks/hidden_numbers.py`; this is one of them.
"""

from contextlib import closing
from pathlib import Path

import pytest

from benchmarks import hidden_numbers
from benchmarks.hidden_numbers import CHANCE, PLAYER, Told, doors, kept_from, over_sockets, salts_of, typed
from domain.registry import games
from tests.support.samples import longest_sample
from tests.support.twins import both, find_twins, opened
from tests.support.wire import told as all_told

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"
)  # of the provider, about what it is made with
KEY = "death_of_the_vele"
BID = f"{KEY}.place_bid"


def test_a_sealed_bid_goes_out_by_no_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_numbers, "SCREENS", ("replay", "sheets", "table", "disputes", "find"))
    monkeypatch.setattr(hidden_numbers, "PRESSED", 2)
    with closing(opened(tmp_path / "found.sqlite3")) as ledger:
        pairs = find_twins(ledger, games()[KEY], only=longest_sample(KEY).slug)
        every = [next(it for it in pairs if it.what == BID)]
    files = both(tmp_path, every)
    people, told = kept_from(files[0], every), Told()
    with doors(tmp_path, files, people, login=True) as (one, other):
        over_sockets(told, (one, other), every, salts_of(files, every))
        with one.page(PLAYER) as opened_now:
            drawn = opened_now.draw("replay", f"campaign={every[0].name}")
            assert every[0].script.header.title.encode() in all_told(drawn), "somebody is let in"
    mine = [typed(file, ("find", "bids", "--as", every[0].by, "--json")) for file in files]
    assert CHANCE.sub(b"#", mine[0]) != CHANCE.sub(b"#", mine[1]), "a bid that even its bidder does not see"
    assert told.differ == []
    assert told.ids_told == 0
    assert told.frames > 0
