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
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers
from .common import BOWL, act_in, fresh_id, own_component, part_id, purse, rolled_struggle
from .pools import as_held, not_held, single


def made_traits(state: Vele, size: Size, printed: Iterable[TraitPrinted]) -> list[TraitMade] | Refusal:
    """Traits as they will stand on a new component: ids, one focus at most, no more than its slots."""
    made: list[TraitMade] = []
    for it in printed:
        slug = part_id((known.trait for known in made), it.id, it.name)
        if isinstance(slug, Refusal):
            return slug
        if it.is_focus and (focus := next((known.name for known in made if known.is_focus), None)):
            return refuse("second_focus", focus=focus)
        kind = TraitKind.NONE if state.house_rules.no_trait_kind else it.trait_kind
        made.append(TraitMade(trait=slug, name=it.name, die=it.die, is_focus=it.is_focus, trait_kind=kind))
    if len(made) > SLOTS[size]:
        return refuse("trait_slots_full", slots=SLOTS[size])
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


def not_now(state: Vele) -> Refusal | None:
    """Why nothing may be bought now, or None: no act, a scene without dice, or dice fallen (VE-A46)."""
    act = act_in(state, ActStatus.SETUP, ActStatus.PLAYING)
    if isinstance(act, Refusal):
        return act
    scene = state.scene
    if scene is not None and scene.open and scene.kind.out_of_time:
        return refuse("no_dice_now", kind=scene.kind)
    struggle = rolled_struggle(state)
    return refuse("roll_made", struggle=struggle.id) if struggle is not None else None


def paid_from(wanted: Pool | None, home: Home) -> Refusal | None:
    """Why another pool than this one cannot pay, or None."""
    if wanted is not None and wanted is not home.pool:
        return refuse("wrong_pool", pool=wanted.value, needed=f"{home.pool.value} dice")
    return None


def unjustified(state: Vele, command: ask.BuyComponent, player: str) -> Refusal | None:
    """VE-30: in the middle of an act a PC's component needs a reason."""
    playing = state.act is not None and state.act.status is ActStatus.PLAYING
    if command.kind is not ComponentKind.PC or not playing:
        return None
    if command.justification in (None, Justification.SETUP):
        return refuse("justification_missing")
    used = state.story.players[player].thing_you_need_used
    if command.justification is Justification.THING_YOU_NEED and used:
        return refuse("thing_you_need_used")
    return None


@answers(ask.BuyComponent)
def buy_component(state: Vele, command: ask.BuyComponent, asker: Asker) -> Decision[Event]:
    """VE-19: at least half its traits at once, from one's own pool."""
    if refusal := not_now(state):
        return refusal
    if command.size is Size.PC_MAIN:
        return refuse("pc_main_is_brought")
    if command.kind not in (ComponentKind.PC, ComponentKind.STORY):
        return refuse("bought_as_pc_or_story")
    pool = Pool.CHARACTER if command.kind is ComponentKind.PC else Pool.STORY
    home = Home(pool=pool, owner=asker.person)
    if refusal := paid_from(command.pool, home) or unjustified(state, command, asker.person):
        return refusal
    slug = fresh_id(state, command.id, command.name)
    if isinstance(slug, Refusal):
        return slug
    traits = made_traits(state, command.size, command.traits)
    if isinstance(traits, Refusal):
        return traits
    least = least_traits(SLOTS[command.size])
    if len(traits) < least:
        return refuse("too_few_traits", size=command.size, least=least, traits=len(traits))
    second = second_minion(state, command, slug, traits, asker.person)
    if isinstance(second, Refusal):
        return second
    dice = Dice.of(it.die for it in traits)
    if refusal := not_held(state, home, dice):
        return refusal
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
) -> list[Event] | Refusal:
    """VE-21: a minion brings another, one size smaller, for nothing; a d4 brings none (VE-A48)."""
    smaller = traits[0].die.smaller if command.size is Size.MINION else None
    if command.bonus_die is not None and command.bonus_die is not smaller:
        return refuse("bonus_minion_wrong", die=command.bonus_die, needed=smaller)
    if smaller is None:
        return []
    name = command.bonus_name or f"{command.name} 2"
    bonus = fresh_id(state, None if command.bonus_name else f"{slug}-2", name)
    if isinstance(bonus, Refusal):
        return bonus
    if bonus == slug:
        return refuse("id_taken", id=slug, name=name)
    trait = traits[0].model_copy(update={"die": smaller})
    new = say.ComponentBought(
        component=bonus, name=name, owner=player, size=Size.MINION, kind=command.kind, bonus_of=slug,
        one_shot=command.one_shot,
    )  # fmt: skip
    return [new, *bought(bonus, [trait], BOWL)]


@answers(ask.BuyTrait)
def buy_trait(state: Vele, command: ask.BuyTrait, asker: Asker) -> Decision[Event]:
    """VE-20: one die of its size, a free slot or another's place."""
    it = own_component(state, command.component, asker)
    if isinstance(it, Refusal):
        return it
    if refusal := not_now(state):
        return refusal
    home = purse(it)
    if command.pool is Pool.GROUP:
        return refuse("group_traits", component=command.component)
    if refusal := paid_from(command.pool, home):
        return refusal
    if command.replaces is not None and command.replaces not in it.traits:
        return refuse("trait_unknown", component=command.component, trait=command.replaces)
    if refusal := room_for(state, it, command.replaces):
        return refusal
    slug = part_id((known for known in it.traits if known != command.replaces), command.id, command.name)
    if isinstance(slug, Refusal):
        return slug
    if command.is_focus and it.focus not in (None, command.replaces):
        return refuse("second_focus", focus=it.traits[it.focus or ""].name)
    if refusal := not_held(state, home, single(command.die)):
        return refusal
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


def room_for(state: Vele, it: Component, replaces: str | None) -> Refusal | None:
    """Why another trait has no slot, or None."""
    slots = trait_slots(state, it)
    full = replaces is None and len(it.traits) >= slots
    return refuse("trait_slots_full", slots=slots) if full else None
