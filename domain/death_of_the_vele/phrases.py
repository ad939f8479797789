"""Turns of phrase that retellings share."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.death_of_the_vele.house_rules import PcAspects
from domain.death_of_the_vele.lookup import bag_at
from domain.death_of_the_vele.printed import STEPS_IN_A_LEVEL, XP_STEP, pc_aspect_floor, pc_trait_slots, step_die
from domain.death_of_the_vele.slots import next_aspect_at, slots_by_value
from domain.death_of_the_vele.state.cast import Trait
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import ComponentKind
from domain.death_of_the_vele.terms.dice import Dice, Home, Pool
from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.people import Audience

AT_THE_BOWL = Home(pool=Pool.BOWL)
STORY = "story"
READY, INACTIVE, DAMAGED, CONTROLLED = "ready", "inactive", "damaged", "controlled"
NEEDS_HEALING, FOR_THE_SCENE = "X", "S"
POOL_LABELS: Mapping[Pool, str] = {
    Pool.CHARACTER: "Character dice",
    Pool.STORY: "Story dice",
    Pool.ALLOCATED: "Allocated dice",
    Pool.GROUP: "Group dice",
    Pool.BOWL: "The bowl",
    Pool.TABLE: "Pushed dice",
}
THE_BOWL = "bowl"


def trait_state(
    slug: str, trait: str, label: str, was: str, now: str, why: str, *, good: bool | None = None
) -> Fact:
    """Fact of a trait of a component in another state."""
    return facts.StateChanged(
        owner=slug, group="traits", name=trait, label=label, was=was, now=now, why=why, good=good
    )


def entered(state: Vele, slug: str, how: str) -> Fact:
    """Fact of a component that is in the story now."""
    it = state.components[slug]
    pc = it.kind is ComponentKind.PC
    return facts.CharacterEntered(
        character=slug,
        name=it.name,
        character_kind=CharacterKind.PLAYERS if pc else CharacterKind.OTHER,
        player=it.owner,
        how=how,
    )


def progress(state: Vele, player: str) -> facts.ProgressSet:
    """Fact of a player's progress towards the next twenty points of XP."""
    it = state.story.players[player]
    return facts.ProgressSet(
        owner=player,
        track="level",
        have=it.xp_earned - it.xp_apart,
        need=(it.steps_taken + 1) * XP_STEP,
        brings=step_reward(state, player, it.steps_taken + 1),
        label=f"XP, level {it.level}",
    )


def mark(state: Vele, trait: Trait) -> str:
    """The mark beside a trait: with `damage_marks` X for damage, S and the controller's initial for control."""
    if not trait.active:
        return INACTIVE
    letters = state.house_rules.damage_marks
    if trait.damage_mark:
        return NEEDS_HEALING if letters else DAMAGED
    if trait.control_marks:
        initials = (state.components[slug].name[:1] for slug in trait.control_marks if slug in state.components)
        return " ".join((FOR_THE_SCENE, *initials)) if letters else CONTROLLED
    return READY


def words(value: str) -> str:
    """An identifier read aloud."""
    return value.replace("_", " ")


def told(text: str, form: str, *about: str, **more: Any) -> Fact:
    """Fact of a step that moves no number, in a few words."""
    return facts.Told(text=text, form=form, about=about, **more)


def used(player: str, text: str, what: str, struggle: str | None, audience: Audience) -> Iterable[Fact]:
    """Facts of a turn of the story for which a player used something, where it was said in words."""
    if text:
        way = facts.Way.USES
        yield facts.Turn(test=struggle or "", who=player, text=text, way=way, what=what, audience=audience)


def dice_moved(state: Vele, giver: Home, taker: Home, dice: Dice, why: str) -> Iterable[Fact]:
    """Facts of dice that went from home to home: the move, and the points of each counted pool after it."""
    if not dice:
        return
    yield facts.DiceMoved(
        giver=giver.owner or THE_BOWL,
        giver_pool=POOL_LABELS[giver.pool],
        taker=taker.owner or THE_BOWL,
        taker_pool=POOL_LABELS[taker.pool],
        dice=dice.pairs,
        why=why,
    )
    yield from points_changed(state, giver, -dice.points, why)
    yield from points_changed(state, taker, dice.points, why)


def towards_an_aspect(state: Vele, slug: str) -> Iterable[Fact]:
    """Facts of a component's progress towards its next aspect slot, where value brings one."""
    it = state.components[slug]
    if (need := next_aspect_at(state, it)) is not None:
        yield facts.ProgressSet(
            owner=slug,
            track="aspect_slots",
            have=it.value,
            need=need,
            brings="one more aspect slot",
            label="Value",
        )


def step_reward(state: Vele, player: str, step: int) -> str:
    """The reward of the nth step of 20 XP, in words."""
    die = step_die(step)
    return f"a {die}" if die is not None else level_brings(state, player, 1 + step // STEPS_IN_A_LEVEL)


def level_brings(state: Vele, player: str, level: int) -> str:
    """A level and its slot, in words. The aspects of an even level may already be there by the PC's value."""
    if pc_trait_slots(level) > pc_trait_slots(level - 1):
        return f"level {level}: one more trait slot"
    if state.house_rules.pc_aspects is PcAspects.VALUE:
        return f"level {level}"
    floor, pc = pc_aspect_floor(level), state.components.get(state.story.players[player].pc or "")
    more = pc is None or floor > slots_by_value(pc)
    return f"level {level}: " + ("one more aspect slot" if more else f"{floor} aspect slots at least")


def pool_name(home: Home) -> str:
    """The name of a pool on its owner's sheet: the last part of its path."""
    return {Pool.ALLOCATED: "allocated"}.get(home.pool, f"{home.pool.value}_dice")


def points_changed(state: Vele, home: Home, delta: int, why: str) -> Iterable[Fact]:
    """Facts of a pool that is worth more or less; the bowl and the table are not counted."""
    bag = bag_at(state, home)
    if bag is not None and delta:
        yield facts.NumberChanged(
            owner=home.owner or "",
            name=pool_name(home),
            label=f"{POOL_LABELS[home.pool]}, points",
            delta=delta,
            now=bag.points,
            low=0,
            why=why,
        )


def value_changed(state: Vele, slug: str, why: str, delta: int) -> Iterable[Fact]:
    """Facts of a component's value, `delta` points more or less, and of the aspect slots that follow from it."""
    it = state.components[slug]
    if delta:
        yield facts.NumberChanged(
            owner=slug, name="value", label="Value", delta=delta, now=it.value, low=0, why=why
        )
    yield from towards_an_aspect(state, slug)
