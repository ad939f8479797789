"""A whole handful pushed (VE-53)."""

from collections.abc import Iterable
from copy import deepcopy
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.death_of_the_vele.chapters.guards import before_roll, in_story, known_trait, side_called
from domain.death_of_the_vele.chapters.struggle_dice.pushing import (
    CoverDice,
    PushDie,
    its_turn_to_push,
    next_to_declare,
    push_die,
)
from domain.death_of_the_vele.chapters.struggle_dice.pushing import chapter as pushing
from domain.death_of_the_vele.chapters.struggle_dice.ready import (
    AddAverageDie,
    FinishPushing,
    add_average_die,
    finish_pushing,
)
from domain.death_of_the_vele.chapters.struggle_dice.ready import chapter as ready
from domain.death_of_the_vele.lookup import bag, main_pool
from domain.death_of_the_vele.seats import STRUGGLE, Seat, components
from domain.death_of_the_vele.state.cast import Trait
from domain.death_of_the_vele.state.struggle import Side, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import ACTOR, player_of_component, unit_of
from domain.death_of_the_vele.terms.cast import ComponentKind
from domain.death_of_the_vele.terms.dice import Die, Home, Pool
from domain.death_of_the_vele.terms.references import AssistRef, ComponentRef, SideRef, TraitRef
from domain.death_of_the_vele.terms.struggle import StruggleKind, WagerSource
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import allowed, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker

chapter = Chapter[Vele](
    "A whole handful pushed",
    {
        "trait_of_several": "{components} each have that trait. Say whose it is.",
    },
)


class LaidDie(BaseModel):
    """One die to push: for which trait, and where it comes from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    trait: TraitRef
    die: Die
    source: WagerSource = Field(default=WagerSource.OWN, title="Where the die is from")
    component: ComponentRef | None = Field(
        default=None, description="Left out, whoever of yours has the trait.", title="Who"
    )
    assist_of: AssistRef | None = Field(
        title="The trait it helps",
        default=None,
        description="For a trait that fits only partly: the trait it helps, or `average`.",
    )


class PushDice(Command):
    """Push all dice of a side in one step, with the average die if wanted, and be ready to roll.

    Needs:    what each of them would need alone.
    Refused:  `no_struggle`, `already_rolled`, `covers_dice`, `component_unknown`, `not_your_component`,
              `not_in_struggle`, `side_unknown`, `not_on_side`, `narrator_only`, `side_ready`, `actor_side_first`,
              `trait_unknown`, `trait_of_several`, `trait_inactive`, `trait_disabled`, `trait_pushed`,
              `not_accepted`, `one_shot_unused`, `d4_bars`, `assist_needs_main`, `assist_too_large`,
              `die_over_trait`, `bowl_dice_only`, `not_held`, `points_not_held`, `average_added`, `nothing_pushed`.
    Yields:   `StruggleDiePushed` each, `AverageDieAdded`, `SideReady`; `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.push_dice"] = "death_of_the_vele.push_dice"
    side: SideRef = "actor"
    dice: tuple[LaidDie, ...] = ()
    average: bool = Field(default=False, description="Add the average die.")
    ready: bool = Field(default=True, description="The side is ready to roll then.")


@chapter.decides(PushDice)
def push_dice(state: Vele, command: PushDice, asker: Asker, chance: Chance) -> Events:
    """VE-53: push several dice one after the other; none, if one of them cannot be pushed."""
    in_story(state, asker)
    struggle = before_roll(state)
    steps = steps_of(state, struggle, command, asker)
    then = deepcopy(state)
    events: list[Event] = []
    for step in steps:
        for event in one_step(then, step, asker, chance):
            (pushing.changes.get(type(event)) or ready.changes[type(event)])(then, event)
            events.append(event)
    return events


def one_step(state: Vele, step: Command, asker: Asker, chance: Chance) -> Events:
    """Events of one step: one die, the average die, or being ready."""
    match step:
        case PushDie():
            return push_die(state, step, asker, chance)
        case AddAverageDie():
            return add_average_die(state, step, asker, chance)
        case _:
            return finish_pushing(state, FinishPushing.model_validate(step.model_dump()), asker, chance)


def steps_of(
    state: Vele, struggle: Struggle, command: PushDice, asker: Asker
) -> list[PushDie | AddAverageDie | FinishPushing]:
    """The single commands that a handful stands for, in order."""
    side_called(struggle, command.side)
    steps: list[PushDie | AddAverageDie | FinishPushing] = []
    for each in command.dice:
        slug = each.component or own_component_with(state, struggle, command.side, each.trait, asker)
        laid = {"trait": each.trait, "die": each.die, "source": each.source, "assist_of": each.assist_of}
        steps.append(PushDie(component=slug, **laid))
    if command.average:
        steps.append(AddAverageDie(side=command.side))
    if command.ready:
        steps.append(FinishPushing(side=command.side))
    need(steps, "nothing_pushed")
    return steps


def own_component_with(state: Vele, struggle: Struggle, name: str, trait: str, asker: Asker) -> str:
    """Id of the one component of the asker on a side that has a trait; refused where several have it."""
    there = [slug for main in struggle.sides[name].contributors for slug in unit_of(state, main)]
    mine = [slug for slug in there if player_of_component(state, slug) == asker.person]
    need(mine, "not_on_side", side=name)
    having = [slug for slug in mine if trait in state.components[slug].traits]
    need(len(having) <= 1, "trait_of_several", components=having)
    if not having:
        known_trait(state.components[mine[0]], mine[0], trait)
    return having[0]


def dice_to_push(state: Vele, struggle: Struggle, seat: Seat, name: str, side: Side) -> Iterable[Offer]:
    """Offers of the dice one player may push for a side."""
    if side.ready or not allowed(its_turn_to_push, struggle, name):
        return
    covers = struggle.kind is StruggleKind.HEAD_TO_HEAD
    turn = not covers or next_to_declare(state, struggle) == name
    if not covers:
        yield from handful(state, seat, name, side)
    for slug in (each for contributor in side.contributors for each in unit_of(state, contributor)):
        it = state.components[slug]
        if player_of_component(state, slug) != seat.player or not turn or (it.one_shot and not it.used):
            continue
        for trait, known in it.traits.items():
            key = f"{slug}.{trait}"
            if not known.usable or key in side.pushed or key in side.hand:
                continue
            locked = side.locked_by.get(slug) and known.die is not Die.D4 and state.house_rules.incompetent_lock
            if not locked:
                yield from dice_for(state, struggle, seat, slug, trait, known)
    scenery = " for the scenery" if side.main is None else ""
    if not side.average_dice:
        label = f"{seat.who} adds the average die{scenery}"
        yield seat.offer(AddAverageDie, label, {"side": name}, group=STRUGGLE)
    laid = side.pushed or side.hand or side.average_dice
    if laid or (name != ACTOR and not covers):
        label = f"{seat.who} is ready to roll{scenery}"
        yield seat.offer(FinishPushing, label, {"side": name}, group=STRUGGLE)


def handful(state: Vele, seat: Seat, name: str, side: Side) -> Iterable[Offer]:
    """Offer of all of a player's dice for a side in one step."""
    there = [slug for main in side.contributors for slug in unit_of(state, main)]
    mine = [slug for slug in there if player_of_component(state, slug) == seat.player]
    traits = {
        trait: Choice(trait, f"{known.name} {known.die}", state.components[slug].name)
        for slug in mine
        for trait, known in state.components[slug].traits.items()
        if known.usable and f"{slug}.{trait}" not in side.pushed
    }
    if traits:
        known = {"side": name, **({"average": False} if side.average_dice else {})}
        yield seat.offer(
            PushDice,
            f"{seat.who} pushes dice, all at once",
            known,
            {
                "dice.trait": tuple(traits.values()),
                "dice.die": tuple(Choice(die.value, die.value) for die in Die),
                "dice.component": components(state, mine),
            },
            group=STRUGGLE,
        )


def dice_for(state: Vele, struggle: Struggle, seat: Seat, slug: str, trait: str, known: Trait) -> Iterable[Offer]:
    """Offers of one trait's die: a wager of one's own, or one from the bowl."""
    it = state.components[slug]
    command = CoverDice if struggle.kind is StruggleKind.HEAD_TO_HEAD else PushDie
    verb = "covers" if command is CoverDice else "pushes"
    fitting = [die for die in Die if die.points <= known.die.points]
    fixed = {"component": slug, "trait": trait, "assist_of": None}
    wagers = it.kind is not ComponentKind.TEMPORARY and not struggle.hidden
    for source, home in (
        (WagerSource.OWN, main_pool(it)),
        (WagerSource.ALLOCATED, Home(pool=Pool.ALLOCATED, owner=slug)),
    ):
        held = bag(state, home)
        points = state.house_rules.points_pools
        able = (die for die in fitting if (die.points <= held.points if points else held.count(die)))
        mine = tuple(Choice(die.value, die.value) for die in able)
        if wagers and mine and struggle.kind is not StruggleKind.HEALING:
            label = "a wager" if source is WagerSource.OWN else "an allocated die"
            yield seat.offer(
                command,
                f"{it.name} {verb} {label} for {known.name}",
                {**fixed, "source": source.value},
                {"die": mine},
                group=STRUGGLE,
            )
    borrowed = tuple(Choice(die.value, die.value) for die in fitting)
    yield seat.offer(
        command,
        f"{it.name} {verb} a die of the bowl for {known.name}",
        {**fixed, "source": WagerSource.BOWL.value},
        {"die": borrowed},
        group=STRUGGLE,
    )
