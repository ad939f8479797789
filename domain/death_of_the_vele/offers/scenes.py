"""Scenes and turns on offer."""

from collections.abc import Iterable

from domain.death_of_the_vele.chapters.guards import scene_with_dice
from domain.death_of_the_vele.chapters.initiative.movement import moving
from domain.death_of_the_vele.chapters.initiative.turns import (
    EndTurn,
    StartInitiative,
    StartTurn,
    StopInitiative,
    next_turn,
)
from domain.death_of_the_vele.chapters.outcomes.control import controlling
from domain.death_of_the_vele.chapters.outcomes.healing import treating
from domain.death_of_the_vele.chapters.outcomes.preparation import preparing
from domain.death_of_the_vele.chapters.scenes.closing_scenes import CloseScene
from domain.death_of_the_vele.chapters.scenes.exclusion import OfferExclusion, exclusion
from domain.death_of_the_vele.chapters.scenes.replenishing import replenishing
from domain.death_of_the_vele.chapters.scenes.scenes import BringIntoScene, OpenScene, VetoFiction, handing_out
from domain.death_of_the_vele.chapters.struggles.series import series
from domain.death_of_the_vele.choices import SCENES
from domain.death_of_the_vele.lookup import bag, narrator_of, player_for, running_struggle, standing_offer
from domain.death_of_the_vele.names import person
from domain.death_of_the_vele.seats import THE_SCENE, TURNS, components, one_seat, played_by, seat_of, seats
from domain.death_of_the_vele.state.act import Scene
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Die, Home, Pool
from domain.death_of_the_vele.terms.play import ActStatus
from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker


def scenes(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers to open a scene, or of what may be done in the one that is open."""
    act = state.act
    narrator = narrator_of(state)
    if act is None or act.status is not ActStatus.PLAYING or narrator is None:
        return
    scene = state.scene
    if scene is not None and scene.open:
        yield from exclusion(state, scene, asker)
        yield from within(state, scene, asker, narrator)
        return
    yield from replenishing(state, asker)
    if (asker.is_gm or asker.person == narrator) and not act.change_due:
        present = [slug for slug, it in state.components.items() if it.present]
        seat = seat_of(narrator, asker)
        yield seat.offer(
            OpenScene,
            f"{seat.who} opens a scene",
            {},
            {"cast": components(state, present), "kind": SCENES},
            group=THE_SCENE,
        )


def within(state: Vele, scene: Scene, asker: Asker, narrator: str) -> Iterable[Offer]:
    """Offers in a scene: entering and leaving, exclusion, groups handed out, vetoes, and the end."""
    for seat in seats(state, asker):
        mine = played_by(state, seat.player)
        outside = [slug for slug in mine if slug not in scene.cast and slug not in scene.excluded]
        if outside:
            yield seat.offer(
                BringIntoScene,
                f"{seat.who} brings somebody in",
                {"enters": True},
                {"component": components(state, outside)},
                group=THE_SCENE,
            )
        inside = [slug for slug in mine if slug in scene.cast]
        if inside and running_struggle(state) is None:
            yield seat.offer(
                BringIntoScene,
                f"{seat.who} lets somebody leave",
                {"enters": False},
                {"component": components(state, inside)},
                group=THE_SCENE,
            )
        yield from handing_out(state, scene, seat)
        if scene.kind.out_of_time:
            yield seat.offer(VetoFiction, f"{seat.who} vetoes", group=THE_SCENE)
    if asker.is_gm or asker.person == narrator:
        seat = seat_of(narrator, asker)
        others = [slug for slug in scene.cast if player_for(state.components[slug]) != narrator]
        held = bag(state, Home(pool=Pool.STORY, owner=narrator))
        dice = tuple(Choice(die.value, die.value) for die in Die if held.count(die))
        if standing_offer(state, scene) is None and running_struggle(state) is None and others and dice:
            yield seat.offer(
                OfferExclusion,
                f"{seat.who} would keep somebody out",
                {},
                {"component": components(state, others), "die": dice},
                group=THE_SCENE,
            )
        if running_struggle(state) is None and standing_offer(state, scene) is None:
            yield seat.offer(CloseScene, f"{seat.who} closes the scene", group=THE_SCENE, weight=Weight.ASIDE)


def turns(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers of the turn under way, and of movement."""
    scene = state.scene
    if scene is None or not allowed(scene_with_dice, state) or running_struggle(state) is not None:
        return
    anybody = one_seat(state, asker)
    if anybody is None:
        return
    if not scene.initiative_running:
        yield anybody.offer(StartInitiative, "Take turns from here on", group=TURNS)
    elif scene.turn_of is None:
        player, number = next_turn(state, scene)
        yield anybody.offer(StartTurn, f"{person(player)}'s turn, round {number}", group=TURNS, forced=True)
    for seat in seats(state, asker):
        if scene.initiative_running and scene.turn_of == seat.player:
            yield seat.offer(EndTurn, f"{seat.who} ends the turn", group=TURNS)
        if scene.initiative_running and narrator_of(state) == seat.player:
            yield seat.offer(StopInitiative, "Stop taking turns", group=TURNS, weight=Weight.ASIDE)
        yield from moving(state, scene, seat)
        yield from treating(state, scene, seat)
        yield from controlling(state, seat)
        yield from preparing(state, scene, seat)
        yield from series(state, scene, seat)
