"""Readings of a crucible as it stands: they refuse nothing and change nothing."""

from collections.abc import Iterable

from domain.kernel.decisions import ImpossibleHistoryError, must
from domain.kernel.people import Asker
from domain.kernel.terms import slugify

from .state import Character, Contest, Crucible, HandDie, Location, Scene, Side
from .terms import GM, HAND, Answer, ElementStatus, Stage, WinnersChoice


def usable_elements(character: Character) -> list[str]:
    """The elements this character can roll."""
    return [slug for slug, element in character.elements.items() if element.status is ElementStatus.UNLOCKED]


def gm_elements(state: Crucible) -> list[tuple[str, str]]:
    """The elements the GM may roll now, as (owner, element): of NPCs in the scene, and of the place itself."""
    if state.scene is None or state.current_scene is None:
        return []
    scene: Scene = state.scene
    npcs = [
        (slug, element)
        for slug in scene.present
        if not state.characters[slug].is_pc
        for element in usable_elements(state.characters[slug])
    ]
    return npcs + [(scene.location, element) for element in state.locations[scene.location].elements]


def hand_size(state: Crucible, side: str) -> int:
    """Three, or all there is where a side has fewer."""
    there = len(gm_elements(state)) if side == GM else len(usable_elements(state.characters[side]))
    return min(HAND, there)


def pcs(state: Crucible) -> dict[str, Character]:
    """The player characters."""
    return {slug: it for slug, it in state.characters.items() if it.is_pc}


def other_pcs(state: Crucible, character: str) -> list[str]:
    """Other player characters in the scene."""
    present = state.scene.present if state.scene else []
    return [slug for slug in present if slug != character and state.characters[slug].is_pc]


def acts_for(state: Crucible, side: str, asker: Asker) -> bool:
    """True if this person acts for that side: the GM for `gm`, a player for their own character."""
    if side == GM:
        return asker.is_gm
    return side in state.characters and state.characters[side].player == asker.person


def contest_open(state: Crucible) -> Contest | None:
    """The contest under way, if there is one."""
    return state.contest if state.contest is not None and state.contest.open else None


def die_in(side: Side, die_id: str | None) -> HandDie | None:
    """A die of this hand."""
    return next((die for die in side.hand if die.die_id == die_id), None)


def values_of(side: Side) -> dict[str, int]:
    """The value that each die of a hand shows."""
    return {die.die_id: die.value or 0 for die in side.hand}


def highest(hand: Iterable[HandDie]) -> int:
    """The highest value of a rolled hand."""
    return max((die.value or 0 for die in hand), default=0)


def shown(side: Side) -> int:
    """The value of the presented die; 0 before there is one."""
    return next((die.value or 0 for die in side.hand if die.die_id == side.presented_die), 0)


def top_sides(contest: Contest) -> list[str]:
    """The sides whose presented die is the highest."""
    best = max(shown(side) for side in contest.sides.values())
    return [slug for slug, side in contest.sides.items() if shown(side) == best]


def tie_to_reroll(contest: Contest) -> list[str]:
    """VC-26: the sides that must reroll before play goes on, once everybody has passed."""
    if contest.tied:
        return list(contest.tied)
    settled = contest.status is Stage.PRESENTED and all(side.passed for side in contest.sides.values())
    return top_sides(contest) if settled else []


def npcs_in_hand(state: Crucible, side: Side) -> list[str]:
    """VC-24: the NPCs whose elements the GM rolled."""
    return list(dict.fromkeys(die.owner for die in side.hand if die.owner in state.characters))


def unanswered(contest: Contest) -> list[str]:
    """VC-34: the losers who have yet to answer a bribe."""
    return [
        slug
        for slug, side in contest.sides.items()
        if side.outcome is WinnersChoice.CONVINCE and side.answer is Answer.NONE
    ]


def spendable(state: Crucible, character: Character) -> int:
    """Heat that may be spent now: what is kept for contests counts only within one."""
    kept = 0 if contest_open(state) else character.earmarked or 0
    return (character.heat or 0) - kept


def kept_part(state: Crucible, character: str, amount: int, paid_before: int = 0) -> int:
    """The part of a payment that comes out of what was kept for contests."""
    kept = max(0, (state.characters[character].earmarked or 0) - paid_before)
    return min(amount, kept) if contest_open(state) else 0


def same_rulesheet(one: str, other: str) -> bool:
    """True if two spellings mean one rulesheet."""
    return slugify(one) == slugify(other)


def first_twice(slugs: Iterable[str]) -> str | None:
    """The first that comes a second time, or None."""
    seen: set[str] = set()
    for slug in slugs:
        if slug in seen:
            return slug
        seen.add(slug)
    return None


# For whoever applies an event: what it speaks of must be there, or it cannot have happened.


def character_of(state: Crucible, character: str) -> Character:
    """A character of the crucible."""
    known = state.characters.get(character)
    if known is None:
        raise ImpossibleHistoryError(f"there is no character {character}")
    return known


def pc_of(state: Crucible, character: str) -> Character:
    """A character that a player plays."""
    known = character_of(state, character)
    must(known.is_pc and known.heat is not None and known.flux is not None, f"{character} is no player character")
    return known


def location_of(state: Crucible, location: str) -> Location:
    """A place on the map."""
    known = state.locations.get(location)
    if known is None:
        raise ImpossibleHistoryError(f"there is no location {location}")
    return known


def scene_of(state: Crucible) -> Scene:
    """The open scene."""
    if state.scene is None or state.current_scene is None:
        raise ImpossibleHistoryError("no scene is open")
    return state.scene


def contest_of(state: Crucible) -> Contest:
    """The open contest."""
    if state.contest is None or not state.contest.open:
        raise ImpossibleHistoryError("no contest is open")
    return state.contest


def side_of(state: Crucible, side: str) -> Side:
    """A side of the open contest."""
    known = contest_of(state).sides.get(side)
    if known is None:
        raise ImpossibleHistoryError(f"{side} is no side of this contest")
    return known


def die_of(state: Crucible, side: str, die_id: str) -> HandDie:
    """A rolled die of a side's hand."""
    for die in side_of(state, side).hand:
        if die.die_id == die_id and die.value is not None:
            return die
    raise ImpossibleHistoryError(f"{side} rolled no die {die_id}")
