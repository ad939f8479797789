"""An event put where it does not belong follows and can be retold, or is an impossible history: never a fault."""

from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.messages import Event
from domain.kernel.ruling import apply, retell
from domain.registry import games
from ledger.ledger import Ledger
from ledger.records.snapshots import MomentFormat
from tests.support.samples import copied, longest_sample

PLACES = 8
OF_A_KIND = 2


@pytest.mark.parametrize("key", sorted(games()))
def test_what_cannot_follow_is_said_so(key: str, played_samples: Path, tmp_path: Path) -> None:
    game, random = games()[key], Random(key)
    ledger = Ledger(games(), {"SQLALCHEMY_URL": f"sqlite:///{copied(played_samples, tmp_path / 'played')}"})
    slug = longest_sample(key).slug
    form = MomentFormat(game)
    of_kind: dict[type[Event], list[Event]] = defaultdict(list)
    for told in ledger.told(slug):
        of_kind[type(told.record.event)].append(told.record.event)
    impossible = followed = 0
    for place in random.sample(range(2, ledger.head(slug)), PLACES):
        there = ledger.moment(slug, place)
        for events in of_kind.values():
            for event in random.sample(events, min(OF_A_KIND, len(events))):
                moment = form.copy(there)
                try:
                    apply(game, moment, event)
                except ImpossibleHistoryError:
                    impossible += 1
                    continue
                assert retell(game, moment, event).headline
                followed += 1
    assert impossible
    assert followed
    ledger.close()
