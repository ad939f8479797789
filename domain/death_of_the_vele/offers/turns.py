"""Turns, movement, healing, control and extended struggles on offer."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands import attacks, extended, fate, feats, healing
from domain.death_of_the_vele.commands import turns as ask
from domain.death_of_the_vele.reckoning import player_of_component
from domain.death_of_the_vele.rules.common import narrator_of, purse, running_struggle
from domain.death_of_the_vele.rules.mending import damaged
from domain.death_of_the_vele.rules.pools import bag
from domain.death_of_the_vele.rules.stages import in_turn, scene_with_dice
from domain.death_of_the_vele.rules.turns import next_turn
from domain.death_of_the_vele.slots import least_traits, trait_slots
from domain.death_of_the_vele.state import Scene, Vele
from domain.death_of_the_vele.terms import (
    ComponentStatus,
    Dice,
    Effect,
    ExtendedKind,
    FateUse,
    MoveCost,
    Pool,
    Size,
)
from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId

from .seats import Seat, components, one_seat, seats

TURNS = "Turns"
SCENE = "In the scene"


def turns(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Whose turn it is, and what moves."""
    scene = state.scene
    if scene is None or not allowed(scene_with_dice, state) or running_struggle(state) is not None:
        return
    anybody = one_seat(state, asker)
    if anybody is None:
        return
    if not scene.initiative_running:
        yield anybody.offer(ask.StartInitiative, "Take turns from here on", group=TURNS)
    elif scene.turn_of is None:
        player, number = next_turn(state, scene)
        yield anybody.offer(ask.StartTurn, f"{player}'s turn, round {number}", group=TURNS, forced=True)
    for seat in seats(state, asker):
        if scene.initiative_running and scene.turn_of == seat.player:
            yield seat.offer(ask.EndTurn, f"{seat.who} ends the turn", group=TURNS)
        if scene.initiative_running and narrator_of(state) == seat.player:
            yield seat.offer(ask.StopInitiative, "Stop taking turns", group=TURNS, weight=Weight.ASIDE)
        yield from moving(state, scene, seat)
        yield from mending(state, scene, seat)
        yield from controlling(state, seat)
        yield from preparing(state, scene, seat)
        yield from series(state, scene, seat)


def mine(state: Vele, scene: Scene, seat: Seat) -> list[str]:
    """The components of a scene this player plays and that can act."""
    return [
        slug
        for slug in scene.cast
        if slug in state.components
        and player_of_component(state, slug) == seat.player
        and state.components[slug].status is ComponentStatus.ACTIVE
    ]


def moving(state: Vele, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """One zone, for free or as the action."""
    if scene.initiative_running and scene.turn_of != seat.player:
        return
    for slug in mine(state, scene, seat):
        here = state.components[slug].zone
        at = scene.zones.index(here) if here in scene.zones else None
        near = [zone for n, zone in enumerate(scene.zones) if at is None or abs(n - at) == 1]
        turn = scene.components.get(slug)
        cost = MoveCost.ACTION if turn is not None and turn.moved_free else MoveCost.FREE
        if near:
            yield seat.offer(
                ask.MoveComponent, f"{state.components[slug].name} moves", {"component": slug, "cost": cost.value},
                {"to": tuple(Choice(zone, zone) for zone in near)}, group=TURNS,
            )  # fmt: skip


def mending(state: Vele, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """Wounds that can be treated, a point of the healer's own at a time."""
    player = Asker(PersonId(seat.player), Role.PLAYER)
    wounded = [slug for slug in scene.cast if slug in state.components and damaged(state.components[slug])]
    for slug in mine(state, scene, seat):
        it = state.components[slug]
        heals = [
            ability.trait
            for ability in it.abilities.values()
            if any(effect.effect is Effect.HEAL for effect in ability.effects) and it.traits[ability.trait].usable
        ]
        if not heals or not bag(state, purse(it)).d4:
            continue
        paid = ({"home": purse(it).model_dump(), "dice": Dice(d4=1).model_dump()},)
        known = {"healer": slug, "trait": heals[0], "count": 1, "paid": paid}
        fresh = [each for each in wounded if state.components[each].healing is None]
        if fresh and allowed(in_turn, state, scene, slug, player):
            yield seat.offer(
                healing.HealTraits, f"{it.name} heals", known, {"patient": components(state, fresh)}, group=SCENE
            )
        begun = [each for each in wounded if (done := state.components[each].healing) and slug not in done.healers]
        if begun:
            yield seat.offer(
                healing.JoinHealing, f"{it.name} joins in healing", known, {"patient": components(state, begun)},
                group=SCENE, dice=(it.traits[heals[0]].die.sides,),
            )  # fmt: skip
    if narrator_of(state) == seat.player and not scene.initiative_running and wounded:
        yield seat.offer(healing.SleepOnIt, "Everybody sleeps on it", group=SCENE)


def controlling(state: Vele, seat: Seat) -> Iterable[Offer]:
    """What was taken out, marked, or is under control."""
    for slug, it in state.components.items():
        victor = it.taken_out_by
        beaten = it.status is ComponentStatus.TAKEN_OUT and victor in state.components
        if beaten and player_of_component(state, victor or "") == seat.player != player_of_component(state, slug):
            yield seat.offer(attacks.TakeCharge, f"Take charge of {it.name}", {"component": slug}, group=SCENE)
        marks = {mark for trait in it.traits.values() for mark in trait.control_marks}
        if player_of_component(state, slug) == seat.player:
            for attacker in sorted(marks - {it.controlled_by}):
                if attacker in state.components:
                    yield seat.offer(
                        attacks.SubmitToControl, f"{it.name} submits to {state.components[attacker].name}",
                        {"component": slug, "to": attacker}, group=SCENE,
                    )  # fmt: skip
        if it.controller == seat.player != it.owner and it.size is not Size.PC_MAIN:
            least = min(least_traits(trait_slots(state, it)), len(it.traits))
            kept = sorted(it.traits, key=lambda trait: it.traits[trait].die.points)[:least]
            dice = Dice.of(it.traits[trait].die for trait in kept)
            yield seat.offer(
                attacks.BuyControlledComponent, f"Keep {it.name} for {dice.said({})}",
                {"component": slug, "traits": tuple(kept), "dice": dice.model_dump()},
                {"pool": (Choice(Pool.STORY.value, "story dice"), Choice(Pool.CHARACTER.value, "character dice"))},
                group=SCENE,
            )  # fmt: skip


def preparing(state: Vele, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """Aspects after long preparation, and fate outside a struggle."""
    there = mine(state, scene, seat)
    if there and not scene.initiative_running:
        about = (
            *components(state, (slug for slug in scene.cast if slug in state.components)),
            Choice("scene", "the scene"),
        )
        yield seat.offer(
            feats.PlaceAspectFreely, f"{seat.who} prepares at leisure", {},
            {"component": components(state, there), "subject": about}, group=SCENE,
        )  # fmt: skip
    if state.story.players[seat.player].xp_balance and not scene.fate_xp_used.get(seat.player):
        uses = (FateUse.FEAT, FateUse.CHANGE_FACT) if narrator_of(state) == seat.player else (FateUse.FEAT,)
        yield seat.offer(
            fate.UseFate, f"{seat.who} uses fate for something extraordinary", {"side": None, "aspect": None},
            {"use": tuple(Choice(use.value, use.value.replace("_", " ")) for use in uses)}, group=SCENE,
        )  # fmt: skip


def series(state: Vele, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """Extended struggles to begin, to end, to give up."""
    there = mine(state, scene, seat)
    others = [slug for slug in scene.cast if slug in state.components and slug not in there]
    if there and others:
        kinds = tuple(Choice(kind.value, kind.value.replace("_", " ")) for kind in ExtendedKind)
        yield seat.offer(
            extended.StartExtendedStruggle, f"{seat.who} begins an extended struggle", {"planned": None},
            {"kind": kinds, "actor": components(state, there), "opponent": components(state, others)}, group=SCENE,
        )  # fmt: skip
    for slug, it in state.extended.items():
        if not it.running:
            continue
        for name, slugs in it.sides.items():
            if any(player_of_component(state, each) == seat.player for each in slugs):
                who = ", ".join(state.components[each].name for each in slugs)
                yield seat.offer(
                    extended.Surrender, f"Give up for {who}: {it.goal}", {"extended": slug, "side": name},
                    group=SCENE,
                )  # fmt: skip
                over = it.kind is ExtendedKind.CONTEST or (
                    it.kind is ExtendedKind.OPPOSED and it.successes["actor"]
                )
                if over and it.planned_attempts is None:
                    yield seat.offer(
                        extended.EndExtendedStruggle, f"It is over: {it.goal}", {"extended": slug}, group=SCENE
                    )
