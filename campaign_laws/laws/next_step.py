"""Laws of the next step, in every sample campaign: stepper and form agree, and nothing that ends play is armed."""

import re
from typing import ClassVar

from campaign_laws.base import Laws, has_samples, only_where
from domain.kernel.available_offers import offers_at
from domain.kernel.offers import Flow, Weight
from domain.kernel.preparation.next_step import next_for
from domain.kernel.terms import PersonId
from ledger.ledger import Ledger
from wiring.samples import Sample

AN_IDENTIFIER = re.compile(r"\w_\w")
PLAYERS_EVERY = 6
"""After so many rulings the seats of the players are looked at as well."""


class NextStepLaws(Laws):
    """The form that lies open is of somebody who is to act, and ends nothing."""

    endings: ClassVar[frozenset[str]] = frozenset()
    """Commands that end something, or take it back, by the last word of their tag: there when they are looked for,
    never the form that lies open."""
    for_good: ClassVar[frozenset[str] | None] = None
    """Those of them that end play for good, which is asked twice; None where nobody has listed them."""

    @only_where(has_samples)
    def test_the_form_in_front_is_of_somebody_who_is_to_act_and_ends_nothing(
        self, sample: Sample, ledger_of_samples: Ledger
    ) -> None:
        game, ledger = self.game, ledger_of_samples
        whole = [appended.told[-1].record.position for appended in ledger.rulings(sample.slug)]
        stops = {position: number for number, position in enumerate(whole)}
        for record, moment in ledger.line(sample.slug):
            number = stops.get(record.position)
            if number is None:
                continue
            flows, gm = tuple(game.flows(moment.game)), moment.campaign.gm or ""
            for seat in moment.campaign.people if number % PLAYERS_EVERY == 0 else [gm]:
                offers = offers_at(game, moment, seat)
                for it in offers:
                    told = it.tag.rpartition(".")[2]
                    labels = [choice.label for choices in it.choices.values() for choice in choices]
                    assert not [label for label in labels if AN_IDENTIFIER.search(label)], it.label
                    assert told not in self.endings or it.weight is not Weight.TURN, it.label
                    if self.for_good is not None:
                        assert (told in self.for_good) == (it.weight is Weight.ENDING), it.label
                others = frozenset(PersonId(it) for it in moment.campaign.people if it != seat)
                hands = others if seat == gm else frozenset()
                found = next_for(game, moment, moment.campaign.asker(seat), offers, hands)
                acting = to_act(flows, gm)
                if found.step is not None:
                    assert not flows
                    continue
                if found.offer is None:
                    assert not acting or seat != gm, (record.position, found, "the GM acts for everybody")
                    continue
                assert found.offer.weight is Weight.TURN
                if acting:
                    by = found.offer.by or seat
                    assert by in acting or by == gm, (record.position, seat, found.offer.label)
                    assert any(flow.has(found.offer.group) for flow in flows), (record.position, found.offer.label)


def to_act(flows: tuple[Flow, ...], gm: str) -> set[str]:
    """Everybody whose step the stepper shows as due."""
    return {person for flow in flows for side in flow.sides if side.due for person in side.whose or (gm,)}
