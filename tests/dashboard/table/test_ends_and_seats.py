"""The Table in a sample campaign: an end is asked twice, each seat has its own form, a line is read or kept."""

from pathlib import Path
from time import sleep

import pytest
from streamlit.testing.v1 import AppTest

from campaign_laws.submissions import just_seen
from dashboard.forms import table_state
from dashboard.ui.recording import ONCE_MORE
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from ledger.answers import Ruled, Submission
from ledger.ledger import Ledger
from ledger.log.record import Record
from tests.dashboard.table.conftest import APP
from tests.dashboard.table.page import html, press, record, roll_here, said
from tests.support.pages import at_page
from tests.support.samples import copied

CHAIN, KETTLE = "ninth-chain", "underkettle"


@pytest.fixture
def ledger(played_samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    file = copied(played_samples, tmp_path / "played.sqlite3")
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(file))
    return Ledger(games(), {"SQLALCHEMY_URL": f"sqlite:///{file}"})


def sit(slug: str) -> AppTest:
    at = AppTest.from_file(str(APP), default_timeout=60)
    at.query_params["campaign"] = slug
    at_page(at, "table").run()
    assert not at.exception
    return at


def heading(at: AppTest) -> str:
    head = html(at).partition('<div class="tbl-head"><h2>')[2].partition("</h2>")[0]
    return head.replace('<bdi dir="auto">', "").replace("</bdi>", "")


def asks(record: Record, what: str) -> bool:
    return str((record.envelope.command or {}).get("type", "")).endswith(what)


def line(at: AppTest, words: str) -> AppTest:
    """Write into the line without looking at the page before Enter."""
    at.text_input(key=f"said-words|{at.query_params['campaign']}|line").set_value(words)
    at = at.button(key="said-enter").click().run()
    assert not at.exception
    return at


def standing(at: AppTest) -> str:
    return str(at.text_input(key=f"said-words|{at.query_params['campaign']}|line").value)


def test_an_end_is_never_in_front_and_is_asked_twice(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_state, "DOUBLE_CLICK", 600.0)  # however long a press takes here
    head, at = ledger.head(CHAIN), sit(CHAIN)
    assert heading(at).startswith("Frame a scene")
    at = press(at, "End the crucible")
    for field in at.text_area:
        if field.key and field.key.startswith("table-"):
            field.set_value("It is told.")
    at = record(at)
    assert ONCE_MORE in html(at)
    at = record(at)  # a double click
    assert ledger.head(CHAIN) == head
    monkeypatch.setattr(table_state, "DOUBLE_CLICK", 0.0)
    record(at)
    assert ledger.head(CHAIN) > head


def test_an_end_that_is_typed_is_asked_twice_too(ledger: Ledger) -> None:
    head, at = ledger.head(CHAIN), sit(CHAIN)
    at = line(at, "End the crucible")
    assert ONCE_MORE in html(at)
    assert (ledger.head(CHAIN), standing(at)) == (head, "End the crucible")
    sleep(table_state.DOUBLE_CLICK)
    at = at.button(key="said-enter").click().run()
    assert ledger.head(CHAIN) > head
    assert standing(at) == ""


def test_another_seat_has_another_form(ledger: Ledger) -> None:
    at = press(sit(CHAIN), "Frame a scene at The Ninth Pier")
    assert heading(at) == "Frame a scene at The Ninth Pier"
    people = ledger.moment(CHAIN).campaign.people
    player = next(person for person, it in people.items() if it.name == "Mirren")
    at = at.pills(key=f"seat|{CHAIN}").set_value(player).run()
    assert not at.exception
    assert heading(at) != "Frame a scene at The Ninth Pier"
    assert "the table has moved on" not in html(at).casefold()


def test_what_is_pressed_before_the_page_shows_the_new_seat_records_nothing(ledger: Ledger) -> None:
    at, head = sit(CHAIN), ledger.head(CHAIN)
    player = next(p for p, seat in ledger.moment(CHAIN).campaign.people.items() if seat.role.value == "player")
    at.text_area(key=next(each.key for each in at.text_area if said(each.label) == "Note")).set_value(
        "Seen by me."
    )
    at.pills(key=f"seat|{CHAIN}").set_value(player)
    at = press(at, "Note for the table")
    assert "You chose another seat" in html(at)
    at.pills(key=f"seat|{CHAIN}").set_value(ledger.moment(CHAIN).campaign.gm)
    at = line(at, "note: Seen from the other side.")
    assert "You chose another seat" in html(at)
    assert ledger.head(CHAIN) == head


def test_enter_does_not_wait_for_the_page_to_see_the_words(ledger: Ledger) -> None:
    head, at = ledger.head(KETTLE), sit(KETTLE)
    label = next(said(it.label) for it in at.button if it.key and it.key.startswith("offer|"))
    at = line(at, label)
    assert heading(at) == label or ledger.head(KETTLE) > head
    assert standing(at) == ""


def test_a_line_that_means_nothing_stays_and_says_why_until_something_changes(ledger: Ledger) -> None:
    at = line(sit(KETTLE), "zeppelin over the mill")
    assert standing(at) == "zeppelin over the mill"
    assert "Not recorded" in html(at)
    assert "No step in order now is meant by this" in html(at)
    at.text_input(key=f"said-words|{KETTLE}|line").set_value("zep").run()
    assert "Not recorded" not in html(at)


def test_half_a_step_stays_with_the_reason_and_opens_its_form_with_what_was_said(ledger: Ledger) -> None:
    acted = [it.told[0].record for it in ledger.rulings(KETTLE) if asks(it.told[0].record, "propose_action")]
    words = {"type": "campaign.rewind_line", "to": acted[-1].position - 1, "reason": "To act otherwise."}
    back = Vocabulary(ledger.game("wicked_ones")).command(words)
    assert isinstance(ledger.rule(KETTLE, just_seen(ledger, KETTLE, Submission(command=back, by="jonas"))), Ruled)
    at = sit(KETTLE)
    label = next(said(it.label) for it in at.button if "goes for something" in said(it.label)).partition(" (")[0]
    who = label.partition(" ")[0]
    at = line(at, f'{who} goes smash "break the mill door"')
    assert "Not recorded" in html(at)
    assert standing(at).endswith('"break the mill door"')
    at = press(at, label)
    assert heading(at) == label
    assert standing(at) == ""
    assert "break the mill door" in [field.value for field in at.text_input]
    assert any("smash" in str(group.value).casefold() for group in [*at.button_group, *at.selectbox])


def test_the_words_of_every_visible_button_are_understood(ledger: Ledger) -> None:
    for slug in (CHAIN, KETTLE):
        at = sit(slug)
        labels = [said(it.label) for it in at.button if it.key and it.key.startswith("offer|")]
        assert labels
        for label in [it for it in labels if labels.count(it) == 1][:6]:
            at.text_input(key=f"said-words|{slug}|line").set_value(label).run()
            near = [said(it.label) for it in at.button if it.key and it.key.startswith(("near|0", "said|"))]
            assert near, label
            assert near[0] == "Play this" or label.startswith(near[0])


def test_the_session_is_opened_and_closed_at_the_head_of_the_page(ledger: Ledger) -> None:
    session = ledger.open(CHAIN).now.campaign.session
    assert session is not None
    assert not session.open
    at = press(sit(CHAIN), f"Open session {session.number + 1}")
    assert heading(at) == "Open a session"
    at = record(at)
    now = ledger.open(CHAIN).now.campaign.session
    assert now is not None
    assert (now.number, now.open) == (session.number + 1, True)
    assert heading(press(at, f"Close session {now.number}")) == f"Close session {now.number}"


def test_what_a_player_who_left_began_is_in_front_of_whoever_runs_the_game(ledger: Ledger) -> None:
    words = Vocabulary(ledger.game(ledger.find(KETTLE).game))
    scene = {"place": "dungeon", "title": "The stairs", "present": ["grub"]}
    action = {"character": "grub", "action": "smash", "intention": "Through the door", "risk": "Splinters"}
    for by, step in (
        ("jonas", {"type": "wicked_ones.open_scene", "description": "It is dark.", **scene}),
        ("noor", {"type": "wicked_ones.propose_action", "description": "With the head.", **action}),
        ("jonas", {"type": "wicked_ones.frame_action", "roll": "roll-90"}),
        ("noor", {"type": "campaign.leave_seat", "person": "noor"}),
    ):
        if "roll" in step:
            step["roll"] = next(reversed(ledger.moment(KETTLE).game.rolls))
        asked = Submission(command=words.command(step), by=by)
        assert isinstance(ledger.rule(KETTLE, just_seen(ledger, KETTLE, asked)), Ruled)
    at = sit(KETTLE)
    assert "In the name of Noor." in html(at)
    roll_here(at)
    last = list(ledger.rulings(KETTLE))[-1].told[0].record
    assert asks(last, "roll_action")
    assert last.envelope.by == "noor"
