"""The last session in short, the texts about a campaign, the chapters that go on."""

from datetime import datetime

import pytest

from domain.kernel import facts as say
from domain.kernel.facts import Kind
from ledger.answers import ToldRecord
from ledger.log.lines import Lines
from projections.history.stored_facts import StoredFact
from projections.views.recap import RECAP, RecapTest, open_chapters, spans_of, standing_texts
from projections.views.recap_words import LONGEST, MOST_LINES, recap_lines, teams_words
from projections.views.timeline import Mark
from tests.support.folding import all_kept
from tests.support.telling import told


def _day(at: str) -> str:
    when = datetime.fromisoformat(at).astimezone()
    return f"{when.day} {when:%B %Y}"


def evening(*more: ToldRecord) -> list[ToldRecord]:
    return [
        told(say.SessionOpened(session=1, title="Low water"), position=1),
        told(say.SceneOpened(scene="gate", title="At the gate", place="gate", present=("ann",)), position=2),
        told(say.TestOpened(test="t1", form="contest", sides=("ann", "bob"), aim="the gate"), position=3),
        told(say.NumberChanged(owner="ann", name="heat", label="Heat", delta=-2, now=1, why="x"), position=4),
        told(say.TestClosed(test="t1", outcome="won with 7", winner="ann", losers=("bob",)), position=5),
        told(say.Advanced(owner="ann", track="t", what="a die"), position=6, headline="Ann gains a die"),
        told(say.SceneClosed(scene="gate", outcome="It opens."), position=7),
        *more,
    ]


def test_a_session_is_told_scene_by_scene() -> None:
    recap = RECAP.fold(evening())
    assert (recap.session, recap.title, recap.opened, recap.closed) == (1, "Low water", 1, None)
    (scene,) = recap.scenes
    assert (scene.title, scene.place, scene.present, scene.opened, scene.closed) == (
        "At the gate",
        "gate",
        ("ann",),
        2,
        7,
    )
    assert scene.outcome == "It opens."
    (trial,) = scene.trials
    assert (trial.aim, trial.opened, trial.closed, trial.outcome, trial.winner) == (
        "the gate",
        3,
        5,
        "won with 7",
        "ann",
    )
    assert [(it.position, it.kind, it.headline) for it in scene.highlights] == [
        (6, Kind.GROWTH, "Ann gains a die")
    ]
    assert recap.spoken_of["ann"] == 5
    assert recap.open_scene is None


def test_numbers_are_counted_over_the_session() -> None:
    more = told(
        say.NumberMoved(giver="bob", taker="ann", name="heat", amount=5, giver_now=0, taker_now=6, why="y")
    )
    nets = RECAP.fold(evening(more)).nets
    assert (nets["ann", "heat"].delta, nets["ann", "heat"].now, nets["ann", "heat"].label) == (3, 6, "Heat")
    assert nets["bob", "heat"].delta == -5


def test_what_happens_between_scenes_has_a_place_of_its_own() -> None:
    entered = say.CharacterEntered(character="cat", name="Cat", character_kind=say.CharacterKind.OTHER)
    recap = RECAP.fold(evening(told(entered, position=8, headline="Cat comes")))
    assert [(scene.scene, len(scene.highlights)) for scene in recap.scenes] == [("gate", 1), ("", 1)]


def test_a_scene_and_a_test_that_nobody_ended_are_open() -> None:
    recap = RECAP.fold(
        evening(
            told(say.SceneOpened(scene="quay", title="The quay"), position=8),
            told(say.TestOpened(test="t1", form="contest", sides=("ann",)), position=9),
        )
    )
    assert recap.open_scene is not None
    assert recap.open_scene.title == "The quay"
    assert [trial.opened for trial in recap.open_trials] == [9]


def test_what_follows_the_end_of_a_session_is_no_part_of_it() -> None:
    later = say.NumberChanged(owner="ann", name="heat", delta=9, now=10, why="rest")
    recap = RECAP.fold(evening(told(say.SessionClosed(session=1), position=8), told(later, position=9)))
    assert (recap.closed, recap.nets["ann", "heat"].delta) == (8, -2)


def test_the_next_session_begins_anew() -> None:
    recap = RECAP.fold(evening(told(say.SessionOpened(session=2), position=8)))
    assert (recap.session, recap.opened, recap.scenes, dict(recap.nets)) == (2, 8, (), {})


def test_the_text_written_last_stands_and_an_empty_one_is_gone() -> None:
    kept = [
        StoredFact(1, say.TextSet(owner="campaign", field="situation", text="War")),
        StoredFact(2, say.TextSet(owner="campaign", field="omen", text="Rain")),
        StoredFact(3, say.Adjudicated(subject="gate", field="lock", before="", after="broken", reason="the ram")),
        StoredFact(4, say.Told(text="The Ninth Chain", form="crucible")),
        StoredFact(5, say.Told(text="about somebody", form="plan", about=("ann",))),
        StoredFact(6, say.TextSet(owner="campaign", field="situation", text="Peace")),
        StoredFact(7, say.TextSet(owner="campaign", field="omen", text="")),
    ]
    assert [(it.owner, it.field, it.text, it.why, it.position) for it in standing_texts(kept)] == [
        ("gate", "lock", "broken", "the ram", 3),
        ("", "crucible", "The Ninth Chain", "", 4),
        ("campaign", "situation", "Peace", "", 6),
    ]


def test_chapters_that_were_not_closed_go_on() -> None:
    kept = [
        StoredFact(1, say.ChapterOpened(chapter="one", title="Act one")),
        StoredFact(2, say.ChapterOpened(chapter="two", title="Act two")),
        StoredFact(3, say.ChapterClosed(chapter="one")),
    ]
    assert [it.title for it in open_chapters(kept)] == ["Act two"]


def test_what_is_said_about_a_record_is_not_kept() -> None:
    assert all_kept([told(say.Told(text="why", form="rewind", about_position=3)), told(say.Told(text="so"))]) == [
        StoredFact(1, say.Told(text="so"))
    ]


def test_a_scene_that_outlasts_its_session_is_still_open() -> None:
    recap = RECAP.fold(
        evening(
            told(say.SceneOpened(scene="quay", title="The quay"), position=8),
            told(say.SessionClosed(session=1), position=9),
        )
    )
    assert recap.closed == 9
    assert recap.open_scene is not None
    assert (recap.open_scene.title, recap.open_scene.closed) == ("The quay", None)
    assert "- Still open: The quay." in recap_lines(recap, {})


def test_a_session_in_lines_of_text() -> None:
    dice = tuple(say.Die(str(n), 6, n) for n in (1, 2, 3))
    recap = RECAP.fold(
        evening(
            told(say.DiceRolled(roller="ann", purpose="luck", dice=dice), position=8),
            told(say.SessionClosed(session=1), position=9),
        )
    )
    names = {"ann": "Ann <b>", "bob": "Bob\nthe second"}
    assert recap_lines(recap, names, "A  tale") == [
        f"A tale: Session 1, Low water (played on {_day(recap.at)})",
        "- At the gate (Ann <b>): Ann <b> against Bob the second, the gate (won with 7); Ann gains a die. "
        "It opens.",
        "- In numbers: Ann <b> Heat -2 (now 1).",
        "(Told mechanically from 9 records, from 1 to 9: 1 test, 3 dice.)",
    ]
    assert recap_lines(recap, names, telling=lambda scene, signs: f"{scene.title} in {signs}.")[1] == (
        "- At the gate (Ann <b>): At the gate in 375."
    )
    assert recap_lines(RECAP.initial, {}) == ["No session was played yet."]


def test_play_before_any_session_is_told_from_its_first_scene_on() -> None:
    prepared = told(say.NumberChanged(owner="ann", name="heat", delta=3, now=3, why=""), position=1)
    assert recap_lines(RECAP.fold([prepared]), {}) == ["No session was played yet."]
    played = [
        told(say.SceneOpened(scene="gate", title="At the gate", present=("ann",)), position=2),
        told(say.NumberChanged(owner="ann", name="heat", delta=-2, now=1, why=""), position=3),
    ]
    assert recap_lines(RECAP.fold([prepared, *played]), {"ann": "Ann"}, "A tale") == [
        "A tale: Play so far",
        "- At the gate (Ann).",
        "- In numbers: Ann Heat -2 (now 1).",
        "- Still open: At the gate.",
        "(Told mechanically from 2 records, from 2 on: 0 tests, 0 dice.)",
    ]
    begun = RECAP.fold([prepared, *played, told(say.SessionOpened(session=1), position=4)])
    assert (begun.session, begun.opened, begun.scenes) == (1, 4, ())


def test_a_clock_is_named_once_in_the_numbers() -> None:
    moved = [
        told(
            say.NumberChanged(owner="bell", name="segments", label="The bell", delta=2, now=5, why=""), position=2
        ),
        told(say.NumberChanged(owner="ann", name="heat", delta=1, now=1, why=""), position=3),
    ]
    recap = RECAP.fold([told(say.SessionOpened(session=1), position=1), *moved])
    names = {"bell": "The bell", "ann": "Ann"}
    assert "- In numbers: The bell +2 (now 5); Ann Heat +1 (now 1)." in recap_lines(recap, names)


def test_never_more_than_a_dozen_lines_and_what_is_left_out_is_counted() -> None:
    scenes = [told(say.SceneOpened(scene=f"s{n}", title=f"Scene {n}"), position=2 + n) for n in range(20)]
    numbers = [
        told(say.NumberChanged(owner=f"owner-{n}", name="gold", delta=n, now=n, why=""), position=30 + n)
        for n in range(1, 40)
    ]
    lines = recap_lines(RECAP.fold([told(say.SessionOpened(session=1), position=1), *scenes, *numbers]), {})
    assert len(lines) == MOST_LINES
    assert all(len(line) <= LONGEST for line in lines)
    told_of = [line for line in lines if line.startswith("- Scene")]
    assert f"- And {20 - len(told_of)} more scenes: Scene {len(told_of)}; " in lines[len(told_of) + 1]
    counted = next(line for line in lines if line.startswith("- In numbers"))
    assert counted.endswith(f"; {39 - counted.count('Gold')} more.")


def test_where_a_session_lies_on_its_line() -> None:
    marks = [Mark(position=at, form="session", title="", session=number) for number, at in ((1, 2), (2, 9))]
    lines = Lines({9: 5})  # the second session begins on another line, from 5 on
    assert [spans_of(marks, (number,), lines, 12) for number in (1, 2)] == [[(1, 5)], [(5, 12)]]
    again = [*marks, Mark(position=13, form="session", title="", session=1)]
    assert [spans_of(again, (number,), lines, 14) for number in (1, 2)] == [[(1, 5), (12, 14)], [(5, 12)]]
    again.append(Mark(position=15, form="session", title="", session=1))
    assert spans_of(again, (1,), lines, 16) == [(1, 5), (12, 16)]
    with pytest.raises(KeyError):
        spans_of(marks, (3,), lines, 12)


def test_those_who_act_together_are_named_together() -> None:
    everybody = ("ann", "bob", "cat", "wolf", "fox")
    hunt = say.TestOpened(test="t", form="hunt", sides=everybody, acting=3)
    alone = say.TestOpened(test="t", form="hunt", sides=("ann", "wolf", "fox"))
    all_of_them = say.TestOpened(test="t", form="conflict", sides=("ann", "wolf"), acting=2)
    assert teams_words(hunt.teams, str.title) == "Ann, Bob and Cat against Wolf and Fox"
    assert teams_words(alone.teams, str.title) == "Ann against Wolf and Fox"
    assert teams_words(all_of_them.teams, str.title) == "Ann and Wolf"
    assert teams_words(say.TestOpened(test="t", form="storm", sides=()).teams, str) == ""


@pytest.mark.parametrize(("winner", "inside"), [("bob", True), ("wolf", True), ("moon", False), (None, False)])
def test_the_winner_is_looked_for_on_every_side(winner: str | None, inside: bool) -> None:
    trial = RecapTest(test="t", form="hunt", aim="", teams=(("ann", "bob"), ("wolf",)), opened=1, winner=winner)
    assert trial.won_by_one_of_them is inside


def test_a_session_without_scenes_is_told_by_words_said_in_it() -> None:
    recap = RECAP.fold([told(say.SessionOpened(session=1, title="Night"), position=1)])
    lines = recap_lines(recap, {}, "Weir", ["Wren: It  rains.", *(f"line {n}" for n in range(20))])
    assert lines[1] == "- Wren: It rains."
    dated = RECAP.fold([told(say.SessionOpened(session=1, title="2026-02-04"), position=1)])
    assert recap_lines(dated, {})[0].startswith("Session 1, 4 February 2026 (")
    assert len(lines) == MOST_LINES


def test_what_turned_in_a_scene_is_told_before_anything_else() -> None:
    """Steps that bring somebody to a scene are not told; of many tests the last ones are."""
    there = say.RelationSet(source="ann", target="quay", relation="is at")
    scene = say.SceneOpened(scene="s", title="The quay", place="quay", present=("ann",))
    tests = [
        told(say.TestOpened(test=f"t{n}", form="roll", aim=f"aim {n}", sides=()), position=10 + n)
        for n in range(6)
    ]
    dies = told(say.CharacterLeft(character="bob", how="dead"), position=20, headline="Bob dies")
    married = told(say.RelationSet(source="ann", target="eel", relation="marries"), position=4, headline="Married")
    recap = RECAP.fold(
        [
            told(say.SessionOpened(session=1), position=1),
            married,
            told(there, position=5, headline="Ann goes to the quay"),
            told(scene, position=6),
            *tests,
            dies,
        ]
    )
    lines = recap_lines(recap, {"ann": "Ann"})
    assert lines[1] == "- Between scenes: Married."
    settled = [f"aim {n} (not settled)" for n in (3, 4, 5)]
    assert lines[2] == f"- The quay (Ann): {'; '.join(settled)}; Bob dies; 3 more."
