"""A contest as a guided flow, a step by a typed line, and a whole contest from notes, in all five games."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from campaign_laws.submissions import just_seen
from domain.kernel.vocabulary import Vocabulary
from ledger.answers import Refused, Submission
from ledger.ledger import Ledger
from tests.dashboard.table.conftest import APP, EVENING
from tests.dashboard.table.page import html, play_line, press, said
from tests.support.pages import at_page
from tests.support.summaries import NOTES, Notes, begun
from wiring.library import open_library

OF_CRUCIBLE = NOTES[0]


def sit(at_most: int = 60) -> AppTest:
    at = AppTest.from_file(str(APP), default_timeout=at_most)
    at.query_params["campaign"] = EVENING
    return at_page(at, "table").run()


def table_of(notes: Notes, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Ledger, AppTest]:
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(folder / "flow.sqlite3"))
    ledger = open_library().ledger
    begun(ledger, notes, EVENING)
    return ledger, sit()


def rulings(ledger: Ledger) -> int:
    return sum(1 for _ in ledger.rulings(EVENING))


def written(at: AppTest, label: str, text: str) -> AppTest:
    fields = [*at.text_input, *at.text_area]
    at = next(each for each in fields if each.label == label).set_value(text).run()
    assert not at.exception
    return at


@pytest.mark.parametrize("notes", NOTES, ids=[notes.game for notes in NOTES])
def test_notes_are_previewed_and_recorded_once(
    notes: Notes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, at = table_of(notes, tmp_path, monkeypatch)
    before = rulings(ledger)
    first = "\n".join(line for line in notes.text.strip().splitlines()[:2])
    at = written(at, "Notes", first)
    at = press(at, "Play all of this")
    begun_with = rulings(ledger) - before
    assert begun_with >= 2
    page = html(at)
    assert 'class="flow"' in page
    assert 'aria-current="step"' in page
    at = written(at, "Notes", "\n".join(notes.text.strip().splitlines()[2:]))
    assert f"These {notes.rulings - begun_with} rulings will be recorded" in html(at)
    assert rulings(ledger) == before + begun_with
    press(at, "Play all of this")
    assert rulings(ledger) == before + notes.rulings


def test_a_typed_line_is_a_step_and_what_leaves_no_choice_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, at = table_of(OF_CRUCIBLE, tmp_path, monkeypatch)
    before = rulings(ledger)
    at = written(at, "Say what happens", 'anselm picks up dice "Say it aloud"')
    assert "Enter records this" in html(at)
    at = play_line(at)
    assert rulings(ledger) == before + 1
    for line in OF_CRUCIBLE.text.strip().splitlines()[1:4]:
        at = play_line(written(at, "Say what happens", line.strip()))
    contest = ledger.moment(EVENING).game.contest
    assert contest.status == "presented", "with all dice on the table, each side's highest is presented by itself"
    assert contest.sides["anselm"].presented_die == "d6-1"
    assert "Sparks" in html(at)
    assert "let it settle" in " ".join(said(button.label).casefold() for button in at.button)
    at = press(
        at, next(said(it.label) for it in at.button if "Let It Settle" in said(it.label) and "a d4" in it.label)
    )
    marked = [
        said(it.label) for it in at.button if "Let It Settle" in said(it.label) and it.proto.type == "secondary"
    ]
    assert len(marked) == 1, "of two steps that differ by their die, the one that was pressed is the open one"
    assert "a d4" in marked[0]


def test_what_is_not_understood_is_said_in_whole_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, at = table_of(OF_CRUCIBLE, tmp_path, monkeypatch)
    at = written(at, "Say what happens", "zorp blah 7")
    assert "No step in order now is meant by this." in html(at)


def test_what_passes_for_a_form_follows_too_and_can_be_left_to_the_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, at = table_of(OF_CRUCIBLE, tmp_path, monkeypatch)
    at = written(
        at,
        "Notes",
        "\n".join(OF_CRUCIBLE.text.strip().splitlines()[:3])
        + "\n"
        + ('GM: soft certainty helps "As to a child.", great scale "Level.", never raises helps "Tired."'),
    )
    at = press(at, "Play all of this")
    assert ledger.moment(EVENING).game.contest.sides["gm"].rolled is False
    assert "The GM rolls" in html(at), "the step that leaves no choice but draws dice is in front, and waits"
    dice = next(each for each in at.text_input if said(each.label) == "Dice")
    at = dice.set_value("3 5 2").run()
    before = rulings(ledger)
    record = [button for button in at.button if str(button.key).startswith("record|")]
    at = record[-1].click().run()
    assert rulings(ledger) == before + 3
    assert "and by itself" in html(at)
    words = Vocabulary(ledger.game("vicious_crucible"))
    undo = Submission(command=words.command({"type": "campaign.undo_ruling"}), by="hanne")
    assert not isinstance(ledger.rule(EVENING, just_seen(ledger, EVENING, undo)), Refused)
    at.run()
    assert ledger.moment(EVENING).game.contest.sides["gm"].presented_die is None, "and is not taken again"


def test_a_line_that_is_half_a_step_opens_its_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger, at = table_of(OF_CRUCIBLE, tmp_path, monkeypatch)
    before = rulings(ledger)
    at = written(at, "Say what happens", "anselm soften hard")
    at = press(at, "Sister Anselm picks up dice to soften a hard place")
    assert '<h2><bdi dir="auto">Sister Anselm picks up dice to soften a hard place' in html(at)
    at = written(at, "Say what happens", "zeppelin")
    assert "No step in order now is meant by this" in html(at)
    assert rulings(ledger) == before


def test_the_steps_of_what_is_under_way_stand_before_what_may_be_done_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = next(it for it in NOTES if it.game == "death_of_the_vele")
    _ledger, at = table_of(notes, tmp_path, monkeypatch)
    first = """Odrun: attacks, damage "Break the wheel" opponents=mastiff
    Odrun: pushes bowl bridgewarden d8; pushes bowl sure-footed d8
    Irena: ready"""
    at = press(written(at, "Notes", first), "Play all of this")
    steps = [it.label for it in at.button if (it.key or "").startswith("offer|")]
    uses = [place for place, label in enumerate(steps) if " uses " in label]
    pushes = [place for place, label in enumerate(steps) if " pushes " in label]
    assert uses
    assert pushes
    assert pushes[0] < uses[0], steps
