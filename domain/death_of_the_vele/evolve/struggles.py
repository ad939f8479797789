"""How struggles change until their dice have fallen."""

from domain.death_of_the_vele.events import struggles as say
from domain.death_of_the_vele.reckoning import ACTOR, OPPONENT
from domain.death_of_the_vele.state import (
    AverageDie,
    Bonus,
    Deed,
    DiceMove,
    Difficulty,
    PushedDie,
    Scene,
    Side,
    Struggle,
    TurnState,
    Vele,
)
from domain.death_of_the_vele.terms import DeedKind, Dice, Home, Phase, Pool, StruggleKind
from domain.kernel.decisions import ImpossibleHistoryError

from .fold import component_of, deed, evolve, must, pay, rest_on_deeds, side_of, struggle_of, trait_of
from .preparing import ally_moves, forget, goal_moves, settle_deeds, take_off_the_table
from .story import undoes


def table_of(struggle: str) -> Home:
    """Where pushed dice lie."""
    return Home(pool=Pool.TABLE, owner=struggle)


def turn_state(scene: Scene, component: str) -> TurnState:
    """What a component has done in this round."""
    return scene.components.setdefault(component, TurnState())


@evolve.on(say.StruggleStarted)
def _(state: Vele, event: say.StruggleStarted) -> None:
    must(state.struggle is None or not state.struggle.running, "another struggle is under way")
    for slug in (event.actor, *event.opponents):
        must(slug in state.components or slug in state.aspects or slug in state.blocks, f"there is no {slug}")
    state.struggles += 1
    sides = {ACTOR: Side(main=event.actor)}
    for number, slug in enumerate(event.opponents, start=1):
        sides[OPPONENT if number == 1 else f"{OPPONENT}-{number}"] = Side(main=slug)
    sides.setdefault(OPPONENT, Side(main=None))
    block = state.blocks.get(event.block or "")
    if block is not None and block.value is not None:
        sides[OPPONENT].fixed = block.value
        sides[OPPONENT].ready = True
    aimed = event.targeted_trait
    state.struggle = Struggle(
        id=event.struggle,
        kind=event.kind,
        goal_type=event.goal_type,
        goal_text=event.goal_text,
        player=event.player,
        sides=sides,
        attack_mode=event.attack_mode,
        targeted_trait=f"{event.opponents[0]}.{aimed}" if aimed else None,
        hidden=event.hidden,
        extended_id=event.extended_id,
        counter_of=event.counter_of,
        takes_action=event.takes_action,
        subject=event.subject,
        block=event.block,
        spin_maneuver=event.by_spin,
    )
    if event.by_spin and state.scene is not None:
        state.scene.spin_maneuver = None
    deed(state, DeedKind.GOAL, event.player, event.struggle)


@undoes(DeedKind.GOAL)
def _(state: Vele, done: Deed) -> None:
    struggle = state.struggle
    if struggle is not None and struggle.id == done.subject:
        drop(state, struggle)


def drop(state: Vele, struggle: Struggle) -> None:
    """A struggle ends before it is rolled: nobody was treated, nobody has helped."""
    struggle.phase = Phase.DONE
    settle_deeds(state)
    if struggle.kind is StruggleKind.HEALING and struggle.subject is not None:
        patient = component_of(state, struggle.subject)
        patient.healing_used_in, patient.healing = None, None
    if state.scene is not None:
        for slug in (ally for side in struggle.sides.values() for ally in side.allies):
            turn = turn_state(state.scene, slug)
            turn.must_skip_next_action, turn.helping = False, None


@evolve.on(say.StruggleWithdrawn)
def _(state: Vele, event: say.StruggleWithdrawn) -> None:
    struggle = struggle_of(state)
    must(struggle.before_roll, "the dice have fallen")
    drop(state, struggle)
    for each in state.deeds.values():
        each.rested = each.rested or each.kind is DeedKind.GOAL


@evolve.on(say.AllyJoined)
def _(state: Vele, event: say.AllyJoined) -> None:
    struggle, side = struggle_of(state), side_of(state, event.side)
    side.allies.append(event.component)
    if struggle.phase is Phase.GOAL:
        struggle.phase = Phase.ALLIES
    if event.owes_action and state.scene is not None:
        turn = turn_state(state.scene, event.component)
        turn.must_skip_next_action = True
        turn.helping = side.main
    deed(state, DeedKind.ALLY, event.player, f"{event.side}.{event.component}")


@undoes(DeedKind.ALLY)
def _(state: Vele, done: Deed) -> None:
    side, _, slug = done.subject.partition(".")
    struggle = state.struggle
    if struggle is None or side not in struggle.sides or slug not in struggle.sides[side].allies:
        return
    take_off_the_table(state, struggle.sides[side], slug)
    forget(state, done.paid)
    struggle.sides[side].allies.remove(slug)
    if state.scene is not None:
        turn = turn_state(state.scene, slug)
        turn.must_skip_next_action, turn.helping = False, None


@evolve.on(say.IncompetentTraitApplied)
def _(state: Vele, event: say.IncompetentTraitApplied) -> None:
    trait_of(state, event.component, event.trait)
    for side in struggle_of(state).sides.values():
        if event.component in side.contributors:
            side.locked_by[event.component] = event.trait


@evolve.on(say.DifficultySet)
def _(state: Vele, event: say.DifficultySet) -> None:
    difficulties = side_of(state, event.side).difficulties
    difficulties.append(Difficulty(event.amount, event.reason))
    deed(state, DeedKind.DIFFICULTY, event.player, f"{event.side}.{len(difficulties)}")


@undoes(DeedKind.DIFFICULTY)
def _(state: Vele, done: Deed) -> None:
    side, _, number = done.subject.partition(".")
    if state.struggle is not None and side in state.struggle.sides:
        state.struggle.sides[side].difficulties[int(number) - 1].amount = 0


def push(state: Vele, side: Side, die: PushedDie, dice: Dice) -> None:
    """A die goes from its home to the table."""
    key = f"{die.component}.{die.trait}"
    must(key not in side.pushed, f"{key} was pushed already")
    moved = DiceMove(dice, die.source, table_of(struggle_of(state).id))
    pay(state, moved.giver, moved.taker, dice)
    side.pushed[key] = die
    for moves in (goal_moves(state), ally_moves(state, side, die.component)):
        moves.append(moved)


@evolve.on(say.StruggleDiePushed)
def _(state: Vele, event: say.StruggleDiePushed) -> None:
    struggle = struggle_of(state)
    component_of(state, event.component)
    die = PushedDie(
        component=event.component,
        trait=event.trait,
        player=event.player,
        die=event.die,
        source=event.source,
        assist_of=event.assist_of,
    )
    push(state, side_of(state, event.side), die, event.dice)
    struggle.phase = Phase.PUSHING
    moved = DiceMove(event.dice, event.source, table_of(event.struggle))
    deed(state, DeedKind.PUSH, event.player, f"{event.side}.{event.component}.{event.trait}", moved)


@undoes(DeedKind.PUSH)
def _(state: Vele, done: Deed) -> None:
    side, _, key = done.subject.partition(".")
    if state.struggle is not None and side in state.struggle.sides:
        laid = state.struggle.sides[side]
        laid.pushed.pop(key, None)
        laid.ready = False
        state.struggle.phase = Phase.PUSHING
        forget(state, done.paid, ally_moves(state, laid, key.partition(".")[0]))


@evolve.on(say.AverageDieAdded)
def _(state: Vele, event: say.AverageDieAdded) -> None:
    side_of(state, event.side).average_dice.append(AverageDie(event.player))


@evolve.on(say.SideReady)
def _(state: Vele, event: say.SideReady) -> None:
    struggle = struggle_of(state)
    side_of(state, event.side).ready = True
    struggle.phase = Phase.POWERING if all(it.ready for it in struggle.sides.values()) else Phase.PUSHING


@evolve.on(say.TraitDeclared)
def _(state: Vele, event: say.TraitDeclared) -> None:
    struggle_of(state).phase = Phase.PUSHING


@evolve.on(say.DiceCovered)
def _(state: Vele, event: say.DiceCovered) -> None:
    side = side_of(state, event.side)
    side.covered = True
    side.hand[f"{event.component}.{event.trait}"] = PushedDie(
        component=event.component,
        trait=event.trait,
        player=event.player,
        die=event.die,
        source=event.source,
        assist_of=event.assist_of,
    )


@evolve.on(say.DiceRevealed)
def _(state: Vele, event: say.DiceRevealed) -> None:
    for each in event.dice:
        side = side_of(state, each.side)
        covered = side.hand.pop(f"{each.component}.{each.trait}", None)
        must(covered is not None, "nothing lies covered there")
        if covered is not None:
            push(state, side, covered, each.dice)
    for side in struggle_of(state).sides.values():
        side.covered = False


@evolve.on(say.StruggleRolled)
def _(state: Vele, event: say.StruggleRolled) -> None:
    struggle = struggle_of(state)
    must(struggle.phase is Phase.POWERING, "not everybody is ready to roll")
    struggle.phase = Phase.ROLLED
    lying(state, event)
    read(struggle, event)
    for name, modifier in event.modifiers.items():
        struggle.sides[name].bonuses.append(Bonus(modifier, "spin"))
    if state.scene is not None and event.modifiers:
        for side in struggle.sides.values():
            for slug in side.contributors:
                state.scene.modifiers.pop(slug, None)
    for side in struggle.sides.values():
        side.fate_closed = side.main is None
    rest_on_deeds(state)


@evolve.on(say.HiddenDiceRolled)
def _(state: Vele, event: say.HiddenDiceRolled) -> None:
    lying(state, event)
    read(struggle_of(state), event)


def lying(state: Vele, event: say.StruggleRolled | say.HiddenDiceRolled) -> None:
    """Each die that fell belongs to a trait that is there, or to nothing but its component."""
    for roll in (*event.rolls, *event.power_rolls):
        if roll.component is not None and roll.trait is not None:
            must(roll.trait in component_of(state, roll.component).traits, f"there is no trait {roll.trait}")


def read(struggle: Struggle, event: say.StruggleRolled | say.HiddenDiceRolled) -> None:
    """Every die shows its face."""
    try:
        _read(struggle, event)
    except LookupError as missing:
        raise ImpossibleHistoryError(f"a die is read that no side holds: {missing}") from missing


def _read(struggle: Struggle, event: say.StruggleRolled | say.HiddenDiceRolled) -> None:
    averages = dict.fromkeys(struggle.sides, 0)
    for roll in event.rolls:
        side = struggle.sides[roll.side]
        if roll.trait is None:
            side.average_dice[averages[roll.side]].value = roll.value
            averages[roll.side] += 1
        else:
            side.pushed[f"{roll.component}.{roll.trait}"].value = roll.value
    powers = dict.fromkeys(struggle.sides, 0)
    for roll in event.power_rolls:
        struggle.sides[roll.side].power_dice[powers[roll.side]].value = roll.value
        powers[roll.side] += 1
