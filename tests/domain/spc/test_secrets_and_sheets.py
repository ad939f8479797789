"""Schemes stay with the Mastermind, and sheets show what facts changed."""

import pytest

from domain.kernel import facts
from domain.kernel.people import Asker, Role, may_see
from domain.kernel.ruling import names_at, retell
from domain.kernel.sheet import Counter, CounterForm, Progress, Table, Tags
from domain.kernel.terms import PersonId
from domain.spc import GAME
from domain.spc.chapters.adventure import tracks
from domain.spc.chapters.turns import turns
from projections.views.relations import relations_of
from tests.domain.spc.spc_table import SCRIPTS, moments

ANA = Asker(PersonId("ana-player"), Role.PLAYER)
READER = Asker(PersonId("reader"), Role.READER)
GM = Asker(PersonId("gm"), Role.GM)
SECRET = "Eclipse at noon."


def test_nobody_but_the_mastermind_finds_a_scheme() -> None:
    for moment, event in moments(SCRIPTS["seats_previews_and_characters"]):
        told = retell(GAME, moment, event)
        for viewer in (ANA, READER):
            assert SECRET not in repr([fact for fact in told.facts if may_see(viewer, fact.audience)])
            assert SECRET not in repr(names_at(GAME, moment))
            if may_see(viewer, told.audience):
                assert SECRET not in told.headline
            for character in GAME.listed(moment.game):
                assert SECRET not in repr(GAME.sheet(moment.game, character).seen_by(viewer))
    assert SECRET in repr(GAME.sheet(moment.game, "countess").seen_by(GM))
    assert SECRET in repr(GAME.sheet(moment.game, "table").seen_by(GM))


def test_both_tracks_are_drawn_with_two_ends() -> None:
    *_, (moment, _) = moments(SCRIPTS["five_systems_that_just_happen"])
    blocks = {block.path: block for block in GAME.sheet(moment.game, "ana").blocks}
    for path, ends in (("ana.purity_track", ("Corruption", "Purity")), ("ana.goal_track", ("Drawback", "Goal"))):
        track = blocks[path]
        assert isinstance(track, Counter)
        assert track.form is CounterForm.TWO_ENDED
        assert track.ends == ends
        assert track.low < track.value < (track.high or 0)
    goal = blocks["ana.goal"]
    assert isinstance(goal, Progress)
    assert (goal.have, goal.need, goal.brings) == (0, 4, "Free the city from the Countess.")


def test_counted_apart_there_are_four_numbers_and_no_track() -> None:
    *_, (moment, _) = moments(SCRIPTS["house_rules_two_pools"])
    paths = {block.path for block in GAME.sheet(moment.game, "ana").blocks}
    assert {"ana.purity", "ana.corruption", "ana.drawback", "ana.goal"} <= paths
    assert not {"ana.purity_track", "ana.goal_track"} & paths


def test_both_ways_of_counting_tell_one_history() -> None:
    """The same events, read as one track and as two numbers: only the reading differs."""
    *_, (moment, _) = moments(SCRIPTS["house_rules_two_pools"])
    moved = [event for _, event in moments(SCRIPTS["house_rules_two_pools"])]
    steps = [event for event in moved if isinstance(event, tracks.PurityTrackMoved)]
    it = moment.game.characters["ana"]
    assert it.purity_track == sum(event.delta for event in steps)
    assert it.purity == sum(event.purity for event in steps)
    assert it.corruption == sum(event.corruption for event in steps)


def test_every_step_of_the_four_numbers_is_told() -> None:
    """The sheet shows the sum of what was told, also after a word of the Mastermind's."""
    told = dict.fromkeys(("purity", "corruption", "drawback"), 0)
    for moment, event in moments(SCRIPTS["house_rules_four_numbers_and_a_limit"]):
        for fact in retell(GAME, moment, event).facts:
            if isinstance(fact, facts.NumberChanged) and fact.name in told:
                told[fact.name] += fact.delta
                assert told[fact.name] == fact.now == getattr(moment.game.characters["ana"], fact.name)
    assert told == {"purity": 1, "corruption": 1, "drawback": 0}


def test_a_turn_lies_open_on_the_sheet() -> None:
    seen = False
    for moment, event in moments(SCRIPTS["totals_are_compared_pair_by_pair"]):
        if isinstance(event, turns.TurnNarrated) and event.turn == 1:
            blocks = {block.path: block for block in GAME.sheet(moment.game, "ana").blocks}
            totals, dice, progress = (blocks[f"ana.{name}"] for name in ("totals", "dice", "progress"))
            assert isinstance(totals, Table)
            assert [row[-1] for row in totals.rows] == ["7", "2", "5"]
            assert isinstance(dice, Tags)
            assert [(tag.text, tag.state) for tag in dice.tags] == [
                ("5", "ambition"),
                ("1", "cunning"),
                ("2", "vigilance"),
            ]
            assert isinstance(progress, Counter)
            assert (progress.value, progress.high) == (3, 6)
            seen = True
    assert seen


def test_harm_to_come_stands_on_the_sheet() -> None:
    shown = []
    for moment, event in moments(SCRIPTS["taken_out_and_what_it_grants"]):
        told = retell(GAME, moment, event).facts
        if any(fact.path == "ben.harm.scene" for fact in told):
            blocks = {block.path: block for block in GAME.sheet(moment.game, "ben").blocks}
            harm = blocks.get("ben.harm")
            shown.append(harm.tags[0].state if isinstance(harm, Tags) else "")
    assert shown == ["next scene", "this scene", ""]


def test_a_throw_shows_what_must_stay_and_what_cannot() -> None:
    rolls = [
        fact
        for moment, event in moments(SCRIPTS["penalty_dice_force_the_lowest_in"])
        for fact in retell(GAME, moment, event).facts
        if isinstance(fact, facts.DiceRolled)
    ]
    first, last = rolls[0], rolls[-1]
    assert [die.label for die in first.dice] == ["", "", "", "", "stays"]
    assert all(die.kept for die in first.dice)
    assert first.reading == "keep 3, 1 among them"
    assert [die.kept for die in last.dice] == [False, False, True, False, True, True]


def test_dice_are_sorted_on_the_table_and_their_totals_told() -> None:
    told = [
        fact
        for moment, event in moments(SCRIPTS["a_talent_and_its_bonus_die"])
        for fact in retell(GAME, moment, event).facts
        if isinstance(fact, facts.DiceSorted) and fact.roller == "ana"
    ]
    kept, assigned = told
    assert [die.kept for die in kept.dice] == [True, True, True, False]
    assert kept.reading == "kept 6, 4, 2"
    assert [die.label for die in assigned.dice] == ["ambition", "cunning", "vigilance", ""]
    assert assigned.reading == "Ambition 8, Cunning 5, Vigilance 5"


def test_advancement_tells_of_goals_reached_and_pools_grown() -> None:
    grown = {
        (fact.track, fact.what)
        for name in ("a_goal_is_reached_and_set_anew", "an_intention_is_achieved_and_granted")
        for moment, event in moments(SCRIPTS[name])
        for fact in retell(GAME, moment, event).facts
        if isinstance(fact, facts.Advanced)
    }
    assert grown == {("goal", "Free the city from the Countess."), ("pools", "Cunning 2")}


@pytest.mark.parametrize("name", ["taken_out_and_what_it_grants", "a_goal_reached_in_a_conflict"])
def test_nobody_opposes_anybody_on_the_map_once_the_conflict_is_over(name: str) -> None:
    """SPC-20, SPC-66: not a record later, and so not after the adventure either."""
    told: list[facts.Fact] = []
    during = 0
    for moment, event in moments(SCRIPTS[name]):
        told += retell(GAME, moment, event).facts
        opposed = {ends for ends, tie in relations_of(told).ties.items() if tie.relation == "opposes"}
        under_way = moment.game.conflict if moment.game.conflict and moment.game.conflict.open else None
        pairs = under_way.oppositions if under_way else []
        assert opposed == {ends for a, b in pairs for ends in ((a, b), (b, a))}
        during += bool(opposed)
    assert during
    assert moment.game.conflict is not None
    assert not moment.game.conflict.open
