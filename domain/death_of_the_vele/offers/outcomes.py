"""What comes after the roll, on offer: fate, the decision, winnings, losses, the end."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands import attacks, fate, feats
from domain.death_of_the_vele.commands import outcomes as ask
from domain.death_of_the_vele.reckoning import (
    OPPONENT,
    choices,
    chooser,
    next_settlement,
    open_harms,
    open_window,
    player_of_component,
    players_on,
    points_left,
    sufferer,
)
from domain.death_of_the_vele.rules.common import narrator_of, running_struggle
from domain.death_of_the_vele.rules.feats import FOR_AN_ASPECT
from domain.death_of_the_vele.rules.finishing import SPIN, winning_main
from domain.death_of_the_vele.rules.rolling import own_windows_after
from domain.death_of_the_vele.state import Side, Struggle, Vele
from domain.death_of_the_vele.terms import (
    AspectStatus,
    Die,
    Durability,
    Effect,
    FateUse,
    GoalType,
    Phase,
    SpinUse,
    StruggleKind,
    Winner,
)
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId

from .seats import Seat, components, seats

STRUGGLE = "Struggle"
FATE = "Fate"


def settling(state: Vele, asker: Asker) -> Iterable[Offer]:
    """The steps of a rolled struggle, in order."""
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
        yield from won(state, struggle, seat)
    yield from ending(state, struggle, there)


def windows(state: Vele, struggle: Struggle, there: list[Seat]) -> Iterable[Offer]:
    """The fate window that is open; then the decision."""
    name = open_window(state, struggle)
    for seat in there:
        if name is None:
            if may_decide(state, struggle, seat):
                known = {} if struggle.hidden else {"told": ""}
                yield seat.offer(
                    ask.DecideStruggle, "Read the dice", known, group=STRUGGLE, forced=not struggle.hidden
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
                yield seat.offer(
                    ask.PassFate, label, {"side": name, "further": further}, group=FATE, forced=not able
                )
            yield from luck(state, struggle, seat, name, side)


def may_decide(state: Vele, struggle: Struggle, seat: Seat) -> bool:
    """Whether this player may read the dice."""
    main = struggle.sides[OPPONENT].main
    if struggle.hidden and main is not None:
        return player_of_component(state, main) == seat.player
    people = {player for side in struggle.sides.values() for player in players_on(state, side)}
    return seat.player in people | {narrator_of(state)}


def can_use_fate(state: Vele, player: str) -> bool:
    """Whether a player has XP for fate, and has used none in this scene."""
    return bool(state.story.players[player].xp_balance) and not fate_used(state, player)


def may_use_fate(state: Vele, struggle: Struggle, player: str) -> bool:
    """Whether a player has XP for fate, or could claim one from this roll first (VE-66)."""
    claim = any(True for _ in below_average(state, struggle, Seat(player)))
    return can_use_fate(state, player) or (claim and not fate_used(state, player))


def fate_used(state: Vele, player: str) -> bool:
    """Whether a player has used fate in this scene."""
    return state.scene is not None and bool(state.scene.fate_xp_used.get(player, 0))


def free_tags(state: Vele) -> tuple[Choice, ...]:
    """Aspects that still have their free tag."""
    return tuple(
        Choice(slug, it.text)
        for slug, it in state.aspects.items()
        if it.status is AspectStatus.ACTIVE and it.free_tag
    )


def luck(state: Vele, struggle: Struggle, seat: Seat, name: str, side: Side) -> Iterable[Offer]:
    """Fate for an XP, and free tags."""
    counted = tuple(
        Choice(slug, it.text) for slug, it in state.aspects.items() if it.status is AspectStatus.ACTIVE
    )
    tags = free_tags(state)
    bonus = {"use": FateUse.BONUS.value, "side": name, "component": None, "trait": None}
    if can_use_fate(state, seat.player):
        if not state.house_rules.fate_own_aspect_once:
            yield seat.offer(fate.UseFate, f"{seat.who} uses fate: +1", {**bonus, "aspect": None}, group=FATE)
        if counted:
            yield seat.offer(
                fate.UseFate, f"{seat.who} uses fate on an aspect: +2", bonus, {"aspect": counted}, group=FATE
            )
            yield from rerolls(seat, name, side, counted)
    if tags:
        yield seat.offer(fate.TagAspect, f"{seat.who} uses a free tag: +2", bonus, {"aspect": tags}, group=FATE)


def rerolls(seat: Seat, name: str, side: Side, counted: tuple[Choice, ...]) -> Iterable[Offer]:
    """Dice that may be thrown again."""
    for die in side.pushed.values():
        known = {"use": FateUse.REROLL.value, "side": name, "component": die.component, "trait": die.trait}
        yield seat.offer(
            fate.UseFate, f"{seat.who} uses fate on an aspect: the {die.die} again", known, {"aspect": counted},
            group=FATE, dice=(die.die.sides,),
        )  # fmt: skip


def winnings(state: Vele, struggle: Struggle, there: list[Seat]) -> Iterable[Offer]:
    """Winnings to be gathered, chosen from, settled."""
    if not there or struggle.winner is Winner.NONE:
        return
    if not struggle.shares:
        if next_settlement(struggle) is not None:
            yield there[0].offer(ask.TakeWinnings, "Gather the winnings", group=STRUGGLE, forced=True)
        return
    turn = chooser(struggle)
    for seat in there:
        if turn is not None and player_of_component(state, turn) == seat.player:
            dice = tuple(Choice(die.value, die.value) for die in dict.fromkeys(struggle.winnings))
            yield seat.offer(
                ask.ChooseWinningsDie, f"{state.components[turn].name} takes a die",
                {"component": turn, **one_way("die", dice)}, {"die": dice}, group=STRUGGLE, forced=len(dice) == 1,
            )  # fmt: skip
        if struggle.winnings:
            continue
        for slug, share in struggle.shares.items():
            if not share.settled and player_of_component(state, slug) == seat.player:
                label = f"Settle the share of {state.components[slug].name}"
                yield seat.offer(ask.SettleShare, label, {"component": slug}, group=STRUGGLE, forced=True)


def one_way(field: str, choices: tuple[Choice, ...]) -> dict[str, object]:
    """A field that has a single choice is settled."""
    return {field: choices[0].value} if len(choices) == 1 else {}


def won(state: Vele, struggle: Struggle, seat: Seat) -> Iterable[Offer]:
    """What the winners make of it, and what the losers lose."""
    harm = next(open_harms(state, struggle), None)
    if harm is not None and struggle.phase is not Phase.DECIDED:
        turn = sufferer(state, harm) or harm.target
        open_to_it = choices(state, harm, turn)
        for slug in dict.fromkeys(slug for slug, _ in open_to_it):
            if player_of_component(state, slug) != seat.player:
                continue
            it = state.components[slug]
            traits = tuple(
                Choice(trait, it.traits[trait].name, it.traits[trait].die)
                for owner, trait in open_to_it
                if owner == slug
            )
            yield seat.offer(
                attacks.DisableTrait, f"{it.name} loses a trait",
                {"component": slug, **(one_way("trait", traits) if len(open_to_it) == 1 else {})},
                {"trait": traits}, group=STRUGGLE, forced=len(open_to_it) == 1,
            )  # fmt: skip
    if struggle.player != seat.player or struggle.winner is not Winner.ACTOR or not struggle.known:
        return
    if (
        struggle.goal_type in FOR_AN_ASPECT
        and not struggle.outcome_placed
        and struggle.kind is not StruggleKind.BLOCKED
    ):
        yield from aspect_won(state, struggle, seat)
    if struggle.chained is None and any(it.effect is Effect.CHAIN for it in struggle.actor.effects):
        cast = state.scene.cast if state.scene is not None else []
        hit = {side.main for side in struggle.sides.values()}
        yield seat.offer(
            feats.ApplyChain, "Chain reaches another", {},
            {"target": components(state, (slug for slug in cast if slug in state.components and slug not in hit))},
            group=STRUGGLE,
        )  # fmt: skip


def aspect_open(struggle: Struggle) -> bool:
    """Whether it was won for an aspect that is still to be written."""
    won_for_it = struggle.goal_type in FOR_AN_ASPECT and struggle.winner is Winner.ACTOR
    return won_for_it and not struggle.outcome_placed and struggle.kind is not StruggleKind.BLOCKED


def aspect_won(state: Vele, struggle: Struggle, seat: Seat) -> Iterable[Offer]:
    """The aspect to be written, or a sticky one to recharge."""
    yield seat.offer(
        feats.EstablishAspect, "Write the aspect", {"recharge": None, "subject": struggle.subject}, group=STRUGGLE
    )
    spent = tuple(
        Choice(slug, it.text)
        for slug, it in state.aspects.items()
        if it.status is AspectStatus.ACTIVE and it.durability is Durability.STICKY and not it.free_tag
    )
    if spent and struggle.goal_type is GoalType.MANEUVER:
        yield seat.offer(
            feats.EstablishAspect,
            "Recharge an aspect instead",
            {"text": None},
            {"recharge": spent},
            group=STRUGGLE,
        )


def ending(state: Vele, struggle: Struggle, there: list[Seat]) -> Iterable[Offer]:
    """Spin, a hidden roll shown, the end."""
    if struggle.phase is not Phase.APPLIED or not there:
        return
    main = winning_main(struggle)
    spin = main is not None and struggle.known and not struggle.spin_used
    spin = spin and points_left(struggle, state) >= SPIN
    for seat in there:
        roller = struggle.sides[OPPONENT].main
        if not struggle.known and roller is not None and player_of_component(state, roller) == seat.player:
            yield seat.offer(ask.RevealHiddenRoll, "Show the hidden roll", group=STRUGGLE)
        mine = main is not None and player_of_component(state, main) == seat.player
        if mine and spin:
            uses = tuple(Choice(use.value, use.value.replace("_", " ")) for use in SpinUse)
            yield seat.offer(
                ask.UseSpin, f"{seat.who} uses spin", {},
                {"use": uses, "target": components(state, state.components),
                 "modifier": (Choice(1, "+1"), Choice(-1, "-1"))},
                group=STRUGGLE,
            )  # fmt: skip
    aspect = (
        struggle.goal_type in FOR_AN_ASPECT and struggle.winner is Winner.ACTOR and not struggle.outcome_placed
    )
    yield there[0].offer(
        ask.FinishStruggle,
        "Finish the struggle",
        group=STRUGGLE,
        forced=not spin and not aspect and struggle.known and not still_possible(state, struggle),
    )


def still_possible(state: Vele, struggle: Struggle) -> bool:
    """Whether finishing would take something from somebody: an XP unclaimed, a target that Chain may reach."""
    claims = any(True for player in state.story.players for _ in below_average(state, struggle, Seat(player)))
    chain = struggle.winner is Winner.ACTOR and any(it.effect is Effect.CHAIN for it in struggle.actor.effects)
    return claims or (chain and struggle.chained is None)


def below_average(state: Vele, struggle: Struggle, seat: Seat) -> Iterable[Offer]:
    """The XP of a lone d4 trait."""
    for side in struggle.sides.values():
        if side.average_dice or struggle.kind is StruggleKind.HEALING:
            continue
        for slug in side.contributors:
            pushed = [die for die in side.pushed.values() if die.component == slug]
            if len(pushed) != 1 or slug in struggle.below_average:
                continue
            d4 = state.components[slug].traits[pushed[0].trait].die is Die.D4
            if d4 and player_of_component(state, slug) == seat.player:
                label = f"{state.components[slug].name} relied on a d4 alone: 1 XP"
                yield seat.offer(ask.ClaimBelowAverage, label, {"component": slug}, group=STRUGGLE)
