"""Commands tell somebody the same whatever the number is that they may not know."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domain.registry import games
from tests.cli.conftest import Campaign
from tests.support.twins import both, find_twins, opened, others

SCRIPTS = (
    ("death_of_the_vele", "forms_a_hidden_roll", "roll_struggle"),
    ("death_of_the_vele", "forms_head_to_head_dice_are_covered", "cover_dice"),
    ("hot_circle", "prepared_between_sessions", "prepare_obstacle"),
)


def lines(slug: str, who: str) -> Iterator[tuple[str, ...]]:
    seen = ("--as", who)
    for name in ("log", "sheet", "luck"):
        yield name, slug, *seen, "--json"
    yield "recap", slug, *seen
    yield "chronicle", slug, *seen, "--format", "html"
    yield "figures", slug, "rolls", *seen


@pytest.mark.parametrize(("key", "script", "kind"), SCRIPTS)
def test_what_is_told_is_the_same_whatever_the_number(
    campaign: Campaign, tmp_path: Path, key: str, script: str, kind: str
) -> None:
    with closing(opened(tmp_path / "looking.sqlite3")) as ledger:
        every = [it for it in find_twins(ledger, games()[key], script) if it.what == f"{key}.{kind}"]
    assert len(every) == 1
    files = both(tmp_path, every)
    for twins in every:
        with closing(opened(files[0])) as ledger:
            who = str(others(ledger, twins.name, twins.last)[0].person)
            opening = next(it.record for it in ledger.told(twins.name) if it.record.envelope.ruling == twins.last)
            salts = str(ledger.find(twins.name).id), ledger.find(twins.name).id.hex, opening.envelope.salt or ""
            assert all(salts)
        for asked in (*lines(twins.name, who), *lines(twins.name, "reader")):
            one, other = (campaign(*asked, "--database", str(file)) for file in files)
            assert one.status == other.status == 0, (asked, one.err)
            # Seals are told, and are made with the ruling's salt and the campaign's id as well, which are not.
            assert _without_seals(one.out) == _without_seals(other.out), asked
            assert not [salt for salt in salts if salt in one.out]
        whole = [campaign("state", twins.name, "--json", "--database", str(file)).out for file in files]
        assert _without_seals(whole[0]) != _without_seals(whole[1]), "a number that is nowhere shows nothing"


def _without_seals(told: str) -> str:
    return re.sub(r"\b[0-9a-f]{12,64}\b", "#", told)
