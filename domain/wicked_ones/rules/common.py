"""What many rules ask first: who acts, with what, and whether an id is free."""

from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker
from domain.kernel.terms import slugify
from domain.wicked_ones.house_rules import GoldOwner
from domain.wicked_ones.names import taken_ids
from domain.wicked_ones.state import Scene, Underworld, WickedOne
from domain.wicked_ones.tables import ATTRIBUTE_OF
from domain.wicked_ones.terms import DUNGEON, RESERVED_IDS, Action, Phase, SceneStatus


def known_character(state: Underworld, character: str) -> WickedOne:
    """A Wicked One of this campaign, living or dead."""
    return found(state.characters.get(character), "unknown_character", character=character)


def living(state: Underworld, character: str) -> WickedOne:
    """A Wicked One that is alive."""
    it = known_character(state, character)
    need(it.alive, "dead", character=character)
    return it


def own(state: Underworld, character: str, asker: Asker) -> WickedOne:
    """One's own living Wicked One."""
    it = own_or_dead(state, character, asker)
    need(it.alive, "dead", character=character)
    return it


def own_or_dead(state: Underworld, character: str, asker: Asker) -> WickedOne:
    """One's own Wicked One, alive or not."""
    it = known_character(state, character)
    need(it.player == asker.person, "not_your_character", character=character)
    return it


def own_or_gm(state: Underworld, character: str, asker: Asker) -> WickedOne:
    """A living Wicked One, asked for by its player or by the GM for it."""
    return living(state, character) if asker.is_gm else own(state, character, asker)


def open_scene(state: Underworld) -> Scene:
    """The scene being played."""
    if state.scene is None or state.scene.status is not SceneStatus.OPEN:
        raise CommandRefused("scene_missing")
    return state.scene


def scene_is_open(state: Underworld) -> bool:
    """Whether a scene is being played."""
    return state.scene is not None and state.scene.status is SceneStatus.OPEN


def action_named(name: str) -> Action:
    """WO-08: one of the nine, by its name."""
    wanted = slugify(name)
    if wanted in set(Action):
        return Action(wanted)
    raise CommandRefused("unknown_action", action=name, known=[action.value for action in ATTRIBUTE_OF])


def free_id(state: Underworld, name: str, wanted: str | None) -> str:
    """The id a new thing gets: what was asked for, or what its name suggests."""
    slug = wanted or slugify(name)
    need(slug, "id_empty", name=name)
    if slug in RESERVED_IDS or slug in taken_ids(state):
        raise CommandRefused("id_taken", name=name)
    return slug


def positive(amount: int) -> None:
    """An amount is one at least."""
    need(amount >= 1, "amount_not_positive", amount=amount)


def reason_given(text: str) -> None:
    """A reason is more than blanks."""
    need(text.strip(), "reason_missing")


def in_phase(state: Underworld, wanted: Phase) -> None:
    """What belongs to one phase happens in that phase."""
    need(state.phase is wanted, "wrong_phase", phase=phase_in_words(state.phase), wanted=wanted)


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


def affordable(state: Underworld, character: str, amount: int) -> None:
    """WO-10: nobody pays more than there is."""
    have = gold_of(state, character)
    need(have >= amount, "not_enough_gold", need=amount, have=have)
