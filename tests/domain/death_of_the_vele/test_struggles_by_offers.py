"""From any goal on offer a struggle can be played to its end by offers alone."""

from collections.abc import Mapping
from random import Random

import pytest

from campaign_laws.chance import Chance
from domain.death_of_the_vele import GAME
from domain.death_of_the_vele.chapters.outcomes.deciding import DecideStruggle
from domain.death_of_the_vele.chapters.outcomes.finishing import ClaimBelowAverage
from domain.death_of_the_vele.chapters.outcomes.settling import SettleShare
from domain.death_of_the_vele.chapters.outcomes.winnings import TakeWinnings
from domain.death_of_the_vele.chapters.struggles.allies import JoinAsAlly
from domain.death_of_the_vele.chapters.struggles.difficulties import RuleTraitApplies, SetDifficulty
from domain.death_of_the_vele.chapters.struggles.withdrawing import WithdrawGoal
from domain.death_of_the_vele.state.struggle import Struggle
from domain.death_of_the_vele.terms.struggle import GoalType, StruggleKind
from domain.kernel.available_offers import offers_at
from domain.kernel.decisions import Refusal
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.ruling import apply, decide
from domain.kernel.vocabulary import MalformedCommand, Vocabulary
from ledger.roller import Roller
from tests.domain.death_of_the_vele.vele_table import OPENING, played

VOCABULARY = Vocabulary(GAME)
LAST = (WithdrawGoal, SetDifficulty, RuleTraitApplies, JoinAsAlly)
"""Commands that nobody has to ask for the struggle to go on."""
IN_A_STRUGGLE = {"Struggle", "Abilities", "Fate"}


def ask(moment: AnyMoment, offer: Offer, random: Random) -> bool:
    """Take up an offer, its open fields filled from its choices; whether it was accepted."""
    raw = Chance(GAME, random).fill(offer, moment)
    try:
        command = VOCABULARY.command(raw)
    except MalformedCommand:
        return False  # what was made up for an open field is no id
    decision = decide(GAME, moment, command, offer.by or "gm", Roller())
    if isinstance(decision, Refusal):
        return False
    for event in decision:
        apply(GAME, moment, event)
        moment.position += 1
    return True


def say(moment: AnyMoment, raw: Mapping[str, object], by: str) -> None:
    """Ask for something with dice as they fall; a refusal fails the test."""
    decision = decide(GAME, moment, VOCABULARY.command(dict(raw)), by, Roller())
    assert not isinstance(decision, Refusal), decision
    for event in decision:
        apply(GAME, moment, event)


def finish(moment: AnyMoment, random: Random) -> Struggle:
    """Take up offers until the struggle is over: forced ones at once, the others at random."""
    for _ in range(300):
        struggle: Struggle = moment.game.struggle
        if not struggle.running:
            return struggle
        there = [it for it in offers_at(GAME, moment, "gm") if it.group in IN_A_STRUGGLE]
        useful = [it for it in there if it.command not in LAST]
        assert useful, f"nothing leads on from {struggle.phase}"
        if forced := [it for it in useful if it.forced]:
            assert ask(moment, forced[0], random), f"a forced step was refused: {forced[0].label}"
        else:
            ask(moment, random.choice(useful), random)
    raise AssertionError(f"no end: {struggle.phase}, {[it.label for it in useful]}")


TRIES, PEERS = StruggleKind.OFFENSIVE_DEFENSIVE, StruggleKind.HEAD_TO_HEAD


@pytest.mark.parametrize(
    ("kind", "goal", "opponents", "hidden"),
    [
        (TRIES, GoalType.FICTION, ("purser",), False),
        (TRIES, GoalType.FICTION, ("purser",), True),
        (TRIES, GoalType.FICTION, (), False),
        (TRIES, GoalType.MANEUVER, ("florian",), False),
        (TRIES, GoalType.ASSESS, ("drayhorse",), False),
        (TRIES, GoalType.ASSESS, ("drayhorse",), True),
        (TRIES, GoalType.ATTACK, ("drayhorse",), False),
        (PEERS, GoalType.FICTION, ("barley-tam",), False),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_offers_lead_to_the_end(
    kind: StruggleKind, goal: GoalType, opponents: tuple[str, ...], hidden: bool, seed: int
) -> None:
    moment, random = played(OPENING), Random(seed)
    started = {
        "type": "death_of_the_vele.start_struggle",
        "actor": "odrun",
        "goal_type": goal,
        "goal_text": "See it through",
        "kind": kind,
        "opponents": opponents,
        "attack_mode": "damage",
        "subject": "scene",
        "hidden": hidden,
    }
    say(moment, started, "ana")
    over = finish(moment, random)
    assert over.winner is not None
    left = [key for side in over.sides.values() for key, die in side.pushed.items() if not die.home]
    assert not left


def test_a_decided_struggle_is_offered_step_by_step() -> None:
    """The offers come in the order of settling, and the forced ones are marked."""
    moment = played(OPENING)
    steps: list[str] = []
    started = {"actor": "odrun", "goal_type": "fiction", "goal_text": "Sing", "opponents": ("purser",)}
    order = [
        ({"type": "death_of_the_vele.start_struggle", **started}, "ana"),
        ({"type": "death_of_the_vele.add_average_die", "side": "actor"}, "ana"),
        ({"type": "death_of_the_vele.finish_pushing", "side": "actor"}, "ana"),
        ({"type": "death_of_the_vele.finish_pushing", "side": "opponent"}, "cy"),
        ({"type": "death_of_the_vele.roll_struggle"}, "ana"),
        ({"type": "death_of_the_vele.pass_fate", "side": "actor"}, "ana"),
        ({"type": "death_of_the_vele.pass_fate", "side": "opponent"}, "cy"),
    ]
    for raw, by in order:
        say(moment, raw, by)
    while moment.game.struggle.running:
        forced = [it for it in offers_at(GAME, moment, "gm") if it.forced and it.group == "Struggle"]
        if not forced:
            break
        steps.append(forced[0].command.__name__)
        assert ask(moment, forced[0], Random(1))
    wanted = [DecideStruggle, TakeWinnings, SettleShare]
    assert steps[:3] == [it.__name__ for it in wanted]


@pytest.mark.parametrize(
    ("steps", "claims"),
    [
        (
            [
                (
                    "ana",
                    "push_die",
                    {"component": "odrun", "trait": "bridgewarden", "die": "d8", "source": "bowl"},
                ),
                ("ana", "push_die", {"component": "odrun", "trait": "sure-footed", "die": "d6"}),
                ("bo", "join_as_ally", {"component": "barley-tam", "side": "actor"}),
                ("bo", "push_die", {"component": "barley-tam", "trait": "slight", "die": "d4"}),
            ],
            {"bo": "Barley Tam"},
        ),
        (
            [
                ("ana", "push_die", {"component": "odrun", "trait": "seasick", "die": "d4"}),
                ("ana", "add_average_die", {"side": "actor"}),
                ("ana", "finish_pushing", {"side": "actor"}),
                ("cy", "push_die", {"component": "florian", "trait": "nerve", "die": "d4"}),
            ],
            {"cy": "Florian"},
        ),
    ],
)
def test_whoever_relied_on_a_d4_alone_may_claim_for_it_whatever_others_pushed(
    steps: list[tuple[str, str, dict[str, str]]], claims: dict[str, str]
) -> None:
    moment = played(OPENING)
    started = {"actor": "odrun", "goal_type": "fiction", "goal_text": "Sing", "opponents": ("florian",)}
    ready = [(by, "finish_pushing", {"side": side}) for by, side in (("ana", "actor"), ("cy", "opponent"))]
    order = [("ana", "start_struggle", started), *steps, *(it for it in ready if it not in steps)]
    for by, verb, fields in [*order, ("ana", "roll_struggle", {})]:
        say(moment, {"type": f"death_of_the_vele.{verb}", **fields}, by)
    offered = {
        it.by or person: it.label
        for person in ("ana", "bo", "cy")
        for it in offers_at(GAME, moment, person)
        if it.command is ClaimBelowAverage
    }
    assert offered == {person: f"{name} relied on a d4 alone: 1 XP" for person, name in claims.items()}
