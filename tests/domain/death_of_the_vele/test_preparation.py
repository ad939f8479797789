"""From founding to the first scene: steps, forms, references, and the ready table."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.death_of_the_vele import GAME
from domain.death_of_the_vele.chapters.acts.act_play import BeginActPlay
from domain.death_of_the_vele.chapters.founding.framework import FinishFramework
from domain.death_of_the_vele.forms.dice_plan import dice_plan_for
from domain.death_of_the_vele.forms.sheets import SHEET_AGAIN
from domain.death_of_the_vele.house_rules import VeleHouseRules
from domain.death_of_the_vele.state.vele import initial
from domain.death_of_the_vele.terms.dice import SET, Dice, Die
from domain.kernel.available_offers import offers_at
from domain.kernel.forms.layouts import questions
from domain.kernel.moment import AnyMoment
from domain.kernel.preparation.next_step import next_for, preparation_of
from domain.kernel.preparation.steps import Preparation, StepStatus
from domain.kernel.terms import PersonId
from domain.kernel.vocabulary import Vocabulary
from tests.domain.death_of_the_vele.ready_table import (
    PLAYERS,
    RAW,
    answers_of,
    answers_read,
    asked,
    filled_fields,
    laid,
    owner,
    seated,
    steps_taken,
    taken,
    would,
)
from tests.domain.death_of_the_vele.vele_table import FOLDER, SCRIPTS, moments
from tests.support.scripts import script_at

SAMPLE = script_at(next((FOLDER / "samples").glob("*.jsonl")))
ACTS = {name: it for name, it in SCRIPTS.items() if name.startswith(("acts_", "framework_"))}


def in_preparation() -> Iterator[tuple[str, AnyMoment, Preparation]]:
    """Moments of scripts about acts at which something is prepared, once for each list of due steps."""
    seen: set[tuple[str, ...]] = set()
    for name, script in ACTS.items():
        for moment, _ in moments(script):
            preparation = preparation_of(GAME, moment)
            if preparation is None:
                continue
            due = (preparation.title[:12], *(it.key for it in preparation.due), *map(str, preparation.due))
            if due not in seen:
                seen.add(due)
                yield name, moment, preparation


def test_an_act_is_played_exactly_when_nothing_else_is_due() -> None:
    answers = set()
    for name, moment, preparation in in_preparation():
        if preparation.step("play") is not None:
            narrator = moment.game.act.starting_narrator
            code = would(moment, BeginActPlay(), narrator)
            due = [it.key for it in preparation.due]
            assert (code is None) == (due == ["play"]), (name, code, due)
            answers.add(code)
        elif preparation.step("start") is not None and moment.game.story.started:
            code = would(moment, FinishFramework(), next(iter(moment.game.story.players)))
            assert code in (None, "framework_unfinished", "framework_finished")
            if code == "framework_unfinished":
                assert any(it.key != "start" for it in preparation.due), name
    assert {None, "setup_unfinished", "pc_too_few_traits"} <= answers


def test_nothing_is_prepared_while_a_scene_is_played_or_the_table_votes() -> None:
    for moment, _ in moments(SAMPLE):
        playing = moment.game.scene is not None and moment.game.scene.open
        if playing or moment.game.question is not None:
            assert preparation_of(GAME, moment) is None


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_ready_table_reaches_its_scene(number: int) -> None:
    moment, table = laid(number)
    assert not table.faults
    assert moment.game.scene.title == RAW["begin"]["title"]
    assert len(moment.game.scene.cast) == number
    everybodys = {"bids", "opens", "pc", "initiative", "sheet", "group", "ties", "spotlights", "places"}
    assert set(table.waiting) == ({"opens_left"} if number == len(PLAYERS) else everybodys)


def test_with_more_players_than_it_has_seats_the_rest_is_due() -> None:
    raw = {**RAW, "pc": {seat: it for seat, it in RAW["pc"].items() if seat != "4"}}
    moment, table = laid(len(PLAYERS), raw)
    assert not table.faults
    preparation = preparation_of(GAME, moment)
    assert preparation is not None
    assert [it.missing for it in preparation.due] == [("a PC for Dee",)]
    assert {"sheet", "group", "places", "begin"} <= set(table.waiting)


def test_whoever_walks_by_the_next_step_alone_reaches_a_scene() -> None:
    moment = seated(len(PLAYERS))
    hands = frozenset(PersonId(it) for it in PLAYERS)
    for _ in range(200):
        asker = moment.campaign.asker("gm")
        found = next_for(GAME, moment, asker, offers_at(GAME, moment, "gm"), hands)
        if found.step is not None and found.step.form is not None:
            assert not taken(moment, found.step, answers_of(found.step))
            continue
        assert found.offer is not None, found
        answers = RAW["begin"] if found.step is None else {}
        command = found.offer.command.model_validate({**found.offer.known, **answers})
        assert asked(moment, command, found.by or "gm") is None
        if found.step is None:
            break
    assert moment.game.scene.title == RAW["begin"]["title"]


def test_an_own_table_takes_no_more_actions_than_planned() -> None:
    """Each field filled in and each press is an action; founding is title, players, and two presses."""
    actions: Counter[str] = Counter()
    for moment, step, raw in steps_taken(len(PLAYERS)):
        who = owner(moment, step) if len(step.whose) == 1 else ""
        actions[who] += filled_fields(raw) + 1
    actions[""] += filled_fields(RAW["begin"]) + 1 + 6
    assert actions.total() <= 150, actions
    assert max(number for who, number in actions.items() if who) <= 35, actions


def fields_required() -> Iterator[tuple[str, str, str]]:
    for _, step, raw in steps_taken(len(PLAYERS)):
        if step.form is not None and step.subject in ("", "1"):
            yield from ((step.key, it.field, "in") for it in questions(step.form.parts) if raw.get(it.field))


@pytest.mark.parametrize(("key", "field"), [(key, field) for key, field, _ in fields_required()])
def test_a_field_is_required_exactly_when_it_cannot_be_left_empty(key: str, field: str) -> None:
    moment, step, raw = next(it for it in steps_taken(len(PLAYERS)) if it[1].key == key)
    assert step.form is not None
    asked_for = {it.field: it for it in questions(step.form.parts)}
    needed = asked_for[field].required and getattr(asked_for[field], "initial", None) is None
    if needed:
        without = {name: value for name, value in raw.items() if name != field}
    else:  # what is not required may all be left out
        without = {name: value for name, value in raw.items() if asked_for[name].required and name != field}
    try:
        wrong = taken(moment, step, without)
    except ValueError as problem:
        wrong = [str(problem)]
    if key.startswith("ties"):
        assert wrong == ["Choose at least one trait or aspect."]
        return
    assert bool(wrong) == needed, wrong


def test_an_act_that_comes_again_is_paid_for_as_before() -> None:
    moment = deepcopy(laid(2)[0])
    again = next_act(moment)
    preparation = preparation_of(GAME, again)
    assert preparation is not None
    step = preparation.step("sheet:ada")
    assert step is not None
    assert step.form is SHEET_AGAIN
    assert preparation.standing(step) is StepStatus.DUE
    assert "Carter" in step.missing[0]
    asker = again.campaign.asker("ada")
    assert SHEET_AGAIN.initial is not None
    usual = SHEET_AGAIN.initial(again, asker, step.subject)
    assert not taken(again, step, usual)
    pc = again.game.components["ansa-verrin"]
    assert all(it.active for it in pc.traits.values())
    assert all(it.active for it in pc.abilities.values())
    after = preparation_of(GAME, again)
    assert after is not None
    sheet = after.step("sheet:ada")
    assert sheet is not None
    assert after.standing(sheet) is StepStatus.DONE


def next_act(moment: AnyMoment) -> AnyMoment:
    """The act after the one being played, as it is set up."""
    vocabulary = Vocabulary(GAME)
    narrator = moment.game.act.narrator
    for name in ("close_scene", "end_act", "start_act"):
        command = vocabulary.command({"type": f"{GAME.key}.{name}"})
        assert asked(moment, command, narrator) is None
    return moment


def test_a_sheet_says_what_it_costs_and_what_is_left() -> None:
    found = {step.key: (moment, step, raw) for moment, step, raw in steps_taken(1)}
    moment, step, raw = found["sheet:ada"]
    asker = moment.campaign.asker("ada")
    read = {name: answers_read(moment, step, raw)[name] for name in raw}
    assert step.form is not None
    assert step.form.says is not None
    assert step.form.says(moment, asker, "1", read) == "21 of 30 points; 9 left for Ansa Verrin to wager."
    dear = {**read, "traits": [{"name": str(n), "die": 12} for n in range(6)]}
    assert step.form.says(moment, asker, "1", dear) == "39 of 30 points: 9 too many."
    moment, step, raw = found["group:ada"]
    assert step.form is not None
    assert step.form.says is not None
    said = step.form.says(moment, asker, "1", answers_read(moment, step, raw))
    assert said == "17 of 50 points; 33 left."


dice = st.lists(st.sampled_from(list(Die)), max_size=6)


@given(dice, st.lists(st.integers(1, 8), max_size=3))
def test_what_is_bought_is_paid_with_one_exchange_or_the_points_do_not_reach(
    traits: list[Die], prices: list[int]
) -> None:
    held = SET + SET + SET
    made = dice_plan_for(initial(VeleHouseRules()), held, traits, prices)
    wanted = Dice.of(traits)
    for paid, price in zip(made.payments, prices, strict=True):
        assert paid.points == price
        wanted += paid
    if wanted.points > held.points:
        return
    assert made.gave.points == made.took.points
    for die in Die:
        assert made.gave.count(die) <= held.count(die)
        assert wanted.count(die) <= held.count(die) - made.gave.count(die) + made.took.count(die)


def test_a_hidden_die_is_not_among_what_can_be_chosen() -> None:
    looked_at = 0
    for moment, _ in moments(SCRIPTS["forms_a_hidden_roll"]):
        struggle = moment.game.struggle
        if struggle is None or struggle.known or struggle.before_roll or not struggle.running:
            continue
        looked_at += 1
        for person in moment.campaign.people:
            listed = GAME.references(moment.game, "trait", moment.campaign.asker(person))
            assert not any("showing" in it.detail for it in listed)
    assert looked_at


def test_once_all_acts_are_played_nobody_is_asked_for_anything() -> None:
    """Whoever wants to ends the story: an aspect to be written, or dice to be broken, do not come in front."""
    fronts = [
        next_for(GAME, moment, moment.campaign.asker("gm"), offers_at(GAME, moment, "gm")).offer
        for script in SCRIPTS.values()
        for moment, event in moments(script)
        if event.type.startswith("death_of_the_vele.act_ended") and preparation_of(GAME, moment) is None
    ]
    assert fronts
    assert all(it is None or it.label.endswith("tells what happens") for it in fronts)
