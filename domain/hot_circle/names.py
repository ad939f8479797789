"""The words for the ids of a circle."""

from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

from domain.kernel.wording.names import Names

from .state.circle import Circle
from .state.play import Result
from .terms import HOME

T = TypeVar("T")

MOST_NAMED = 12
"""Number of tests and compels that are named by what they were about."""
LONGEST_QUOTE = 60
"""Length of a person's words, in signs, that stand for a test or a compel in a sentence."""


def cast(state: Circle) -> dict[str, str]:
    """Player characters first, then the supporting cast, then the campaign's own page."""
    ordered = sorted(state.characters.items(), key=lambda each: not each[1].is_pc)
    told = {slug: it.name for slug, it in ordered}
    if state.genre:
        told[HOME] = "The circle"
    return told


def player_of(state: Circle, character: str) -> str | None:
    """The player of a character; None if nobody plays it."""
    it = state.characters.get(character)
    return None if it is None else it.player


def underway(state: Circle) -> dict[str, str]:
    """Tests, compels and votes by what they are about; those that left nothing behind are only counted."""
    told = {test: called(it) for test, it in latest(state.results)}
    if (claim := state.ability_test) is not None:
        told[claim.id] = f"the test of {claim.ability.value} about {quoted(claim.about)}"
    if (test := state.obstacle_test) is not None:
        told[test.id] = f"the test against {quoted(test.obstacle)}"
    told.update((slug, f"the compel {quoted(it.choice)}") for slug, it in latest(state.compels))
    if (vote := state.trait_vote) is not None:
        told[f"vote-{state.votes}"] = f"the vote on {state.characters[vote.character_id].name}"
    return told


def latest(found: dict[str, T]) -> Iterable[tuple[str, T]]:
    """The last of many: what is older is only counted, so that a long campaign is named as fast as a short one."""
    return ((slug, found[slug]) for slug in islice(reversed(found), MOST_NAMED))


def called(result: Result) -> str:
    """A test that is over, by what it was about."""
    if result.ability is None:
        return f"the test against {quoted(result.obstacle)}"
    return f"the test of {result.ability.value} about {quoted(result.about)}"


def quoted(text: str) -> str:
    """A person's words in quotation marks, as part of a sentence: on one line, cut to `LONGEST_QUOTE`."""
    line = " ".join(text.split())
    short = line if len(line) <= LONGEST_QUOTE else f"{line[:LONGEST_QUOTE].rstrip()} …"
    return f"“{short.rstrip('.')}”"


def names(state: Circle) -> dict[str, str]:
    """Every id that has a name now. A character's name wins over anything else called the same."""
    told = {f"scene-{number}": it.title for number, it in enumerate(state.scenes.values(), start=1)}
    told.update(state.gone)
    told.update(underway(state))
    for character in state.characters.values():
        told.update(character.traits)
        told.update((slug, it.text) for slug, it in character.conditions.items())
        told.update((slug, it.name) for slug, it in character.lifepaths.items())
        told.update((slug, it.name) for slug, it in character.temporary_assets.items())
        told.update((slug, it.name) for slug, it in character.permanent_assets.items())
    told.update((slug, it.name) for slug, it in state.settings.items())
    told.update((slug, it.name) for slug, it in state.map.factions.items())
    told.update(cast(state))
    return Names(told, {"test": state.tests, "compel": len(state.compels), "vote": state.votes})
