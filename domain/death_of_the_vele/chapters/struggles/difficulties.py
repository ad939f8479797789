"""Rulings before the roll (VE-23, VE-56)."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from pydantic import Field

from domain.death_of_the_vele.chapters.deeds import note_deed, undoes
from domain.death_of_the_vele.chapters.guards import (
    before_roll,
    in_story,
    known_component,
    known_trait,
    not_turned_down,
    side_called,
)
from domain.death_of_the_vele.lookup import side_of, struggle_of, trait_of
from domain.death_of_the_vele.phrases import told, words
from domain.death_of_the_vele.state.struggle import Difficulty, Struggle
from domain.death_of_the_vele.state.table import Deed
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import main_of, side_with
from domain.death_of_the_vele.terms.dice import Die
from domain.death_of_the_vele.terms.play import ApprovalKind, DeedKind
from domain.death_of_the_vele.terms.references import ComponentRef, SideRef, TraitRef
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug, Text

chapter = Chapter[Vele](
    "Rulings before the roll",
    {
        "not_in_struggle": "{component} takes no part in this struggle.",
        "not_incompetent": "{trait} is a {die}; only a d4 bars larger traits.",
        "applies_already": "A d4 trait of {component} applies already.",
        "larger_pushed": "{trait} was pushed already. Rule on a d4 before larger dice are pushed.",
        "difficulty_bounds": "{amount} is no difficulty: from 1, difficult, to {high}, about the most there is.",
        "dice_pushed": "By the rules of this house, difficulties are named before the first die is pushed.",
    },
)


MOST_DIFFICULT = 5


class RuleTraitApplies(Command):
    """Rule that a d4 trait applies: the component's larger traits are barred from this struggle.

    Needs:    a struggle before the roll; a d4 trait of a component in it.
    Refused:  `no_struggle`, `already_rolled`, `component_unknown`, `not_in_struggle`, `trait_unknown`,
              `not_incompetent`, `applies_already`, `larger_pushed`, `not_accepted`.
    Yields:   `IncompetentTraitApplied`.
    """

    type: Literal["death_of_the_vele.rule_trait_applies"] = "death_of_the_vele.rule_trait_applies"
    component: ComponentRef
    trait: TraitRef


class IncompetentTraitApplied(Event):
    """A d4 trait was ruled to apply, and bars larger ones of its component on this side (VE-23)."""

    type: Literal["death_of_the_vele.incompetent_trait_applied.v2"] = (
        "death_of_the_vele.incompetent_trait_applied.v2"
    )
    struggle: Slug
    side: Slug
    component: Slug
    trait: Slug
    player: Person


class IncompetentTraitAppliedV1(Event):
    """A d4 trait was ruled to apply. It barred nothing of what was attached to somebody; nobody writes it now."""

    type: Literal["death_of_the_vele.incompetent_trait_applied.v1"] = (
        "death_of_the_vele.incompetent_trait_applied.v1"
    )
    struggle: Slug
    component: Slug
    trait: Slug
    player: Person


Applied: TypeAlias = IncompetentTraitApplied | IncompetentTraitAppliedV1


@chapter.decides(RuleTraitApplies)
def rule_trait_applies(state: Vele, command: RuleTraitApplies, asker: Asker, chance: Chance) -> Events:
    """VE-23: rule that a d4 trait applies, which bars the larger traits of its component."""
    in_story(state, asker)
    struggle = before_roll(state)
    name = side_it_bars(state, struggle, command.component, command.trait)
    return [
        IncompetentTraitApplied(
            struggle=struggle.id,
            side=name,
            component=command.component,
            trait=command.trait,
            player=asker.person,
        )
    ]


def side_it_bars(state: Vele, struggle: Struggle, component: str, slug: str) -> str:
    """The side on which a d4 trait may be ruled to apply now; refused otherwise."""
    it = known_component(state, component)
    name = found(side_with(state, struggle, component), "not_in_struggle", component=component)
    trait = known_trait(it, component, slug)
    need(trait.die is Die.D4, "not_incompetent", trait=trait.name, die=trait.die)
    side = struggle.sides[name]
    need(component not in side.locked_by, "applies_already", component=component)
    pushed = [*side.pushed.values(), *side.hand.values()]
    larger = [die for die in pushed if die.component == component and it.traits[die.trait].die is not Die.D4]
    if larger and state.house_rules.incompetent_lock:
        raise CommandRefused("larger_pushed", trait=it.traits[larger[0].trait].name)
    not_turned_down(state, ApprovalKind.TRAIT, trait.name)
    return name


@chapter.applies(IncompetentTraitApplied)
def _(state: Vele, event: IncompetentTraitApplied) -> None:
    trait_of(state, event.component, event.trait)
    side_of(state, event.side).locked_by[event.component] = event.trait


@chapter.applies(IncompetentTraitAppliedV1)
def _(state: Vele, event: IncompetentTraitAppliedV1) -> None:
    trait_of(state, event.component, event.trait)
    for side in struggle_of(state).sides.values():
        if event.component in side.contributors:
            side.locked_by[event.component] = event.trait


@chapter.tells(IncompetentTraitApplied, "{trait} applies to {component}, and bars larger traits")
def _(state: Vele, event: IncompetentTraitApplied) -> Iterable[Fact]:
    yield applied(state, event)


@chapter.tells(IncompetentTraitAppliedV1, "{trait} applies to {component}, and bars larger traits")
def _(state: Vele, event: IncompetentTraitAppliedV1) -> Iterable[Fact]:
    yield applied(state, event)


def applied(state: Vele, event: Applied) -> Fact:
    """Fact of a d4 trait that was ruled to apply."""
    name = state.components[event.component].traits[event.trait].name
    return told(f"{name} applies", "struggle", event.component)


class SetDifficulty(Command):
    """State a difficulty: 1 difficult, 3 hard, 5 about the most there is.

    Needs:    a struggle before the roll.
    Refused:  `no_struggle`, `already_rolled`, `side_unknown`, `difficulty_bounds`, `dice_pushed`,
              `not_accepted`.
    Yields:   `DifficultySet`.
    """

    type: Literal["death_of_the_vele.set_difficulty"] = "death_of_the_vele.set_difficulty"
    amount: int = Field(ge=-99, le=99, description="Points off the side's result, 1 to 5.")
    reason: Text = ""
    side: SideRef = "actor"


class DifficultySet(Event):
    """A side's result is lowered (VE-56)."""

    type: Literal["death_of_the_vele.difficulty_set.v1"] = "death_of_the_vele.difficulty_set.v1"
    struggle: Slug
    side: Slug
    amount: int
    reason: Text
    player: Person


@chapter.decides(SetDifficulty)
def set_difficulty(state: Vele, command: SetDifficulty, asker: Asker, chance: Chance) -> Events:
    """VE-56: take 1 to 5 points off a side's result; several add up."""
    in_story(state, asker)
    struggle = before_roll(state)
    side_called(struggle, command.side)
    need(1 <= command.amount <= MOST_DIFFICULT, "difficulty_bounds", amount=command.amount, high=MOST_DIFFICULT)
    laid = any(it.pushed or it.hand for it in struggle.sides.values())
    if state.house_rules.difficulties_before_dice and laid:
        raise CommandRefused("dice_pushed")
    not_turned_down(state, ApprovalKind.DIFFICULTY, command.reason)
    return [
        DifficultySet(
            struggle=struggle.id,
            side=command.side,
            amount=command.amount,
            reason=command.reason,
            player=asker.person,
        )
    ]


@chapter.applies(DifficultySet, renames=True)
def _(state: Vele, event: DifficultySet) -> None:
    difficulties = side_of(state, event.side).difficulties
    difficulties.append(Difficulty(event.amount, event.reason))
    note_deed(state, DeedKind.DIFFICULTY, event.player, f"{event.side}.{len(difficulties)}")


@undoes(DeedKind.DIFFICULTY)
def _(state: Vele, done: Deed) -> None:
    side, _, number = done.subject.partition(".")
    if state.struggle is not None and side in state.struggle.sides:
        state.struggle.sides[side].difficulties[int(number) - 1].amount = 0


@chapter.tells(DifficultySet, "{side} faces a difficulty of {amount}: {reason}")
def _(state: Vele, event: DifficultySet) -> Iterable[Fact]:
    yield told(f"difficulty {event.amount}: {words(event.reason)}", "difficulty", *main_of(state, event.side))
