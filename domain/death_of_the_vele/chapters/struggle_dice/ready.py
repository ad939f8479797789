"""Ready to roll: the average die, covered dice shown (VE-53, VE-54, VE-64)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from domain.death_of_the_vele.chapters.guards import before_roll, in_story, own_side
from domain.death_of_the_vele.chapters.pools import dice_held
from domain.death_of_the_vele.chapters.struggle_dice.pushing import covered_from, its_turn_to_push, push
from domain.death_of_the_vele.house_rules import AverageDice
from domain.death_of_the_vele.lookup import as_held, side_of, single, struggle_of, table_of
from domain.death_of_the_vele.phrases import dice_moved, told
from domain.death_of_the_vele.state.struggle import AverageDie
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import ACTOR, main_of
from domain.death_of_the_vele.terms.dice import Dice, Die, Home, Pool
from domain.death_of_the_vele.terms.references import SideRef
from domain.death_of_the_vele.terms.struggle import Phase, StruggleKind
from domain.kernel.chapter import Chapter, Events, always
from domain.kernel.decisions import CommandRefused, allowed, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug

chapter = Chapter[Vele](
    "Ready to roll: the average die, covered dice shown",
    {
        "average_added": "That side has its average die.",
        "nothing_pushed": "Push a die or add the average die first.",
        "sides_not_ready": "Not everybody has pushed their dice: {sides}.",
        "dice_shown": "The dice are shown.",
        "covered_die_gone": "{player} no longer holds a die that lies covered. Withdraw the goal, or get it back.",
    },
)


class RevealDice(Command):
    """Show the covered dice: of both sides together.

    Needs:    both sides ready.
    Refused:  `no_struggle`, `pushes_openly`, `sides_not_ready`, `dice_shown`, `covered_die_gone`.
    Yields:   `DiceRevealed`, with what left each pool; `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.reveal_dice"] = "death_of_the_vele.reveal_dice"


class CoveredDie(BaseModel):
    """A die that lay covered. `dice`: what left its home for it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    side: Slug
    component: Slug
    trait: Slug
    die: Die
    source: Home
    dice: Dice


class DiceRevealed(Event):
    """Both sides showed their dice, and pushed them (VE-64)."""

    type: Literal["death_of_the_vele.dice_revealed.v1"] = "death_of_the_vele.dice_revealed.v1"
    struggle: Slug
    dice: tuple[CoveredDie, ...]


@chapter.decides(RevealDice, opens=always)
def reveal_dice(state: Vele, command: RevealDice, asker: Asker, chance: Chance) -> Events:
    """VE-64: show the covered dice of both sides at once, and push them."""
    in_story(state, asker)
    struggle = before_roll(state)
    need(struggle.kind is StruggleKind.HEAD_TO_HEAD, "pushes_openly")
    if not all(side.ready for side in struggle.sides.values()):
        raise CommandRefused("sides_not_ready", sides=[n for n, side in struggle.sides.items() if not side.ready])
    need(any(side.hand for side in struggle.sides.values()), "dice_shown")
    dice = []
    for name, side in struggle.sides.items():
        for die in side.hand.values():
            borrowed = die.source.pool is Pool.BOWL
            needed = covered_from(state, struggle, die.source)
            if not borrowed and not allowed(dice_held, state, die.source, needed):
                raise CommandRefused("covered_die_gone", player=die.player)
            held = single(die.die) if borrowed else as_held(state, single(die.die))
            dice.append(
                CoveredDie(
                    side=name, component=die.component, trait=die.trait, die=die.die, source=die.source, dice=held
                )
            )
    return [DiceRevealed(struggle=struggle.id, dice=tuple(dice))]


@chapter.applies(DiceRevealed)
def _(state: Vele, event: DiceRevealed) -> None:
    for each in event.dice:
        side = side_of(state, each.side)
        covered = side.hand.pop(f"{each.component}.{each.trait}", None)
        must(covered is not None, "nothing lies covered there")
        if covered is not None:
            push(state, side, covered, each.dice)
    for side in struggle_of(state).sides.values():
        side.covered = False


@chapter.tells(DiceRevealed, "Both sides show their dice")
def _(state: Vele, event: DiceRevealed) -> Iterable[Fact]:
    pushed: dict[Home, Dice] = {}
    for each in event.dice:
        pushed[each.source] = pushed.get(each.source, Dice()) + each.dice
    for home, dice in pushed.items():
        yield from dice_moved(state, home, table_of(event.struggle), dice, "pushed")


class AddAverageDie(Command):
    """Add the average die: a borrowed d6 that is rolled and neither wagered nor paid for.

    Needs:    a part in the side, before the roll.
    Refused:  `no_struggle`, `already_rolled`, `side_unknown`, `not_on_side`, `side_ready`,
              `actor_side_first`, `average_added`.
    Yields:   `AverageDieAdded`.
    """

    type: Literal["death_of_the_vele.add_average_die"] = "death_of_the_vele.add_average_die"
    side: SideRef = "actor"


class AverageDieAdded(Event):
    """A side borrowed the average die (VE-54)."""

    type: Literal["death_of_the_vele.average_die_added.v1"] = "death_of_the_vele.average_die_added.v1"
    struggle: Slug
    side: Slug
    player: Person


@chapter.decides(AddAverageDie)
def add_average_die(state: Vele, command: AddAverageDie, asker: Asker, chance: Chance) -> Events:
    """VE-54: add a borrowed d6 to a side, or by house rule one for each of its players."""
    in_story(state, asker)
    struggle = before_roll(state)
    side = own_side(state, struggle, command.side, asker)
    need(not side.ready, "side_ready", side=command.side)
    its_turn_to_push(struggle, command.side)
    per_player = state.house_rules.average_die is AverageDice.PER_PLAYER
    need(
        not any(not per_player or it.player == asker.person for it in side.average_dice),
        "average_added",
        side=command.side,
    )
    return [AverageDieAdded(struggle=struggle.id, side=command.side, player=asker.person)]


@chapter.applies(AverageDieAdded)
def _(state: Vele, event: AverageDieAdded) -> None:
    side_of(state, event.side).average_dice.append(AverageDie(event.player))


@chapter.tells(AverageDieAdded, "{side} adds the average die")
def _(state: Vele, event: AverageDieAdded) -> Iterable[Fact]:
    yield told("the average die is added", "struggle", *main_of(state, event.side))


class FinishPushing(Command):
    """Push no further: a side has pushed what it will push.

    Needs:    a part in the side.
    Refused:  `no_struggle`, `already_rolled`, `side_unknown`, `not_on_side`, `side_ready`,
              `actor_side_first`, `nothing_pushed`, `narrator_only`.
    Yields:   `SideReady`.
    """

    type: Literal["death_of_the_vele.finish_pushing"] = "death_of_the_vele.finish_pushing"
    side: SideRef = "actor"


class SideReady(Event):
    """A side has pushed its dice."""

    type: Literal["death_of_the_vele.side_ready.v1"] = "death_of_the_vele.side_ready.v1"
    struggle: Slug
    side: Slug


@chapter.decides(FinishPushing)
def finish_pushing(state: Vele, command: FinishPushing, asker: Asker, chance: Chance) -> Events:
    """VE-53: mark a side as ready; the acting side has to have something to roll."""
    in_story(state, asker)
    struggle = before_roll(state)
    side = own_side(state, struggle, command.side, asker)
    need(not side.ready, "side_ready", side=command.side)
    its_turn_to_push(struggle, command.side)
    acts = command.side == ACTOR or struggle.kind is StruggleKind.HEAD_TO_HEAD
    if acts and not (side.pushed or side.hand or side.average_dice):
        raise CommandRefused("nothing_pushed")
    return [SideReady(struggle=struggle.id, side=command.side)]


@chapter.applies(SideReady)
def _(state: Vele, event: SideReady) -> None:
    struggle = struggle_of(state)
    side_of(state, event.side).ready = True
    struggle.phase = Phase.POWERING if all(it.ready for it in struggle.sides.values()) else Phase.PUSHING


@chapter.tells(SideReady, "{side} is ready to roll")
def _(state: Vele, event: SideReady) -> Iterable[Fact]:
    yield told("ready to roll", "struggle", *main_of(state, event.side))
