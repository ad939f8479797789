"""What goes through stages is never at a loss: in every sample campaign, after every ruling."""

from collections import Counter
from pathlib import Path

import pytest

from domain.kernel.game import no_flow
from domain.kernel.offering import offers_at
from domain.registry import games
from ledger.ledger import Ledger
from tests.support.samples import copied
from wiring.samples import Sample, samples

SAMPLES = [sample for sample in samples(games()) if sample.game.flows is not no_flow]
"""Of the games in which something goes through stages."""


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.slug for sample in SAMPLES])
def test_every_flow_of_a_sample_has_a_stage_and_a_next_step_for_whoever_records(
    sample: Sample, played_samples: Path, tmp_path: Path
) -> None:
    ledger = Ledger(games(), {"SQLALCHEMY_URL": f"sqlite:///{copied(played_samples, tmp_path / 'played')}"})
    game = ledger.game(sample.game.key)
    seen: Counter[tuple[str, int]] = Counter()
    whole = last_of_rulings(ledger, sample.slug)
    for record, moment in ledger.line(sample.slug):
        for flow in game.flows(moment.game) if record.position in whole else ():
            assert 0 <= flow.at < len(flow.stages)
            assert flow.sides
            seen[flow.stages[flow.at], flow.at] += 1
            steps = [offer for offer in offers_at(game, moment, moment.campaign.gm or "") if flow.has(offer.group)]
            assert steps, (record.position, flow)
    assert len(seen) > 2, "the sample should show a flow in several of its stages"
    assert not list(game.flows(ledger.moment(sample.slug).game)), "and end with everything settled"
    ledger.close()


def last_of_rulings(ledger: Ledger, slug: str) -> set[int]:
    """The positions after which a ruling was whole."""
    return {appended.told[-1].record.position for appended in ledger.rulings(slug)}
