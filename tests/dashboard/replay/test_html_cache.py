"""Texts arrive whole however they are cut, and what has arrived once is not sent again."""

import json
from random import Random

import pytest

from dashboard.pages.replay import html_cache
from dashboard.pages.replay.html_cache import Sending


class Browser:
    """A page's own store of the HTML it was sent, as `replay.js` keeps it."""

    def __init__(self) -> None:
        self.book, self.pieces = "", dict[int, str]()

    def take(self, message: dict[str, object]) -> dict[str, str]:
        sent = json.loads(json.dumps(message))
        if sent["book"] != self.book:
            self.book, self.pieces = sent["book"], {}
        self.pieces |= dict(enumerate(sent["fresh"], start=sent["first"]))
        return {
            name: "".join(
                self.pieces[number]
                for first, last in zip(runs[::2], runs[1::2], strict=True)
                for number in range(first, last + 1)
            )
            for name, runs in sent["texts"].items()
        }


def a_sheet(values: list[int]) -> str:
    blocks = "".join(f'<div class="block b-x" data-path="a.{i}"><b>{v}</b></div>' for i, v in enumerate(values))
    return f'<article class="sheet"><section><div class="blocks">{blocks}</div></section></article>'


def test_texts_arrive_as_they_are_through_many_changes() -> None:
    dice, browser, sent = Random(7), Browser(), Sending()
    values, rows = [0] * 60, [[n, "story", f"“{n}”, [said] {{so}}", None] for n in range(90)]
    for _ in range(200):
        values[dice.randrange(60)] = dice.randrange(40)
        rows = [*rows[dice.randrange(2) :], [dice.randrange(9_999), "loss", "", 3]]
        texts = {
            "sheet": a_sheet(values),
            "near": json.dumps(rows, separators=(",", ":")),
            "faction_map": "null",
            "map": "",
        }
        assert browser.take(sent.message(texts)) == texts


def test_a_change_costs_what_it_changed() -> None:
    sent, values = Sending(), list(range(200))
    whole = sent.message({"sheet": a_sheet(values)})
    values[120] = 7
    step = sent.message({"sheet": a_sheet(values)})
    assert step["fresh"] == ['<div class="block b-x" data-path="a.120"><b>7</b></div>']
    assert len(json.dumps(step)) * 50 < len(json.dumps(whole))
    values[120] = 120
    assert sent.message({"sheet": a_sheet(values)})["fresh"] == []


def test_a_page_that_lost_its_pieces_is_sent_all_of_them() -> None:
    sent, texts = Sending(), {"sheet": a_sheet([1, 2, 3])}
    Browser().take(sent.message(texts))
    with pytest.raises(KeyError):
        Browser().take(sent.message(texts))
    sent.begin_anew()
    assert Browser().take(sent.message(texts)) == texts


def test_a_page_that_is_looked_at_for_days_does_not_keep_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html_cache, "MOST", 5_000)
    sent, browser, books = Sending(), Browser(), set()
    for step in range(300):
        texts = {"table": f'<p class="quiet">Record {step}</p>' * 5}
        assert browser.take(sent.message(texts)) == texts
        books.add(browser.book)
    assert len(books) > 5
    assert sum(map(len, browser.pieces.values())) < 6_000
