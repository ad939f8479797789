"""Every sample campaign, exported and imported from one database to another and back, is the same bytes."""

from pathlib import Path

import pytest

from dashboard.samples import found, samples
from domain.kernel.people import EVERYONE
from domain.registry import games
from ledger.archive.checking import check
from ledger.archive.opening import opened
from ledger.archive.storing import Outcome, store
from ledger.archive.writing import write_archive
from ledger.ledger import Ledger
from ledger.verify import verify
from projections.chronicle import chronicle
from tests.support.playing import MEMORY

SAMPLES = samples(games())


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


def taken_in(ledger: Ledger, place: Path) -> Outcome:
    with opened(place) as archive:
        return store(ledger, check(archive, ledger.games))


@pytest.mark.postgres
def test_every_sample_goes_there_and_back_byte_for_byte(tmp_path: Path, postgres_address: str) -> None:
    first = Ledger(games(), MEMORY)
    there = Ledger(games(), {"SQLALCHEMY_URL": postgres_address})
    back = Ledger(games(), MEMORY)
    try:
        for number, sample in enumerate(SAMPLES):
            found(first, sample)
            slug, ending = sample.slug, ".zip" if number % 2 else ""
            place = exported(first, slug, tmp_path / f"{slug}{ending}")
            assert taken_in(there, place) is Outcome.STORED
            again = exported(there, slug, tmp_path / f"{slug}-again{'' if ending else '.zip'}")
            assert taken_in(back, again) is Outcome.STORED
            records = list(first.stored(slug))
            assert list(there.stored(slug)) == records
            assert list(back.stored(slug)) == records
        assert verify(back, slug).sound
        assert len(back.campaigns()) == len(SAMPLES) >= 5
    finally:
        for ledger in (first, there, back):
            ledger.close()
