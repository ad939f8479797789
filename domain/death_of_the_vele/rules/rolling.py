"""The roll, and the windows for fate after it (VE-58, VE-59, VE-68)."""

from itertools import takewhile

from domain.death_of_the_vele.commands import outcomes as after
from domain.death_of_the_vele.commands import struggles as ask
from domain.death_of_the_vele.events import outcomes as came
from domain.death_of_the_vele.events import struggles as say
from domain.death_of_the_vele.reckoning import (
    ACTOR,
    OPPONENT,
    open_window,
    player_of_component,
    players_on,
    window_order,
)
from domain.death_of_the_vele.state import Side, Struggle, Vele
from domain.death_of_the_vele.terms import Die, Effect, StruggleKind
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .aiming import distance
from .cases import answers, rolls_for
from .common import narrator_of
from .stages import before_roll, rolled, spokesman


def taking_part(state: Vele, struggle: Struggle, asker: Asker) -> None:
    """Whoever takes part, and the narrator, may roll and read the dice."""
    people = {player for side in struggle.sides.values() for player in players_on(state, side)}
    need(asker.person in people | {narrator_of(state)}, "not_taking_part")


@rolls_for(ask.RollStruggle)
def roll_struggle(state: Vele, command: ask.RollStruggle, asker: Asker, chance: Chance) -> Events:
    """VE-58: everything is rolled together, side by side: struggle dice, average dice, power dice."""
    struggle = before_roll(state)
    ready_to_roll(state, struggle)
    taking_part(state, struggle, asker)
    seen: list[say.StruggleDie] = []
    seen_power: list[say.StruggleDie] = []
    unseen: list[say.StruggleDie] = []
    unseen_power: list[say.StruggleDie] = []
    for name, side in struggle.sides.items():
        secret = struggle.hidden and name != ACTOR
        faces, power = rolled_side(name, side, chance)
        (unseen if secret else seen).extend(faces)
        (unseen_power if secret else seen_power).extend(power)
    events: list[Event] = [
        say.StruggleRolled(
            struggle=struggle.id,
            rolls=tuple(seen),
            power_rolls=tuple(seen_power),
            modifiers=modifiers(state, struggle),
        )
    ]
    main = struggle.sides[OPPONENT].main
    if struggle.hidden and main is not None:
        player = player_of_component(state, main)
        events.append(
            say.HiddenDiceRolled(
                struggle=struggle.id, player=player, rolls=tuple(unseen), power_rolls=tuple(unseen_power)
            )
        )
    return events


def ready_to_roll(state: Vele, struggle: Struggle) -> None:
    """Every side has laid its dice: they may fall."""
    waiting = [name for name, side in struggle.sides.items() if not side.ready]
    need(not waiting, "sides_not_ready", sides=waiting)
    need(not any(side.hand for side in struggle.sides.values()), "dice_covered")
    effects = {it.effect for it in struggle.actor.effects}
    if struggle.kind is StruggleKind.MASS and not any(effect.takes_in_many for effect in effects):
        raise CommandRefused("area_unpaid")
    actor = struggle.actor.main
    mains = [side.main for side in struggle.opponents.values()]
    far = max((distance(state, actor, main) for main in mains if main and actor), default=0)
    ranged = max((it.points for it in struggle.actor.effects if it.effect is Effect.RANGE), default=0)
    need(far <= ranged, "range_unpaid", zones=far, paid=ranged)


def roll_order(side: Side) -> list[Die]:
    """The sizes a side rolls, in order."""
    pushed = [it.die for it in side.pushed.values()]
    return [*pushed, *(Die.D6 for _ in side.average_dice), *(it.die for it in side.power_dice)]


def rolled_side(name: str, side: Side, chance: Chance) -> tuple[list[say.StruggleDie], list[say.StruggleDie]]:
    """The faces of one side: struggle and average dice, then power dice."""
    sizes = roll_order(side)
    faces = list(chance.roll(*(die.sides for die in sizes))) if sizes else []
    rolls = [
        say.StruggleDie(side=name, component=it.component, trait=it.trait, die=it.die, value=faces.pop(0))
        for it in side.pushed.values()
    ]
    rolls += [say.StruggleDie(side=name, die=Die.D6, value=faces.pop(0)) for _ in side.average_dice]
    power = [
        say.StruggleDie(side=name, component=it.component, die=it.die, value=faces.pop(0))
        for it in side.power_dice
    ]
    return rolls, power


def modifiers(state: Vele, struggle: Struggle) -> dict[str, int]:
    """What spin had put on the next roll of somebody who takes part (VE-67)."""
    waiting = state.scene.modifiers if state.scene is not None else {}
    summed = {
        name: sum(waiting.get(slug, 0) for slug in side.contributors) for name, side in struggle.sides.items()
    }
    touched = {name for name, side in struggle.sides.items() if any(slug in waiting for slug in side.contributors)}
    return {name: summed[name] for name in struggle.sides if name in touched}


@answers(after.PassFate)
def pass_fate(state: Vele, command: after.PassFate, asker: Asker) -> Events:
    """VE-59: a side closes its window, for good."""
    struggle = rolled(state)
    fate_window_open(state, struggle, command.side, asker)
    sides = [command.side, *(own_windows_after(state, struggle, command.side, asker) if command.further else ())]
    return [came.FatePassed(struggle=struggle.id, side=name) for name in sides]


def own_windows_after(state: Vele, struggle: Struggle, name: str, asker: Asker) -> list[str]:
    """The windows that open next, as long as only this person plays on their sides."""
    waiting = [each for each in window_order(state, struggle) if not struggle.sides[each].fate_closed]
    after = waiting[waiting.index(name) + 1 :]
    alone = (players_on(state, struggle.sides[each]) == [asker.person] for each in after)
    return [each for each, mine in takewhile(lambda pair: pair[1], zip(after, alone, strict=True))]


def fate_window_open(state: Vele, struggle: Struggle, name: str, asker: Asker) -> None:
    """This person may use fate for a side now."""
    side = spokesman(state, struggle, name, asker)
    need(not side.fate_closed, "fate_window_closed", side=name)
    first = open_window(state, struggle)
    need(first == name, "fate_not_yet", side=first)
