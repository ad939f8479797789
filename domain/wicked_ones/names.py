"""The words for the ids of this moment."""

from .state.underworld import Underworld
from .terms.bounds import DUNGEON, GM
from .terms.harm import Kind

_WORDS = {
    Kind.REDUCED_EFFECT: "the setback",
    Kind.WORSE_POSITION: "the bad footing",
    Kind.SHOCK: "the shock",
    Kind.BLOODIED: "the wound",
    Kind.DEATH: "death",
    Kind.COMPLICATION: "the complication",
}

NUMBERED = {
    "scene": "scene", "roll": "action", "consequence": "consequence", "cost": "price", "fact": "fact",
    "question": "question", "compel": "impulse", "raid": "raid",
}  # fmt: skip
"""Kinds of things that are only numbered, and how they are called."""


def cast(state: Underworld) -> dict[str, str]:
    """Those who have a sheet: the Wicked Ones, the dungeon they share, the adventurers after them."""
    told = {slug: it.name for slug, it in state.characters.items()}
    if state.dungeon.name:
        told[DUNGEON] = state.dungeon.name
    told.update((slug, it.name) for slug, it in state.adventurers.items())
    return told


def player_of(state: Underworld, character: str) -> str | None:
    """The player of a character; None if nobody plays it."""
    it = state.characters.get(character)
    return None if it is None else it.player


def taken_ids(state: Underworld) -> set[str]:
    """Ids that already mean something."""
    return {
        *state.characters, *state.sandbox, *state.packs, *state.adventurers, *state.clocks,
        *state.dungeon.rooms, *state.dungeon.prisoners, *state.defenses,
    }  # fmt: skip


def names(state: Underworld) -> dict[str, str]:
    """Every id that has a name now. A monster's name wins over anything else called the same."""
    told = {GM: "the GM", DUNGEON: state.dungeon.name or "the dungeon"}
    for fields in (*state.adjudicated.values(), *(it.adjudicated for it in state.characters.values())):
        told.update((field, field.replace("-", " ")) for field in fields)
    told.update((slug, "a secret" if it.hidden else it.text) for slug, it in state.world.items())
    told.update((slug, it.question) for slug, it in state.questions.items())
    told.update((slug, it.act) for slug, it in state.compels.items() if it.act)
    told.update((slug, _WORDS[it.kind]) for slug, it in state.consequences.items())
    told.update((slug, f"the price ({it.why})") for slug, it in state.costs.items() if it.why)
    for slug, roll in state.rolls.items():
        told[slug] = f"{state.characters[roll.character].name}'s {roll.action}"
    for character in state.characters.values():
        told.update(character.items)
        told.update(character.abilities)
    told.update((slug, f"defense against {it.type}") for slug, it in state.defenses.items())
    told.update(state.dungeon.rooms)
    told.update((slug, it.name) for slug, it in state.dungeon.prisoners.items())
    told.update((slug, it.name) for slug, it in state.clocks.items())
    told.update((slug, it.name) for slug, it in state.packs.items())
    told.update((slug, it.name) for slug, it in state.sandbox.items())
    told.update((slug, it.name) for slug, it in state.adventurers.items())
    told.update((slug, it.name) for slug, it in state.characters.items())
    if state.scene is not None:
        told[state.scene.id] = state.scene.title
    return told
