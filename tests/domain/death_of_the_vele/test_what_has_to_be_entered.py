"""Entering a struggle: steps that leave nobody a choice follow of themselves."""

from typing import Any

import pytest

from domain.death_of_the_vele import GAME
from domain.kernel.available_offers import offers_at
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import apply, decide
from domain.kernel.vocabulary import Vocabulary
from exchange.command_forms.forced import forced_step
from exchange.command_forms.reading import check, read
from exchange.command_forms.schema import form_of
from tests.domain.death_of_the_vele.vele_table import SCRIPTS, played, take

VOCABULARY = Vocabulary(GAME)
TAG = "death_of_the_vele."
GOAL = {"actor": "odrun", "goal_type": "fiction", "goal_text": "Snatch his hat", "opponents": ["purser"]}


def enter(moment: AnyMoment, by: str, name: str, *faces: int, **fields: Any) -> int:
    """One step that somebody takes, counted; then everything that follows of itself."""
    take(moment, VOCABULARY.command({"type": TAG + name, **fields}), by, *faces)
    while forced(moment):
        pass
    return 1


def forced(moment: AnyMoment) -> bool:
    """Take one forced step of the struggle under way. Whether there was one."""
    flows = list(GAME.flows(moment.game))
    for offer in offers_at(GAME, moment, "gm"):
        if not offer.forced or offer.dice or not any(flow.has(offer.group) for flow in flows):
            continue
        form = form_of(offer.command, offer)
        assert not any(each.required for each in form.open_fields), offer.label
        command = check(form, offer.command, read(form, lambda _place: None)).command
        assert command is not None
        decision = decide(GAME, moment, command, offer.by or "gm", TypedDice(()))
        assert not isinstance(decision, Refusal), f"a forced step was refused: {offer.label}"
        for event in decision:
            apply(GAME, moment, event)
            moment.position += 1
        return True
    return False


def die(trait: str, size: str, source: str = "bowl") -> dict[str, str]:
    return {"trait": trait, "die": size, "source": source}


D6 = die("stubborn", "d6")


def test_a_plain_struggle_takes_six_steps_where_both_sides_may_use_fate() -> None:
    moment, entered = played(SCRIPTS["scenes_a_whole_opening"]), 0
    entered += enter(moment, "ana", "start_struggle", **GOAL)
    entered += enter(
        moment, "ana", "push_dice", side="actor", dice=[die("sure-footed", "d8"), die("stubborn", "d6")]
    )
    entered += enter(moment, "cy", "push_dice", side="opponent", dice=[die("charm", "d8")])
    entered += enter(moment, "ana", "roll_struggle", 5, 2, 3)
    entered += enter(moment, "ana", "pass_fate", side="actor")
    assert moment.game.struggle.running
    entered += enter(moment, "cy", "pass_fate", side="opponent")
    assert not moment.game.struggle.running
    assert entered == 6


def test_nobody_is_asked_to_pass_without_fate_to_use() -> None:
    moment, entered = played(SCRIPTS["scenes_a_whole_opening"]), 0
    for player in moment.game.story.players.values():
        player.xp_spent, player.xp_balance = player.xp_earned, 0
    entered += enter(moment, "ana", "start_struggle", **GOAL)
    entered += enter(moment, "ana", "push_dice", side="actor", dice=[die("sure-footed", "d8")])
    entered += enter(moment, "cy", "push_dice", side="opponent", dice=[die("charm", "d8")])
    entered += enter(moment, "ana", "roll_struggle", 5, 3)
    assert not moment.game.struggle.running
    assert entered == 4


def test_a_win_with_an_xp_unclaimed_is_not_finished_of_itself() -> None:
    moment = played(SCRIPTS["scenes_a_whole_opening"])
    enter(moment, "ana", "start_struggle", **GOAL)
    enter(moment, "ana", "push_dice", side="actor", dice=[die("seasick", "d4")])
    enter(moment, "cy", "push_dice", side="opponent", dice=[die("charm", "d8")])
    enter(moment, "ana", "roll_struggle", 4, 3)
    enter(moment, "ana", "pass_fate", side="actor")
    enter(moment, "cy", "pass_fate", side="opponent")
    assert moment.game.struggle.running
    enter(moment, "ana", "claim_below_average", component="odrun")
    assert not moment.game.struggle.running


@pytest.mark.parametrize("by", ["gm", "ana", "bo", "cy"])
def test_the_spin_of_a_winner_is_left_to_the_winner_whoever_asks(by: str) -> None:
    moment = decided(2, 8)
    assert moment.game.struggle.running
    assert forced_step(GAME, moment, by) is None
    enter(moment, "cy", "use_spin", use="maneuver", text="Everybody at the bar saw it.")
    assert not moment.game.struggle.running


@pytest.mark.parametrize("by", ["gm", "ana", "bo", "cy"])
def test_less_than_a_spin_ends_of_itself_whoever_asks(by: str) -> None:
    moment = decided(2, 4)
    found = forced_step(GAME, moment, by)
    assert found is not None
    assert found[1].type == TAG + "finish_struggle"


def decided(actor: int, opponent: int) -> AnyMoment:
    """A struggle of Odrun's with the Purser that only has to be finished."""
    moment = played(SCRIPTS["scenes_a_whole_opening"])
    for by, name, faces, fields in (
        ("ana", "start_struggle", (), GOAL),
        ("ana", "push_dice", (), {"side": "actor", "dice": [die("stubborn", "d6")]}),
        ("cy", "push_dice", (), {"side": "opponent", "dice": [die("charm", "d8")]}),
        ("ana", "roll_struggle", (actor, opponent), {}),
        ("ana", "pass_fate", (), {"side": "actor"}),
        ("cy", "pass_fate", (), {"side": "opponent"}),
        ("ana", "decide_struggle", (), {}),
        ("cy", "take_winnings", (), {}),
        ("cy", "settle_share", (), {"component": "purser"}),
    ):
        take(moment, VOCABULARY.command({"type": TAG + name, **fields}), by, *faces)
    return moment


def test_a_d4_alone_may_be_claimed_and_its_xp_used_before_fate_is_passed() -> None:
    moment = played(SCRIPTS["scenes_a_whole_opening"])
    for player in moment.game.story.players.values():
        player.xp_spent, player.xp_balance = player.xp_earned, 0
    enter(moment, "ana", "start_struggle", **GOAL)
    enter(moment, "ana", "push_dice", side="actor", dice=[die("seasick", "d4")])
    enter(moment, "cy", "push_dice", side="opponent", dice=[die("charm", "d8")])
    enter(moment, "ana", "roll_struggle", 4, 5)
    assert not moment.game.struggle.actor.fate_closed
    enter(moment, "ana", "claim_below_average", component="odrun")
    assert not moment.game.struggle.actor.fate_closed
    enter(moment, "ana", "use_fate", use="bonus", side="actor", aspect=None)
    assert moment.game.struggle.actor.fate_closed


def test_against_four_eleven_steps_are_entered() -> None:
    moment, entered = played(SCRIPTS["scenes_a_whole_opening"]), 0
    area = [{"effect": "selective_area", "size": "d10"}]
    there = ["purser", "drayhorse", "barley-tam", "florian"]
    take(
        moment,
        VOCABULARY.command(
            {
                "type": TAG + "create_ability",
                "component": "odrun",
                "trait": "sure-footed",
                "name": "Sweep",
                "effects": area,
                "dice": {"d10": 1},
            }
        ),
        "ana",
    )
    entered += enter(
        moment,
        "ana",
        "start_struggle",
        actor="odrun",
        goal_type="fiction",
        goal_text="x",
        kind="mass",
        opponents=there,
    )
    entered += enter(moment, "ana", "push_dice", side="actor", dice=[die("sure-footed", "d8")])
    entered += enter(
        moment,
        "ana",
        "declare_ability_effect",
        component="odrun",
        ability="sweep",
        effect="selective_area",
        paid={"d10": 1},
        source="allocated",
    )
    sides = {side.main: name for name, side in moment.game.struggle.sides.items()}
    for slug, by, trait in (
        ("drayhorse", "bo", "memory"),
        ("barley-tam", "bo", "cellarer"),
        ("purser", "cy", "wealth"),
        ("florian", "cy", "narrow"),
    ):
        entered += enter(moment, by, "push_dice", side=sides[slug], dice=[die(trait, "d6")])
    entered += enter(moment, "ana", "roll_struggle", 5, 3, 4, 3, 4)
    for by in ("ana", "bo", "cy"):
        name = next(name for name, side in moment.game.struggle.sides.items() if not side.fate_closed)
        entered += enter(moment, by, "pass_fate", side=name, further=True)
    assert not moment.game.struggle.running
    assert entered == 11
