"""Facts kept as they were told, for views that must be drawn as of any position without reading the whole log.

A campaign of a hundred thousand records has a few hundred that moved the map, the cast, a track of advancement or
a text about the campaign, and some thousands of rolls. These stand in a table of their own, so that a view of them
at a position is a fold over them alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from msgspec.json import Encoder
from pydantic import TypeAdapter

from domain.kernel import facts
from domain.kernel.facts import Fact
from ledger.answers import ToldRecord
from ledger.log.lines import Stretch
from ledger.log.tags import JOURNAL_PREFIX

MAP: tuple[type[Fact], ...] = (facts.NodeSet, facts.RelationSet)
GROWTH: tuple[type[Fact], ...] = (facts.ProgressSet, facts.Advanced)
WORDS: tuple[type[Fact], ...] = (facts.TextSet, facts.Adjudicated, facts.Told)
CHAPTERS: tuple[type[Fact], ...] = (facts.ChapterOpened, facts.ChapterClosed)
CAST: tuple[type[Fact], ...] = (
    facts.PersonSeated,
    facts.PersonLeft,
    facts.CharacterEntered,
    facts.CharacterChanged,
    facts.CharacterLeft,
    facts.VoiceHeard,
)
DICE: tuple[type[Fact], ...] = (facts.DiceRolled, facts.DieChanged)

_FORMS: Mapping[str, type[Fact]] = {
    kind.__name__: kind for kind in (*MAP, *GROWTH, *WORDS, *CHAPTERS, *CAST, *DICE)
}
_KEPT = frozenset(_FORMS.values())

VERSION = 6
"""Rises whenever other facts are kept, or kept otherwise."""


@dataclass(frozen=True, slots=True)
class StoredFact:
    """A fact, and the position of the record that told it."""

    position: int
    fact: Fact


def kept_of(told: ToldRecord) -> Iterator[tuple[int, Fact]]:
    """The facts of a record that are kept, each with its number in the record.

    What is written into the journal, or is said of a record, is about the log and is left out; but dice of earlier
    play in the journal fell. What was merely said by somebody is read where it stands.
    """
    journal = told.record.envelope.type.startswith(JOURNAL_PREFIX)
    for number, fact in enumerate(told.retelling.facts, start=1):
        if journal and not isinstance(fact, facts.DiceRolled):
            continue
        if type(fact) in _KEPT and not (isinstance(fact, facts.Told) and (fact.about_position or fact.about)):
            yield number, fact


def along(kept: Iterable[StoredFact], path: list[Stretch], since: int = 0) -> Iterator[StoredFact]:
    """Only what lies on a line, after a position. Both are in order, so one look at each is enough."""
    stretches = iter(path)
    first, last = 1, 0
    for each in kept:
        while each.position > last:
            following = next(stretches, None)
            if following is None:
                return
            first, last = following
        if each.position >= first and each.position > since:
            yield each


def form_of(kind: type[Fact]) -> str:
    """The name a class of facts is kept under."""
    return kind.__name__


def to_json(fact: Fact) -> str:
    """The fact as one JSON text."""
    return _encode(fact).decode()


def from_json(form: str, text: str) -> Fact:
    """The fact in this text. Raises `KeyError` or `ValueError` when it is not one."""
    return _ADAPTERS[form].validate_json(text)


_encode = Encoder().encode
_ADAPTERS: Mapping[str, TypeAdapter[Fact]] = {form: TypeAdapter(kind) for form, kind in _FORMS.items()}
