"""Struggles on offer: a goal to state, and everything laid out before the roll."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands import struggles as ask
from domain.death_of_the_vele.reckoning import (
    ACTOR,
    OPPONENT,
    initiative_place,
    player_of_component,
    players_on,
    unit_of,
)
from domain.death_of_the_vele.rules.common import narrator_of, purse, running_struggle
from domain.death_of_the_vele.rules.covering import declares
from domain.death_of_the_vele.rules.pools import bag
from domain.death_of_the_vele.rules.pushing import its_turn_to_push
from domain.death_of_the_vele.rules.rolling import ready_to_roll, roll_order
from domain.death_of_the_vele.rules.series import goals_left
from domain.death_of_the_vele.rules.stages import in_turn, scene_with_dice
from domain.death_of_the_vele.rules.starting import area_effects
from domain.death_of_the_vele.state import Scene, Side, Struggle, Trait, Vele
from domain.death_of_the_vele.terms import (
    AttackMode,
    ComponentKind,
    ComponentStatus,
    Die,
    GoalType,
    Home,
    Pool,
    StruggleKind,
    WagerSource,
    Winner,
)
from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId

from .effects import declaring
from .seats import Seat, components, seats

STRUGGLE = "Struggle"
MODES = tuple(Choice(mode.value, mode.value) for mode in AttackMode)
GOALS = (GoalType.FICTION, GoalType.MANEUVER, GoalType.ASSESS, GoalType.DECLARE)


def active_cast(state: Vele, scene: Scene) -> list[str]:
    """The components of a scene that can do something."""
    known = (slug for slug in scene.cast if slug in state.components)
    able = (slug for slug in known if state.components[slug].status is ComponentStatus.ACTIVE)
    return [slug for slug in able if not state.components[slug].beyond_dice]


def starting(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Goals to state, for every component that may act now."""
    scene = state.scene
    if scene is None or not allowed(scene_with_dice, state) or running_struggle(state) is not None:
        return
    for seat in seats(state, asker):
        player = Asker(PersonId(seat.player), Role.PLAYER)
        for slug in active_cast(state, scene):
            mine = player_of_component(state, slug) == seat.player
            if mine and (allowed(in_turn, state, scene, slug, player) or scene.spin_maneuver == slug):
                yield from goals(state, scene, seat, slug)
        yield from countering(state, scene, seat)


def goals(state: Vele, scene: Scene, seat: Seat, slug: str) -> Iterable[Offer]:
    """What one component may try."""
    name, known = state.components[slug].name, {"actor": slug}
    mine = unit_of(state, slug)
    others = components(state, (it for it in active_cast(state, scene) if it not in mine))
    about = (*components(state, active_cast(state, scene)), Choice("scene", "the scene"))
    plain = {
        "goal_type": tuple(Choice(goal.value, goal.value) for goal in GOALS),
        "kind": (Choice(StruggleKind.OFFENSIVE_DEFENSIVE.value, "one tries, the other resists"),),
        "opponents": others,
        "subject": about,
    }
    yield seat.offer(ask.StartStruggle, f"{name} tries something", known, plain, group=STRUGGLE)
    for extended_id, it in state.extended.items():
        if it.running and any(slug in slugs for slugs in it.sides.values()):
            on = {**known, "goal_type": GoalType.CONTINUE_EXTENDED.value, "extended_id": extended_id}
            left = dict.fromkeys(goals_left(state, it))
            if len(left) == 1:
                on["goal_text"] = next(iter(left))
            planned = {"goal_text": tuple(Choice(goal, goal) for goal in left)} if len(left) > 1 else {}
            yield seat.offer(
                ask.StartStruggle, f"{name} goes on: {it.goal}", {**on, "hidden": False},
                {"opponents": others, **planned}, group=STRUGGLE,
            )  # fmt: skip
    for block_id, block in state.blocks.items():
        if block.target in (None, slug) and slug not in block.overcome_by and block.blocker not in mine:
            tried = {**known, "kind": StruggleKind.BLOCKED.value, "goal_type": GoalType.FICTION.value}
            yield seat.offer(
                ask.StartStruggle, f"{name} takes on a block: {block.forbidden_action}",
                {**tried, "block": block_id, "goal_text": block.forbidden_action, "opponents": ()},
                group=STRUGGLE,
            )  # fmt: skip
    if not others:
        return
    attack = {**known, "goal_type": GoalType.ATTACK.value, "hidden": False, "extended_id": None, "block": None}
    yield seat.offer(
        ask.StartStruggle, f"{name} attacks", {**attack, "kind": StruggleKind.OFFENSIVE_DEFENSIVE.value},
        {"opponents": others, "attack_mode": MODES}, group=STRUGGLE,
    )  # fmt: skip
    if area_effects(state, slug):
        yield seat.offer(
            ask.StartStruggle, f"{name} attacks many at once", {**attack, "kind": StruggleKind.MASS.value},
            {"opponents": others, "attack_mode": MODES}, group=STRUGGLE,
        )  # fmt: skip
    peers = {**known, "kind": StruggleKind.HEAD_TO_HEAD.value, "goal_type": GoalType.FICTION.value}
    yield seat.offer(
        ask.StartStruggle, f"{name} goes head-to-head with somebody", {**peers, "hidden": False},
        {"opponents": others}, group=STRUGGLE,
    )  # fmt: skip
    yield seat.offer(
        ask.StartStruggle, f"{name} blocks something", {**known, "goal_type": GoalType.BLOCK.value},
        {"opponents": others}, group=STRUGGLE,
    )  # fmt: skip


def countering(state: Vele, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """A thing that was not overcome may strike back."""
    last = state.struggle
    if last is None or last.winner is not Winner.OPPONENT or last.counter_of is not None or not last.known:
        return
    thing, loser = last.sides[OPPONENT].main, last.actor.main
    there = active_cast(state, scene)
    if thing not in there or loser not in there:
        return
    if seat.player in (player_of_component(state, thing), narrator_of(state)):
        kinds = tuple(Choice(goal.value, goal.value) for goal in (GoalType.ATTACK, *GOALS))
        yield seat.offer(
            ask.StartCounterStruggle, f"{state.components[thing].name} strikes back", {},
            {"goal_type": kinds, "attack_mode": MODES}, group=STRUGGLE,
        )  # fmt: skip


def laying_out(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Dice, allies, difficulties and abilities, until the roll."""
    struggle, scene = running_struggle(state), state.scene
    if struggle is None or not struggle.before_roll or scene is None or not allowed(scene_with_dice, state):
        return
    roller = None
    for seat in seats(state, asker):
        for name, side in struggle.sides.items():
            speaks = players_on(state, side) if side.main is not None else [narrator_of(state)]
            if seat.player in speaks:
                roller = roller or seat
                yield from pushing(state, struggle, seat, name, side)
        yield from declaring(state, struggle, seat)
        if not all(side.ready for side in struggle.sides.values()):
            yield from helping(state, struggle, scene, seat)
        yield seat.offer(
            ask.SetDifficulty, f"{seat.who} states a difficulty", {},
            {"amount": tuple(Choice(n, f"-{n}") for n in range(1, 6)), "side": sides(state, struggle)},
            group=STRUGGLE,
        )  # fmt: skip
        if struggle.player == seat.player:
            yield seat.offer(
                ask.WithdrawGoal, f"{seat.who} takes the goal back", group=STRUGGLE, weight=Weight.ASIDE
            )
    if roller is None:
        return
    ready = all(side.ready for side in struggle.sides.values())
    if ready and any(side.hand for side in struggle.sides.values()):
        yield roller.offer(ask.RevealDice, "Show the covered dice", group=STRUGGLE, forced=True)
    elif allowed(ready_to_roll, state, struggle):
        sizes = tuple(die.sides for side in struggle.sides.values() for die in roll_order(side))
        yield roller.offer(ask.RollStruggle, "Roll", group=STRUGGLE, dice=sizes)


def sides(state: Vele, struggle: Struggle) -> tuple[Choice, ...]:
    """The sides, by their main components."""
    return tuple(
        Choice(name, state.components[side.main].name if side.main else "the scenery")
        for name, side in struggle.sides.items()
    )


def pushing(state: Vele, struggle: Struggle, seat: Seat, name: str, side: Side) -> Iterable[Offer]:
    """The dice one player may push for a side."""
    if side.ready or not allowed(its_turn_to_push, struggle, name):
        return
    covers = struggle.kind is StruggleKind.HEAD_TO_HEAD
    turn = not covers or declares(state, struggle) == name
    for slug in (each for contributor in side.contributors for each in unit_of(state, contributor)):
        it = state.components[slug]
        if player_of_component(state, slug) != seat.player or not turn or (it.one_shot and not it.used):
            continue
        for trait, known in it.traits.items():
            key = f"{slug}.{trait}"
            if not known.usable or key in side.pushed or key in side.hand:
                continue
            locked = side.locked_by.get(slug) and known.die is not Die.D4 and state.house_rules.incompetent_lock
            if not locked:
                yield from dice_for(state, struggle, seat, slug, trait, known)
    if not covers:
        yield from handful(state, seat, name, side)
    if not side.average_dice:
        yield seat.offer(ask.AddAverageDie, f"{seat.who} adds the average die", {"side": name}, group=STRUGGLE)
    laid = side.pushed or side.hand or side.average_dice
    if laid or (name != ACTOR and not covers):
        yield seat.offer(ask.FinishPushing, f"{seat.who} is ready to roll", {"side": name}, group=STRUGGLE)


def handful(state: Vele, seat: Seat, name: str, side: Side) -> Iterable[Offer]:
    """All of a player's dice for a side in one step."""
    there = [slug for main in side.contributors for slug in unit_of(state, main)]
    mine = [slug for slug in there if player_of_component(state, slug) == seat.player]
    traits = {
        trait: Choice(trait, f"{known.name} {known.die}", state.components[slug].name)
        for slug in mine
        for trait, known in state.components[slug].traits.items()
        if known.usable and f"{slug}.{trait}" not in side.pushed
    }
    if traits:
        known = {"side": name, **({"average": False} if side.average_dice else {})}
        yield seat.offer(
            ask.PushDice, f"{seat.who} pushes all dice", known,
            {"dice.trait": tuple(traits.values()), "dice.die": tuple(Choice(die.value, die.value) for die in Die),
             "dice.component": components(state, mine)},
            group=STRUGGLE,
        )  # fmt: skip


def dice_for(state: Vele, struggle: Struggle, seat: Seat, slug: str, trait: str, known: Trait) -> Iterable[Offer]:
    """One trait's die: a wager of one's own, or one from the bowl."""
    it = state.components[slug]
    command = ask.CoverDice if struggle.kind is StruggleKind.HEAD_TO_HEAD else ask.PushDie
    verb = "covers" if command is ask.CoverDice else "pushes"
    fitting = [die for die in Die if die.points <= known.die.points]
    fixed = {"component": slug, "trait": trait, "assist_of": None}
    wagers = it.kind is not ComponentKind.TEMPORARY and not struggle.hidden
    for source, home in (
        (WagerSource.OWN, purse(it)),
        (WagerSource.ALLOCATED, Home(pool=Pool.ALLOCATED, owner=slug)),
    ):
        held = bag(state, home)
        points = state.house_rules.points_pools
        able = (die for die in fitting if (die.points <= held.points if points else held.count(die)))
        mine = tuple(Choice(die.value, die.value) for die in able)
        if wagers and mine and struggle.kind is not StruggleKind.HEALING:
            label = "a wager" if source is WagerSource.OWN else "an allocated die"
            yield seat.offer(
                command, f"{it.name} {verb} {label} for {known.name}", {**fixed, "source": source.value},
                {"die": mine}, group=STRUGGLE,
            )  # fmt: skip
    borrowed = tuple(Choice(die.value, die.value) for die in fitting)
    yield seat.offer(
        command, f"{it.name} {verb} a die of the bowl for {known.name}",
        {**fixed, "source": WagerSource.BOWL.value}, {"die": borrowed}, group=STRUGGLE,
    )  # fmt: skip


def helping(state: Vele, struggle: Struggle, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """Allies that may join, and d4 traits that may be ruled to apply."""
    inside = [
        slug for side in struggle.sides.values() for main in side.contributors for slug in unit_of(state, main)
    ]
    free = [
        slug
        for slug in active_cast(state, scene)
        if slug not in inside and player_of_component(state, slug) == seat.player
    ]
    open_sides = tuple(choice for choice in sides(state, struggle) if not struggle.sides[str(choice.value)].ready)
    with_main = tuple(it for it in open_sides if struggle.sides[str(it.value)].main is not None)
    if free and with_main:
        yield seat.offer(
            ask.JoinAsAlly, f"Somebody of {seat.who}'s helps", {},
            {"component": components(state, by_place(state, free)), "side": with_main}, group=STRUGGLE,
        )  # fmt: skip
    for slug in inside:
        for trait, known in state.components[slug].traits.items():
            if known.die is Die.D4 and player_of_component(state, slug) != seat.player:
                yield seat.offer(
                    ask.RuleTraitApplies, f"{known.name} of {state.components[slug].name} applies",
                    {"component": slug, "trait": trait}, group=STRUGGLE,
                )  # fmt: skip


def by_place(state: Vele, slugs: list[str]) -> list[str]:
    """Components in the order of initiative."""
    return sorted(slugs, key=lambda slug: initiative_place(state, player_of_component(state, slug)))
