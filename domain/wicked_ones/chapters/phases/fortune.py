"""Rolls of the GM: fortune, calamity, blowback; and what they mean (WO-35, WO-36)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Points, Slug, Text
from domain.wicked_ones.chapters.guards import gm_only, in_phase, in_play
from domain.wicked_ones.chapters.pools import roll_pool
from domain.wicked_ones.lookup import on_the_way
from domain.wicked_ones.phrases import rolled, told, words
from domain.wicked_ones.shapes import DiceCount, Face
from domain.wicked_ones.state.play import WorldRoll
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import DUNGEON, GM
from domain.wicked_ones.terms.frame import GmRoll, Phase, RaidStatus
from domain.wicked_ones.terms.rolls import Result

chapter = Chapter[Underworld](
    "Fortune, calamity, blowback",
    {
        "question_missing": "Ask something: the question is empty.",
        "nothing_to_tell": "No roll of the GM waits for what it means.",
        "meaning_missing": "Say what the dice mean: one line is enough.",
        "no_invasion_of_this": "Only calamity and blowback bring {by}. Leave it out, or begin the invasion by "
        "itself.",
        "raid_first": "Blowback answers a raid, and none is over in this cycle. End one first.",
    },
)


class RollFortune(Command):
    """Roll for a question that no rule answers.

    Needs:    the GM.
    Refused:  `only_gm`, `question_missing`, `face_out_of_range`, `wrong_dice_count`.
    Yields:   `FortuneRolled`.
    """

    type: Literal["wicked_ones.roll_fortune"] = "wicked_ones.roll_fortune"
    question: Text
    dice: DiceCount = Field(title="How many dice?", description="0 means two, of which the lower counts.")


class FortuneRolled(Event):
    """The dice of a fortune roll fell. `dice` as the GM said; `zero_dice`: two, the lower kept; `kept` counts."""

    type: Literal["wicked_ones.fortune_rolled.v1"] = "wicked_ones.fortune_rolled.v1"
    question: Text
    dice: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result


@chapter.decides(RollFortune)
def roll_fortune(state: Underworld, command: RollFortune, asker: Asker, dice: Dice) -> Events:
    """WO-35: roll as many dice as the GM says."""
    gm_only(asker)
    in_play(state)
    need(command.question.strip(), "question_missing")
    fallen = roll_pool(command.dice, state.house_rules, dice, "fortune")
    return [
        FortuneRolled(
            question=command.question,
            dice=command.dice,
            zero_dice=fallen.zero_dice,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
        )
    ]


@chapter.applies(FortuneRolled)
def _(state: Underworld, event: FortuneRolled) -> None:
    state.world_roll = WorldRoll(GmRoll.FORTUNE, event.result)


@chapter.tells(FortuneRolled, "{question} {faces}: {result}")
def _(state: Underworld, event: FortuneRolled) -> Iterable[Fact]:
    yield rolled(event, GM, f"fortune: {event.question}")
    yield facts.Turn(test="", who="", text=event.question)


class RollCalamity(Command):
    """Roll for a calamity: whether something goes wrong at home.

    Needs:    the GM; lurking.
    Refused:  `only_gm`, `wrong_phase`, `face_out_of_range`, `wrong_dice_count`.
    Yields:   `CalamityRolled`.
    """

    type: Literal["wicked_ones.roll_calamity"] = "wicked_ones.roll_calamity"
    dice: DiceCount = Field(title="How many dice?", description="0 means two, of which the lower counts.")


class CalamityRolled(Event):
    """The dice of a calamity roll fell. `zero_dice`: two, the lower kept; `kept` is the face that counts."""

    type: Literal["wicked_ones.calamity_rolled.v1"] = "wicked_ones.calamity_rolled.v1"
    dice: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result


@chapter.decides(RollCalamity)
def roll_calamity(state: Underworld, command: RollCalamity, asker: Asker, dice: Dice) -> Events:
    """WO-36: roll for calamity, while lurking only."""
    gm_only(asker)
    in_play(state)
    in_phase(state, Phase.LURKING)
    fallen = roll_pool(command.dice, state.house_rules, dice, "calamity")
    return [
        CalamityRolled(
            dice=command.dice,
            zero_dice=fallen.zero_dice,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
        )
    ]


@chapter.applies(CalamityRolled)
def _(state: Underworld, event: CalamityRolled) -> None:
    state.world_roll = WorldRoll(GmRoll.CALAMITY, event.result)


@chapter.tells(CalamityRolled, "Calamity, {faces}: {result}")
def _(state: Underworld, event: CalamityRolled) -> Iterable[Fact]:
    yield rolled(event, GM, "calamity")


class RollBlowback(Command):
    """Roll how the world answers a raid.

    Needs:    the GM; raiding, after the raid.
    Refused:  `only_gm`, `wrong_phase`, `raid_first`, `face_out_of_range`, `wrong_dice_count`.
    Yields:   `BlowbackRolled`.
    """

    type: Literal["wicked_ones.roll_blowback"] = "wicked_ones.roll_blowback"
    dice: DiceCount = Field(title="How many dice?", description="0 means two, of which the lower counts.")


class BlowbackRolled(Event):
    """The dice of a blowback roll fell. `zero_dice`: two, the lower kept; `kept` is the face that counts."""

    type: Literal["wicked_ones.blowback_rolled.v1"] = "wicked_ones.blowback_rolled.v1"
    dice: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result


@chapter.decides(RollBlowback)
def roll_blowback(state: Underworld, command: RollBlowback, asker: Asker, dice: Dice) -> Events:
    """WO-36: roll for blowback, while raiding, once the raid is over."""
    gm_only(asker)
    in_play(state)
    in_phase(state, Phase.RAIDING)
    if state.raid is None or state.raid.status is not RaidStatus.OVER:
        raise CommandRefused("raid_first")
    fallen = roll_pool(command.dice, state.house_rules, dice, "blowback")
    return [
        BlowbackRolled(
            dice=command.dice,
            zero_dice=fallen.zero_dice,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
        )
    ]


@chapter.applies(BlowbackRolled)
def _(state: Underworld, event: BlowbackRolled) -> None:
    state.world_roll = WorldRoll(GmRoll.BLOWBACK, event.result)


@chapter.tells(BlowbackRolled, "Blowback, {faces}: {result}")
def _(state: Underworld, event: BlowbackRolled) -> Iterable[Fact]:
    yield rolled(event, GM, "blowback")


class TellOutcome(Command):
    """Tell what the dice mean: the GM's last roll. A critical engagement is told as a lucky turn.

    Needs:    the GM; a roll of the GM that was not told yet.
    Refused:  `only_gm`, `nothing_to_tell`, `meaning_missing`, `no_invasion_of_this`.
    Yields:   `OutcomeTold` or `LuckyTurn`; `InvasionTriggered` when it brings somebody into the dungeon.
    """

    type: Literal["wicked_ones.tell_outcome"] = "wicked_ones.tell_outcome"
    text: Text = Field(title="What do they mean?")
    invasion_by: Text = Field(
        title="Who comes", default="", description="Who comes, when it triggers an invasion."
    )


class OutcomeTold(Event):
    """The GM said what the last roll means; `form` is which roll it was."""

    type: Literal["wicked_ones.outcome_told.v1"] = "wicked_ones.outcome_told.v1"
    form: GmRoll
    text: Text


class LuckyTurn(Event):
    """The GM said what a critical engagement brought on top."""

    type: Literal["wicked_ones.lucky_turn.v1"] = "wicked_ones.lucky_turn.v1"
    scene: Slug
    text: Text


class InvasionTriggered(Event):
    """A roll's meaning brings somebody into the dungeon; the invasion begins by its own event."""

    type: Literal["wicked_ones.invasion_triggered.v1"] = "wicked_ones.invasion_triggered.v1"
    by: Text


@chapter.decides(TellOutcome)
def tell_outcome(state: Underworld, command: TellOutcome, asker: Asker, dice: Dice) -> Events:
    """WO-34 to WO-36: say what the GM's last dice mean."""
    gm_only(asker)
    in_play(state)
    rolled = found(state.world_roll, "nothing_to_tell")
    need(command.text.strip(), "meaning_missing")
    comes = command.invasion_by.strip()
    need(not comes or rolled.form in (GmRoll.CALAMITY, GmRoll.BLOWBACK), "no_invasion_of_this", by=comes)
    if rolled.form is GmRoll.ENGAGEMENT and rolled.result is Result.CRITICAL and state.scene is not None:
        return [LuckyTurn(scene=state.scene.id, text=command.text)]
    told = OutcomeTold(form=rolled.form, text=command.text)
    return [told, InvasionTriggered(by=comes)] if comes else [told]


@chapter.applies(OutcomeTold)
def _(state: Underworld, event: OutcomeTold) -> None:
    must(
        state.world_roll is not None and state.world_roll.form is event.form, f"no {event.form} roll is to be told"
    )
    state.world_roll = None


@chapter.tells(OutcomeTold, "What it means: {text}")
def _(state: Underworld, event: OutcomeTold) -> Iterable[Fact]:
    yield told(event.text, words(event.form))
    yield facts.Turn(test="", who="", text=event.text, way=facts.Way.TRUE)


@chapter.applies(LuckyTurn)
def _(state: Underworld, event: LuckyTurn) -> None:
    state.world_roll = None


@chapter.tells(LuckyTurn, "A lucky turn: {text}")
def _(state: Underworld, event: LuckyTurn) -> Iterable[Fact]:
    yield told(event.text, "lucky turn")


@chapter.applies(InvasionTriggered)
def _(state: Underworld, event: InvasionTriggered) -> None:
    """No change here: the invasion itself begins by its own event."""


@chapter.tells(InvasionTriggered, "On their way to the dungeon: {by}")
def _(state: Underworld, event: InvasionTriggered) -> Iterable[Fact]:
    yield told(event.by, "invasion", DUNGEON)


def calamity_and_blowback(state: Underworld) -> Iterable[Offer]:
    """Offers of blowback after a raid, and of calamity at home."""
    if state.phase is Phase.RAIDING and state.raid is not None and not on_the_way(state):
        yield Offer(command=RollBlowback, label="Roll blowback", group="Cycle")
    if state.phase is Phase.LURKING:
        yield Offer(command=RollCalamity, label="Roll calamity", group="Cycle")


def questions() -> Iterable[Offer]:
    """Offer to roll for what no rule answers."""
    yield Offer(command=RollFortune, label="Let fortune answer", group="GM")


def meanings(state: Underworld) -> Iterable[Offer]:
    """Offer to say what a roll means that was not told yet."""
    if state.world_roll is not None:
        form = state.world_roll.form.value
        yield Offer(
            command=TellOutcome,
            label=f"Tell what the dice mean: {form}, {state.world_roll.result}",
            known={} if state.world_roll.form.value in ("calamity", "blowback") else {"invasion_by": ""},
            group="GM",
        )
