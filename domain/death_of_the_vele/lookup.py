"""Lookups in a state: the places of things, those who act for a component, the dice and their homes."""

from collections.abc import Iterable

from domain.death_of_the_vele.state.act import Act, Exclusion, Scene
from domain.death_of_the_vele.state.cast import Aspect, Component, Group, Trait
from domain.death_of_the_vele.state.dice import DiceBag
from domain.death_of_the_vele.state.struggle import Side, Struggle
from domain.death_of_the_vele.state.table import Player
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import players_on, unit_of
from domain.death_of_the_vele.terms.cast import ComponentKind
from domain.death_of_the_vele.terms.dice import Dice, Die, Home, Pool
from domain.death_of_the_vele.terms.play import ActStatus
from domain.death_of_the_vele.terms.struggle import Phase
from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.people import Asker
from domain.kernel.terms import slugify

RESERVED_IDS = frozenset({"bowl", "scene", "story", "table", "gm", "actor", "opponent"})
BOWL = Home(pool=Pool.BOWL)


def act_of(state: Vele) -> Act:
    """The act under way."""
    if state.act is None:
        raise ImpossibleHistoryError("no act has begun")
    return state.act


def scene_of(state: Vele) -> Scene:
    """The open scene."""
    if state.scene is None or not state.scene.open:
        raise ImpossibleHistoryError("no scene is open")
    return state.scene


def side_of(state: Vele, side: str) -> Side:
    """A side of the struggle under way."""
    found = struggle_of(state).sides.get(side)
    if found is None:
        raise ImpossibleHistoryError(f"{side} is no side of this struggle")
    return found


def trait_of(state: Vele, component: str, trait: str) -> Trait:
    """A trait of a component."""
    found = component_of(state, component).traits.get(trait)
    if found is None:
        raise ImpossibleHistoryError(f"{component} has no trait {trait}")
    return found


def aspect_of(state: Vele, aspect: str) -> Aspect:
    """An aspect of anything."""
    found = state.aspects.get(aspect)
    if found is None:
        raise ImpossibleHistoryError(f"there is no aspect {aspect}")
    return found


def bag_at(state: Vele, home: Home) -> DiceBag | None:
    """The bag at a home; None for the bowl and the table, which are counted elsewhere or not at all."""
    owner = home.owner or ""
    match home.pool:
        case Pool.CHARACTER:
            return player_of(state, owner).character_dice
        case Pool.STORY:
            return player_of(state, owner).story_dice
        case Pool.ALLOCATED:
            return component_of(state, owner).allocated
        case Pool.GROUP:
            return group_of(state, owner).group_dice
        case Pool.BOWL | Pool.TABLE:
            return None


def table_of(struggle: str) -> Home:
    """The home of dice pushed in a struggle."""
    return Home(pool=Pool.TABLE, owner=struggle)


def narrator_of(state: Vele) -> str | None:
    """The narrator now: whoever narration is lent to, else the narrator. None outside play."""
    act = state.act
    if act is None or act.status is not ActStatus.PLAYING:
        return None
    return act.narrator_lent_to or act.narrator


def who_speaks(state: Vele, side: Side) -> list[str]:
    """The players of a side; the narrator plays the scenery."""
    if side.main is not None:
        return players_on(state, side)
    narrator = narrator_of(state)
    return [narrator] if narrator is not None else []


def narrates(state: Vele, asker: Asker) -> bool:
    """True if this person narrates now."""
    return narrator_of(state) == asker.person


def running_struggle(state: Vele) -> Struggle | None:
    """The struggle under way, if there is one."""
    return state.struggle if state.struggle is not None and state.struggle.running else None


def rolled_struggle(state: Vele) -> Struggle | None:
    """A struggle whose dice have fallen and that is not finished: nothing may be bought now (VE-A46)."""
    struggle = running_struggle(state)
    before = (Phase.GOAL, Phase.ALLIES, Phase.PUSHING, Phase.POWERING)
    return struggle if struggle is not None and struggle.phase not in before else None


def counts_in_struggle(state: Vele, component: str, trait: str) -> bool:
    """True if a struggle under way rests on a trait: a die is pushed for it, it is aimed at, or its d4 applies."""
    struggle = running_struggle(state)
    if struggle is None:
        return False
    key = f"{component}.{trait}"
    return struggle.targeted_trait == key or any(
        key in side.pushed or key in side.hand or side.locked_by.get(component) == trait
        for side in struggle.sides.values()
    )


def player_for(it: Component) -> str:
    """The player of a component now: whoever it was given to, else who controls it."""
    return it.played_by or it.controller or it.owner


def main_pool(it: Component) -> Home:
    """Home of the main pool a component lives on: character dice for PCs' components, story dice for the others.

    Somebody who plays another's component with dice of their own uses story dice (VE-31).
    """
    owner = it.plays_on or it.controller or it.owner
    borrowed = it.plays_on is not None and it.plays_on != it.owner
    pool = Pool.CHARACTER if it.kind is ComponentKind.PC and not borrowed else Pool.STORY
    return Home(pool=pool, owner=owner)


def aspect_ids(state: Vele, texts: Iterable[str]) -> dict[str, str]:
    """Ids for new aspects, made from their words: id -> text. A taken one gets a number."""
    made: dict[str, str] = {}
    for text in texts:
        words = "-".join(slugify(text).split("-")[:6])[:60].strip("-") or "aspect"
        slug, number = words, 2
        while slug in state.aspects or slug in made:
            slug, number = f"{words}-{number}", number + 1
        made[slug] = text
    return made


def in_order(order: Iterable[str], after: str) -> list[str]:
    """Members of an order other than `after`, going round from the one that follows it."""
    names = list(order)
    at = names.index(after) if after in names else -1
    return [name for name in names[at + 1 :] + names[: max(at, 0)] if name != after]


def bag(state: Vele, home: Home) -> DiceBag:
    """The dice at a counted home; empty for one that is not known."""
    owner = home.owner or ""
    match home.pool:
        case Pool.CHARACTER if owner in state.story.players:
            return state.story.players[owner].character_dice
        case Pool.STORY if owner in state.story.players:
            return state.story.players[owner].story_dice
        case Pool.ALLOCATED if owner in state.components:
            return state.components[owner].allocated
        case Pool.GROUP if owner in state.groups:
            return state.groups[owner].group_dice
    return DiceBag()


def standing_offer(state: Vele, scene: Scene) -> Exclusion | None:
    """The offer to keep a component out, as long as the narrator still holds the die of it (VE-40)."""
    offer = scene.exclusion
    if offer is None:
        return None
    held = bag(state, Home(pool=Pool.STORY, owner=offer.narrator))
    enough = held.points >= offer.die.points if state.house_rules.points_pools else held.count(offer.die) > 0
    return offer if enough else None


def as_held(state: Vele, dice: Dice) -> Dice:
    """Dice as a pool holds them: where pools are plain points, in d4s (VE-P1)."""
    return Dice(d4=dice.points) if state.house_rules.points_pools else dice


def single(die: Die) -> Dice:
    """One die, as a handful."""
    return Dice.of((die,))


def area_effects(state: Vele, slug: str) -> bool:
    """True if a unit has Area or Selective Area on a trait it can use (VE-82)."""
    for each in unit_of(state, slug):
        it = state.components[each]
        for ability in it.abilities.values():
            able = ability.trait in it.traits and it.traits[ability.trait].usable
            if able and any(effect.effect.takes_in_many for effect in ability.effects):
                return True
    return False


def player_of(state: Vele, player: str) -> Player:
    """A person of the story."""
    found = state.story.players.get(player)
    if found is None:
        raise ImpossibleHistoryError(f"{player} does not play in this story")
    return found


def struggle_of(state: Vele) -> Struggle:
    """The struggle under way."""
    if state.struggle is None or not state.struggle.running:
        raise ImpossibleHistoryError("no struggle is under way")
    return state.struggle


def component_of(state: Vele, component: str) -> Component:
    """A component of the story."""
    found = state.components.get(component)
    if found is None:
        raise ImpossibleHistoryError(f"there is no component {component}")
    return found


def group_of(state: Vele, group: str) -> Group:
    """A group of the act."""
    found = state.groups.get(group)
    if found is None:
        raise ImpossibleHistoryError(f"there is no group {group}")
    return found


def can_use_fate(state: Vele, player: str) -> bool:
    """True if a player has XP for fate, and has used none in this scene."""
    return bool(state.story.players[player].xp_balance) and not fate_used(state, player)


def fate_used(state: Vele, player: str) -> bool:
    """True if a player has used fate in this scene."""
    return state.scene is not None and bool(state.scene.fate_xp_used.get(player, 0))
