"""Adventurers and their moves (WO-53)."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Points, Slug, Text
from domain.wicked_ones.chapters.consequences.declaring import declaration
from domain.wicked_ones.chapters.consequences.harm import for_anybody, may_befall, usual_ticks
from domain.wicked_ones.chapters.guards import free_id, gm_only, in_play, reason_given
from domain.wicked_ones.chapters.pools import roll_pool
from domain.wicked_ones.lookup import must_be_new, required
from domain.wicked_ones.phrases import number, rolled, told
from domain.wicked_ones.seats import threats
from domain.wicked_ones.shapes import DiceCount, Face, Harm
from domain.wicked_ones.state.underworld import Underworld, next_id
from domain.wicked_ones.state.world import Adventurer
from domain.wicked_ones.terms.bounds import MOVES
from domain.wicked_ones.terms.harm import AdventurerStatus, Origin, Severity
from domain.wicked_ones.terms.refs import ActionRef, AdventurerRef, NewConsequence, NewThing
from domain.wicked_ones.terms.rolls import Result, RollStatus

chapter = Chapter[Underworld](
    "Adventurers",
    {
        "no_moves": "{adventurer} has spent all {moves} moves.",
        "adventurer_missing": "There is no such adventurer{there:+. Those there are: }.",
    },
)


class IntroduceAdventurer(Command):
    """Bring on an adventurer: with hearts and three moves.

    Needs:    the GM.
    Refused:  `only_gm`, `bad_segments`, `id_taken`, `id_empty`.
    Yields:   `AdventurerIntroduced`.
    """

    type: Literal["wicked_ones.introduce_adventurer"] = "wicked_ones.introduce_adventurer"
    name: Name
    hearts: Annotated[int, Field(ge=-100, le=100)]
    id: NewThing | None = None


class AdventurerIntroduced(Event):
    """An adventurer has come, with so many `hearts` and `moves`."""

    type: Literal["wicked_ones.adventurer_introduced.v1"] = "wicked_ones.adventurer_introduced.v1"
    adventurer: Slug
    name: Name
    hearts: Points
    moves: Points


@chapter.decides(IntroduceAdventurer)
def introduce_adventurer(state: Underworld, command: IntroduceAdventurer, asker: Asker, dice: Dice) -> Events:
    """WO-53: bring on an adventurer: hearts as the GM says, three moves."""
    gm_only(asker)
    in_play(state)
    need(command.hearts >= 1, "bad_segments", name=command.name, given=command.hearts)
    slug = free_id(state, command.name, command.id)
    return [AdventurerIntroduced(adventurer=slug, name=command.name, hearts=command.hearts, moves=MOVES)]


@chapter.applies(AdventurerIntroduced, renames=True)
def _(state: Underworld, event: AdventurerIntroduced) -> None:
    must_be_new(state.adventurers, event.adventurer)
    state.adventurers[event.adventurer] = Adventurer(event.name, event.hearts, event.hearts, event.moves)


@chapter.tells(AdventurerIntroduced, "An adventurer: {name}, {hearts:?heart|hearts}")
def _(state: Underworld, event: AdventurerIntroduced) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.adventurer, name=event.name, character_kind=CharacterKind.OTHER, how="adventurer"
    )
    yield number(event.adventurer, "hearts", event.hearts, event.hearts, "arrives", high=event.hearts, good=False)
    yield number(event.adventurer, "moves", event.moves, event.moves, "arrives", high=MOVES, good=False)


class MoveToInflict(Harm, Command):
    """Spend a move on a consequence: one of an adventurer's three.

    Needs:    the GM; a standing adventurer with a move left.
    Refused:  `only_gm`, `adventurer_missing`, `adventurer_defeated`, `no_moves`, and whatever
              `DeclareConsequence` is refused for, `target_missing`, `amount_without_note`.
    Yields:   `MoveSpent`, `ConsequenceDeclared`; `DeathDeclared` when it would kill.
    """

    type: Literal["wicked_ones.move_to_inflict"] = "wicked_ones.move_to_inflict"
    adventurer: AdventurerRef
    note: Text = Field(default="", description="Why a clock ticks otherwise than the severity makes usual.")
    id: NewConsequence | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class MoveSpent(Event):
    """An adventurer made one of its moves; `purpose` says what for."""

    type: Literal["wicked_ones.move_spent.v1"] = "wicked_ones.move_spent.v1"
    adventurer: Slug
    purpose: Name


@chapter.decides(MoveToInflict)
def move_to_inflict(state: Underworld, command: MoveToInflict, asker: Asker, dice: Dice) -> Events:
    """WO-53: spend one move on one consequence, which can be resisted as any."""
    gm_only(asker)
    in_play(state)
    with_a_move(state, command.adventurer)
    may_befall(state, command, Origin.ADVENTURER_MOVE, None, None)
    spent = MoveSpent(adventurer=command.adventurer, purpose="inflict")
    severity = command.severity or Severity.FRUSTRATING
    usual_ticks(state, command.changes, severity, command.note)
    origin, note = Origin.ADVENTURER_MOVE, command.note
    return [spent, *declaration(state, command, severity, origin, None, None, None, note=note, wanted=command.id)]


def standing_adventurer(state: Underworld, slug: str) -> Adventurer:
    """An adventurer that is not defeated; refused otherwise."""
    it = one_there(state.adventurers, slug, "adventurer_missing")
    need(it.status is not AdventurerStatus.DEFEATED, "adventurer_defeated", adventurer=slug)
    return it


def with_a_move(state: Underworld, slug: str) -> Adventurer:
    """A standing adventurer that has a move left; refused otherwise."""
    it = standing_adventurer(state, slug)
    need(it.moves, "no_moves", adventurer=slug, moves=MOVES)
    return it


@chapter.applies(MoveSpent)
def _(state: Underworld, event: MoveSpent) -> None:
    it = required(state.adventurers, event.adventurer, "adventurer")
    it.moves -= 1
    must(it.moves >= 0, f"{event.adventurer} has no move left")


@chapter.tells(MoveSpent, "{adventurer} makes a move to {purpose}")
def _(state: Underworld, event: MoveSpent) -> Iterable[Fact]:
    left = state.adventurers[event.adventurer].moves
    yield number(event.adventurer, "moves", -1, left, f"to {event.purpose}", high=MOVES, good=False)


class MoveToResist(Command):
    """Resist by an adventurer's move: against what a monster does. The GM reads the dice.

    Needs:    the GM; a standing adventurer with a move left; an action that was framed or rolled.
    Refused:  `only_gm`, `adventurer_missing`, `adventurer_defeated`, `no_moves`, `roll_unknown`,
              `face_out_of_range`, `wrong_dice_count`.
    Yields:   `MoveSpent`, `DefensiveMoveRolled`.
    """

    type: Literal["wicked_ones.move_to_resist"] = "wicked_ones.move_to_resist"
    adventurer: AdventurerRef
    roll: ActionRef = Field(description="The action.")
    dice: DiceCount = Field(title="How many dice?", description="0 means two, of which the lower counts.")
    reading: Text = Field(default="", description="What its result will mean.")


class DefensiveMoveRolled(Event):
    """An adventurer's dice against an action fell.

    `kept` is the face that counts; `reading`: what the result means.
    """

    type: Literal["wicked_ones.defensive_move_rolled.v1"] = "wicked_ones.defensive_move_rolled.v1"
    adventurer: Slug
    roll: Slug
    dice: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result
    reading: Text


@chapter.decides(MoveToResist)
def move_to_resist(state: Underworld, command: MoveToResist, asker: Asker, dice: Dice) -> Events:
    """WO-53, WO-A22: spend one move, and roll the dice the GM names and reads."""
    gm_only(asker)
    in_play(state)
    it = with_a_move(state, command.adventurer)
    met = {slug: it for slug, it in state.rolls.items() if it.status in (RollStatus.FRAMED, RollStatus.ROLLED)}
    one_there(met, command.roll, "roll_unknown")
    fallen = roll_pool(command.dice, state.house_rules, dice, f"{it.name} to withstand")
    return [
        MoveSpent(adventurer=command.adventurer, purpose="resist"),
        DefensiveMoveRolled(
            adventurer=command.adventurer,
            roll=command.roll,
            dice=command.dice,
            zero_dice=fallen.zero_dice,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
            reading=command.reading,
        ),
    ]


@chapter.applies(DefensiveMoveRolled)
def _(state: Underworld, event: DefensiveMoveRolled) -> None:
    """No change here: the GM reads what it means."""
    required(state.adventurers, event.adventurer, "adventurer")


@chapter.tells(DefensiveMoveRolled, "{adventurer} withstands {roll}, {faces}: {result}{reading:+. }")
def _(state: Underworld, event: DefensiveMoveRolled) -> Iterable[Fact]:
    yield rolled(event, event.adventurer, "defensive move")
    if event.reading:
        yield told(event.reading, "defensive move", event.adventurer)
        yield facts.Turn(test=event.roll, who=event.adventurer, text=event.reading, way=facts.Way.RESISTS)


class RestoreMoves(Command):
    """Give an adventurer moves back.

    Needs:    the GM; a standing adventurer that has spent some.
    Refused:  `only_gm`, `adventurer_missing`, `adventurer_defeated`, `no_change`, `reason_missing`.
    Yields:   `MovesRestored`.
    """

    type: Literal["wicked_ones.restore_moves"] = "wicked_ones.restore_moves"
    adventurer: AdventurerRef
    why: Text = Field(title="Reason")


class MovesRestored(Event):
    """An adventurer has `amount` of its moves back."""

    type: Literal["wicked_ones.moves_restored.v1"] = "wicked_ones.moves_restored.v1"
    adventurer: Slug
    amount: Points
    why: Text


@chapter.decides(RestoreMoves)
def restore_moves(state: Underworld, command: RestoreMoves, asker: Asker, dice: Dice) -> Events:
    """WO-A21: give an adventurer all its moves back, at the GM's word."""
    gm_only(asker)
    in_play(state)
    it = standing_adventurer(state, command.adventurer)
    need(it.moves < MOVES, "no_change")
    reason_given(command.why)
    return [MovesRestored(adventurer=command.adventurer, amount=MOVES - it.moves, why=command.why)]


@chapter.applies(MovesRestored)
def _(state: Underworld, event: MovesRestored) -> None:
    required(state.adventurers, event.adventurer, "adventurer").moves += event.amount


@chapter.tells(MovesRestored, "{adventurer} has {amount:?move|moves} back: {why}")
def _(state: Underworld, event: MovesRestored) -> Iterable[Fact]:
    now = state.adventurers[event.adventurer].moves
    yield number(event.adventurer, "moves", event.amount, now, event.why, high=MOVES, good=False)


def adventurer_moves(state: Underworld, people: tuple[Choice, ...]) -> Iterable[Offer]:
    """Offers to introduce adventurers, and of their moves."""
    yield Offer(command=IntroduceAdventurer, label="An adventurer comes", known={"hearts": 5}, group="Dangers")
    attempts = tuple(
        Choice(slug, roll.intention)
        for slug, roll in state.rolls.items()
        if roll.status in (RollStatus.FRAMED, RollStatus.ROLLED)
    )
    for slug, it in state.adventurers.items():
        if it.status is AdventurerStatus.DEFEATED:
            continue
        if it.moves and people:
            yield Offer(
                command=MoveToInflict,
                label=f"{it.name} strikes, {it.moves} of {MOVES} moves left",
                known={
                    "id": next_id(state, "consequence"),
                    "adventurer": slug,
                },
                choices={"target": people, "kind": for_anybody(state)},
                suggested=threats(state),
                group="Dangers",
            )
        if it.moves and attempts:
            yield Offer(
                command=MoveToResist,
                label=f"{it.name} withstands, {it.moves} of {MOVES} moves left",
                known={"adventurer": slug, "dice": 2},
                choices={"roll": attempts},
                dice=(6, 6),
                group="Dangers",
            )
        if it.moves < MOVES:
            label = f"{it.name} gets its moves back"
            yield Offer(command=RestoreMoves, label=label, known={"adventurer": slug}, group="Dangers")
