"""Offers: choices, steps that are owed, and how much of a plain roll somebody has to enter."""

import random
from collections.abc import Iterable

from domain.kernel.dice import TypedDice
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.sheet import Tags
from domain.kernel.terms import CharacterId
from domain.wicked_ones import GAME
from domain.wicked_ones.chapters.actions.framing import FrameAction
from domain.wicked_ones.chapters.actions.proposing import ProposeAction
from domain.wicked_ones.chapters.actions.rolling import RollAction
from domain.wicked_ones.chapters.consequences.declaring import DeclareConsequence
from domain.wicked_ones.chapters.consequences.owed import WaiveConsequence
from domain.wicked_ones.chapters.consequences.settling import AcceptConsequence
from domain.wicked_ones.chapters.consequences.splitting import SplitConsequence
from domain.wicked_ones.chapters.founding.monsters import CreateWickedOne, GainDefense
from domain.wicked_ones.chapters.phases.cycle import BeginPhase
from domain.wicked_ones.chapters.phases.engagement import RollEngagement
from domain.wicked_ones.chapters.phases.minions import RecruitMinions
from domain.wicked_ones.chapters.phases.rooms import BreakPrisoner, BuildRoom, TakePrisoner
from domain.wicked_ones.chapters.phases.scenes import CloseScene, OpenScene
from domain.wicked_ones.chapters.world.clocks import StartClock
from domain.wicked_ones.chapters.world.hidden import GainInformation
from domain.wicked_ones.printed import DEFENSE_TYPES
from domain.wicked_ones.shapes import Ratings
from domain.wicked_ones.terms.frame import Place
from domain.wicked_ones.terms.harm import Kind, Origin
from domain.wicked_ones.terms.rolls import Effect, Position
from exchange.command_forms.forced import forced_step
from tests.domain.wicked_ones.den import filled, founded, take

MURG = CharacterId("murg")


def offered(moment: AnyMoment, by: str, kind: type[Command], label: str = "") -> list[Offer]:
    found = GAME.offers(moment.game, moment.campaign.asker(by))
    return [it for it in found if it.command is kind and label in it.label]


def values(offer: Offer, field: str) -> set[object]:
    return {choice.value for choice in offer.choices[field]}


def attempt(description: str = "Running.") -> ProposeAction:
    return ProposeAction(
        character=MURG, action="smash", intention="Break the gate", risk="a fall", description=description
    )


def at_the_wall() -> AnyMoment:
    moment = founded({})
    take(moment, OpenScene(place=Place.SURFACE, title="The wall", present=(MURG,)), "gm")
    return moment


def rolled(moment: AnyMoment, *faces: int) -> None:
    """A plain roll: what is forced is taken by itself."""
    take(moment, attempt(), "ada")
    step = forced_step(GAME, moment, "gm", ProposeAction)
    assert step is not None
    take(moment, step[1], step[2])
    take(moment, RollAction(roll="roll-1"), "ada", TypedDice(faces))


def test_a_plain_roll_is_two_steps_that_somebody_enters() -> None:
    """The action and its dice. That everything is as usual is assumed; it took a third ruling to say so."""
    moment = at_the_wall()
    rolled(moment, 6, 2)
    assert forced_step(GAME, moment, "gm") is None
    roll = moment.game.rolls["roll-1"]
    assert (roll.position, roll.effect, roll.result) == (Position.DEFAULT, Effect.DEFAULT, "success")


def test_until_the_dice_fall_the_gm_may_still_frame_it_otherwise() -> None:
    moment = at_the_wall()
    take(moment, attempt(), "ada")
    step = forced_step(GAME, moment, "gm", ProposeAction)
    assert step is not None
    take(moment, step[1], step[2])
    assert forced_step(GAME, moment, "gm") is None
    assert offered(moment, "gm", FrameAction, "Frame Murg's smash anew otherwise")


def test_after_a_players_ruling_the_frame_waits_for_the_gm() -> None:
    """The GM alone says what the circumstances are; it was said for the GM as soon as a player had spoken."""
    moment = at_the_wall()
    take(moment, attempt(), "ada")
    assert forced_step(GAME, moment, "ada", ProposeAction) is None
    assert forced_step(GAME, moment, "gm", StartClock) is None, "it follows the action alone"
    step = forced_step(GAME, moment, "gm", ProposeAction)
    assert step is not None
    assert step[2] == "gm"


def test_an_action_of_the_dead_is_under_way_no_longer() -> None:
    moment = at_the_wall()
    take(moment, attempt(), "ada")
    take(moment, FrameAction(roll="roll-1"), "gm")
    for kind in (Kind.BLOODIED, Kind.DEATH):
        harm = DeclareConsequence(origin=Origin.INFLICTED, reason="Teeth.", target=MURG, kind=kind)
        take(moment, harm, "gm")
        take(moment, AcceptConsequence(consequence=next(reversed(moment.game.consequences))), "gm")
    assert not moment.game.characters[MURG].alive
    assert not list(GAME.flows(moment.game)), "it waited for the dead to roll"
    assert offered(moment, "gm", CloseScene)


def test_what_nobody_can_stop_may_still_be_split_by_the_gm() -> None:
    moment = at_the_wall()
    rain = DeclareConsequence(
        origin=Origin.INFLICTED,
        reason="Clouds.",
        target=MURG,
        kind=Kind.COMPLICATION,
        details="It rains.",
        resistible=False,
        why_not="It is weather.",
    )
    take(moment, rain, "gm")
    assert forced_step(GAME, moment, "gm") is None
    assert offered(moment, "gm", SplitConsequence, "It rains.")
    assert offered(moment, "ada", AcceptConsequence, "It rains.")


def test_what_is_deadly_or_may_be_is_framed_by_nobody_but_the_gm() -> None:
    moment = at_the_wall()
    wound = DeclareConsequence(origin=Origin.INFLICTED, reason="Teeth.", target=MURG, kind=Kind.BLOODIED)
    take(moment, wound, "gm")
    take(moment, AcceptConsequence(consequence="consequence-1"), "gm")
    take(moment, attempt(), "ada")
    assert forced_step(GAME, moment, "gm") is None


def test_two_actions_of_one_monster_are_told_apart() -> None:
    moment = at_the_wall()
    take(moment, attempt(), "ada")
    away = ProposeAction(character=MURG, action="skulk", intention="Get away", risk="a fall", description="Off.")
    take(moment, away, "ada")
    labels = [it.label for it in offered(moment, "gm", FrameAction)]
    assert len(set(labels)) == len(labels)
    assert "Frame Murg's skulk (Get away): default position, default effect" in labels


def test_a_scene_is_not_closed_over_what_is_owed() -> None:
    moment = at_the_wall()
    rolled(moment, 1, 2)
    assert not offered(moment, "gm", CloseScene)
    assert offered(moment, "gm", DeclareConsequence, "Declare complication, frustrating, from Murg's smash")
    (word,) = offered(moment, "gm", WaiveConsequence)
    (flow,) = GAME.flows(moment.game)
    assert (flow.stages[flow.at], flow.sides[-1].words) == ("Consequences", "owes a consequence")
    assert flow.has(word.group)
    take(moment, filled(word, 1, random.Random(1)), "gm")
    assert offered(moment, "gm", CloseScene)
    assert not list(GAME.flows(moment.game))


def test_a_bad_start_is_under_way_until_it_is_settled() -> None:
    moment = at_the_wall()
    take(moment, RollEngagement(dice=1), "gm", TypedDice([2]))
    (flow,) = GAME.flows(moment.game)
    assert (flow.kind, flow.about) == ("Bad start", "The wall")
    (declare,) = offered(moment, "gm", DeclareConsequence, "bad start")
    assert values(declare, "kind") == {"complication", "shock", "worse_position", "bloodied"}
    take(moment, filled(declare, 1, random.Random(1)), "gm")
    assert not offered(moment, "gm", DeclareConsequence, "bad start")


def test_kinds_of_circumstance_are_there_to_pick() -> None:
    moment = at_the_wall()
    take(moment, attempt(), "ada")
    (otherwise,) = offered(moment, "gm", FrameAction, "otherwise")
    assert len(values(otherwise, "circumstances.category")) == 8


def test_types_of_defense_are_suggested_and_others_may_be_written() -> None:
    moment = founded({})
    (newcomer,) = offered(moment, "cleo", CreateWickedOne)
    assert [it.value for it in newcomer.suggested["gear_defense_type"]] == list(DEFENSE_TYPES)
    assert len(DEFENSE_TYPES) == 7
    own = CreateWickedOne(
        name="Ninth", calling="Imp", dark_impulse="Bite.", ratings=Ratings(), gear_defense_type="holy water"
    )
    take(moment, own, "cleo")
    (gift,) = offered(moment, "gm", GainDefense)
    assert "holy water" in {it.value for it in gift.suggested["defense_type"]}


def test_kinds_of_consequence_are_there_to_pick() -> None:
    moment = at_the_wall()
    inflict, on_the_dungeon = offered(moment, "gm", DeclareConsequence, "Inflict")
    assert values(inflict, "kind") == {"complication", "shock", "worse_position", "bloodied"}
    assert on_the_dungeon.known["target"] == "dungeon"
    assert "detection" in {it.value for it in inflict.suggested["threat"]}


def ways(moment: AnyMoment) -> set[object]:
    (learn, *_more) = offered(moment, "ada", GainInformation)
    return values(learn, "source")


def test_the_ways_to_hidden_information_are_those_that_are_open() -> None:
    moment = founded({})
    assert ways(moment) == {"faction", "acquaintance"}
    by_ability = offered(moment, "ada", GainInformation, "by an ability")
    assert values(by_ability[0], "ability") == {"Headlong", "Iron Maul"}
    for command in opening():
        take(moment, command, "gm" if not hasattr(command, "cost") else "ada")
    assert ways(moment) == {
        "faction",
        "acquaintance",
        "prisoner",
        "room",
        "flashback",
        "flashback_to_torture",
        "raid",
    }
    for way in sorted(map(str, ways(moment))):
        (learn, *_more) = offered(moment, "ada", GainInformation)
        picked = {**learn.known, "source": way, "form": "questions", "description": "He listens."}
        take(moment, GainInformation.model_validate(picked), "ada")


def opening() -> Iterable[Command]:
    """Commands that each open another way."""
    yield TakePrisoner(name="Brother Odo")
    yield BreakPrisoner(prisoner="brother-odo", text="He talks.")
    yield BuildRoom(character=MURG, name="Torture Chamber", cost=0, description="Hooks.")
    yield BeginPhase.model_validate({"phase": "raiding"})
    yield OpenScene(place=Place.SURFACE, title="The wall", present=(MURG,))


def test_the_sheet_of_the_dungeon_shows_what_is_owed() -> None:
    moment = at_the_wall()
    rolled(moment, 4, 2)
    (owed,) = (
        block
        for section in GAME.sheet(moment.game, "dungeon").sections
        for block in section.blocks
        if isinstance(block, Tags) and block.path == "dungeon.owed"
    )
    assert [(tag.text, tag.state, tag.detail) for tag in owed.tags] == [("Murg: Break the gate", "owed", "mixed")]


def test_what_hangs_over_minions_is_under_way_under_their_name() -> None:
    moment = at_the_wall()
    take(moment, RecruitMinions(character=MURG, name="Goblins", gold=1, description="For a coin."), "ada")
    trouble = DeclareConsequence(
        origin=Origin.INFLICTED, reason="Night.", target="goblins", kind=Kind.COMPLICATION
    )
    take(moment, trouble, "gm")
    (flow,) = GAME.flows(moment.game)
    assert [side.name for side in flow.sides] == ["Goblins"]
