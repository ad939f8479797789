"""Entering a contest: steps that leave nobody a choice are taken by themselves."""

from typing import Any

import pytest

from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.ruling import decide
from domain.kernel.vocabulary import Vocabulary
from domain.vicious_crucible import GAME
from domain.vicious_crucible.chapters.contests.shifting import UseShiftSpark
from exchange.command_forms.forced import forced_step
from tests.domain.vicious_crucible.crucible_table import SCRIPTS, moments, take
from tests.support.steps import Step, entered

SANNA = "sanna-player"


def step(kind: str, by: str = "gm", dice: tuple[int, ...] = (), **fields: Any) -> Step:
    return Vocabulary(GAME).command({"type": f"vicious_crucible.{kind}", **fields}), by, dice


def at_the_gatehouse(heat: int) -> AnyMoment:
    """Sanna alone with the GM's people at the gatehouse, before any contest, with so much Heat."""
    for moment, event in moments(SCRIPTS["denying_an_npc_who_was_not_rolled"]):
        if event.type == "vicious_crucible.scene_framed.v1":
            away = step("place_marker", character="dario", location="docks")
            for command, by, _ in [away, *[step("award_heat", character="sanna", note="Again")] * heat]:
                take(moment, command, by, TypedDice(()))
            return moment
    raise AssertionError("no scene is framed in this scenario")


def a_contest(sanna: tuple[int, ...], gm: tuple[int, ...]) -> list[Step]:
    """A plain contest between Sanna and the GM, who has no spark to use."""
    mine, theirs = ("exile", "swordhand", "father"), ("watchful-guards", "old-stones", "ruben.clerk")
    hands = (
        [{"element": element, "stance": "helps", "description": "as ever"} for element in mine],
        [{"element": element, "stance": "undecided", "description": "as ever"} for element in theirs],
    )
    return [
        step("declare_contest", SANNA, character="sanna", aim="Get under the gate"),
        step("choose_elements", SANNA, side="sanna", picks=hands[0]),
        step("choose_elements", side="gm", picks=hands[1]),
        step("roll_contest_dice", SANNA, sanna, side="sanna"),
        step("roll_contest_dice", dice=gm, side="gm"),
    ]


def play(moment: AnyMoment, steps: list[Step]) -> tuple[int, int]:
    def taken(command: Command, by: str, dice: tuple[int, ...]) -> None:
        take(moment, command, by, TypedDice(dice))

    return entered(GAME, moment, steps, taken)


def without_npc_sparks(moment: AnyMoment) -> AnyMoment:
    """The GM has a spark for nothing, which is always a choice; here Ruben has none."""
    for element in moment.game.characters["ruben"].elements.values():
        element.sparks = {}
    moment.game.characters["ruben"].tools = {}
    return moment


PREPARE = step("choose_outcome", SANNA, loser="gm", outcome="prepare")


def test_of_a_plain_contest_six_steps_are_entered_and_not_twelve() -> None:
    """The GM, who alone can oppose, joins; the highest are presented; who has no spark passes; it is closed."""
    moment = without_npc_sparks(at_the_gatehouse(heat=0))
    assert play(moment, [*a_contest((6, 2, 1), (3, 1, 1)), PREPARE]) == (12, 6)
    assert moment.game.contest.status == "closed"


def test_who_arrives_after_the_gm_has_joined_joins_beside_the_gm() -> None:
    """VC-B13: the GM joined because nobody else could roll, and stays a side."""
    moment = without_npc_sparks(at_the_gatehouse(heat=0))
    assert play(moment, a_contest((), ())[:1]) == (2, 1)
    assert list(moment.game.contest.sides) == ["sanna", "gm"]
    play(moment, [step("place_marker", character="dario", location="gatehouse")])
    assert "Dario joins" in {offer.label for offer in offers(moment)}
    assert play(moment, [step("join_contest", "dario-player", side="dario")]) == (1, 1)
    assert list(moment.game.contest.sides) == ["sanna", "gm", "dario"]


def test_a_tie_adds_two_throws_and_nothing_else_to_enter() -> None:
    moment = without_npc_sparks(at_the_gatehouse(heat=0))
    tie = [step("reroll_tie", SANNA, (5,), side="sanna"), step("reroll_tie", dice=(2,), side="gm")]
    assert play(moment, [*a_contest((6, 2, 1), (6, 1, 1)), *tie, PREPARE]) == (16, 8)


def test_whoever_has_a_spark_to_use_is_asked() -> None:
    moment = without_npc_sparks(at_the_gatehouse(heat=1))
    play(moment, a_contest((5, 2, 1), (3, 1, 1)))
    assert moment.game.contest.sides["gm"].passed
    assert not moment.game.contest.sides["sanna"].passed
    assert forced_step(GAME, moment, "gm") is None


def test_with_a_rulesheet_invoked_nothing_is_over_by_itself() -> None:
    """Its dice may be rolled at any time until the contest is closed, also after somebody has won."""
    moment = without_npc_sparks(at_the_gatehouse(heat=0))
    steps = a_contest((6, 2, 1), (3, 1, 1))
    steps.insert(1, step("invoke_rulesheet", SANNA, side="sanna", rulesheet="Combat"))
    play(moment, steps)
    assert not any(side.passed for side in moment.game.contest.sides.values())
    play(moment, [step("pass_sparks", SANNA, side="sanna"), step("pass_sparks", side="gm"), PREPARE])
    assert moment.game.contest.status == "won"
    assert {"Sanna rolls for Combat", "The GM rolls for Combat"} <= {offer.label for offer in offers(moment)}


def offers(moment: AnyMoment) -> list[Offer]:
    return list(GAME.offers(moment.game, moment.campaign.asker("gm")))


def test_a_shift_of_several_points_is_one_step() -> None:
    moment = without_npc_sparks(at_the_gatehouse(heat=2))
    play(moment, a_contest((5, 3, 1), (3, 1, 1)))
    shifts = [offer for offer in offers(moment) if offer.command is UseShiftSpark]
    labels = {offer.label: [choice.label for choice in offer.choices.get("points", ())] for offer in shifts}
    spark, several = "Sanna: Turn the Blade (shift, 1 Heat)", ["1 point, 1 Heat", "2 points, 2 Heat"]
    assert labels == {
        f"{spark}: Exile 5 down, Swordhand 3 up": several,
        f"{spark}: Exile 5 down, Father 1 up": several,
        f"{spark}: Swordhand 3 down, Exile 5 up": [],
        f"{spark}: Swordhand 3 down, Father 1 up": several,
    }
    chosen = next(offer for offer in shifts if offer.label.endswith("Exile 5 down, Father 1 up"))
    command = chosen.command.model_validate({**chosen.known, "points": 2})
    take(moment, command, SANNA, TypedDice(()))
    assert [die.value for die in moment.game.contest.sides["sanna"].hand] == [3, 3, 3]
    assert moment.game.characters["sanna"].heat == 0


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
