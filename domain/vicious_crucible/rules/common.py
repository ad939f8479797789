"""What many rules ask first: who acts, for whom, and with what."""

from collections.abc import Iterable

from domain.kernel.decisions import Refusal, refuse
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, slugify
from domain.vicious_crucible.events import HeatSpent
from domain.vicious_crucible.state import Character, Contest, Crucible, Element, HandDie, Scene, Side
from domain.vicious_crucible.terms import GM, ElementStatus, HeatReason, Kind


def known_character(state: Crucible, character: str) -> Character | Refusal:
    """A character of this crucible."""
    return state.characters.get(character) or refuse("character_unknown", character=character)


def benched(state: Crucible, character: str) -> Refusal | None:
    """Why a supporting character does not appear, or None."""
    found = state.characters[character]
    if found.kind is Kind.BENCHED:
        return refuse("character_benched", character=character, mentions=list(found.mentions))
    return None


def own_pc(state: Crucible, character: str, asker: Asker) -> Character | Refusal:
    """A player character, asked for by its player. NPCs earn and spend nothing, whoever asks."""
    found = known_character(state, character)
    if isinstance(found, Refusal):
        return found
    if not found.is_pc:
        return refuse("npcs_gain_nothing", character=character)
    if found.player != asker.person:
        return refuse("not_your_character", character=character)
    return found


def open_scene(state: Crucible) -> Scene | Refusal:
    """The scene being played."""
    if state.scene is None or state.current_scene is None:
        return refuse("no_scene")
    return state.scene


def pc_in_story(state: Crucible, character: str, asker: Asker) -> Character | Refusal:
    """One's own character, present in the open scene."""
    found = own_pc(state, character, asker)
    if isinstance(found, Refusal):
        return found
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    if character not in scene.present:
        return refuse("character_absent", character=character, location=scene.location)
    return found


def asks_for(state: Crucible, side: str, asker: Asker) -> Refusal | None:
    """Why this person does not act for that side, or None."""
    if side == GM:
        return None if asker.is_gm else refuse("gm_only")
    mine = side in state.characters and state.characters[side].player == asker.person
    return None if mine else refuse("not_your_character", character=side)


def own_side(state: Crucible, contest: Contest, side: str, asker: Asker) -> Side | Refusal:
    """A side of the contest, asked for by whoever rolls for it."""
    found = contest.sides.get(side)
    if found is None:
        return refuse("not_a_side", side=side)
    return asks_for(state, side, asker) or found


def die_in(side: Side, die_id: str | None) -> HandDie | None:
    """A die of this hand."""
    return next((die for die in side.hand if die.die_id == die_id), None)


def no_such_die(side: Side, side_id: str) -> Refusal:
    """The refusal for a die that is not in the hand, with what is."""
    return refuse("die_not_in_hand", side=side_id, elements=[die.element for die in side.hand])


def usable_elements(character: Character) -> list[str]:
    """The elements this character can roll."""
    return [slug for slug, element in character.elements.items() if element.status is ElementStatus.UNLOCKED]


def unusable(slug: str, element: Element) -> Refusal | None:
    """Why an element cannot be used, or None."""
    if element.status is ElementStatus.LOCKED:
        return refuse("element_locked", element=slug)
    if element.status is ElementStatus.SACRIFICED:
        return refuse("element_sacrificed", element=slug)
    return None


def denied(slug: str, contest: str | None) -> Refusal:
    """The refusal for a tool that is out of use."""
    return refuse("tool_denied", tool=slug, contest=contest)


def contest_open(state: Crucible) -> Contest | None:
    """The contest under way, if there is one."""
    return state.contest if state.contest is not None and state.contest.open else None


def spendable(state: Crucible, character: Character) -> int:
    """Heat that may be spent now: what is kept for contests counts only within one."""
    kept = 0 if contest_open(state) else character.earmarked or 0
    return (character.heat or 0) - kept


def heat_spent(
    state: Crucible,
    character: str,
    amount: int,
    reason: HeatReason,
    on: str,
    note: str = "",
    paid_before: int = 0,
) -> HeatSpent:
    """Paying Heat: within a contest, what was kept for contests goes first.

    `paid_before` is what the same ruling has taken off the pile already.
    """
    return HeatSpent(
        character=CharacterId(character),
        amount=amount,
        reason=reason,
        on=on,
        note=note,
        earmarked=kept_part(state, character, amount, paid_before),
    )


def kept_part(state: Crucible, character: str, amount: int, paid_before: int = 0) -> int:
    """How much of a payment comes out of what was kept for contests."""
    kept = max(0, (state.characters[character].earmarked or 0) - paid_before)
    return min(amount, kept) if contest_open(state) else 0


def same_rulesheet(one: str, other: str) -> bool:
    """Whether two spellings mean one rulesheet."""
    return slugify(one) == slugify(other)


def first_twice(slugs: Iterable[str]) -> str | None:
    """The first that comes a second time, or None."""
    seen: set[str] = set()
    for slug in slugs:
        if slug in seen:
            return slug
        seen.add(slug)
    return None
