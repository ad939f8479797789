"""The set-up of an act on offer, and components to buy."""

from collections.abc import Iterable

from domain.death_of_the_vele.chapters.acts.act_play import BeginActPlay, pcs_whole, unfinished
from domain.death_of_the_vele.chapters.acts.groups import CreateGroup, members
from domain.death_of_the_vele.chapters.acts.paying_again import paying
from domain.death_of_the_vele.chapters.acts.ties import placing, ties
from domain.death_of_the_vele.chapters.cast.abilities import abilities
from domain.death_of_the_vele.chapters.cast.attaching import units
from domain.death_of_the_vele.chapters.cast.buying import BuyComponent, BuyTrait
from domain.death_of_the_vele.chapters.cast.components import (
    CreateTemporaryComponent,
    NoteVirtualComponent,
    one_shots,
)
from domain.death_of_the_vele.choices import JUSTIFICATIONS, SIZES
from domain.death_of_the_vele.lookup import bag, main_pool, narrator_of, rolled_struggle, running_struggle
from domain.death_of_the_vele.names import person
from domain.death_of_the_vele.seats import COMPONENTS, SETUP, Seat, played_by, seat_of, seats
from domain.death_of_the_vele.slots import trait_slots
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import ComponentKind, Justification
from domain.death_of_the_vele.terms.dice import Die
from domain.death_of_the_vele.terms.play import ActStatus
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker


def setting_up(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers of an act's set-up: traits to pay again, groups, ties, places, and the beginning of play."""
    act = state.act
    if act is None or act.status is not ActStatus.SETUP:
        return
    for seat in seats(state, asker):
        yield from paying(state, seat)
        if all(state.groups[slug].owner != seat.player for slug in act.groups):
            yield seat.offer(CreateGroup, f"{seat.who} names a group", group=SETUP)
        yield from ties(state, act, seat)
        yield from placing(state, act, seat)
        yield from members(state, act, seat)
    if not unfinished(state, act) and pcs_whole(state) and (asker.is_gm or asker.person == act.starting_narrator):
        opener = seat_of(act.starting_narrator, asker)
        yield opener.offer(BeginActPlay, f"{person(act.starting_narrator or '')} begins the act", group=SETUP)


KINDS = (Choice("pc", "Of the PC"), Choice("story", "A story component"))


def buying(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers to buy, to make and to give up."""
    if state.act is None or state.act.status is ActStatus.ENDED:
        return
    setup = state.act.status is ActStatus.SETUP
    for seat in seats(state, asker):
        mine = played_by(state, seat.player)
        if rolled_struggle(state) is None:
            known = {"justification": Justification.SETUP.value} if setup else {}
            yield seat.offer(
                BuyComponent,
                f"{seat.who} buys a component",
                known,
                {"size": SIZES, "kind": KINDS, "justification": JUSTIFICATIONS},
                group=COMPONENTS,
            )
            yield from traits(state, seat, mine)
        if running_struggle(state) is None:
            yield from abilities(state, seat, mine, setup=setup)
        yield from units(state, seat, mine)
        yield from one_shots(state, seat, mine)
        if narrator_of(state) == seat.player:
            yield seat.offer(
                CreateTemporaryComponent,
                "The narrator makes something from the bowl",
                {},
                {"size": SIZES},
                group=COMPONENTS,
            )
            yield seat.offer(NoteVirtualComponent, "The narrator mentions something", group=COMPONENTS)


def traits(state: Vele, seat: Seat, mine: list[str]) -> Iterable[Offer]:
    """Offers of a trait for each component with a free slot, of the dice at hand."""
    for slug in mine:
        it = state.components[slug]
        if it.kind is ComponentKind.TEMPORARY:
            continue
        held, points = bag(state, main_pool(it)), state.house_rules.points_pools
        there = [die for die in Die if (held.points >= die.points if points else held.count(die))]
        dice = tuple(Choice(die.value, die.value) for die in there)
        if dice:
            full = len(it.traits) >= trait_slots(state, it)
            known = {"component": slug} if full else {"component": slug, "replaces": None}
            replaced = tuple(Choice(trait, known_trait.name) for trait, known_trait in it.traits.items())
            yield seat.offer(
                BuyTrait,
                f"{'another' if full else 'a'} trait for {it.name}",
                known,
                {"die": dice, "replaces": replaced},
                group=COMPONENTS,
            )
