"""Fate, paid with XP, and free tags (VE-106, VE-107)."""

from dataclasses import dataclass

from domain.death_of_the_vele.commands import fate as ask
from domain.death_of_the_vele.events import aspects
from domain.death_of_the_vele.events import fate as say
from domain.death_of_the_vele.reckoning import player_of_component
from domain.death_of_the_vele.state import Aspect, PushedDie, Struggle, Vele
from domain.death_of_the_vele.terms import ApprovalKind, AspectStatus, Die, Durability, FateUse, XpReason
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.people import Asker

from .awards import Awards
from .cases import rolls_for
from .common import narrates, narrating, not_turned_down, open_scene
from .rolling import fate_window_open
from .stages import rolled

WITH_ASPECT, WITHOUT = 2, 1
IN_A_STRUGGLE = (FateUse.BONUS, FateUse.REROLL)


@dataclass(slots=True)
class _Luck:
    """What a use of fate, or of a free tag, comes to, before any die is thrown again."""

    struggle: str | None = None
    side: str | None = None
    bonus: int = 0
    again: tuple[str | None, str | None, Die, int] | None = None


@rolls_for(ask.UseFate)
def use_fate(state: Vele, command: ask.UseFate, asker: Asker, chance: Chance) -> Events:
    """VE-106: 1 XP, once a scene; +2 or a reroll with a fitting aspect, +1 without, or a piece of fiction."""
    scene = open_scene(state)
    need(command.use is not FateUse.INSTANT_ATTACH, "attaches_otherwise")
    awards = Awards(state)
    if awards.balance(asker.person) < 1:
        raise CommandRefused("too_little_xp", have=awards.balance(asker.person), need=1)
    need(not scene.fate_xp_used.get(asker.person), "fate_used")
    not_turned_down(state, ApprovalKind.FATE, command.text)
    aspect_counts(state, command.aspect)
    own_aspect_only(state, command.aspect, asker)
    luck = luck_of(state, command, asker, aspect=command.aspect is not None)
    used = say.FateUsed(
        player=asker.person,
        use=command.use,
        aspect=command.aspect,
        struggle=luck.struggle,
        side=luck.side,
        bonus=luck.bonus,
        reroll=thrown_again(luck, chance),
        text=command.text,
    )
    awards.spend(asker.person, 1, XpReason.FATE, command.aspect or "")
    return [used, *awards.events]


def aspect_counts(state: Vele, slug: str | None) -> None:
    """An aspect that still counts, if one is named."""
    if slug is None:
        return
    aspect = found(state.aspects.get(slug), "aspect_unknown", aspect=slug)
    if aspect.status is AspectStatus.ACTIVE:
        return
    raise CommandRefused("aspect_not_active", aspect=aspect.text, status=aspect.status)


def is_own(state: Vele, aspect: Aspect, player: str) -> bool:
    """Whether an aspect is on something this person plays."""
    return aspect.subject in state.components and player_of_component(state, aspect.subject) == player


def own_aspect_only(state: Vele, slug: str | None, asker: Asker) -> None:
    """By house rule fate works on one's own aspects only (VE-P3)."""
    if not state.house_rules.fate_own_aspect_once:
        return
    own = slug is not None and is_own(state, state.aspects[slug], asker.person)
    need(own, "own_aspect_only")


def luck_of(state: Vele, command: ask.UseFate | ask.TagAspect, asker: Asker, *, aspect: bool) -> _Luck:
    """What it comes to: in a struggle a bonus or a reroll, elsewhere words by the right person."""
    if command.use not in IN_A_STRUGGLE:
        may_tell(state, command, asker)
        return _Luck()
    struggle = rolled(state)
    name = command.side or "actor"
    fate_window_open(state, struggle, name, asker)
    if command.use is FateUse.BONUS:
        return _Luck(struggle.id, name, WITH_ASPECT if aspect else WITHOUT)
    need(aspect, "reroll_needs_aspect")
    die = die_on_the_table(struggle, name, command.component, command.trait)
    return _Luck(struggle.id, name, again=die)


def may_tell(state: Vele, command: ask.UseFate | ask.TagAspect, asker: Asker) -> None:
    """Outside a roll: feats for anybody, own aspects or cancelled changes for players, facts for narrators."""
    need(command.text.strip(), "text_missing")
    if command.use is FateUse.CHANGE_FACT:
        narrating(state, asker)
    if command.use in (FateUse.OWN_ASPECT_FICTION, FateUse.CANCEL_CHANGE):
        need(not narrates(state, asker), "not_for_narrator")
    if command.use is FateUse.OWN_ASPECT_FICTION:
        aspect = state.aspects.get(command.aspect or "")
        if aspect is None or not is_own(state, aspect, asker.person):
            raise CommandRefused("own_aspect_needed")


def die_on_the_table(
    struggle: Struggle, name: str, component: str | None, trait: str | None
) -> tuple[str | None, str | None, Die, int]:
    """A die of a side: (component, trait, size, face); the average die when none is named."""
    side = struggle.sides[name]
    if component is None and trait is None and side.average_dice and side.average_dice[0].value is not None:
        return None, None, Die.D6, side.average_dice[0].value
    die: PushedDie | None = side.pushed.get(f"{component}.{trait}")
    if die is None or die.value is None:
        raise CommandRefused("die_unknown", side=name)
    return die.component, die.trait, die.die, die.value


def thrown_again(luck: _Luck, chance: Chance) -> say.Reroll | None:
    """The die, thrown again."""
    if luck.again is None:
        return None
    component, trait, die, old = luck.again
    (new,) = chance.roll(die.sides)
    return say.Reroll(component=component, trait=trait, die=die, old=old, new=new)


@rolls_for(ask.TagAspect)
def tag_aspect(state: Vele, command: ask.TagAspect, asker: Asker, chance: Chance) -> Events:
    """VE-107: whoever comes first uses the free tag; a fragile aspect ends with it."""
    open_scene(state)
    aspect_counts(state, command.aspect)
    aspect = state.aspects[command.aspect]
    need(aspect.free_tag, "free_tag_used", aspect=command.aspect)
    need(command.use is not FateUse.INSTANT_ATTACH, "attaches_otherwise")
    luck = luck_of(state, command, asker, aspect=True)
    used = say.FreeTagUsed(
        player=asker.person,
        use=command.use,
        aspect=command.aspect,
        struggle=luck.struggle,
        side=luck.side,
        bonus=luck.bonus,
        reroll=thrown_again(luck, chance),
        text=command.text,
    )
    ends = luck.struggle is None and aspect.durability is Durability.FRAGILE
    return [used, aspects.AspectExpired(aspect=command.aspect, reason="tagged")] if ends else [used]
