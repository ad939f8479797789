"""The words of people in a record, as far as whoever listens may know them."""

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

from domain.kernel.facts import Fact
from domain.kernel.messages import Event, Message
from domain.kernel.schema.personal_words import paths_in, texts_at
from domain.kernel.terms import Holds
from ledger.answers import ToldRecord

AS_A_SENTENCE = 4
"""A text of so many words is told even where no sentence of its record has it."""


def words_in(told: ToldRecord) -> tuple[str, ...]:
    """The words of people in a record, each once: only what its headline or a fact of it says to this listener.

    Names of what there is are left out, and short terms that the headline does not have.
    """
    event, retelling = told.record.event, told.retelling
    paths = _paths(type(event))
    if not paths:
        return ()
    headline = " ".join(retelling.headline.split())
    facts: str | None = None
    found: dict[str, None] = {}
    for path in paths:
        for text in _texts_of(event, path):
            bare = " ".join(text.split())
            if not bare or bare in found:
                continue
            if bare not in headline:
                if worded(bare) < AS_A_SENTENCE:
                    continue
                facts = _said(retelling.facts) if facts is None else facts
                if bare not in facts:
                    continue
            if worded(bare) >= AS_A_SENTENCE or bare not in retelling.names.values():
                found[bare] = None
    return tuple(found)


def _texts_of(event: Event, path: tuple[str, ...]) -> Iterator[str]:
    """The texts at a path of an event. Most stand in a field, and need no JSON to be found."""
    first, *rest = path
    value = getattr(event, first)
    if not rest:
        if isinstance(value, str) and value:
            yield value
    elif value:
        yield from texts_at(event.model_dump(mode="json", include={first}), path)


def worded(text: str) -> int:
    """The number of words in a text: dice, numbers and signs are none."""
    return sum(word.strip("“”‘’\"'.,:;!?()").isalpha() for word in text.replace("-", " ").split())


@cache
def _paths(kind: type[Message]) -> tuple[tuple[str, ...], ...]:
    return tuple(path for path, holds in paths_in(kind).items() if holds is Holds.TEXT)


def _said(facts: tuple[Fact, ...]) -> str:
    """Every text in these facts."""
    return "\n".join(" ".join(text.split()) for fact in facts for text in _texts(fact))


def _texts(fact: Fact) -> Iterator[str]:
    for name in _fields(type(fact)):
        value = getattr(fact, name)
        if isinstance(value, str):
            yield value


def _fields(kind: type[Fact]) -> tuple[str, ...]:
    if kind not in _FIELDS_OF:
        _FIELDS_OF[kind] = tuple(it.name for it in fields(kind) if it.name not in ("audience", "test", "scene"))
    return _FIELDS_OF[kind]


_FIELDS_OF: dict[type[Fact], tuple[str, ...]] = {}
