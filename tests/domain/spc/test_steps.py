"""Entering a conflict: steps that leave nobody a choice are taken by themselves."""

from typing import Any

import pytest

from dashboard.forms.table_state import by_group
from domain.kernel.available_offers import offers_at
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.preparation.next_step import next_for
from domain.kernel.ruling import decide
from domain.kernel.vocabulary import Vocabulary
from domain.spc import GAME
from domain.spc.chapters.scenes.ending import EndScene
from domain.spc.chapters.turns import closing, comparing, telling_facts
from exchange.command_forms.forced import forced_step
from tests.domain.spc.spc_table import SCRIPTS, moments, take
from tests.support.steps import Step, entered


def step(kind: str, by: str = "gm", dice: tuple[int, ...] = (), **fields: Any) -> Step:
    return Vocabulary(GAME).command({"type": f"spc.{kind}", **fields}), by, dice


def two_in_a_conflict() -> AnyMoment:
    """Ana against the Countess, with the first turn begun."""
    script = SCRIPTS["acts_that_add_a_track_to_a_die"]
    for moment, event in moments(script):
        if event.type == "spc.turn_begun.v1":
            return moment
    raise AssertionError("no turn begins in this scenario")


def a_turn(ana: tuple[int, ...], countess: tuple[int, ...], **more: Any) -> list[Step]:
    """One turn: Ana and the Countess speak and throw."""
    assigned = {"ambition": "d1", "cunning": "d2", "vigilance": "d3"}
    return [
        step("declare_action_type", participant="countess", action_type="guard"),
        step("declare_action_type", "ana-player", participant="ana", **(more or {"action_type": "feint"})),
        step("throw_dice", dice=countess, participant="countess"),
        step("throw_dice", "ana-player", ana, participant="ana"),
        step("assign_dice", participant="countess", **assigned),
        step("assign_dice", "ana-player", participant="ana", **assigned),
        step("narrate_turn", text="They circle."),
    ]


def play(moment: AnyMoment, steps: list[Step]) -> tuple[int, int]:
    def taken(command: Command, by: str, dice: tuple[int, ...]) -> None:
        take(moment, command, by, TypedDice(dice))

    return entered(GAME, moment, steps, taken)


def test_of_a_turn_between_two_seven_steps_are_entered_and_not_thirteen() -> None:
    """Keeping three of three dice, adding fixed modifiers, going on, and comparing where nobody is hurt."""
    moment = two_in_a_conflict()
    assert play(moment, a_turn((4, 3, 2), (4, 1, 3))) == (13, 7)
    assert moment.game.conflict.turn == 2


def test_where_a_power_is_used_what_it_does_is_settled_before_the_comparison() -> None:
    moment = two_in_a_conflict()
    assert play(moment, a_turn((4, 3, 2), (4, 1, 3), action_type="overpower", power="mist-form")[:-1]) == (9, 6)
    assert not moment.game.conflict.compared
    offered = [offer for offer in offers(moment) if offer.command is comparing.CompareOppositions]
    assert [offer.forced for offer in offered] == [False]


def offers(moment: AnyMoment) -> list[Offer]:
    return list(GAME.offers(moment.game, moment.campaign.asker("gm")))


def test_an_objection_to_the_last_fact_is_waited_for() -> None:
    """The conflict is not closed by itself while the last Fact may still negate an earlier one."""
    *_, (moment, _) = moments(SCRIPTS["who_did_not_achieve_tells_no_fact"])
    for player, who in (("ana-player", "ana"), ("ben-player", "ben")):
        take(moment, telling_facts.PassFacts(participant=who), player, TypedDice(()))
    close = [offer for offer in offers(moment) if offer.command is closing.CloseConflict]
    assert [offer.forced for offer in close] == [False]
    assert forced_step(GAME, moment, "gm") is None


@pytest.mark.parametrize("name", list(SCRIPTS))
def test_what_is_forced_is_whole_and_never_refused(name: str) -> None:
    """Every forced step of what is under way, at every record of every scenario, could be taken as it is."""
    for moment, _ in moments(SCRIPTS[name]):
        flows = list(GAME.flows(moment.game))
        for offer in offers(moment) if moment.campaign.founded else ():
            if offer.forced and any(flow.has(offer.group) for flow in flows) and not offer.dice:
                command = offer.command.model_validate(dict(offer.known))
                decision = decide(GAME, moment, command, offer.by or "gm", TypedDice(()))
                assert not isinstance(decision, Refusal), f"{offer.label}: {decision.code}"


def test_once_a_goal_is_reached_nothing_else_than_the_end_of_the_scene_is_asked_for() -> None:
    reached = 0
    for moment, event in moments(SCRIPTS["a_goal_is_reached_and_set_anew"]):
        if event.type.startswith("spc.goal_scene_granted") and moment.game.scene is not None:
            reached += 1
            offered = offers_at(GAME, moment, "gm")
            assert next_for(GAME, moment, moment.campaign.asker("gm"), offered).offer is None
            first = by_group(offered, GAME.key)
            assert [it.command for it in next(iter(first.values()))][:1] == [EndScene]
    assert reached


def test_an_action_happens_unless_somebody_opposes_it() -> None:
    moments_of = moments(SCRIPTS["five_systems_that_just_happen"])
    offered = [
        [it.tag.partition(".")[2] for it in offers_at(GAME, moment, "gm")]
        for moment, event in moments_of
        if event.type.startswith("spc.action_declared")
    ]
    plain = [tags for tags in offered if "settle_action" in tags]
    assert plain
    assert {tuple(tags[:2]) for tags in plain} == {("settle_action", "oppose_action")}
