"""Laws of flows: in every sample campaign, each says after every ruling where play is."""

import re
from collections import Counter
from collections.abc import Iterator

from campaign_laws.base import Laws, has_samples, only_where
from domain.kernel.available_offers import offers_at
from domain.kernel.game import AnyGame, no_flow
from domain.kernel.offers import Flow
from ledger.ledger import Ledger
from wiring.samples import Sample

AN_ID = re.compile(r"\b[a-z]+(?:-[a-z]+)*-\d+\b|\b[a-z]+_[a-z_]+\b")
"""An id, or a name of the program, as neither is said at a table."""


def has_flows(game: AnyGame) -> bool:
    """Something goes through stages in this game, and there is a sample to see it in."""
    return game.flows is not no_flow and has_samples(game)


class FlowLaws(Laws):
    """A flow has a stage and a next step, and a sample ends with all of them settled."""

    @only_where(has_flows)
    def test_every_flow_of_a_sample_has_a_stage_and_a_next_step_for_whoever_records(
        self, sample: Sample, ledger_of_samples: Ledger
    ) -> None:
        game, ledger = self.game, ledger_of_samples
        seen: Counter[tuple[str, int]] = Counter()
        whole = last_of_rulings(ledger, sample.slug)
        for record, moment in ledger.line(sample.slug):
            for flow in game.flows(moment.game) if record.position in whole else ():
                assert 0 <= flow.at < len(flow.stages)
                assert flow.sides
                assert not [it for it in said(flow) if AN_ID.search(it)], "shown as it stands"
                seen[flow.stages[flow.at], flow.at] += 1
                steps = [
                    offer for offer in offers_at(game, moment, moment.campaign.gm or "") if flow.has(offer.group)
                ]
                assert steps, (record.position, flow)
                assert not [it.label for it in steps if AN_ID.search(it.label)]
        assert len(seen) > 1, "the sample should show a flow in several of its stages"
        assert not list(game.flows(ledger.moment(sample.slug).game)), "and end with everything settled"


def last_of_rulings(ledger: Ledger, slug: str) -> set[int]:
    """The positions after which a ruling was whole."""
    return {appended.told[-1].record.position for appended in ledger.rulings(slug)}


def said(flow: Flow) -> Iterator[str]:
    """All that a screen shows of a flow."""
    yield from (flow.kind, flow.about, *flow.stages)
    for side in flow.sides:
        yield from (side.name, side.words)
