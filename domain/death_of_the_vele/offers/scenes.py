"""Scenes on offer."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands import scenes as ask
from domain.death_of_the_vele.rules.common import narrator_of, player_for, running_struggle
from domain.death_of_the_vele.rules.pools import bag
from domain.death_of_the_vele.rules.scenes import gap
from domain.death_of_the_vele.state import Scene, Vele
from domain.death_of_the_vele.tables import MOST_REPLENISHED
from domain.death_of_the_vele.terms import ActStatus, ComponentKind, Dice, Die, Home, Pool, SceneKind
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker

from .seats import Seat, components, one_seat, played_by, seat_of, seats

SCENE = "The scene"


def scenes(state: Vele, asker: Asker) -> Iterable[Offer]:
    """A scene to open, or what may be done with the one that is open."""
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
        kinds = tuple(Choice(it.value, it.value) for it in SceneKind)
        yield seat_of(narrator, asker).offer(
            ask.OpenScene, f"{narrator} opens a scene", {}, {"cast": components(state, present), "kind": kinds},
            group=SCENE,
        )  # fmt: skip


def exclusion(state: Vele, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """The answers to the narrator's die."""
    offer = scene.exclusion
    if offer is None:
        return
    owner = player_for(state.components[offer.component])
    if not (asker.is_gm or asker.person == owner):
        return
    seat, name = seat_of(owner, asker), state.components[offer.component].name
    yield seat.offer(ask.AcceptExclusion, f"{name} stays out for a {offer.die}", group=SCENE)
    held = bag(state, Home(pool=Pool.CHARACTER, owner=owner))
    points = state.house_rules.points_pools
    for die in Die:
        if held.points >= die.points if points else held.count(die):
            yield seat.offer(
                ask.ContestExclusion, f"{owner} contests it with a {die}", {"die": die.value}, group=SCENE,
                dice=(die.sides, offer.die.sides),
            )  # fmt: skip
    yield seat.offer(
        ask.ContestExclusion, f"{owner} contests it without a die", {"die": None}, group=SCENE,
        dice=(offer.die.sides,),
    )  # fmt: skip


def within(state: Vele, scene: Scene, asker: Asker, narrator: str) -> Iterable[Offer]:
    """Entering and leaving, offers of exclusion, groups handed out, vetoes, and the end."""
    for seat in seats(state, asker):
        mine = played_by(state, seat.player)
        outside = [slug for slug in mine if slug not in scene.cast and slug not in scene.excluded]
        if outside:
            yield seat.offer(
                ask.BringIntoScene, f"{seat.who} brings somebody in", {"enters": True},
                {"component": components(state, outside)}, group=SCENE,
            )  # fmt: skip
        inside = [slug for slug in mine if slug in scene.cast]
        if inside and running_struggle(state) is None:
            yield seat.offer(
                ask.BringIntoScene, f"{seat.who} lets somebody leave", {"enters": False},
                {"component": components(state, inside)}, group=SCENE,
            )  # fmt: skip
        yield from handing_out(state, scene, seat)
        if scene.kind.out_of_time:
            yield seat.offer(ask.VetoFiction, f"{seat.who} vetoes", group=SCENE)
    if asker.is_gm or asker.person == narrator:
        seat = seat_of(narrator, asker)
        others = [slug for slug in scene.cast if player_for(state.components[slug]) != narrator]
        held = bag(state, Home(pool=Pool.STORY, owner=narrator))
        dice = tuple(Choice(die.value, die.value) for die in Die if held.count(die))
        if scene.exclusion is None and others and dice:
            yield seat.offer(
                ask.OfferExclusion, f"{narrator} would keep somebody out", {},
                {"component": components(state, others), "die": dice}, group=SCENE,
            )  # fmt: skip
        if running_struggle(state) is None and scene.exclusion is None:
            yield seat.offer(ask.CloseScene, f"{narrator} closes the scene", group=SCENE, weight=Weight.ASIDE)


def handing_out(state: Vele, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """One's group, where no PC is in the scene."""
    if any(state.components[slug].kind is ComponentKind.PC for slug in scene.cast):
        return
    others = [player for player in state.story.players if player != seat.player]
    for slug, group in state.groups.items():
        rest = [member for member in group.members if member != group.leader]
        if group.owner == seat.player and group.active and rest and others and slug not in scene.groups_out:
            given = {member: others[n % len(others)] for n, member in enumerate(rest)}
            yield seat.offer(
                ask.HandOutGroup, f"{seat.who} hands out {group.name}", {"group": slug, "assignments": given},
                group=SCENE,
            )  # fmt: skip


def replenishing(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Dice to take after a scene."""
    scene = state.scene
    if scene is None or one_seat(state, asker) is None:
        return
    for seat in seats(state, asker):
        for slug in played_by(state, seat.player):
            it = state.components[slug]
            missing = gap(state, slug, it)
            if missing > 0 and it.replenished_in != scene.number:
                dice = Dice.worth(min(missing, MOST_REPLENISHED))
                yield seat.offer(
                    ask.ReplenishDice, f"{it.name} takes {dice.said({})}, {missing} points are missing",
                    {"component": slug, "dice": dice.model_dump()}, group=SCENE,
                )  # fmt: skip
