"""The rows of many campaigns after an upgrade: made beside everything else, with the shelf in use."""

from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest

from ledger.errors import BrokenLedger
from projections.tables import projector, shelf_catch_up
from projections.tables.projector import CampaignWriter
from tests.projections.conftest import Opener
from tests.support import toy
from tests.support.library import Library

CAMPAIGNS = ("tale", "saga", "yarn")


@pytest.fixture
def upgraded(opener: Opener, library: Library, monkeypatch: pytest.MonkeyPatch) -> Library:
    """The same ledger, opened by a program whose rows are another version."""
    for slug in CAMPAIGNS[1:]:
        library.begin(slug)
    library.rule(toy.Enter(who="hero", name="Hero"))
    assert len(library.views.summaries()) == len(CAMPAIGNS)
    monkeypatch.setattr(projector, "VERSION", "another")
    monkeypatch.setattr(shelf_catch_up, "AT_ONCE", 1)
    newer = opener()
    newer.views.shelf.in_background = True
    return newer


def _ended(library: Library) -> None:
    until = monotonic() + 60
    while library.views.shelf.progress is not None and monotonic() < until:
        sleep(0.01)
    assert library.views.shelf.progress is None


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Event:
    """The thread waits for this before it takes in a campaign."""
    go, real = Event(), CampaignWriter.catch_up

    def catch_up(writer: CampaignWriter, *args: object, **also: object) -> None:
        if args:  # whoever opens a campaign wants no progress told
            assert go.wait(60)
        real(writer, *args, **also)

    monkeypatch.setattr(CampaignWriter, "catch_up", catch_up)
    return go


@pytest.mark.parametrize("env", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
def test_the_shelf_is_there_while_its_rows_are_made_anew(upgraded: Library, held: Event) -> None:
    assert {it.slug for it in upgraded.views.summaries()} == set(CAMPAIGNS)  # as they were
    progress = upgraded.views.shelf.progress
    assert progress is not None
    assert progress.waiting == set(CAMPAIGNS)
    assert 0 == progress.done < progress.total

    upgraded.rule(toy.Gain(who="hero", what="gold", by=3))  # one of them is opened and played meanwhile
    assert upgraded.views.resources("tale")["hero", "gold"].now == 3

    held.set()
    _ended(upgraded)
    assert upgraded.views.shelf.lacking() == 0
    assert {it.slug for it in upgraded.views.summaries()} == set(CAMPAIGNS)
    assert upgraded.views.shelf.progress is None
    for slug in CAMPAIGNS:
        assert upgraded.views.problems(slug) == []


@pytest.mark.parametrize("env", ["sqlite"], indirect=True)
def test_whoever_does_not_want_that_waits_and_is_told_how_far_it_is(upgraded: Library) -> None:
    upgraded.views.shelf.in_background = False
    lacking, told = upgraded.views.shelf.lacking(), list[tuple[int, int]]()
    upgraded.views.shelf.run(lambda done, total: told.append((done, total)))
    assert told[-1] == (lacking, lacking)
    assert sorted(told) == told
    assert upgraded.views.shelf.lacking() == 0


@pytest.mark.parametrize("env", ["sqlite"], indirect=True)
def test_a_campaign_that_cannot_be_read_is_not_tried_again_at_each_page(
    upgraded: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def catch_up(writer: CampaignWriter, *_args: object, **_also: object) -> None:
        tried.append(writer.entry.slug)
        raise BrokenLedger(2, "it is not what it was.")

    monkeypatch.setattr(CampaignWriter, "catch_up", catch_up)
    upgraded.views.shelf.run()
    _ended(upgraded)
    assert sorted(tried) == sorted(CAMPAIGNS)
    upgraded.rule(toy.Gain(who="hero", what="gold", by=1))  # now that one ends elsewhere
    tried.clear()
    upgraded.views.shelf.run()
    _ended(upgraded)
    assert tried == ["tale"]


@pytest.mark.parametrize("env", ["sqlite"], indirect=True)
def test_a_fault_in_the_code_of_one_game_keeps_no_other_campaign_waiting(
    upgraded: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = CampaignWriter.catch_up

    def catch_up(writer: CampaignWriter, *args: Any, **also: Any) -> None:
        if writer.entry.slug == "saga":
            raise TypeError("a fault of the game")
        real(writer, *args, **also)

    monkeypatch.setattr(CampaignWriter, "catch_up", catch_up)
    upgraded.views.shelf.run()
    _ended(upgraded)
    assert upgraded.views.shelf.lacking() == 0  # as far as it can be
    assert "the read models of saga could not be made" in caplog.text
    monkeypatch.setattr(CampaignWriter, "catch_up", real)
    for slug in ("tale", "yarn"):
        assert upgraded.views.problems(slug) == []


@pytest.mark.parametrize("env", ["sqlite"], indirect=True)
def test_one_campaign_asked_for_does_not_stand_for_all(upgraded: Library) -> None:
    upgraded.views.shelf.in_background = False
    assert upgraded.views.summary("saga").records == upgraded.ledger.head("saga")
    assert upgraded.views.shelf.lacking() > 0
    upgraded.views.summaries()
    assert upgraded.views.shelf.lacking() == 0
