"""What was laid out for a struggle before its roll, and how it comes home when the table takes it back (VE-02)."""

from domain.death_of_the_vele.reckoning import contributor_of, unit_of
from domain.death_of_the_vele.state import DiceMove, Side, Vele
from domain.death_of_the_vele.terms import DeedKind, Phase

from .fold import struggle_of

PREPARING = (DeedKind.ALLY, DeedKind.PUSH, DeedKind.DIFFICULTY, DeedKind.EFFECT)


def settle_deeds(state: Vele) -> None:
    """The struggle is dropped: what was done for it can no longer be taken back one by one."""
    for each in state.deeds.values():
        if each.kind in PREPARING:
            each.rested = True


def goal_moves(state: Vele) -> list[DiceMove]:
    """What the goal under way has moved: all dice pushed for it go home when it is taken back."""
    goals = [it for it in state.deeds.values() if it.kind is DeedKind.GOAL]
    return goals[-1].paid if goals else []


def ally_moves(state: Vele, side: Side, component: str) -> list[DiceMove]:
    """What an ally under way has moved: its dice go home when its help is taken back."""
    ally = contributor_of(state, side, component)
    open_ones = (
        it for it in state.deeds.values() if it.kind is DeedKind.ALLY and not it.rested and not it.withdrawn
    )
    return next((it.paid for it in open_ones if it.subject.partition(".")[2] == ally), [])


def take_off_the_table(state: Vele, side: Side, ally: str) -> None:
    """What an ally's unit laid out is there no more: its dice come home with the ally, its effects are lost."""
    unit = unit_of(state, ally)
    gone = [key for key, die in side.pushed.items() if die.component in unit]
    for key in gone:
        del side.pushed[key]
    side.effects = [it for it in side.effects if it.component not in unit]
    side.power_dice = [it for it in side.power_dice if it.component not in unit]
    if gone:
        side.ready = False
        struggle_of(state).phase = Phase.PUSHING
    for each in state.deeds.values():
        words = each.subject.split(".")
        if each.kind in (DeedKind.PUSH, DeedKind.EFFECT) and words[1] in unit:
            each.rested = True


def forget(state: Vele, gone: list[DiceMove], *also: list[DiceMove]) -> None:
    """Dice that came home for themselves no longer come home with the goal; of equal moves each counts once."""
    for moves in (goal_moves(state), *also):
        for each in gone:
            if each in moves:
                moves.remove(each)
