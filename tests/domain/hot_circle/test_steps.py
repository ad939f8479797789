"""Ending a session and voting: nobody is asked what leaves no choice."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.hot_circle import GAME
from domain.hot_circle.chapters.world.preparation import PrepareObstacle
from domain.kernel.available_offers import offers_at
from domain.kernel.dice import TypedDice
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Weight
from domain.kernel.preparation.next_step import next_for
from domain.kernel.vocabulary import Vocabulary
from exchange.command_forms.forced import forced_step
from exchange.command_forms.schema import form_of
from tests.domain.hot_circle.circle_table import SCRIPTS, founded, moments, take

VOCABULARY = Vocabulary(GAME)


def in_session() -> AnyMoment:
    """A session that is open, with no scene set."""
    script = SCRIPTS["deeds"]
    moment = founded(script.header.house_rules)
    for _, step in script.steps:
        if step.when["type"] == "hot_circle.open_scene":
            break
        take(moment, VOCABULARY.command(step.when), step.by, TypedDice(step.dice))
    return moment


def said(moment: AnyMoment, when: Mapping[str, Any], by: str = "gm") -> list[str]:
    """Take a step, and every one that follows of itself; the tags of those."""
    take(moment, VOCABULARY.command(dict(when)), by)
    followed = []
    while (step := forced_step(GAME, moment, "gm")) is not None:
        _, command, asker = step
        take(moment, command, asker)
        followed.append(command.type.partition(".")[2])
    return followed


def test_ending_a_session_without_a_milestone_takes_four_of_its_six_steps() -> None:
    moment, next_step = in_session(), {"type": "hot_circle.next_end_step"}
    assert said(moment, {"type": "hot_circle.begin_session_end"}) == []
    assert said(moment, next_step) == []
    assert said(moment, next_step) == ["next_end_step"], "no milestone, so there is nothing to vote on"
    assert said(moment, next_step) == ["close_session"]
    assert moment.campaign.session is not None
    assert not moment.campaign.session.open


def test_goals_that_were_all_rewarded_leave_the_first_step_by_themselves() -> None:
    moment = in_session()
    said(moment, {"type": "hot_circle.begin_session_end"})
    reward = {"type": "hot_circle.reward_goal", "character": "mara", "result": "furthered"}
    assert [said(moment, {**reward, "belief": slot}, "ana") for slot in "123"] == [[], [], ["next_end_step"]]


def test_a_trait_vote_takes_its_ballots_and_nothing_else() -> None:
    moment, next_step = in_session(), {"type": "hot_circle.next_end_step"}
    said(moment, {"type": "hot_circle.record_milestone", "text": "The harbour burned."})
    said(moment, {"type": "hot_circle.begin_session_end"})
    said(moment, next_step)
    assert said(moment, next_step) == ["open_trait_vote"]
    ballot = {"type": "hot_circle.cast_ballot", "vote": "vote-1"}
    assert said(moment, {**ballot, "trait": "loud"}, "ana") == []
    assert said(moment, {**ballot, "trait": "loud"}) == ["close_trait_vote", "open_trait_vote"]
    ballot = {"type": "hot_circle.cast_ballot", "vote": "vote-2", "text": "Grim"}
    assert said(moment, ballot, "ana") == []
    assert said(moment, ballot) == ["close_trait_vote", "next_end_step"]
    assert set(moment.game.characters["mara"].traits.values()) == {"Stubborn", "Quick", "Grim"}


@pytest.mark.parametrize(("fate", "followed"), [(0, ["resolve_ability_test"]), (1, [])])
def test_a_failed_test_of_resources_without_a_reroll_is_taxed_by_itself(fate: int, followed: list[str]) -> None:
    moment = in_session()
    moment.game.characters["mara"].fate = fate
    for when in (
        {"type": "hot_circle.open_scene", "title": "The quay", "present": ["mara"]},
        {
            "type": "hot_circle.request_ability_test",
            "character": "mara",
            "ability": "resources",
            "lifepath": "deckhand",
            "fit": "helpful",
            "about": "a rope",
        },
    ):
        said(moment, when)
    take(
        moment,
        VOCABULARY.command({"type": "hot_circle.roll_ability", "test": "test-1"}),
        "gm",
        TypedDice((1, 1, 1)),
    )
    found = forced_step(GAME, moment, "gm")
    assert [found[1].type.partition(".")[2] for found in (found,) if found] == followed


@pytest.mark.parametrize(
    ("level", "step", "so_hard"),
    [(0, 1, "easy for anybody"), (1, 2, "moderate for a journeyman"), (2, 3, "hard for a master")],
)
def test_an_obstacle_is_offered_as_hard_as_it_was_prepared(level: int, step: int, so_hard: str) -> None:
    script = SCRIPTS["prepared_between_sessions"]
    moment = founded(script.header.house_rules)
    for _, each in script.steps:
        command = VOCABULARY.command(each.when)
        if isinstance(command, PrepareObstacle):
            break
        if each.refused is None:
            take(moment, command, each.by, TypedDice(each.dice))
    lock = {"name": "the rusted lock", "level": level, "step": step}
    lost = {"intent": "get in", "task": "oil it", "consequence": "the watch comes"}
    for when in (
        {"type": "hot_circle.prepare_obstacle", **lock},
        {"type": "campaign.open_session"},
        {"type": "hot_circle.open_scene", "title": "The boathouse", "present": ["mara"]},
        {
            "type": "hot_circle.declare_obstacle_test",
            "kind": "independent",
            "tester": "mara",
            "obstacle": "The rusted lock",
            **lost,
        },
    ):
        take(moment, VOCABULARY.command(when), "gm")
    (offer,) = [it for it in offers_at(GAME, moment, "gm") if "as prepared" in it.label]
    assert offer.label == f"Set the obstacle as prepared: {so_hard}"
    take(moment, offer.command.model_validate(dict(offer.known)), "gm")
    assert moment.game.obstacle_test.ob == level + step


def test_whoever_has_chosen_a_lifepath_is_not_asked_to_choose_another() -> None:
    script, chosen = SCRIPTS["an_independent_obstacle_test"], 0
    rolled_for: list[str] = []
    moment = founded(script.header.house_rules)
    for _, step in script.steps:
        if step.refused:
            continue
        take(moment, VOCABULARY.command(step.when), step.by, TypedDice(step.dice))
        if step.when["type"] != "hot_circle.choose_test_lifepath":
            continue
        paths = [it for it in offers_at(GAME, moment, "gm") if it.tag == "hot_circle.choose_test_lifepath"]
        chosen += len(paths)
        assert {it.weight for it in paths} <= {Weight.ASIDE}
        if moment.game.obstacle_test.ob is not None:
            in_front = next_for(GAME, moment, moment.campaign.asker(step.by), offers_at(GAME, moment, step.by))
            assert in_front.offer is not None
            rolled_for.append(in_front.offer.tag)
    assert chosen, "another one can still be chosen"
    assert set(rolled_for) == {"hot_circle.roll_task"}, "and the dice come next, before what may hinder"


def test_what_a_test_establishes_is_asked_for_its_name_and_nothing_else() -> None:
    asked = [
        [field.name for field in form_of(offer.command, offer).open_fields]
        for moment, event in moments(SCRIPTS["circles_and_contacts"])
        if event.type == "hot_circle.ability_rolled.v1"
        for offer in offers_at(GAME, moment, "gm")
        if offer.label == "It is so"
    ]
    assert asked
    assert {tuple(fields) for fields in asked} <= {("name",), ()}
