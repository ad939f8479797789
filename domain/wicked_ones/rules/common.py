"""What many rules ask first: who acts, with what, and whether an id is free."""

from domain.kernel.decisions import Refusal, refuse
from domain.kernel.people import Asker
from domain.kernel.terms import slugify
from domain.wicked_ones.house_rules import GoldOwner
from domain.wicked_ones.names import taken_ids
from domain.wicked_ones.state import Scene, Underworld, WickedOne
from domain.wicked_ones.tables import ATTRIBUTE_OF
from domain.wicked_ones.terms import DUNGEON, RESERVED_IDS, Action, Phase, SceneStatus


def known_character(state: Underworld, character: str) -> WickedOne | Refusal:
    """A Wicked One of this campaign, living or dead."""
    return state.characters.get(character) or refuse("unknown_character", character=character)


def living(state: Underworld, character: str) -> WickedOne | Refusal:
    """A Wicked One that is alive."""
    found = known_character(state, character)
    if isinstance(found, Refusal) or found.alive:
        return found
    return refuse("dead", character=character)


def own(state: Underworld, character: str, asker: Asker) -> WickedOne | Refusal:
    """One's own living Wicked One."""
    found = own_or_dead(state, character, asker)
    if isinstance(found, Refusal) or found.alive:
        return found
    return refuse("dead", character=character)


def own_or_dead(state: Underworld, character: str, asker: Asker) -> WickedOne | Refusal:
    """One's own Wicked One, alive or not."""
    found = known_character(state, character)
    if isinstance(found, Refusal):
        return found
    if found.player != asker.person:
        return refuse("not_your_character", character=character)
    return found


def own_or_gm(state: Underworld, character: str, asker: Asker) -> WickedOne | Refusal:
    """A living Wicked One, asked for by its player or by the GM for it."""
    return living(state, character) if asker.is_gm else own(state, character, asker)


def open_scene(state: Underworld) -> Scene | Refusal:
    """The scene being played."""
    if state.scene is None or state.scene.status is not SceneStatus.OPEN:
        return refuse("scene_missing")
    return state.scene


def scene_is_open(state: Underworld) -> bool:
    """Whether a scene is being played."""
    return state.scene is not None and state.scene.status is SceneStatus.OPEN


def action_named(name: str) -> Action | Refusal:
    """WO-08: one of the nine, by its name."""
    wanted = slugify(name)
    if wanted in set(Action):
        return Action(wanted)
    return refuse("unknown_action", action=name, known=[action.value for action in ATTRIBUTE_OF])


def free_id(state: Underworld, name: str, wanted: str | None) -> str | Refusal:
    """The id a new thing gets: what was asked for, or what its name suggests."""
    slug = wanted or slugify(name)
    if not slug:
        return refuse("id_empty", name=name)
    if slug in RESERVED_IDS or slug in taken_ids(state):
        return refuse("id_taken", name=name)
    return slug


def wrong_amount(amount: int) -> Refusal | None:
    """Why this is no amount, or None."""
    return refuse("amount_not_positive", amount=amount) if amount < 1 else None


def wrong_reason(text: str) -> Refusal | None:
    """Why a reason is missing, or None."""
    return None if text.strip() else refuse("reason_missing")


def wrong_phase(state: Underworld, wanted: Phase) -> Refusal | None:
    """Why something of this phase cannot happen now, or None."""
    if state.phase is wanted:
        return None
    return refuse("wrong_phase", phase=phase_in_words(state.phase), wanted=wanted)


def phase_in_words(phase: Phase) -> str:
    """A phase by its name; nothing before the first."""
    return "" if phase is Phase.NONE else phase.value


def purse_of(state: Underworld, character: str) -> str:
    """WO-A27: whose gold a monster pays with."""
    return DUNGEON if state.house_rules.gold_owner is GoldOwner.HOARD else character


def gold_of(state: Underworld, character: str) -> int:
    """How much gold there is to pay with."""
    purse = purse_of(state, character)
    return state.dungeon.gold if purse == DUNGEON else state.characters[purse].gold


def too_poor(state: Underworld, character: str, amount: int) -> Refusal | None:
    """WO-10: why this cannot be paid, or None."""
    have = gold_of(state, character)
    return refuse("not_enough_gold", need=amount, have=have) if have < amount else None
