"""Components and traits bought (VE-19 to VE-21, VE-30)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.deeds import note_deed, undoes
from domain.death_of_the_vele.chapters.guards import (
    act_in,
    fresh_id,
    in_story,
    known_trait,
    own_component,
    part_id,
)
from domain.death_of_the_vele.chapters.pools import DiceSpent, dice_held
from domain.death_of_the_vele.lookup import (
    BOWL,
    as_held,
    component_of,
    counts_in_struggle,
    main_pool,
    player_of,
    rolled_struggle,
    single,
)
from domain.death_of_the_vele.phrases import entered, told, trait_state, value_changed, words
from domain.death_of_the_vele.printed import SLOTS
from domain.death_of_the_vele.slots import least_traits, trait_slots
from domain.death_of_the_vele.state.cast import Component, Trait
from domain.death_of_the_vele.state.table import Deed, DiceMove
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import (
    ComponentKind,
    Justification,
    Size,
    TraitKind,
    TraitMade,
    TraitPrinted,
)
from domain.death_of_the_vele.terms.dice import Dice, Die, Home, Pool
from domain.death_of_the_vele.terms.play import ActStatus, DeedKind
from domain.death_of_the_vele.terms.references import ComponentRef, NewThing, TraitRef
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Person, Slug, Text

chapter = Chapter[Vele](
    "Components and traits bought",
    {
        "roll_made": "The dice of this struggle have fallen: no purchases to soak up an effect. Finish it first.",
        "pc_main_is_brought": "The main component of a PC is brought, not bought or made.",
        "bought_as_pc_or_story": "A component is bought for one's PC or as a story component.",
        "justification_missing": "In the middle of an act say why it can be had: found, by a trait, or needed.",
        "thing_you_need_used": "Already used in this act; justify it another way.",
        "too_few_traits": "A {size} component needs at least {least:?trait|traits} at once; {traits:?is|are} "
        "named.",
        "trait_slots_full": "No trait slot is free: {slots:?slot is|slots are} filled.",
        "second_focus": "{focus} is already the focus: there is one at most.",
        "bonus_minion_wrong": "The second minion is one size smaller, {needed}; a {die} is not.",
        "trait_unknown": "{component} has no such trait{there:+. Its traits: }.",
        "trait_counts": "{trait} counts in the struggle under way. Replace it before one, or when it is over.",
        "group_traits": "Group dice buy member traits only: add {component}'s through its group.",
        "wrong_pool": "Dice of that pool do not pay for this. Pay with {needed}.",
    },
)


def made_traits(state: Vele, size: Size, printed: Iterable[TraitPrinted]) -> list[TraitMade]:
    """Traits as they will stand on a new component: ids, one focus at most (VE-22), no more than its slots."""
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


def traits_bought(component: str, traits: Iterable[TraitMade], home: Home, by: str | None = None) -> list[Event]:
    """Events of traits paid from one home, by `by` where that is not the owner."""
    return [
        TraitBought(
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
    """Refuse to spend dice outside an act, in a scene without dice, or after a roll (VE-A46)."""
    act_in(state, ActStatus.SETUP, ActStatus.PLAYING)
    scene = state.scene
    if scene is not None and scene.open and scene.kind.out_of_time:
        raise CommandRefused("no_dice_now", kind=scene.kind)
    if struggle := rolled_struggle(state):
        raise CommandRefused("roll_made", struggle=struggle.id)


def paid_from(wanted: Pool | None, home: Home) -> None:
    """Refuse a pool asked for that is not the one that pays."""
    if wanted is not None and wanted is not home.pool:
        raise CommandRefused("wrong_pool", pool=wanted.value, needed=f"{home.pool.value} dice")


class BuyComponent(Command):
    """Buy a component: with at least half its traits. A minion brings a second, one size smaller, for nothing.

    Needs:    an act; no struggle rolled and unfinished; the dice of its traits in one's own pool.
    Refused:  `no_act`, `roll_made`, `pc_main_is_brought`, `bought_as_pc_or_story`, `wrong_pool`,
              `justification_missing`, `thing_you_need_used`, `id_taken`, `id_empty`, `too_few_traits`,
              `trait_slots_full`, `second_focus`, `bonus_minion_wrong`, `not_held`, `points_not_held`.
    Yields:   `ComponentBought`, `TraitBought` each, `DiceSpent`; for a minion the second `ComponentBought`.
    """

    type: Literal["death_of_the_vele.buy_component"] = "death_of_the_vele.buy_component"
    name: Name
    id: NewThing | None = None
    size: Size
    kind: ComponentKind = Field(description="A component of one's PC, or a story component.")
    traits: tuple[TraitPrinted, ...]
    concept: Text = ""
    one_shot: bool = Field(
        title="It works a single time", default=False, description="It can be used a single time."
    )
    justification: Justification | None = Field(
        default=None, description="For a PC's component in the middle of an act."
    )
    bonus_name: Name | None = Field(
        title="Name of the second minion", default=None, description="For a minion: what the second one is called."
    )
    bonus_die: Die | None = Field(
        title="Die of the second minion", default=None, description="For a minion: the die of the second one."
    )
    pool: Pool | None = Field(
        title="Paid from", default=None, description="What it is paid from; left out, the pool of its kind."
    )


class ComponentBought(Event):
    """A component came into the story (VE-19). `bonus_of`: it came free with that minion (VE-21)."""

    type: Literal["death_of_the_vele.component_bought.v1"] = "death_of_the_vele.component_bought.v1"
    component: Slug
    name: Name
    owner: Person
    size: Size
    kind: ComponentKind
    concept: Text = ""
    group: Slug | None = None
    one_shot: bool = False
    justification: Justification | None = None
    bonus_of: Slug | None = None


@chapter.decides(BuyComponent)
def buy_component(state: Vele, command: BuyComponent, asker: Asker, chance: Chance) -> Events:
    """VE-19: buy a component with at least half its traits at once, from one's own pool."""
    in_story(state, asker)
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
    new = ComponentBought(
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
    return [new, *traits_bought(slug, traits, home), paid, *second]


def justified(state: Vele, command: BuyComponent, player: str) -> None:
    """Refuse a PC's component bought in the middle of an act without a reason that holds (VE-30)."""
    playing = state.act is not None and state.act.status is ActStatus.PLAYING
    if command.kind is not ComponentKind.PC or not playing:
        return
    need(command.justification not in (None, Justification.SETUP), "justification_missing")
    used = state.story.players[player].thing_you_need_used
    if command.justification is Justification.THING_YOU_NEED and used:
        raise CommandRefused("thing_you_need_used")


def second_minion(
    state: Vele, command: BuyComponent, slug: str, traits: list[TraitMade], player: str
) -> list[Event]:
    """Events of the second minion, one size smaller, for nothing (VE-21); a d4 brings none (VE-A48)."""
    smaller = traits[0].die.smaller if command.size is Size.MINION else None
    if command.bonus_die is not None and command.bonus_die is not smaller:
        raise CommandRefused("bonus_minion_wrong", die=command.bonus_die, needed=smaller)
    if smaller is None:
        return []
    name = command.bonus_name or f"{command.name} 2"
    bonus = fresh_id(state, None if command.bonus_name else f"{slug}-2", name)
    need(bonus != slug, "id_taken", id=slug, name=name)
    trait = traits[0].model_copy(update={"die": smaller})
    new = ComponentBought(
        component=bonus,
        name=name,
        owner=player,
        size=Size.MINION,
        kind=command.kind,
        bonus_of=slug,
        one_shot=command.one_shot,
    )
    return [new, *traits_bought(bonus, [trait], BOWL)]


@chapter.applies(ComponentBought, renames=True)
def _(state: Vele, event: ComponentBought) -> None:
    must(event.component not in state.components, f"there is a {event.component} already")
    state.components[event.component] = Component(
        name=event.name,
        owner=event.owner,
        controller=event.owner,
        size=event.size,
        kind=event.kind,
        concept=event.concept,
        group=event.group,
        one_shot=event.one_shot,
        bonus_of=event.bonus_of,
    )
    if event.justification is Justification.THING_YOU_NEED:
        player_of(state, event.owner).thing_you_need_used = True


@chapter.tells(ComponentBought, "{owner} buys {name}")
def _(state: Vele, event: ComponentBought) -> Iterable[Fact]:
    yield entered(state, event.component, "one-shot" if event.one_shot else words(event.size.value))
    if event.concept:
        yield told(event.concept, "concept", event.component)


class BuyTrait(Command):
    """Buy a trait, in a free slot or in place of another.

    Needs:    a component of one's own; one die of the trait's size; no dice of a struggle fallen.
    Refused:  `component_unknown`, `not_your_component`, `no_act`, `roll_made`, `wrong_pool`, `trait_unknown`,
              `trait_slots_full`, `id_taken`, `id_empty`, `second_focus`, `group_traits`, `not_held`,
              `points_not_held`, `no_dice_now`, `trait_counts`.
    Yields:   `TraitBought`, `DiceSpent`; `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.buy_trait"] = "death_of_the_vele.buy_trait"
    component: ComponentRef
    name: Name
    id: NewThing | None = None
    die: Die
    is_focus: bool = Field(default=False, title="It is the focus")
    trait_kind: TraitKind = Field(default=TraitKind.NONE, title="Kind of trait")
    replaces: TraitRef | None = Field(
        default=None, description="The trait it takes the place of; nothing is refunded."
    )
    pool: Pool | None = Field(
        title="Paid from", default=None, description="What it is paid from; left out, the pool of its kind."
    )


class TraitBought(Event):
    """A component has a trait. `replaces`: the one whose place it took, for which nothing came back (VE-20)."""

    type: Literal["death_of_the_vele.trait_bought.v1"] = "death_of_the_vele.trait_bought.v1"
    component: Slug
    trait: Slug
    name: Name
    die: Die
    is_focus: bool
    trait_kind: TraitKind
    replaces: Slug | None = None
    home: Home = Field(description="What it is paid from; the bowl, for nothing.")
    by: Person | None = Field(default=None, description="Who added it, when that is not the owner.")
    in_place_of: Die | None = Field(
        default=None, description="The die of the trait that it replaces; older records do not say."
    )


@chapter.decides(BuyTrait)
def buy_trait(state: Vele, command: BuyTrait, asker: Asker, chance: Chance) -> Events:
    """VE-20: buy a trait with one die of its size, in a free slot or in another's place."""
    in_story(state, asker)
    it = own_component(state, command.component, asker)
    buying_time(state)
    home = main_pool(it)
    need(command.pool is not Pool.GROUP, "group_traits", component=command.component)
    paid_from(command.pool, home)
    if command.replaces is not None:
        replaced = known_trait(it, command.component, command.replaces)
        counts = counts_in_struggle(state, command.component, command.replaces)
        need(not counts, "trait_counts", trait=replaced.name)
    room_for(state, it, command.replaces)
    slug = part_id((known for known in it.traits if known != command.replaces), command.id, command.name)
    if command.is_focus and it.focus not in (None, command.replaces):
        raise CommandRefused("second_focus", focus=it.traits[it.focus or ""].name)
    dice_held(state, home, single(command.die))
    kind = TraitKind.NONE if state.house_rules.no_trait_kind else command.trait_kind
    return [
        TraitBought(
            component=command.component,
            trait=slug,
            name=command.name,
            die=command.die,
            is_focus=command.is_focus,
            trait_kind=kind,
            replaces=command.replaces,
            home=home,
            in_place_of=it.traits[command.replaces].die if command.replaces is not None else None,
        ),
        spent_on(state, home, command.die, command.name),
    ]


def spent_on(state: Vele, home: Home, die: Die, purpose: str) -> DiceSpent:
    """Event of one die paid for a trait."""
    return DiceSpent(home=home, dice=as_held(state, single(die)), points=die.points, purpose=purpose)


def room_for(state: Vele, it: Component, replaces: str | None) -> None:
    """Refuse another trait where no slot is free."""
    slots = trait_slots(state, it)
    full = replaces is None and len(it.traits) >= slots
    need(not full, "trait_slots_full", slots=slots)


def die_in_pool(state: Vele, event: TraitBought) -> Dice:
    """The die of a bought trait as its pool held it: under plain points so many d4s."""
    return Dice(d4=event.die.points) if state.house_rules.points_pools else Dice.of((event.die,))


@chapter.applies(TraitBought, renames=True)
def _(state: Vele, event: TraitBought) -> None:
    it = component_of(state, event.component)
    new = Trait(event.name, event.die, event.is_focus, event.trait_kind)
    if event.replaces is None:
        must(event.trait not in it.traits, f"{event.component} has {event.trait} already")
        it.traits[event.trait] = new
        if event.home.pool is not Pool.BOWL:
            paid = DiceMove(die_in_pool(state, event), event.home, BOWL)
            note_deed(state, DeedKind.TRAIT, event.by or it.owner, f"{event.component}.{event.trait}", paid)
        return
    must(event.replaces in it.traits, f"{event.component} has no {event.replaces}")
    it.traits = {
        (event.trait if slug == event.replaces else slug): (new if slug == event.replaces else known)
        for slug, known in it.traits.items()
    }
    for ability in it.abilities.values():
        ability.trait = event.trait if ability.trait == event.replaces else ability.trait


@undoes(DeedKind.TRAIT)
def _(state: Vele, done: Deed) -> None:
    component, _, trait = done.subject.partition(".")
    component_of(state, component).traits.pop(trait, None)


@chapter.tells(TraitBought, "{component} has {name}, {die}")
def _(state: Vele, event: TraitBought) -> Iterable[Fact]:
    if event.replaces is not None and event.replaces != event.trait:
        yield trait_state(event.component, event.replaces, event.replaces, "ready", "", "replaced", good=False)
    why = f"bought, {event.die}"
    yield trait_state(event.component, event.trait, f"{event.name} {event.die}", "", "ready", why, good=True)
    before = event.in_place_of.points if event.in_place_of is not None else 0
    told = event.replaces is None or event.in_place_of is not None
    yield from value_changed(state, event.component, event.name, event.die.points - before if told else 0)
