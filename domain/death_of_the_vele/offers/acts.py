"""Setting up an act on offer."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands import acts as ask
from domain.death_of_the_vele.names import person
from domain.death_of_the_vele.rules.acts import unfinished
from domain.death_of_the_vele.rules.common import narrator_of, purse
from domain.death_of_the_vele.rules.pools import dice_held, single
from domain.death_of_the_vele.state import Act, Vele
from domain.death_of_the_vele.terms import ActStatus, ComponentKind, MatrixColumn, Size
from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker

from .seats import Seat, one_seat, played_by, seat_of, seats

SETUP = "Setting up the act"
SIZES = tuple(Choice(it.value, it.value) for it in (Size.MINION, Size.NORMAL, Size.MAIN))


def opening(state: Vele, asker: Asker) -> Iterable[Offer]:
    """The next act, when none is under way."""
    act, anybody = state.act, one_seat(state, asker)
    if anybody is None or not state.story.framework_finished:
        return
    ended = act is None or act.status is ActStatus.ENDED
    number = 0 if act is None else act.number
    if ended and number < len(state.story.act_matrix):
        row = state.story.act_matrix[number]
        yield anybody.offer(ask.StartAct, f"Start act {number + 1}, {row.name}", group=SETUP)


def setting_up(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Traits to pay again, groups, ties, places, and the beginning of play."""
    act = state.act
    if act is None or act.status is not ActStatus.SETUP:
        return
    for seat in seats(state, asker):
        yield from paying(state, seat)
        if all(state.groups[slug].owner != seat.player for slug in act.groups):
            yield seat.offer(ask.CreateGroup, f"{seat.who} names a group", group=SETUP)
        yield from ties(state, act, seat)
        yield from placing(state, act, seat)
        yield from members(state, act, seat)
    if not unfinished(state, act) and (asker.is_gm or asker.person == act.starting_narrator):
        opener = seat_of(act.starting_narrator, asker)
        yield opener.offer(ask.BeginActPlay, f"{person(act.starting_narrator or '')} begins the act", group=SETUP)


def paying(state: Vele, seat: Seat) -> Iterable[Offer]:
    """PCs' traits and abilities from earlier acts."""
    for slug in played_by(state, seat.player):
        it = state.components[slug]
        if it.kind is not ComponentKind.PC:
            continue
        for trait_id, trait in it.traits.items():
            if trait.active:
                continue
            known = {"component": slug, "trait": trait_id}
            if allowed(dice_held, state, purse(it), single(trait.die)):
                yield seat.offer(
                    ask.RepurchaseTrait, f"{it.name} pays for {trait.name} {trait.die}", known, group=SETUP
                )
            if not trait.left_inactive:
                yield seat.offer(ask.LeaveTraitInactive, f"{it.name} leaves {trait.name} out", known, group=SETUP)
        for ability_id, ability in it.abilities.items():
            if not ability.active:
                yield seat.offer(
                    ask.BackAbility, f"{it.name} backs {ability.name}, {ability.price} points",
                    {"component": slug, "ability": ability_id}, group=SETUP,
                )  # fmt: skip


def ties(state: Vele, act: Act, seat: Seat) -> Iterable[Offer]:
    """Groups of others that a PC is not tied to."""
    if state.story.players[seat.player].pc is None:
        return
    for slug in act.groups:
        group = state.groups[slug]
        if group.owner == seat.player or seat.player in group.connected_by:
            continue
        found = tuple(
            Choice(aspect, it.text) for aspect, it in state.aspects.items() if it.subject in (slug, *group.members)
        )
        for member in group.members:
            it = state.components[member]
            traits = tuple(Choice(trait, known.name) for trait, known in it.traits.items())
            yield seat.offer(
                ask.ConnectToGroup, f"{seat.who} is tied to {group.name} by {it.name}",
                {"group": slug, "component": member} | ({} if found else {"aspect": None}),
                {"trait": traits, "aspect": found}, group=SETUP,
            )  # fmt: skip


def placing(state: Vele, act: Act, seat: Seat) -> Iterable[Offer]:
    """PC and group without a place."""
    own = [slug for slug in act.groups if state.groups[slug].owner == seat.player]
    pc = state.story.players[seat.player].pc
    for slug in [*([pc] if pc else []), *own]:
        if slug not in act.map_positions:
            name = state.components[slug].name if slug in state.components else state.groups[slug].name
            yield seat.offer(ask.PlaceOnMap, f"{name} is placed", {"subject": slug}, group=SETUP)


def members(state: Vele, act: Act, seat: Seat) -> Iterable[Offer]:
    """Members and traits for the groups of the act, by anybody."""
    for slug in act.groups:
        group = state.groups[slug]
        if not group.group_dice.points:
            continue
        yield seat.offer(
            ask.AddGroupMember, f"{seat.who} adds to {group.name}, {group.group_dice.points} points left",
            {"group": slug}, {"size": SIZES if group.leader is None else SIZES[:2]}, group=SETUP,
        )  # fmt: skip
        if group.members:
            mine = tuple(Choice(member, state.components[member].name) for member in group.members)
            yield seat.offer(
                ask.BuyGroupTrait, f"{seat.who} buys a trait in {group.name}", {"group": slug},
                {"component": mine}, group=SETUP,
            )  # fmt: skip


def revising(state: Vele, asker: Asker) -> Iterable[Offer]:
    """What the narrator may change of the act."""
    narrator = narrator_of(state)
    for seat in seats(state, asker):
        if seat.player == narrator:
            fields = tuple(Choice(it.value, it.value.replace("_", " ")) for it in MatrixColumn)
            yield seat.offer(
                ask.ReviseAct, f"{person(narrator)} revises the act", {}, {"field": fields}, group="Narration"
            )
