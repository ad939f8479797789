"""Random evenings: what is on offer is never refused, and whatever is asked, no rule breaks."""

import random
from typing import Any, get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import GAME
from domain.vicious_crucible.chapters.contests.bribes import AnswerConvince
from domain.vicious_crucible.chapters.contests.contests import DeclareContest, JoinContest
from domain.vicious_crucible.chapters.contests.hands import ChooseElements
from domain.vicious_crucible.chapters.contests.outcomes import ChooseOutcome, CloseContest
from domain.vicious_crucible.chapters.contests.rolling import PresentDie, RollContestDice
from domain.vicious_crucible.chapters.contests.winning import PassSparks, RerollTie
from domain.vicious_crucible.chapters.founding.laying_out import OpenCrucible
from domain.vicious_crucible.chapters.founding.picking import PickCharacter
from domain.vicious_crucible.chapters.founding.sheets import RegisterCharacterSheet, RegisterLocation
from domain.vicious_crucible.chapters.founding.starting import EndPlay, StartPlay
from domain.vicious_crucible.chapters.scenes.scenes import EndScene, FrameScene, PlaceMarker
from domain.vicious_crucible.state import Crucible
from tests.domain.vicious_crucible.crucible_table import (
    PEOPLE,
    SCRIPTS,
    RolledDice,
    filled,
    founded,
    lay_out,
    take,
)

ADAPTER = TypeAdapter(Crucible)
SETTINGS = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
HOUSES: list[dict[str, Any]] = [dict(script.header.house_rules) for script in SCRIPTS.values()]
SEEDS = st.integers(0, 2**32 - 1)
BUSY = (
    DeclareContest, JoinContest, ChooseElements, RollContestDice,
    PresentDie, PassSparks, RerollTie, ChooseOutcome,
    AnswerConvince, CloseContest, FrameScene,
)  # fmt: skip
RARE = (
    EndPlay,
    PlaceMarker,
    RegisterLocation,
    OpenCrucible,
    RegisterCharacterSheet,
    EndScene,
)


def next_step(moment: AnyMoment, chance: random.Random) -> tuple[Command, str] | None:
    """Something on offer to anybody; steps of a contest more often than others."""
    asker = chance.choice(["gm", "gm", "sanna-player", "dario-player"])
    offers = list(GAME.offers(moment.game, moment.campaign.asker(asker)))
    if not offers:
        return None
    weights = [0.02 if it.command in RARE else 6 if it.command in BUSY else 1 for it in offers]
    (offer,) = chance.choices(offers, weights)
    return filled(offer, moment, chance), offer.by or asker


def started(seed: int) -> tuple[AnyMoment, random.Random]:
    """A crucible laid out under some house rules, everything after it left to chance."""
    chance = random.Random(seed)
    moment = founded(chance.choice(HOUSES) if chance.random() < 0.7 else {})
    lay_out(moment)
    if chance.random() < 0.85:
        set_the_scene(moment)
    return moment, chance


def set_the_scene(moment: AnyMoment) -> None:
    """Both characters and Ruben at the gatehouse, where something falls."""
    dice = TypedDice(())
    for name in ("sanna", "dario"):
        take(moment, PickCharacter(character=CharacterId(name)), f"{name}-player", dice)
    take(moment, StartPlay(), "gm", dice)
    for name in ("sanna", "dario", "ruben"):
        take(moment, PlaceMarker(character=CharacterId(name), location="gatehouse"), "gm", dice)
    take(moment, FrameScene(location="gatehouse", demand="The portcullis falls."), "gm", dice)


@SETTINGS
@given(SEEDS)
def test_what_is_offered_is_never_refused(seed: int) -> None:
    moment, chance = started(seed)
    for _ in range(90):
        step = next_step(moment, chance)
        if step is None:
            continue
        decision = decide(GAME, moment, *step, RolledDice(chance))
        assert not isinstance(decision, Refusal), f"{step}: {decision.code} {dict(decision.params)}"
        for event in decision:
            apply(GAME, moment, event)
            moment.position += 1
            retell(GAME, moment, event)
    assert ADAPTER.validate_json(ADAPTER.dump_json(moment.game)) == moment.game
    for character in GAME.cast(moment.game):
        GAME.sheet(moment.game, character)


def any_value(name: str, annotation: Any, state: Crucible, chance: random.Random) -> Any:
    """A value that may well be wrong, but fits the field."""
    ids = [*state.characters, *state.locations, *state.arcs, *state.tasks, "gm", "exile", "fog", "quick-eye"]
    ids += [slug for it in state.characters.values() for slug in (*it.elements, *it.tools)]
    if options := [value for value in get_args(annotation) if isinstance(value, str)]:
        return chance.choice(options)
    if isinstance(annotation, type) and hasattr(annotation, "__members__"):
        return chance.choice(list(annotation.__members__.values()))
    if name in ("die_id", "from_die", "to_die"):
        return chance.choice(["d6-1", "d6-2", "d8-1", "d4-1"])
    if name == "moves":
        return [
            {k: any_value(k, str, state, chance) for k in ("from_die", "to_die")}
            for _ in range(chance.randint(0, 3))
        ]
    if name == "picks":
        return [
            {
                "element": chance.choice(ids),
                "description": chance.choice(["", "so"]),
                "stance": chance.choice(["helps", "tool", "hard", "undecided"]),
                "tool": chance.choice([None, *ids]),
            }
            for _ in range(chance.randint(2, 3))
        ]
    if name == "field":
        return chance.choice(
            ["heat", "flux", "tools.old-sabre", "condition", "kind", "arc", "wounds", "x.y", "elements"]
        )
    if name in ("sacrifice", "arcs", "present", "leave_out"):
        return [chance.choice(ids) for _ in range(chance.randint(0, 3))]
    if name in ("amount",):
        return chance.randint(-2, 4)
    if name == "sizes":
        return [chance.choice([0, 1, 6, 20, 500]) for _ in range(chance.randint(0, 3))]
    if name == "accept":
        return chance.random() < 0.5
    if name in ("core", "tools", "elements", "playable", "supporting", "locations"):
        return [
            {"name": chance.choice(["Proud", "?", "Healer", "Exile"])} for _ in range(chance.choice([3, 3, 6]))
        ]
    if name in ("after", "remove"):
        return chance.choice(["", "2", "-1", "normal", "dead", "٣", "9" * 40])
    return chance.choice(ids)


def anything(state: Crucible, chance: random.Random) -> Command:
    """A well-formed command about random things."""
    while True:
        kind = chance.choice(GAME.commands)
        fields = {
            name: any_value(name, field.annotation, state, chance)
            for name, field in kind.model_fields.items()
            if name != "type" and (field.is_required() or chance.random() < 0.6)
        }
        try:
            return kind.model_validate(fields)
        except ValidationError:
            continue


@SETTINGS
@given(SEEDS)
def test_whatever_is_asked_no_rule_breaks(seed: int) -> None:
    moment, chance = started(seed)
    for _ in range(60):
        for _ in range(4):
            ask, by = anything(moment.game, chance), chance.choice(PEOPLE)
            before = ADAPTER.dump_json(moment.game)
            dice = RolledDice(chance)
            decision = decide(GAME, moment, ask, by, dice)
            assert ADAPTER.dump_json(moment.game) == before
            if isinstance(decision, Refusal):
                assert not dice.drawn
                assert "?>" not in refusal_in_words(GAME, moment, decision)
            else:
                for event in decision:
                    apply(GAME, moment, event)
                    moment.position += 1
                    retell(GAME, moment, event)
        if step := next_step(moment, chance):
            take(moment, *step, RolledDice(chance))
