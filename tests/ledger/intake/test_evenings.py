"""Logged evenings: their numbers, their times, and nothing of an intake that was refused."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.terms import PersonId
from exchange.imports import importing
from exchange.imports.mapping import MappedSpeaker, Mapping
from ledger.answers import Refused, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from projections.views.recap import RECAP, sessions_in, spans_of
from tests.support.intake import taken_in
from tests.support.toy import GAME

METERS = (
    ("2021-05-04", "First", "5 4"),
    ("2021-05-11", "Second", "4 7"),
)


@pytest.fixture
def logged(salt: Ledger, tmp_path: Path) -> tuple[Ledger, ReadModels]:
    """Two evenings of notes in which a number goes down and up, and of a chat that has times."""
    views = ReadModels(salt)
    salt.followers.append(views)
    notes = tmp_path / "Kes.md"
    notes.write_text("".join(f'# {title}\n\n```mechanics\nmeter "Hope" {was}\n```\n' for _, title, was in METERS))
    taken_in(salt, notes)
    chat = tmp_path / "talk.jsonl"
    said = [
        {"ts": f"{day}T{hour}:00:00Z", "author": "Ada", "content": f"It is {hour}."}
        for day, _, _ in METERS
        for hour in ("19", "20")
    ]
    chat.write_text("".join(json.dumps(it) + "\n" for it in said))
    taken_in(salt, chat)
    return salt, views


def test_what_was_earned_and_spent_there_counts(logged: tuple[Ledger, ReadModels]) -> None:
    _ledger, views = logged
    account = next(it for it in views.economy("salt").values() if it.label == "Hope")
    assert (account.whole.earned, account.whole.spent, account.now) == (3, 1, 7)
    assert {it: (flow.earned, flow.spent) for it, flow in account.sessions.items()} == {1: (3, 1)}


def test_between_sessions_the_last_of_them_is_retold(logged: tuple[Ledger, ReadModels]) -> None:
    ledger, _views = logged
    recap = RECAP.fold(ledger.told("salt"))
    assert (recap.title, recap.at[:13]) == ("11 May 2021", "2021-05-11T19")
    assert recap.closed is not None
    assert recap.spoken_of["ada"] == 2


def test_an_evening_in_several_parts_of_an_intake_is_retold_whole(
    salt: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "BATCH_SIZE", 4)
    chat = tmp_path / "talk.jsonl"
    said = [
        {"ts": f"2021-05-{day}T19:{minute}:00Z", "author": "Ada", "content": "Ada rolls 2d6 = 9 (4 5)"}
        for day in ("04", "11", "18")
        for minute in range(10, 20)
    ]
    chat.write_text("".join(json.dumps(it) + "\n" for it in said))
    views = ReadModels(salt)
    salt.followers.append(views)
    assert taken_in(salt, chat).intakes > 6
    sessions = sessions_in(views.marks("salt"))
    assert [it.session for it in sessions] == [1, 2, 3]
    lines, head = salt.lines("salt"), salt.head("salt")
    for number in (1, 2, 3):
        ((since, until),) = spans_of(views.marks("salt"), (number,), lines, head)
        recap = RECAP.fold(salt.told("salt", until, since))
        assert (recap.session, recap.spoken_of["ada"], recap.closed is not None) == (number, 10, True)
    assert RECAP.fold(salt.told("salt")).spoken_of["ada"] == 10


def test_an_evening_of_which_more_is_taken_in_after_others_is_retold_with_it(salt: Ledger, tmp_path: Path) -> None:
    views = ReadModels(salt)
    salt.followers.append(views)
    chat = tmp_path / "talk.jsonl"
    said = [
        {"ts": f"2021-05-{day}T19:{minute}:00Z", "author": "Ada", "content": "Ada rolls 2d6 = 9 (4 5)"}
        for day in ("04", "11")
        for minute in (10, 20, 30)
    ]
    chat.write_text("".join(json.dumps(it) + "\n" for it in said if it["ts"] != "2021-05-04T19:20:00Z"))
    taken_in(salt, chat)
    chat.write_text("".join(json.dumps(it) + "\n" for it in said))
    assert (taken_in(salt, chat).recorded.total(), len(sessions_in(views.marks("salt")))) == (1, 2)
    spans = spans_of(views.marks("salt"), (1,), salt.lines("salt"), salt.head("salt"))
    first = RECAP.fold(it for since, until in spans for it in salt.told("salt", until, since))
    assert (first.session, first.spoken_of["ada"], first.closed is not None) == (1, 3, True)
    last = RECAP.fold(salt.told("salt"))
    assert (last.session, last.spoken_of["ada"]) == (2, 3)
    assert RECAP.fold(list(salt.told("salt"))[-3:], RECAP.fold(list(salt.told("salt"))[:-3])) == last


def test_an_evening_ends_when_its_last_word_was_said(logged: tuple[Ledger, ReadModels]) -> None:
    ledger, views = logged
    ends = [
        told.record.envelope.happened_at
        for told in ledger.told("salt")
        if told.record.envelope.type == "logged.evening_closed.v1"
    ]
    assert ends[-2:] == ["2021-05-04T20:00:00.000Z", "2021-05-11T20:00:00.000Z"]
    assert views.summaries()[0].rulings == 2  # founded, and Ada seated: what was taken in is counted apart


def test_nobody_enters_by_an_intake_that_is_refused(tmp_path: Path) -> None:
    game = replace(GAME, entering=lambda state, voice, name, player: SeatPerson(person=PersonId(voice), name=name))
    ledger = Ledger({game.key: game}, {"SQLALCHEMY_URL": "sqlite://"})
    ledger.found(FoundCampaign(game=game.key, title="Salt", slug="salt", gm_name="Gwen"))
    ledger.rule("salt", Submission(command=OpenSession()))
    file = tmp_path / "talk.jsonl"
    file.write_text('{"author": "Kes", "content": "Row!"}\n')

    def enters(mapping: Mapping) -> None:
        mapping.speakers["Kes"] = MappedSpeaker(id="kes", name="Kes", enters=True)

    before = ledger.head("salt")
    report = taken_in(ledger, file, enters)
    assert isinstance(report.refused, Refused)
    assert report.refused.refusal.code == "session_open"
    assert (ledger.head("salt"), "kes" in ledger.moment("salt").campaign.people) == (before, False)
    assert verify(ledger, "salt").sound
    ledger.close()
