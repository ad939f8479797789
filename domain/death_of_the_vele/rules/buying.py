"""Components and traits bought (VE-19 to VE-22, VE-30)."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands import components as ask
from domain.death_of_the_vele.events import components as say
from domain.death_of_the_vele.events.economy import DiceSpent
from domain.death_of_the_vele.slots import least_traits, trait_slots
from domain.death_of_the_vele.state import Component, Vele
from domain.death_of_the_vele.tables import SLOTS
from domain.death_of_the_vele.terms import (
    ActStatus,
    ComponentKind,
    Dice,
    Die,
    Home,
    Justification,
    Pool,
    Size,
    TraitKind,
    TraitMade,
    TraitPrinted,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers
from .common import BOWL, act_in, fresh_id, own_component, part_id, purse, rolled_struggle
from .pools import as_held, dice_held, single


def made_traits(state: Vele, size: Size, printed: Iterable[TraitPrinted]) -> list[TraitMade]:
    """Traits as they will stand on a new component: ids, one focus at most, no more than its slots."""
    made: list[TraitMade] = []
    for it in printed:
        slug = part_id((known.trait for known in made), it.id, it.name)
        if it.is_focus and (focus := next((known.name for known in made if known.is_focus), None)):
            raise CommandRefused("second_focus", focus=focus)
        kind = TraitKind.NONE if state.house_rules.no_trait_kind else it.trait_kind
        made.append(TraitMade(trait=slug, name=it.name, die=it.die, is_focus=it.is_focus, trait_kind=kind))
    if len(made) > SLOTS[size]:
        raise CommandRefused("trait_slots_full", slots=SLOTS[size])
    return made


def bought(component: str, traits: Iterable[TraitMade], home: Home, by: str | None = None) -> list[Event]:
    """The events of traits paid from one home."""
    return [
        say.TraitBought(
            component=component,
            trait=it.trait,
            name=it.name,
            die=it.die,
            is_focus=it.is_focus,
            trait_kind=it.trait_kind,
            home=home,
            by=by,
        )
        for it in traits
    ]


def buying_time(state: Vele) -> None:
    """Dice may be spent now: in an act, not in a scene without dice nor after a roll (VE-A46)."""
    act_in(state, ActStatus.SETUP, ActStatus.PLAYING)
    scene = state.scene
    if scene is not None and scene.open and scene.kind.out_of_time:
        raise CommandRefused("no_dice_now", kind=scene.kind)
    if struggle := rolled_struggle(state):
        raise CommandRefused("roll_made", struggle=struggle.id)


def paid_from(wanted: Pool | None, home: Home) -> None:
    """The pool asked for, if any, is the one that pays."""
    if wanted is not None and wanted is not home.pool:
        raise CommandRefused("wrong_pool", pool=wanted.value, needed=f"{home.pool.value} dice")


def justified(state: Vele, command: ask.BuyComponent, player: str) -> None:
    """VE-30: in the middle of an act a PC's component needs a reason."""
    playing = state.act is not None and state.act.status is ActStatus.PLAYING
    if command.kind is not ComponentKind.PC or not playing:
        return
    need(command.justification not in (None, Justification.SETUP), "justification_missing")
    used = state.story.players[player].thing_you_need_used
    if command.justification is Justification.THING_YOU_NEED and used:
        raise CommandRefused("thing_you_need_used")


@answers(ask.BuyComponent)
def buy_component(state: Vele, command: ask.BuyComponent, asker: Asker) -> Events:
    """VE-19: at least half its traits at once, from one's own pool."""
    buying_time(state)
    need(command.size is not Size.PC_MAIN, "pc_main_is_brought")
    need(command.kind in (ComponentKind.PC, ComponentKind.STORY), "bought_as_pc_or_story")
    pool = Pool.CHARACTER if command.kind is ComponentKind.PC else Pool.STORY
    home = Home(pool=pool, owner=asker.person)
    paid_from(command.pool, home)
    justified(state, command, asker.person)
    slug = fresh_id(state, command.id, command.name)
    traits = made_traits(state, command.size, command.traits)
    least = least_traits(SLOTS[command.size])
    if len(traits) < least:
        raise CommandRefused("too_few_traits", size=command.size, least=least, traits=len(traits))
    second = second_minion(state, command, slug, traits, asker.person)
    dice = Dice.of(it.die for it in traits)
    dice_held(state, home, dice)
    new = say.ComponentBought(
        component=slug,
        name=command.name,
        owner=asker.person,
        size=command.size,
        kind=command.kind,
        concept=command.concept,
        one_shot=command.one_shot,
        justification=command.justification,
    )
    paid = DiceSpent(home=home, dice=as_held(state, dice), points=dice.points, purpose=command.name)
    return [new, *bought(slug, traits, home), paid, *second]


def second_minion(
    state: Vele, command: ask.BuyComponent, slug: str, traits: list[TraitMade], player: str
) -> list[Event]:
    """VE-21: a minion brings another, one size smaller, for nothing; a d4 brings none (VE-A48)."""
    smaller = traits[0].die.smaller if command.size is Size.MINION else None
    if command.bonus_die is not None and command.bonus_die is not smaller:
        raise CommandRefused("bonus_minion_wrong", die=command.bonus_die, needed=smaller)
    if smaller is None:
        return []
    name = command.bonus_name or f"{command.name} 2"
    bonus = fresh_id(state, None if command.bonus_name else f"{slug}-2", name)
    need(bonus != slug, "id_taken", id=slug, name=name)
    trait = traits[0].model_copy(update={"die": smaller})
    new = say.ComponentBought(
        component=bonus, name=name, owner=player, size=Size.MINION, kind=command.kind, bonus_of=slug,
        one_shot=command.one_shot,
    )  # fmt: skip
    return [new, *bought(bonus, [trait], BOWL)]


@answers(ask.BuyTrait)
def buy_trait(state: Vele, command: ask.BuyTrait, asker: Asker) -> Events:
    """VE-20: one die of its size, a free slot or another's place."""
    it = own_component(state, command.component, asker)
    buying_time(state)
    home = purse(it)
    need(command.pool is not Pool.GROUP, "group_traits", component=command.component)
    paid_from(command.pool, home)
    if command.replaces is not None and command.replaces not in it.traits:
        raise CommandRefused("trait_unknown", component=command.component, trait=command.replaces)
    room_for(state, it, command.replaces)
    slug = part_id((known for known in it.traits if known != command.replaces), command.id, command.name)
    if command.is_focus and it.focus not in (None, command.replaces):
        raise CommandRefused("second_focus", focus=it.traits[it.focus or ""].name)
    dice_held(state, home, single(command.die))
    kind = TraitKind.NONE if state.house_rules.no_trait_kind else command.trait_kind
    return [
        say.TraitBought(
            component=command.component,
            trait=slug,
            name=command.name,
            die=command.die,
            is_focus=command.is_focus,
            trait_kind=kind,
            replaces=command.replaces,
            home=home,
        ),
        spent_on(state, home, command.die, command.name),
    ]


def spent_on(state: Vele, home: Home, die: Die, purpose: str) -> DiceSpent:
    """One die paid for a trait."""
    return DiceSpent(home=home, dice=as_held(state, single(die)), points=die.points, purpose=purpose)


def room_for(state: Vele, it: Component, replaces: str | None) -> None:
    """A slot is free for another trait."""
    slots = trait_slots(state, it)
    full = replaces is None and len(it.traits) >= slots
    need(not full, "trait_slots_full", slots=slots)
