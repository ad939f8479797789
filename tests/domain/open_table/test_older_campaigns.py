"""A campaign that plays by a system file which nobody may choose any more: it always divides by nothing."""

import gc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import domain.open_table.house_rules as settings
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.history.alternatives import Amend, Strike
from domain.kernel.people import EVERYONE
from domain.kernel.vocabulary import Vocabulary
from domain.open_table import GAME
from domain.open_table.system.reading import read_system
from exchange.archive.checking import check
from exchange.archive.opening import opened
from exchange.archive.storing import RestoreOutcome, store
from exchange.archive.writing import write_archive
from ledger.answers import Refused, Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.whatif.verdicts import WhatIf

SYSTEM = 'format = 1\ntitle = "Tideway"\nnumber.coins = { low = 0 }\nderived.share = { is = "6 / 0" }\n'
VOCABULARY = Vocabulary(GAME)


def rule(ledger: Ledger, kind: str, **fields: Any) -> Ruled | Refused:
    return ledger.rule("tide", Submission(command=VOCABULARY.command({"type": kind, **fields})))


def changed(ledger: Ledger, system: str) -> Ruled | Refused:
    return rule(ledger, "campaign.change_house_rules", changes={"system": system}, reason="Coins for all")


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    """It was founded with such a file and given another, under the first rules. The ledger is open today."""
    address = {"SQLALCHEMY_URL": f"sqlite:///{tmp_path / 'old.sqlite'}"}
    first = Ledger({GAME.key: replace(GAME, rules_version=1)}, address)
    with monkeypatch.context() as then:
        then.setattr(settings, "choose_system", read_system)
        first.found(FoundCampaign(game=GAME.key, title="Tide", slug="tide", house_rules={"system": SYSTEM}))
        for answer in (
            rule(first, "open_table.enter_character", character="wren", name="Wren"),
            rule(first, "open_table.change_number", who="wren", number="coins", by=3, why="Wages"),
            changed(first, SYSTEM.replace("6 / 0", "7 / 0")),
            rule(first, "open_table.change_number", who="wren", number="coins", by=2, why="More wages"),
        ):
            assert isinstance(answer, Ruled), answer
    first.close()
    ledger = Ledger({GAME.key: GAME}, address)
    yield ledger
    ledger.close()
    gc.collect()  # what a ledger leaves to be finalised would else be so in the midst of a test of deep recursion


def test_it_is_opened_replayed_and_rechecked_as_it_was_ruled(old: Ledger) -> None:
    assert "7 / 0" in old.moment("tide", from_start=True).game.house_rules.system
    assert verify(old, "tide").sound
    assert (old.review.recheck("tide").rulings, old.review.recheck("tide").differing) == (5, ())
    assert isinstance(changed(old, SYSTEM), Refused), "today nobody may choose it"


@pytest.mark.parametrize(
    ("ruling", "instead", "coins"), [(3, Amend(command={"by": 1}), 3), (3, Strike(), 2), (4, Strike(), 5)]
)
def test_an_older_ruling_is_overturned_and_the_file_stays_in_force(
    old: Ledger, ruling: int, instead: Amend | Strike, coins: int
) -> None:
    answer = old.review.what_if("tide", ruling, instead)
    assert isinstance(answer, WhatIf), answer
    assert not answer.unsettled
    ruled = old.rule("tide", Submission(command=answer.as_command("It was less"), expect=old.end("tide")))
    assert isinstance(ruled, Ruled), ruled
    game = old.moment("tide").game
    assert game.characters["wren"].values.numbers["coins"] == coins
    assert (" / 0" in game.house_rules.system, verify(old, "tide").sound) == (True, True)


def test_it_is_archived_and_taken_in_elsewhere_byte_for_byte(old: Ledger, tmp_path: Path) -> None:
    place = tmp_path / "tide.zip"
    write_archive(old, "tide", place, chronicle=lambda head: (), told_to=EVERYONE)
    there = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": "sqlite://"})
    with opened(place) as archive:
        assert store(there, check(archive, there.games)) is RestoreOutcome.STORED
    assert list(there.stored("tide")) == list(old.stored("tide"))
    there.close()
