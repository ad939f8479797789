"""Pushing dice, openly or covered: what may be wagered, and where a wager is paid from (VE-53, VE-55, VE-64)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.deeds import note_deed, undoes
from domain.death_of_the_vele.chapters.guards import (
    before_roll,
    in_story,
    known_trait,
    not_turned_down,
    own_component,
)
from domain.death_of_the_vele.chapters.pools import dice_held, pay
from domain.death_of_the_vele.chapters.struggles.allies import ally_moves, drop_moves, goal_moves
from domain.death_of_the_vele.lookup import (
    BOWL,
    as_held,
    component_of,
    main_pool,
    side_of,
    single,
    struggle_of,
    table_of,
)
from domain.death_of_the_vele.phrases import dice_moved, told
from domain.death_of_the_vele.state.cast import Component, Trait
from domain.death_of_the_vele.state.struggle import PushedDie, Side, Struggle
from domain.death_of_the_vele.state.table import Deed, DiceMove
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import ACTOR, initiative_place, player_of_component, side_with
from domain.death_of_the_vele.terms.cast import ComponentKind
from domain.death_of_the_vele.terms.dice import Dice, Die, Home, Pool
from domain.death_of_the_vele.terms.play import ApprovalKind, DeedKind
from domain.death_of_the_vele.terms.references import AssistRef, ComponentRef, TraitRef
from domain.death_of_the_vele.terms.struggle import Phase, StruggleKind, WagerSource
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker, Audience, only
from domain.kernel.terms import Person, PersonId, Slug

chapter = Chapter[Vele](
    "Pushing dice, openly or covered",
    {
        "covers_dice": "Head-to-head, dice are covered, not pushed.",
        "pushes_openly": "Dice are covered head-to-head only; push them.",
        "actor_side_first": "The acting side pushes first, so that the others can see its dice.",
        "trait_inactive": "{trait} was not paid for in this act.",
        "trait_disabled": "{trait} is disabled until it is healed, or freed.",
        "trait_pushed": "{trait} has pushed its die, and each trait pushes one.",
        "one_shot_unused": "Use {component} first: it is a one-shot.",
        "d4_bars": "{trait} applies and is a d4; higher traits are barred.",
        "die_over_trait": "{trait} is a {die}: push a {die} or less.",
        "assist_needs_main": "A trait that assists needs a main trait pushed on its side, or the average die.",
        "assist_too_large": "Assisting a {main}, push at most a {most}.",
        "bowl_dice_only": "{component} pushes dice from the bowl only, here.",
        "declares_first": "The other side declares a trait first: {side}.",
    },
)


AVERAGE = "average"


class PushDie(Command):
    """Push a die for a trait: one's own, as a wager, or one from the bowl.

    Needs:    a usable trait of a contributing component; a die no larger than the trait.
    Refused:  `no_struggle`, `already_rolled`, `covers_dice`, `component_unknown`, `not_your_component`,
              `not_in_struggle`, `side_ready`, `actor_side_first`, `trait_unknown`, `trait_inactive`,
              `trait_disabled`, `trait_pushed`, `not_accepted`, `one_shot_unused`, `d4_bars`,
              `assist_needs_main`, `assist_too_large`, `die_over_trait`, `bowl_dice_only`, `not_held`,
              `points_not_held`.
    Yields:   `StruggleDiePushed`; `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.push_die"] = "death_of_the_vele.push_die"
    component: ComponentRef = Field(title="Who")
    trait: TraitRef
    die: Die
    source: WagerSource = Field(default=WagerSource.OWN, title="Where the die is from")
    assist_of: AssistRef | None = Field(
        title="The trait it helps",
        default=None,
        description="For a trait that fits only partly: the trait it helps, or `average`.",
    )


class StruggleDiePushed(Event):
    """A die was pushed for a trait (VE-53).

    `source`: its home; `dice`: what left it; `assist_of`: the trait it helps.
    """

    type: Literal["death_of_the_vele.struggle_die_pushed.v1"] = "death_of_the_vele.struggle_die_pushed.v1"
    struggle: Slug
    side: Slug
    component: Slug
    trait: Slug
    player: Person
    die: Die
    source: Home
    dice: Dice
    assist_of: Slug | None = None


@chapter.decides(PushDie)
def push_die(state: Vele, command: PushDie, asker: Asker, chance: Chance) -> Events:
    """VE-53, VE-55: push one die for a usable trait, no larger than the trait; the actor's side first."""
    in_story(state, asker)
    struggle = before_roll(state)
    need(struggle.kind is not StruggleKind.HEAD_TO_HEAD, "covers_dice")
    laid = laid_die(state, struggle, command, asker)
    name, source = laid
    its_turn_to_push(struggle, name)
    dice = single(command.die) if source.pool is Pool.BOWL else as_held(state, single(command.die))
    dice_held(state, source, dice)
    return [
        StruggleDiePushed(
            struggle=struggle.id,
            side=name,
            component=command.component,
            trait=command.trait,
            player=asker.person,
            die=command.die,
            source=source,
            dice=dice,
            assist_of=command.assist_of,
        )
    ]


def its_turn_to_push(struggle: Struggle, name: str) -> None:
    """Refuse dice before the actor's side has pushed its own, but not where both cover their dice."""
    open_handed = struggle.kind is not StruggleKind.HEAD_TO_HEAD
    if open_handed and name != ACTOR and not struggle.actor.ready:
        raise CommandRefused("actor_side_first")


class CoverDice(Command):
    """Cover a die: declare a trait and put a die under it, in a head-to-head struggle. It is shown with the
    others'.

    Needs:    one's turn to declare: the lowest initiative begins, then one each.
    Refused:  as `PushDie`, and `pushes_openly`, `declares_first`, `trait_pushed`.
    Yields:   `TraitDeclared`, `DiceCovered` (sealed).
    """

    type: Literal["death_of_the_vele.cover_dice"] = "death_of_the_vele.cover_dice"
    component: ComponentRef = Field(title="Who")
    trait: TraitRef
    die: Die
    source: WagerSource = Field(default=WagerSource.OWN, title="Where the die is from")
    assist_of: AssistRef | None = Field(
        title="The trait it helps",
        default=None,
        description="For a trait that fits only partly: the trait it helps, or `average`.",
    )


def laid_die(state: Vele, struggle: Struggle, command: PushDie | CoverDice, asker: Asker) -> tuple[str, Home]:
    """Side and home of a die that may be laid for a trait; refused where it may not."""
    it = own_component(state, command.component, asker)
    name = found(side_with(state, struggle, command.component), "not_in_struggle", component=command.component)
    side = struggle.sides[name]
    need(not side.ready, "side_ready", side=name)
    trait = known_trait(it, command.component, command.trait)
    usable_trait(command.trait, trait)
    not_laid_yet(side, f"{command.component}.{command.trait}")
    not_turned_down(state, ApprovalKind.TRAIT, trait.name)
    not_barred(state, struggle, side, command.component, trait)
    fits_the_trait(state, side, command, trait)
    may_wager(struggle, it, command.source)
    return name, home_of(it, command)


def usable_trait(slug: str, trait: Trait) -> None:
    """Refuse a trait that cannot be used."""
    need(trait.active, "trait_inactive", trait=trait.name)
    need(trait.usable, "trait_disabled", trait=trait.name)


def not_laid_yet(side: Side, key: str) -> None:
    """Refuse a second die of one trait."""
    if key in side.pushed or key in side.hand:
        raise CommandRefused("trait_pushed", trait=key)


def not_barred(state: Vele, struggle: Struggle, side: Side, component: str, trait: Trait) -> None:
    """Refuse a one-shot that is not used yet, and a trait barred by a d4 that applies."""
    it = state.components[component]
    if it.one_shot and it.used_in != struggle.id:
        raise CommandRefused("one_shot_unused", component=component)
    lock = side.locked_by.get(component)
    if lock is not None and trait.die is not Die.D4 and state.house_rules.incompetent_lock:
        raise CommandRefused("d4_bars", trait=it.traits[lock].name)


def fits_the_trait(state: Vele, side: Side, command: PushDie | CoverDice, trait: Trait) -> None:
    """Refuse a die larger than its trait, or an assist more than one step above the main one (VE-53, VE-55)."""
    if command.assist_of is None:
        over = command.die.points > trait.die.points
        need(not over, "die_over_trait", trait=trait.name, die=trait.die)
        return
    main = found(main_die(state, side, command.assist_of), "assist_needs_main")
    most = trait.die.points if trait.die.points <= main.points else min(main.points + 1, trait.die.points)
    if command.die.points > most:
        raise CommandRefused("assist_too_large", main=main, most=Die.worth(most))


def main_die(state: Vele, side: Side, assisted: str) -> Die | None:
    """The size of the trait that is assisted; a d6, where the average die stands in for one."""
    for laid in (*side.pushed.values(), *side.hand.values()):
        if laid.trait == assisted and laid.assist_of is None:
            return state.components[laid.component].traits[laid.trait].die
    return Die.D6 if assisted == AVERAGE and side.average_dice else None


def may_wager(struggle: Struggle, it: Component, source: WagerSource) -> None:
    """Refuse a wager of dice that may not be wagered here; the bowl's dice always may be pushed."""
    if source is WagerSource.BOWL:
        return
    bowl_only = struggle.hidden or struggle.kind is StruggleKind.HEALING or it.kind is ComponentKind.TEMPORARY
    need(not bowl_only, "bowl_dice_only", component=it.name)


def home_of(it: Component, command: PushDie | CoverDice) -> Home:
    """The home a die comes from."""
    match command.source:
        case WagerSource.BOWL:
            return BOWL
        case WagerSource.ALLOCATED:
            return Home(pool=Pool.ALLOCATED, owner=command.component)
        case WagerSource.OWN:
            return main_pool(it)


def push(state: Vele, side: Side, die: PushedDie, dice: Dice) -> None:
    """Move a die from its home to the table."""
    key = f"{die.component}.{die.trait}"
    must(key not in side.pushed, f"{key} was pushed already")
    moved = DiceMove(dice, die.source, table_of(struggle_of(state).id))
    pay(state, moved.giver, moved.taker, dice)
    side.pushed[key] = die
    for moves in (goal_moves(state), ally_moves(state, side, die.component)):
        moves.append(moved)


@chapter.applies(StruggleDiePushed, renames=True)
def _(state: Vele, event: StruggleDiePushed) -> None:
    struggle = struggle_of(state)
    component_of(state, event.component)
    die = PushedDie(
        component=event.component,
        trait=event.trait,
        player=event.player,
        die=event.die,
        source=event.source,
        assist_of=event.assist_of,
    )
    push(state, side_of(state, event.side), die, event.dice)
    struggle.phase = Phase.PUSHING
    moved = DiceMove(event.dice, event.source, table_of(event.struggle))
    note_deed(state, DeedKind.PUSH, event.player, f"{event.side}.{event.component}.{event.trait}", moved)


@undoes(DeedKind.PUSH)
def _(state: Vele, done: Deed) -> None:
    side, _, key = done.subject.partition(".")
    if state.struggle is not None and side in state.struggle.sides:
        laid = state.struggle.sides[side]
        laid.pushed.pop(key, None)
        laid.ready = False
        state.struggle.phase = Phase.PUSHING
        drop_moves(state, done.paid, ally_moves(state, laid, key.partition(".")[0]))


@chapter.tells(StruggleDiePushed, "{component} pushes a {die} for {trait}, from {source}")
def _(state: Vele, event: StruggleDiePushed) -> Iterable[Fact]:
    yield from dice_moved(state, event.source, table_of(event.struggle), event.dice, "pushed")


def next_to_declare(state: Vele, struggle: Struggle) -> str | None:
    """The side that declares the next trait: the lowest initiative first, then one each; None at the end."""
    sides = [name for name, side in struggle.sides.items() if not side.ready]
    if len(sides) < 2:
        return sides[0] if sides else None

    def place(name: str) -> tuple[int, int]:
        main = struggle.sides[name].main
        last = initiative_place(state, player_of_component(state, main)) if main is not None else 0
        return len(struggle.sides[name].hand), -last

    return min(sides, key=place)


def covered_from(state: Vele, struggle: Struggle, home: Home) -> Dice:
    """Dice of a home that lie covered already, and so cannot be laid again."""
    hands = (die for side in struggle.sides.values() for die in side.hand.values() if die.source == home)
    return sum((as_held(state, single(die.die)) for die in hands), Dice())


class TraitDeclared(Event):
    """A trait was declared in a head-to-head struggle; its die lies covered (VE-64)."""

    type: Literal["death_of_the_vele.trait_declared.v1"] = "death_of_the_vele.trait_declared.v1"
    struggle: Slug
    side: Slug
    component: Slug
    trait: Slug
    player: Person


class DiceCovered(Event):
    """A die laid covered for a trait: its player's secret until dice are shown."""

    type: Literal["death_of_the_vele.dice_covered.v1"] = "death_of_the_vele.dice_covered.v1"
    struggle: Slug
    side: Slug
    component: Slug
    trait: Slug
    player: Person
    die: Die
    source: Home
    assist_of: Slug | None = None


@chapter.decides(CoverDice)
def cover_dice(state: Vele, command: CoverDice, asker: Asker, chance: Chance) -> Events:
    """VE-64: declare a trait and cover its die, which stays at home until both sides show theirs."""
    in_story(state, asker)
    struggle = before_roll(state)
    need(struggle.kind is StruggleKind.HEAD_TO_HEAD, "pushes_openly")
    laid = laid_die(state, struggle, command, asker)
    name, source = laid
    first = next_to_declare(state, struggle)
    need(first == name, "declares_first", side=first)
    if source.pool is not Pool.BOWL:
        needed = covered_from(state, struggle, source) + as_held(state, single(command.die))
        dice_held(state, source, needed)
    shown = {
        "struggle": struggle.id,
        "side": name,
        "component": command.component,
        "trait": command.trait,
        "player": asker.person,
    }
    return [
        TraitDeclared.model_validate(shown),
        DiceCovered.model_validate(
            {**shown, "die": command.die, "source": source, "assist_of": command.assist_of}
        ),
    ]


@chapter.applies(TraitDeclared)
def _(state: Vele, event: TraitDeclared) -> None:
    struggle_of(state).phase = Phase.PUSHING


@chapter.applies(DiceCovered)
def _(state: Vele, event: DiceCovered) -> None:
    side = side_of(state, event.side)
    side.covered = True
    side.hand[f"{event.component}.{event.trait}"] = PushedDie(
        component=event.component,
        trait=event.trait,
        player=event.player,
        die=event.die,
        source=event.source,
        assist_of=event.assist_of,
    )


@chapter.tells(TraitDeclared, "{component} declares {trait}")
def _(state: Vele, event: TraitDeclared) -> Iterable[Fact]:
    name = state.components[event.component].traits[event.trait].name
    yield told(f"{name}, with a covered die", "struggle", event.component)


def the_coverer(state: Vele, event: DiceCovered) -> Audience:
    """Audience of a covered die: only the player who covers it."""
    return only(PersonId(event.player))


@chapter.tells(DiceCovered, "{component} covers a {die} for {trait}", to=the_coverer)
def _(state: Vele, event: DiceCovered) -> Iterable[Fact]:
    yield told(f"a {event.die} lies covered", "struggle", event.component, audience=only(PersonId(event.player)))
