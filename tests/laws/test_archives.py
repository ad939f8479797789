"""Every sample campaign, exported from one database and imported into another, is the same bytes."""

from pathlib import Path

import pytest

from domain.kernel.people import EVERYONE
from domain.registry import games
from exchange.archive.checking import check
from exchange.archive.opening import opened
from exchange.archive.storing import RestoreOutcome, store
from exchange.archive.writing import write_archive
from ledger.care.verify import verify
from ledger.ledger import Ledger
from projections.story.chronicle import chronicle
from tests.support.playing import MEMORY
from tests.support.samples import copied
from wiring.samples import samples

SAMPLES = samples(games())
SHORTEST = [it.slug for it in sorted(SAMPLES, key=lambda it: len(it.script.script.steps))[:2]]
"""These also come back; the laws of archives are shown with a small game in `tests/ledger/archive`."""


def exported(ledger: Ledger, slug: str, place: Path) -> Path:
    game = ledger.game(ledger.find(slug).game)
    write_archive(
        ledger,
        slug,
        place,
        chronicle=lambda head: chronicle(
            ledger.told(slug, head), ledger.moment(slug, head).campaign, game.title, EVERYONE
        ),
        told_to=EVERYONE,
    )
    return place


def taken_in(ledger: Ledger, place: Path) -> RestoreOutcome:
    with opened(place) as archive:
        return store(ledger, check(archive, ledger.games))


@pytest.mark.postgres
def test_every_sample_is_taken_in_elsewhere_byte_for_byte(
    tmp_path: Path, played_samples: Path, postgres_address: str
) -> None:
    first = Ledger(games(), {"SQLALCHEMY_URL": f"sqlite:///{copied(played_samples, tmp_path / 'first')}"})
    there = Ledger(games(), {"SQLALCHEMY_URL": postgres_address})
    back = Ledger(games(), MEMORY)
    try:
        for number, sample in enumerate(SAMPLES):
            slug, ending = sample.slug, ".zip" if number % 2 else ""
            place = exported(first, slug, tmp_path / f"{slug}{ending}")
            assert taken_in(there, place) is RestoreOutcome.STORED
            assert list(there.stored(slug)) == list(first.stored(slug))
        assert len(there.campaigns()) == len(SAMPLES) >= 5
        for slug in SHORTEST:
            again = exported(there, slug, tmp_path / f"{slug}-again.zip")
            assert taken_in(back, again) is RestoreOutcome.STORED
            assert list(back.stored(slug)) == list(first.stored(slug))
            assert verify(back, slug).sound
    finally:
        for ledger in (first, there, back):
            ledger.close()
