"""Head-to-head: traits in turns, dice covered and shown together (VE-64)."""

from domain.death_of_the_vele.commands import struggles as ask
from domain.death_of_the_vele.events import struggles as say
from domain.death_of_the_vele.reckoning import initiative_place, player_of_component
from domain.death_of_the_vele.state import Struggle, Vele
from domain.death_of_the_vele.terms import Dice, Home, Pool, StruggleKind
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, allowed, need
from domain.kernel.people import Asker

from .cases import answers
from .pools import as_held, dice_held, single
from .pushing import laid_die
from .stages import before_roll


def declares(state: Vele, struggle: Struggle) -> str | None:
    """The side that declares the next trait: the lowest initiative first, then one each; None at the end."""
    sides = [name for name, side in struggle.sides.items() if not side.ready]
    if len(sides) < 2:
        return sides[0] if sides else None

    def place(name: str) -> tuple[int, int]:
        main = struggle.sides[name].main
        last = initiative_place(state, player_of_component(state, main)) if main is not None else 0
        return len(struggle.sides[name].hand), -last

    return min(sides, key=place)


def covered_from(state: Vele, struggle: Struggle, home: Home) -> Dice:
    """What of a home lies covered already."""
    hands = (die for side in struggle.sides.values() for die in side.hand.values() if die.source == home)
    return sum((as_held(state, single(die.die)) for die in hands), Dice())


@answers(ask.CoverDice)
def cover_dice(state: Vele, command: ask.CoverDice, asker: Asker) -> Events:
    """VE-64: the trait is said aloud, the die stays covered and at home until both sides show theirs."""
    struggle = before_roll(state)
    need(struggle.kind is StruggleKind.HEAD_TO_HEAD, "pushes_openly")
    laid = laid_die(state, struggle, command, asker)
    name, source = laid
    first = declares(state, struggle)
    need(first == name, "declares_first", side=first)
    if source.pool is not Pool.BOWL:
        needed = covered_from(state, struggle, source) + as_held(state, single(command.die))
        dice_held(state, source, needed)
    shown = {
        "struggle": struggle.id,
        "side": name,
        "component": command.component,
        "trait": command.trait,
        "player": asker.person,
    }
    return [
        say.TraitDeclared.model_validate(shown),
        say.DiceCovered.model_validate(
            {**shown, "die": command.die, "source": source, "assist_of": command.assist_of}
        ),
    ]


@answers(ask.RevealDice)
def reveal_dice(state: Vele, command: ask.RevealDice, asker: Asker) -> Events:
    """VE-64: both sides' dice are shown at once, and pushed."""
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
                say.CoveredDie(
                    side=name, component=die.component, trait=die.trait, die=die.die, source=die.source, dice=held
                )
            )
    return [say.DiceRevealed(struggle=struggle.id, dice=tuple(dice))]
