"""Passes, ties and the win (VC-25, VC-26)."""

from collections.abc import Iterable, Sequence
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.vicious_crucible.chapters.contests.purposes import won_purpose
from domain.vicious_crucible.chapters.contests.sparks import dice_on_the_table
from domain.vicious_crucible.chapters.guards import own_side, unsettled_contest
from domain.vicious_crucible.lookup import contest_of, die_of, shown, side_of, tie_to_reroll, top_sides
from domain.vicious_crucible.phrases import reading, test_of, told
from domain.vicious_crucible.seats import Seat, element_name, side_name
from domain.vicious_crucible.state import Contest, Crucible, Side
from domain.vicious_crucible.terms import SIDE, DieId, DieRef, DieSize, SideId, SideRef, Stage

chapter = Chapter[Crucible](
    "Winning",
    {
        "already_passed": "{side} has passed already.",
        "sides_still_to_pass": "Wait for {sides} to pass on sparks; ties are looked at then.",
        "not_tied": "{side} does not tie for highest; still to reroll: {sides}.",
        "tie_die_fixed": "A tie rerolls the die that was presented, the d{faces} for {element}.",
    },
)


class PassSparks(Command):
    """Use no spark, or no more. When every side has passed in a row, the highest die wins.

    Needs:    this side has presented.
    Refused:  `no_contest`, `not_a_side`, `gm_only`, `not_your_character`, `present_first`, `already_passed`,
              `contest_won`.
    Yields:   `SparksPassed`; when all have passed and one die is highest `ContestWon`, then `ToolRecovered` or
              `HardPlaceSoftened` if that was the purpose and the opener won.
    """

    type: Literal["vicious_crucible.pass_sparks"] = "vicious_crucible.pass_sparks"
    side: SideRef = Field(title="Whose step is it?", description=SIDE)


class SparksPassed(Event):
    """A side uses no more sparks, unless somebody else does."""

    type: Literal["vicious_crucible.sparks_passed.v1"] = "vicious_crucible.sparks_passed.v1"
    side: SideId


class ContestWon(Event):
    """One presented die was the highest."""

    type: Literal["vicious_crucible.contest_won.v1"] = "vicious_crucible.contest_won.v1"
    winner: SideId
    losers: tuple[SideId, ...]
    presented: dict[SideId, int]


@chapter.decides(PassSparks)
def pass_sparks(state: Crucible, command: PassSparks, asker: Asker, dice: Dice) -> Events:
    """VC-25: pass; when every side has passed in a row, the highest presented die wins."""
    contest = dice_on_the_table(state, command.side)
    side = own_side(state, contest, command.side, asker)
    need(side.presented_die is not None, "present_first", side=command.side)
    need(not side.passed, "already_passed", side=command.side)
    passed = SparksPassed(side=command.side)
    others = (other for slug, other in contest.sides.items() if slug != command.side)
    if not all(other.passed for other in others):
        return [passed]
    top = top_sides(contest)
    return [passed] if len(top) > 1 else [passed, *won(state, contest, top[0])]


def won(state: Crucible, contest: Contest, winner: str) -> list[Event]:
    """Events of the win, and of what the contest was declared for if its opener won (VC-25)."""
    result = ContestWon(
        winner=winner,
        losers=tuple(slug for slug in contest.sides if slug != winner),
        presented={slug: shown(side) for slug, side in contest.sides.items()},
    )
    return [result, *won_purpose(state, contest, winner)]


@chapter.applies(SparksPassed)
def _(state: Crucible, event: SparksPassed) -> None:
    side_of(state, event.side).passed = True


@chapter.tells(SparksPassed, "{side} passes on sparks")
def _(state: Crucible, event: SparksPassed) -> Iterable[Fact]:
    yield told("passes on sparks", "contest", event.side)


@chapter.applies(ContestWon)
def _(state: Crucible, event: ContestWon) -> None:
    contest = contest_of(state)
    must({event.winner, *event.losers} == set(contest.sides), "a winner and losers that are not the sides")
    contest.winner = event.winner
    contest.status = Stage.WON


@chapter.tells(ContestWon, "{winner} wins against {losers}")
def _(state: Crucible, event: ContestWon) -> Iterable[Fact]:
    best = event.presented[event.winner]
    yield facts.TestClosed(
        test=test_of(state) or "", outcome=f"won with {best}", winner=event.winner, losers=event.losers
    )
    others = [str(event.presented[it]) for it in event.losers if it in event.presented]
    proof = f"{best} over {' and '.join(others)}" if others else f"{best}"
    came = facts.Came.WON if event.winner in state.characters else facts.Came.NOT
    yield facts.Outcome(test=test_of(state) or "", who=event.winner, came=came, proof=proof)


class RerollTie(Command):
    """Reroll the tied die: the one you presented ties for highest, and is presented again.

    Needs:    every side has passed; this side ties for highest and has not rerolled.
    Refused:  `no_contest`, `not_a_side`, `gm_only`, `not_your_character`, `contest_won`, `sides_still_to_pass`,
              `not_tied`, `tie_die_fixed`.
    Yields:   `TieRerolled`.
    """

    type: Literal["vicious_crucible.reroll_tie"] = "vicious_crucible.reroll_tie"
    side: SideRef = Field(title="Whose step is it?", description=SIDE)
    die_id: DieRef | None = Field(
        title="Which die?", default=None, description="Always the presented die; may be left out."
    )


class TieRerolled(Event):
    """A side tied for highest rerolled its presented die. `remaining` are the tied sides still to do so."""

    type: Literal["vicious_crucible.tie_rerolled.v1"] = "vicious_crucible.tie_rerolled.v1"
    side: SideId
    die_id: DieId
    faces: DieSize
    old: int
    new: int
    remaining: tuple[SideId, ...]


@chapter.decides(RerollTie)
def reroll_tie(state: Crucible, command: RerollTie, asker: Asker, dice: Dice) -> Events:
    """VC-26: reroll, each side tied for highest, the die it presented, and present that one again."""
    contest = unsettled_contest(state)
    side = own_side(state, contest, command.side, asker)
    tied = tie_to_reroll(contest)
    if not tied:
        waiting = [slug for slug, other in contest.sides.items() if not other.passed]
        raise CommandRefused("sides_still_to_pass", sides=waiting)
    need(command.side in tied, "not_tied", side=command.side, sides=tied)
    die = next(die for die in side.hand if die.die_id == side.presented_die)
    need(command.die_id in (None, die.die_id), "tie_die_fixed", faces=die.faces, element=die.element)
    (new,) = dice.roll(die.faces)
    return [
        TieRerolled.model_validate(
            {
                "side": command.side,
                "die_id": die.die_id,
                "faces": die.faces,
                "old": die.value,
                "new": new,
                "remaining": [slug for slug in tied if slug != command.side],
            }
        )
    ]


@chapter.applies(TieRerolled)
def _(state: Crucible, event: TieRerolled) -> None:
    die = die_of(state, event.side, event.die_id)
    must(die.value == event.old, f"{event.die_id} shows {die.value}, not {event.old}")
    die.value = event.new
    side_of(state, event.side).pinned = True
    contest = contest_of(state)
    contest.tied = list(event.remaining)
    if not contest.tied:
        for side in contest.sides.values():
            side.passed = False


@chapter.tells(TieRerolled, "{side} rerolls the tie: {old} becomes {new}")
def _(state: Crucible, event: TieRerolled) -> Iterable[Fact]:
    yield facts.DieChanged(
        roller=event.side,
        die=event.die_id,
        size=event.faces,
        was=event.old,
        now=event.new,
        why="tie",
        rerolled=True,
        test=test_of(state),
        reading=reading(state, event.side),
    )


def tie_rerolls(state: Crucible, side: Side, seat: Seat, tied: Sequence[str]) -> Iterable[Offer]:
    """The die that tied, for a side that has yet to reroll it."""
    if seat.side in tied:
        die = next(die for die in side.hand if die.die_id == side.presented_die)
        yield seat.offer(
            RerollTie,
            f"{side_name(state, seat.side)} rerolls the tied d{die.faces} of {element_name(state, die)}",
            {"side": seat.side, "die_id": die.die_id},
            group="Contest: tie",
            dice=(die.faces,),
            forced=True,
        )


def passing(state: Crucible, it: Contest, side: Side, seat: Seat, *, alone: bool) -> Iterable[Offer]:
    """Using no spark, or no more. `alone`: there is none to use."""
    if not side.passed:
        yield seat.offer(
            PassSparks,
            f"{side_name(state, seat.side)} passes",
            {"side": seat.side},
            group="Contest: sparks",
            forced=alone and it.rulesheet is None and it.status is Stage.PRESENTED,
        )
