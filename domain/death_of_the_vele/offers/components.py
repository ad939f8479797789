"""Components, traits and abilities on offer; dice to exchange."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands import components as ask
from domain.death_of_the_vele.commands import economy
from domain.death_of_the_vele.rules.attaching import unit_of
from domain.death_of_the_vele.rules.common import narrator_of, purse, rolled_struggle, running_struggle
from domain.death_of_the_vele.rules.economy import upgrade_window
from domain.death_of_the_vele.rules.pools import bag
from domain.death_of_the_vele.slots import trait_slots
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import (
    ActStatus,
    AttachCost,
    ComponentKind,
    Die,
    Home,
    Justification,
    Pool,
    Size,
)
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker

from .seats import Seat, components, played_by, players, seats

GROUP = "Components"
SIZES = tuple(Choice(it.value, it.value) for it in (Size.MINION, Size.NORMAL, Size.MAIN))
KINDS = (Choice("pc", "of the PC"), Choice("story", "story component"))


def buying(state: Vele, asker: Asker) -> Iterable[Offer]:
    """What can be bought, made and given up."""
    if state.act is None or state.act.status is ActStatus.ENDED:
        return
    setup = state.act.status is ActStatus.SETUP
    for seat in seats(state, asker):
        mine = played_by(state, seat.player)
        if rolled_struggle(state) is None:
            known = {"justification": Justification.SETUP.value} if setup else {}
            why = tuple(Choice(it.value, it.value.replace("_", " ")) for it in Justification)
            yield seat.offer(
                ask.BuyComponent, f"{seat.who} buys a component", known,
                {"size": SIZES, "kind": KINDS, "justification": why}, group=GROUP,
            )  # fmt: skip
            yield from traits(state, seat, mine)
        if running_struggle(state) is None:
            yield from abilities(state, seat, mine, setup=setup)
        yield from units(state, seat, mine)
        yield from one_shots(state, seat, mine)
        if narrator_of(state) == seat.player:
            yield seat.offer(
                ask.CreateTemporaryComponent, "The narrator makes something from the bowl", {}, {"size": SIZES},
                group=GROUP,
            )  # fmt: skip
            yield seat.offer(ask.NoteVirtualComponent, "The narrator mentions something", group=GROUP)


def traits(state: Vele, seat: Seat, mine: list[str]) -> Iterable[Offer]:
    """A trait for each component with a free slot, of the dice at hand."""
    for slug in mine:
        it = state.components[slug]
        if it.kind is ComponentKind.TEMPORARY:
            continue
        held, points = bag(state, purse(it)), state.house_rules.points_pools
        there = [die for die in Die if (held.points >= die.points if points else held.count(die))]
        dice = tuple(Choice(die.value, die.value) for die in there)
        if dice:
            full = len(it.traits) >= trait_slots(state, it)
            known = {"component": slug} if full else {"component": slug, "replaces": None}
            replaced = tuple(Choice(trait, known_trait.name) for trait, known_trait in it.traits.items())
            yield seat.offer(
                ask.BuyTrait, f"{'another' if full else 'a'} trait for {it.name}", known,
                {"die": dice, "replaces": replaced}, group=GROUP,
            )  # fmt: skip


def abilities(state: Vele, seat: Seat, mine: list[str], *, setup: bool) -> Iterable[Offer]:
    """An ability for each component with a trait; in set-up, one to give up."""
    for slug in mine:
        it = state.components[slug]
        if it.traits and it.kind is not ComponentKind.TEMPORARY:
            tied = tuple(Choice(trait, known.name, known.die.value) for trait, known in it.traits.items())
            yield seat.offer(
                ask.CreateAbility, f"an ability for {it.name}", {"component": slug}, {"trait": tied}, group=GROUP
            )
        if it.abilities and setup:
            made = tuple(Choice(ability, known.name) for ability, known in it.abilities.items())
            yield seat.offer(
                ask.RemoveAbility, f"{it.name} gives an ability up", {"component": slug}, {"ability": made},
                group=GROUP,
            )  # fmt: skip


def units(state: Vele, seat: Seat, mine: list[str]) -> Iterable[Offer]:
    """Components to attach and to let go."""
    loose = [slug for slug in mine if not state.components[slug].one_shot]
    costs = (Choice(AttachCost.ACTION.value, "an action"), Choice(AttachCost.FATE.value, "1 XP of fate"))
    if len(loose) > 1:
        yield seat.offer(
            ask.AttachComponents, f"{seat.who} attaches components", {},
            {"components": components(state, loose), "cost": costs}, group=GROUP,
        )  # fmt: skip
    for slug in mine:
        if state.components[slug].attached_to:
            rest = ", ".join(state.components[each].name for each in unit_of(state, slug)[1:])
            yield seat.offer(
                ask.DetachComponent, f"{state.components[slug].name} leaves {rest}", {"component": slug},
                {"cost": costs}, group=GROUP,
            )  # fmt: skip


def one_shots(state: Vele, seat: Seat, mine: list[str]) -> Iterable[Offer]:
    """One-shots still to be used."""
    for slug in mine:
        it = state.components[slug]
        if it.one_shot and not it.used and rolled_struggle(state) is None:
            yield seat.offer(ask.UseOneShot, f"Use {it.name}", {"component": slug}, group=GROUP)


def standing_in(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Components of players who are away, and the way back."""
    away = [player for player, it in state.story.players.items() if not it.present]
    for seat in seats(state, asker):
        left = [slug for player in away for slug in played_by(state, player)]
        if left and state.story.players[seat.player].present:
            yield seat.offer(
                ask.AssignComponentPlay, f"{seat.who} plays for somebody who is away", {"to": seat.player},
                {"component": components(state, left)}, group=GROUP,
            )  # fmt: skip
            if state.act is not None and seat.player not in state.act.passed_picks:
                yield seat.offer(ask.PassComponentPick, f"{seat.who} picks no more", group=GROUP)
        mine = played_by(state, seat.player)
        if len(mine) > 1 and len(state.story.players) > 1:
            yield seat.offer(
                ask.AssignComponentPlay, f"{seat.who} hands a component over", {},
                {"component": components(state, mine), "to": players(state)}, group=GROUP,
            )  # fmt: skip


def exchanges(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Dice to break down, and to merge when a window is open."""
    if state.house_rules.points_pools:
        return
    for seat in seats(state, asker):
        for pool in (Pool.CHARACTER, Pool.STORY):
            home = Home(pool=pool, owner=seat.player)
            held = bag(state, home).dice
            if not held:
                continue
            said = held.said({})
            yield seat.offer(
                economy.DowngradeDice, f"{seat.who} breaks {pool.value} dice down ({said})",
                {"pool": pool.value, "of": None}, group="Dice",
            )  # fmt: skip
            if held.number > 1 and upgrade_window(state, home, held, seat.player) is not None:
                yield seat.offer(
                    economy.UpgradeDice, f"{seat.who} merges {pool.value} dice ({said})",
                    {"pool": pool.value, "of": None}, group="Dice",
                )  # fmt: skip
        for slug in played_by(state, seat.player):
            home = Home(pool=Pool.ALLOCATED, owner=slug)
            held = bag(state, home).dice
            if held.number > 1 and upgrade_window(state, home, held, seat.player) is not None:
                yield seat.offer(
                    economy.UpgradeDice, f"{state.components[slug].name} merges allocated dice ({held.said({})})",
                    {"pool": Pool.ALLOCATED.value, "of": slug}, group="Dice",
                )  # fmt: skip
