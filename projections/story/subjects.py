"""The subjects of a story: people at the table, characters, powers and places, told from words of their game."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.logged.messages import NOBODY
from projections.views.relations import Relations
from projections.views.roster import Roster


class SubjectKind(StrEnum):
    """The kind of a subject."""

    PERSON = "person"
    """Somebody at the table."""
    PLAYERS = "players"
    """A character that a player plays."""
    OTHER = "other"
    """Any other character, or somebody who only speaks."""
    POWER = "power"
    """A power or a place on the map."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Somebody or something that a story is about, by the name it has in it."""

    name: str
    kind: SubjectKind


Subjects: TypeAlias = Mapping[str, Subject]
"""The subjects of a story by id."""
NO_SUBJECTS: Subjects = MappingProxyType({})


def subjects_in(told: Iterable[Fact]) -> Iterator[tuple[str, Subject]]:
    """Yield the subjects that these facts bring, each with its id. Whoever left stays one: they are spoken of."""
    for fact in told:
        match fact:
            case facts.CharacterEntered():
                players = fact.character_kind is CharacterKind.PLAYERS
                yield fact.character, Subject(fact.name, SubjectKind.PLAYERS if players else SubjectKind.OTHER)
            case facts.VoiceHeard() if fact.name != NOBODY:
                yield fact.voice, Subject(fact.name, SubjectKind.OTHER)
            case facts.PersonSeated():
                yield fact.person, Subject(fact.name, SubjectKind.PERSON)
            case facts.NodeSet() if not fact.removed:
                yield fact.node, Subject(fact.name, SubjectKind.POWER)


def subjects_of(roster: Roster, relations: Relations | None = None) -> Subjects:
    """The subjects among those of a campaign, for a story that begins in the middle of it."""
    found: dict[str, Subject] = {}
    for node in relations.nodes.values() if relations is not None else ():
        found[node.node] = Subject(node.name, SubjectKind.POWER)
    for person in roster.people.values():
        found[person.person] = Subject(person.name, SubjectKind.PERSON)
    for it in roster.members.values():
        players = it.kind is CharacterKind.PLAYERS
        found[it.character] = Subject(it.name, SubjectKind.PLAYERS if players else SubjectKind.OTHER)
    return found


def shorts_of(characters: Mapping[str, Subject]) -> dict[str, str]:
    """The short name of each of these characters that has one.

    For one that a player plays that is the first of two words, or the one before "of", unless it is a title or
    somebody else's too; for others what stands before what they are, "Ottilie Brandt, Harbourmistress".
    """
    firsts = Counter(it.name.split()[0] for it in characters.values() if it.name.split())
    before = Counter(it.name.partition(", ")[0] for it in characters.values())
    found = {}
    for who, it in characters.items():
        parts, (bare, comma, _) = it.name.split(), it.name.partition(", ")
        two = len(parts) == 2 or (len(parts) > 2 and parts[1] == "of")
        alone = two and parts[0].casefold() not in _TITLES and firsts[parts[0]] == 1
        if alone and it.kind is SubjectKind.PLAYERS:
            found[who] = parts[0]
        elif comma and " " in bare and before[bare] == 1:
            found[who] = bare
    return found


_TITLES = frozenset(
    [
        *("the", "a", "an", "old", "young", "little", "big", "mother", "father", "sister", "brother"),
        *("master", "mistress", "captain", "dame", "sir", "lady", "lord", "doctor", "dr", "dr.", "mr"),
        *("mr.", "mrs", "mrs.", "ms", "ms.", "saint", "st", "st.", "king", "queen", "prince"),
        *("princess", "uncle", "aunt", "grandmother", "grandfather", "bosun", "sergeant", "major"),
        *("colonel", "general", "professor", "widow", "nurse", "friar", "abbot"),
    ]
)
