"""Struggles on offer: goals, what is laid out before the roll, what comes after it."""

from collections.abc import Iterable

from domain.death_of_the_vele.chapters.guards import in_turn, scene_with_dice
from domain.death_of_the_vele.chapters.outcomes.deciding import DecideStruggle
from domain.death_of_the_vele.chapters.outcomes.finishing import below_average, struggle_ending
from domain.death_of_the_vele.chapters.outcomes.preparation import using_success
from domain.death_of_the_vele.chapters.outcomes.settling import winnings
from domain.death_of_the_vele.chapters.struggle_dice.fate import fate_on_offer, free_tags
from domain.death_of_the_vele.chapters.struggle_dice.handfuls import dice_to_push
from domain.death_of_the_vele.chapters.struggle_dice.plans import declaring
from domain.death_of_the_vele.chapters.struggle_dice.ready import RevealDice
from domain.death_of_the_vele.chapters.struggle_dice.rolling import (
    PassFate,
    RollStruggle,
    own_windows_after,
    ready_to_roll,
    roll_order,
)
from domain.death_of_the_vele.chapters.struggles.allies import helping
from domain.death_of_the_vele.chapters.struggles.difficulties import SetDifficulty
from domain.death_of_the_vele.chapters.struggles.series import goals_left
from domain.death_of_the_vele.chapters.struggles.starting import StartStruggle
from domain.death_of_the_vele.chapters.struggles.withdrawing import WithdrawGoal, countering
from domain.death_of_the_vele.choices import DIFFICULTIES, GOALS, KINDS, MODES
from domain.death_of_the_vele.lookup import (
    area_effects,
    can_use_fate,
    fate_used,
    narrator_of,
    running_struggle,
    who_speaks,
)
from domain.death_of_the_vele.seats import (
    FATE,
    STRUGGLE,
    Seat,
    active_cast,
    components,
    seats,
    sides,
)
from domain.death_of_the_vele.state.act import Scene
from domain.death_of_the_vele.state.struggle import Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import (
    OPPONENT,
    open_window,
    player_of_component,
    players_on,
    unit_of,
)
from domain.death_of_the_vele.terms.struggle import GoalType, Phase, StruggleKind
from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId


def settling(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers of the steps of a rolled struggle, in order."""
    struggle = running_struggle(state)
    if struggle is None or struggle.before_roll:
        return
    there = list(seats(state, asker))
    for seat in there:
        yield from below_average(state, struggle, seat)
    if struggle.phase in (Phase.ROLLED, Phase.FATE):
        yield from windows(state, struggle, there)
        return
    yield from winnings(state, struggle, there)
    for seat in there:
        yield from using_success(state, struggle, seat)
    yield from struggle_ending(state, struggle, there)


def windows(state: Vele, struggle: Struggle, there: list[Seat]) -> Iterable[Offer]:
    """Offers of the fate window that is open; then of the decision."""
    name = open_window(state, struggle)
    for seat in there:
        if name is None:
            if may_decide(state, struggle, seat):
                known = {} if struggle.hidden else {"told": ""}
                yield seat.offer(
                    DecideStruggle, "Read the dice", known, group=STRUGGLE, forced=not struggle.hidden
                )
                return
            continue
        side = struggle.sides[name]
        if seat.player in players_on(state, side):
            more = own_windows_after(state, struggle, name, Asker(PersonId(seat.player), Role.PLAYER))
            able = any(may_use_fate(state, struggle, each) for each in players_on(state, side))
            able = able or bool(free_tags(state))
            for further in (True, False) if more else (False,):
                label = f"{seat.who} lets the dice stand" + (f" on {len(more) + 1} sides" if further else "")
                yield seat.offer(PassFate, label, {"side": name, "further": further}, group=FATE, forced=not able)
            yield from fate_on_offer(state, struggle, seat, name, side)


def may_decide(state: Vele, struggle: Struggle, seat: Seat) -> bool:
    """True if this player may read the dice."""
    main = struggle.sides[OPPONENT].main
    if struggle.hidden and main is not None:
        return player_of_component(state, main) == seat.player
    people = {player for side in struggle.sides.values() for player in players_on(state, side)}
    return seat.player in people | {narrator_of(state)}


def may_use_fate(state: Vele, struggle: Struggle, player: str) -> bool:
    """True if a player has XP for fate, or could claim one from this roll first (VE-66)."""
    claim = any(True for _ in below_average(state, struggle, Seat(player)))
    return can_use_fate(state, player) or (claim and not fate_used(state, player))


def starting(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers of goals, for every component that may act now."""
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
    """Offers of the goals one component may try for."""
    others = opponents_of(state, scene, slug)
    about = (*components(state, active_cast(state, scene)), Choice("scene", "the scene"))
    plain = {
        "goal_type": GOALS,
        "kind": KINDS[:1],
        "opponents": others,
        "subject": about,
    }
    name = state.components[slug].name
    yield seat.offer(StartStruggle, f"{name} tries something", {"actor": slug}, plain, group=STRUGGLE)
    yield from going_on(state, scene, seat, slug)
    yield from taking_on_blocks(state, seat, slug)
    if others:
        yield from attacks(state, scene, seat, slug)
        yield from against_others(state, scene, seat, slug)


def opponents_of(state: Vele, scene: Scene, slug: str) -> tuple[Choice, ...]:
    """Choices of those in the scene whom one component may turn against."""
    mine = unit_of(state, slug)
    return components(state, (it for it in active_cast(state, scene) if it not in mine))


def going_on(state: Vele, scene: Scene, seat: Seat, slug: str) -> Iterable[Offer]:
    """Offers to go on with the extended struggles that one component is in."""
    name, others = state.components[slug].name, opponents_of(state, scene, slug)
    for extended_id, it in state.extended.items():
        if it.running and any(slug in slugs for slugs in it.sides.values()):
            on = {"actor": slug, "goal_type": GoalType.CONTINUE_EXTENDED.value, "extended_id": extended_id}
            left = dict.fromkeys(goals_left(state, it))
            if len(left) == 1:
                on["goal_text"] = next(iter(left))
            planned = {"goal_text": tuple(Choice(goal, goal) for goal in left)} if len(left) > 1 else {}
            yield seat.offer(
                StartStruggle,
                f"{name} goes on: {it.goal}",
                {**on, "hidden": False},
                {"opponents": others, **planned},
                group=STRUGGLE,
            )


def taking_on_blocks(state: Vele, seat: Seat, slug: str) -> Iterable[Offer]:
    """Offers to take on the blocks that stand in the way of one component."""
    name, mine = state.components[slug].name, unit_of(state, slug)
    for block_id, block in state.blocks.items():
        if block.target in (None, slug) and slug not in block.overcome_by and block.blocker not in mine:
            tried = {"actor": slug, "kind": StruggleKind.BLOCKED.value, "goal_type": GoalType.FICTION.value}
            yield seat.offer(
                StartStruggle,
                f"{name} takes on a block: {block.forbidden_action}",
                {**tried, "block": block_id, "goal_text": block.forbidden_action, "opponents": ()},
                group=STRUGGLE,
            )


def attacks(state: Vele, scene: Scene, seat: Seat, slug: str) -> Iterable[Offer]:
    """Offers to attack one, or where an ability allows it many at once."""
    name, others = state.components[slug].name, opponents_of(state, scene, slug)
    attack = {
        "actor": slug,
        "goal_type": GoalType.ATTACK.value,
        "hidden": False,
        "extended_id": None,
        "block": None,
    }
    yield seat.offer(
        StartStruggle,
        f"{name} attacks",
        {**attack, "kind": StruggleKind.OFFENSIVE_DEFENSIVE.value},
        {"opponents": others, "attack_mode": MODES},
        group=STRUGGLE,
    )
    if area_effects(state, slug):
        yield seat.offer(
            StartStruggle,
            f"{name} attacks many at once",
            {**attack, "kind": StruggleKind.MASS.value},
            {"opponents": others, "attack_mode": MODES},
            group=STRUGGLE,
        )


def against_others(state: Vele, scene: Scene, seat: Seat, slug: str) -> Iterable[Offer]:
    """Offers to go head-to-head with somebody, and to block something."""
    name, known, others = state.components[slug].name, {"actor": slug}, opponents_of(state, scene, slug)
    peers = {**known, "kind": StruggleKind.HEAD_TO_HEAD.value, "goal_type": GoalType.FICTION.value}
    yield seat.offer(
        StartStruggle,
        f"{name} goes head-to-head with somebody",
        {**peers, "hidden": False},
        {"opponents": others},
        group=STRUGGLE,
    )
    yield seat.offer(
        StartStruggle,
        f"{name} blocks something",
        {**known, "goal_type": GoalType.BLOCK.value},
        {"opponents": others},
        group=STRUGGLE,
    )


def laying_out(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers of the roll, once all is laid out; until then of dice, allies, difficulties and abilities."""
    struggle, scene = running_struggle(state), state.scene
    if struggle is None or not struggle.before_roll or scene is None or not allowed(scene_with_dice, state):
        return
    there = list(seats(state, asker))
    yield from rolling(state, struggle, there)
    for seat in there:
        for name, side in struggle.sides.items():
            if seat.player in who_speaks(state, side):
                yield from dice_to_push(state, struggle, seat, name, side)
        yield from declaring(state, struggle, seat)
        if not all(side.ready for side in struggle.sides.values()):
            yield from helping(state, struggle, scene, seat)
        yield seat.offer(
            SetDifficulty,
            f"{seat.who} states a difficulty",
            {},
            {"amount": DIFFICULTIES, "side": sides(state, struggle)},
            group=STRUGGLE,
        )
        if struggle.player == seat.player:
            yield seat.offer(WithdrawGoal, f"{seat.who} takes the goal back", group=STRUGGLE, weight=Weight.ASIDE)


def rolling(state: Vele, struggle: Struggle, there: list[Seat]) -> Iterable[Offer]:
    """Offer of the roll, or of showing covered dice before it, to the first who plays on any side."""
    speaking = {player for side in struggle.sides.values() for player in who_speaks(state, side)}
    roller = next((seat for seat in there if seat.player in speaking), None)
    if roller is None:
        return
    ready = all(side.ready for side in struggle.sides.values())
    if ready and any(side.hand for side in struggle.sides.values()):
        yield roller.offer(RevealDice, "Show the covered dice", group=STRUGGLE, forced=True)
    elif allowed(ready_to_roll, state, struggle):
        sizes = tuple(die.sides for side in struggle.sides.values() for die in roll_order(side))
        yield roller.offer(RollStruggle, "Roll", group=STRUGGLE, dice=sizes)
