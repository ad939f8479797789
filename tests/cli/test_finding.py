"""`campaign find`: words in every campaign, from the command line."""

import json
import time
from pathlib import Path

import pytest

from cli.outcome import CommandFailed
from cli.read import search
from projections.tables.search import finder
from tests.cli.conftest import Campaign


def found(campaign: Campaign, *words: str) -> list[tuple[str, int]]:
    ran = campaign("find", *words, "--json")
    assert (ran.status, ran.err) == (0, "")
    return [(hit["campaign"], hit["position"]) for hit in ran.json["hits"]]


def test_words_are_found_with_filters(campaign: Campaign, cave: str) -> None:
    assert found(campaign, "gold") == [(cave, 7)]
    assert found(campaign, "GOLD", "--campaign", cave, "--game", "delve") == [(cave, 7)]
    assert found(campaign, "gold", "--by", "anna") == found(campaign, "gold", "--by", "ANNA") == []
    assert found(campaign, "gold", "--by", "ben") == found(campaign, "gold", "--by", "Ben") == [(cave, 7)]
    assert found(campaign, "gold", "--session", "1") == [(cave, 7)]
    assert found(campaign, "gold", "--session", "0") == []
    assert found(campaign, "--kind", "loss") == [(cave, 9)]
    assert found(campaign, "gold", "--to", "1999") == []
    assert found(campaign, "gold", "--from", "1999", "--to", "2999-12") == [(cave, 7)]
    assert found(campaign, "gold -gold") == []
    assert len(found(campaign)) == 12
    assert len(found(campaign, "--limit", "5", "--page", "3")) == 2


def test_somebody_finds_only_what_they_may_know(campaign: Campaign, cave: str) -> None:
    def seen(*who: str) -> set[int]:
        return {position for _slug, position in found(campaign, *who)}

    assert seen("--as", "anna") == seen() == set(range(1, 13))
    assert seen("--as", "ben") == seen("--as", "Ben") == seen("--as", "reader") == set(range(1, 13)) - {10}


def test_it_is_laid_out_for_people(campaign: Campaign, cave: str) -> None:
    ran = campaign("find", "gold")
    assert ran.status == 0
    assert "the-old-cave" in ran.out
    assert "One found." in ran.out
    assert campaign("find", "unheard-of").out == "Nothing was found.\n"
    assert "There is no page 9: 12 found, 20 on a page." in campaign("find", "--page", "9").out
    assert "12 found. --page 2 shows more." in campaign("find", "--limit", "5").out


def test_with_several_campaigns_it_says_where_how_many_are(campaign: Campaign, cave: str) -> None:
    campaign("new", "--game", "delve", "--title", "The New Cave")
    assert "in 2 campaigns: the-old-cave " in campaign("find", "cave").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--kind", "joy"), "'joy' is none of the five kinds"),
        (("--game", "chess"), "There is no game 'chess'"),
        (("--campaign", "nowhere"), "There is no campaign called 'nowhere'"),
        (("--from", "yesterday"), "--from wants a day, month or year"),
        (("--to", "2025-13"), "--to wants a day"),
        (("-damage",), "Words that begin with a dash come after two: campaign find -- dragon -gold."),
    ],
)
def test_what_cannot_be_meant_is_said(campaign: Campaign, cave: str, words: tuple[str, ...], said: str) -> None:
    ran = campaign("find", "gold", *words)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


def test_an_empty_ledger_has_nothing(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.delenv("CAMPAIGN_DATABASE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert campaign("find", "x").out == "Nothing was found.\n"


def test_without_full_text_search_it_says_so_and_finds(
    campaign: Campaign, cave: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finder, "has_fts5", lambda: False)
    ran = campaign("find", "gold", "--json")
    assert [hit["position"] for hit in ran.json["hits"]] == [7]
    assert "no full-text search (FTS5)" in ran.err


def test_a_day_a_month_and_a_year_end_where_the_next_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    for text, first, last in (
        ("2024", "2024-01-01", "2025-01-01"),
        ("2024-2", "2024-02-01", "2024-03-01"),
        ("2024-12", "2024-12-01", "2025-01-01"),
        ("2024-02-29", "2024-02-29", "2024-03-01"),
    ):
        begins, ends = search.day(text, "--from"), search.day(text, "--to", past=True)
        assert begins is not None
        assert ends is not None
        assert (begins[:10], ends[:10]) == (first, last)
    for text in ("9999", "0000-01-01", "2023-02-29", "24"):
        with pytest.raises(CommandFailed):
            search.day(text, "--to", past=True)


def test_words_that_were_removed_are_gone_from_the_index_too(
    campaign: Campaign, cave: str, database: Path
) -> None:
    for text in ("Ada Byron lives at 12 Tor Lane.", "The rain goes on."):
        note = json.dumps({"type": "journal.write_note", "text": text})
        assert campaign("rule", cave, note).status == 0
        assert len(found(campaign, text.split()[-1].strip("."))) == 1  # in an index of several pieces
    words = ("remove", cave, "--text", "Ada Byron", "--text", "12 Tor Lane", "--reason", "She asked")
    code = campaign(*words, "--json").json["confirm"]
    assert campaign(*words, "--confirm", code).status == 0
    kept = b"".join(path.read_bytes() for path in database.parent.glob(f"{database.name}*")).lower()
    assert b"byron" not in kept
    assert b"tor lane" not in kept
    assert found(campaign, "byron") == []
    assert len(found(campaign, "rain")) == 1
