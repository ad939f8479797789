"""The frame of play on offer: the dungeon, monsters, phases, scenes, raids."""

from collections.abc import Iterable

from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.wicked_ones import commands as ask
from domain.wicked_ones.rules.common import scene_is_open
from domain.wicked_ones.rules.owed import owing
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.terms import CostStatus, Phase, Place, RaidStatus, RollStatus

from .kinds import defense_types
from .seats import alive, seats

_PLACES = tuple(Choice(place.value, place.value) for place in Place)


def setup(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Until there is a dungeon, only that."""
    if not state.dungeon.name:
        yield Offer(command=ask.FoundDungeon, label="Found the dungeon", known={"tier": None}, group="Setup")


def newcomers(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Players without a living monster."""
    if asker.is_gm or any(it.alive and it.player == asker.person for it in state.characters.values()):
        return
    dead = tuple(Choice(slug, it.name) for slug, it in state.characters.items() if not it.alive)
    yield Offer(
        command=ask.CreateWickedOne,
        label="Create a Wicked One",
        known={"player": None} if dead else {"player": None, "replaces": None},
        choices={"replaces": dead} if dead else {},
        suggested={"gear_defense_type": defense_types(state)},
        group="Setup",
    )


def settled(state: Underworld) -> bool:
    """Whether nothing hangs over anybody."""
    return not any(it.pending for it in state.consequences.values())


def frame(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Scenes, and for the GM whatever moves the cycle on."""
    yield from newcomers(state, asker)
    if scene_is_open(state):
        yield from within(state, asker)
    elif state.phase is not Phase.NONE:
        yield from openings(state, asker)
    if asker.is_gm and not scene_is_open(state) and settled(state):
        yield from cycle(state)


def within(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Closing a scene, joining it, and who has the camera."""
    scene = state.scene
    if scene is None:
        return
    waiting = any(
        roll.status in (RollStatus.PROPOSED, RollStatus.FRAMED) and state.characters[roll.character].alive
        for roll in state.rolls.values()
    )
    if asker.is_gm and settled(state) and not waiting and owing(state) is None:
        yield Offer(command=ask.CloseScene, label="Close the scene", group="Scene", weight=Weight.ASIDE)
    if asker.is_gm and not scene.engaged and not state.rolls:
        for dice, chance in ((1, "unlikely"), (2, "a toss-up"), (3, "likely")):
            yield Offer(
                command=ask.RollEngagement,
                label=f"Roll how it starts: {chance}",
                known={"dice": dice},
                dice=(6,) * dice,
                group="Scene",
            )
    for seat in seats(state, asker):
        fits = scene.place is Place.DUNGEON and seat.character not in scene.present
        if fits and seat.it.player not in (*scene.joined, scene.set_by):
            yield seat.offer(
                ask.JoinScene, f"{seat.name} joins the scene", {"character": seat.character}, group="Scene"
            )
    if state.characters:
        everybody = tuple(Choice(slug, it.name) for slug, it in state.characters.items())
        yield Offer(
            command=ask.PassSpotlight, label="Pass the spotlight", choices={"to": everybody}, group="Scene"
        )


def openings(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """A scene by the GM, or by a player with a living monster."""
    present = alive(state)
    if asker.is_gm:
        yield Offer(
            command=ask.OpenScene,
            label="Open a scene",
            known={"starter": None},
            choices={"place": _PLACES, "present": present},
            group="Scene",
        )
        return
    for seat in seats(state, asker):
        yield Offer(
            command=ask.OpenScene,
            label=f"Open a scene with {seat.name}",
            known={"starter": seat.character},
            choices={"place": _PLACES, "present": present},
            group="Scene",
        )


def cycle(state: Underworld) -> Iterable[Offer]:
    """Raids and phases, when nobody owes anything."""
    raiding = state.raid is not None and state.raid.status is RaidStatus.OPEN
    if raiding:
        yield Offer(command=ask.EndRaid, label="End the raid", group="Cycle", weight=Weight.ASIDE)
    elif state.phase is Phase.RAIDING:
        yield Offer(command=ask.BeginRaid, label="Begin a raid", group="Cycle")
        if state.raid is not None:
            yield Offer(command=ask.RollBlowback, label="Roll blowback", group="Cycle")
    if state.phase is Phase.LURKING:
        yield Offer(command=ask.RollCalamity, label="Roll calamity", group="Cycle")
    if state.dungeon.invasion is not None:
        yield Offer(command=ask.EndInvasion, label="End the invasion", group="Cycle", weight=Weight.ASIDE)
    owing = any(it.status is CostStatus.OWED and state.characters[it.owner].alive for it in state.costs.values())
    if not raiding and not owing and state.dungeon.invasion is None:
        due = Phase.RAIDING if state.phase is Phase.LURKING else Phase.LURKING
        label = "Begin lurking: everybody recovers" if due is Phase.LURKING else "Begin raiding"
        yield Offer(command=ask.BeginPhase, label=label, known={"phase": due.value}, group="Cycle")
    if state.phase is not Phase.NONE:
        yield Offer(command=ask.EndCampaign, label="End the campaign", group="Cycle", weight=Weight.ENDING)
