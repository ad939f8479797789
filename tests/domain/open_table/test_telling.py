"""The words in which the open table tells what happened, over the sample evening of every system file."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel import facts
from domain.kernel.people import EVERYONE
from domain.open_table import GAME
from domain.open_table.chapters.judging import Judged
from ledger.answers import ToldRecord
from projections.story.chronicle import chronicle
from wiring.library import Library, open_library
from wiring.samples import samples

SLUGS = [sample.slug for sample in samples({GAME.key: GAME})]


@pytest.fixture(scope="module")
def library(played_samples: Path) -> Iterator[Library]:
    """The samples, to be read."""
    opened = open_library(str(played_samples))
    yield opened
    opened.close()


def told_of(library: Library, slug: str) -> list[ToldRecord]:
    return list(library.ledger.told(slug))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_sentence_begins_with_a_capital(library: Library, slug: str) -> None:
    told = [it.retelling.headline for it in told_of(library, slug)]
    assert [it for it in told if re.search(r"(?<=[a-z])[.!?] [a-z]", it)] == []


def test_the_story_says_on_what_the_gm_ruled(library: Library) -> None:
    ruled = 0
    for slug in SLUGS:
        names = {
            it.character: it.name
            for each in told_of(library, slug)
            for it in each.retelling.facts
            if isinstance(it, facts.CharacterEntered)
        }
        for each in told_of(library, slug):
            event = each.record.event
            if isinstance(event, Judged):
                turn = next(it for it in each.retelling.facts if isinstance(it, facts.Turn))
                assert event.matter in (turn.text.partition(": ")[0], names.get(turn.who))
                ruled += 1
    assert ruled == 11


@pytest.mark.parametrize("slug", SLUGS)
def test_no_sentence_of_the_story_stands_twice_in_its_paragraph(library: Library, slug: str) -> None:
    told = told_of(library, slug)
    campaign = library.ledger.moment(slug, library.ledger.head(slug)).campaign
    for paragraph in "".join(chronicle(told, campaign, GAME.title, EVERYONE)).split("\n\n"):
        sentences = [it.casefold() for it in re.split(r"(?<=[.!?]) ", paragraph) if len(it.split()) > 3]
        once = [it for it in sentences if not it.startswith("it comes out as")]
        assert len(once) == len(set(once)), paragraph
