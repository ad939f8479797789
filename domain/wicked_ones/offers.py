"""Offers of the moment, in their order: for a player their own steps, for the GM everybody's."""

from collections.abc import Iterable

from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.wicked_ones.chapters import adjudications
from domain.wicked_ones.chapters.actions import framing, proposing, rolling, ticking
from domain.wicked_ones.chapters.consequences import (
    adventurers,
    costs,
    declaring,
    dying,
    owed,
    reducing,
    resisting,
    settling,
    splitting,
)
from domain.wicked_ones.chapters.founding import dungeon, experience, monsters
from domain.wicked_ones.chapters.phases import cycle, engagement, fortune, loot, minions, raids, rooms, scenes
from domain.wicked_ones.chapters.resources import abilities, gold, impulses, stress
from domain.wicked_ones.chapters.world import clocks, hidden, knowledge

from .lookup import from_a_deadly_roll, nothing_pending_over_anybody, roll_owes, scene_is_open, start_owes
from .seats import Seat, alive, seat_of, seats
from .state.play import ActionRoll, Consequence
from .state.underworld import Underworld
from .terms.frame import Phase, Stage
from .terms.harm import Kind
from .terms.rolls import RollStatus


def offers(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Offers in order: what hangs over somebody, then the action on the table, then the frame, then the rest."""
    if state.stage is Stage.ENDED:
        return
    if not state.dungeon.name:
        yield from dungeon.founding()
        return
    yield from pending(state, asker)
    if scene_is_open(state):
        yield from actions(state, asker)
    if asker.is_gm:
        yield from fortune.meanings(state)
        yield from knowledge.answers(state)
    yield from frame(state, asker)
    for seat in seats(state, asker):
        yield from at_any_time(state, seat)
    if asker.is_gm:
        yield from world(state)
    else:
        yield from knowledge.additions(state)


def pending(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Offers about everything that waits for an answer: consequences, prices, compels, a death knell."""
    if asker.is_gm and start_owes(state):
        yield from declaring.bad_start(state)
        yield from owed.bad_start_waivers()
    for slug, it in state.consequences.items():
        if it.pending:
            yield from consequence_offers(state, slug, it, asker)
    yield from costs.payments(state, asker)
    yield from impulses.answers(state, asker)
    yield from dying.knells(state, asker)


def consequence_offers(state: Underworld, slug: str, it: Consequence, asker: Asker) -> Iterable[Offer]:
    """Offers about one pending consequence: reduce it if that is due; otherwise resist, avoid, accept."""
    what = it.details or it.kind.value.replace("_", " ")
    if it.to_reduce:
        if asker.is_gm:
            yield from reducing.reducing(slug, it, what)
        return
    deadly = from_a_deadly_roll(state, it)
    if asker.is_gm:
        yield from resisting.outcomes_to_state(slug, it, what)
        if not deadly:  # One part would have to stay as terrible, and that is not offered.
            yield from splitting.splitting(state, slug, what)
    if it.resistible and it.resisted < state.house_rules.resists_per_consequence:
        if Kind.DEATH not in it.kinds or it.mixed_outcome:
            yield from resisting.resisting(state, slug, it, what, asker)
        yield from settling.defending(state, slug, it, what, asker)
    # The GM may still split or spread what nobody can stop, so letting it happen is no player's forced step.
    yield from settling.accepting(state, slug, it, what, asker, forced=not it.resistible and deadly)


def actions(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Offers about every action on the table, and to whoever may put another there."""
    for slug, roll in state.rolls.items():
        seat = seat_of(state, roll.character, asker)
        if seat is None:
            continue
        match roll.status:
            case RollStatus.PROPOSED | RollStatus.FRAMED if seat.it.alive:
                yield from before_dice(state, slug, roll, seat, asker)
            case RollStatus.ROLLED:
                yield from after_dice(state, slug, roll, seat, asker)
    yield from proposing.proposals(state, asker)


def before_dice(state: Underworld, slug: str, roll: ActionRoll, seat: Seat, asker: Asker) -> Iterable[Offer]:
    """Offers to roll, frame or take back an action."""
    if roll.status is RollStatus.FRAMED:
        yield from rolling.to_roll(slug, roll, seat)
    if asker.is_gm:
        yield from framing.framings(state, slug, roll)
    yield from proposing.withdrawal(slug, seat)


def after_dice(state: Underworld, slug: str, roll: ActionRoll, seat: Seat, asker: Asker) -> Iterable[Offer]:
    """Offers after the dice: a bonus for a critical; for the GM ticks, and the consequence that was earned."""
    yield from rolling.bonuses(slug, roll, seat)
    if not asker.is_gm or roll.result is None:
        return
    if roll_owes(state, slug, roll):
        yield from declaring.declarations(state, slug, roll)
        yield from owed.waivers(slug, roll)
    yield from ticking.ticks(state, slug, roll, roll.result)


def frame(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Offers to make monsters and open scenes, and for the GM to move the cycle on."""
    yield from monsters.newcomers(state, asker)
    if state.scene is not None and scene_is_open(state):
        if asker.is_gm:
            yield from scenes.closing(state)
            yield from engagement.starts(state, state.scene)
        yield from scenes.taking_part(state, state.scene, asker)
    elif state.phase is not Phase.NONE:
        yield from scenes.openings(state, asker)
    if asker.is_gm and not scene_is_open(state) and nothing_pending_over_anybody(state):
        yield from raids.setting_out(state)
        yield from fortune.calamity_and_blowback(state)
        yield from raids.clearing_out(state)
        yield from cycle.phases(state)


def at_any_time(state: Underworld, seat: Seat) -> Iterable[Offer]:
    """Offers to a player for a monster at any time: stress, hidden things, gold, rooms, loot."""
    yield from stress.clearing(seat)
    if seat.it.stress_left:
        yield from abilities.uses(state, seat)
        yield from stress.spending(seat)
    yield from hidden.learning(state, seat)
    yield from gold.spending(state, seat)
    yield from minions.hiring(state, seat)
    yield from rooms.rooms_and_crafting(state, seat)
    yield from loot.sharing(state, seat)
    yield from experience.growing(state, seat)


def world(state: Underworld) -> Iterable[Offer]:
    """Offers of everything that is the GM's to record."""
    people = alive(state)
    if people:
        yield from declaring.inflictions(state, people)
        yield from costs.demands(state, people)
        yield from impulses.compels(state, people)
        yield from adjudications.bargains(people)
    yield from clocks.ticking(state)
    yield from adventurers.adventurer_moves(state, people)
    if people:
        yield from gifts(state, people)
    yield from rooms.prisoners(state)
    yield from minions.packs_lost(state)
    yield from dungeon.growth()
    yield from raids.trouble(state)
    yield from fortune.questions()
    yield from hidden.secrets(state)
    yield from dungeon.map_changes(state)
    yield from adjudications.adjudications(state, people)


def gifts(state: Underworld, people: tuple[Choice, ...]) -> Iterable[Offer]:
    """Offers of gifts to monsters."""
    choices = {"character": people}
    yield from gold.gold_gifts(choices)
    yield from experience.xp_gifts(choices)
    yield from loot.heart_gifts(choices)
    yield from monsters.defense_gifts(state, choices)
    yield from stress.ending_feral(state, people)
