"""What comes next, in every sample campaign: stepper and form agree, and nothing that ends play is armed."""

from pathlib import Path

import pytest

from domain.kernel.offering import offers_at
from domain.kernel.offers import Flow, Weight
from domain.kernel.preparing.next_step import next_for
from domain.kernel.terms import PersonId
from domain.registry import games
from ledger.ledger import Ledger
from tests.support.samples import copied
from wiring.samples import Sample, samples

SAMPLES = samples(games())
ENDS = frozenset(
    {"end_play", "end_scene", "close_scene", "end_adventure", "end_season", "end_campaign", "end_story", "end_act"}
    | {"end_raid", "end_invasion", "withdraw_action", "withdraw_goal", "cancel_test", "unseat_player"}
    | {"stop_initiative"}
)
"""Commands that end something, or take it back: there when they are looked for, never the form that lies open."""
FOR_GOOD = frozenset({"end_play", "end_adventure", "end_season", "end_campaign", "end_story"})
PLAYERS_EVERY = 6
"""After so many rulings the seats of the players are looked at as well."""


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.slug for sample in SAMPLES])
def test_the_form_in_front_is_of_somebody_who_is_to_act_and_ends_nothing(
    sample: Sample, played_samples: Path, tmp_path: Path
) -> None:
    ledger = Ledger(games(), {"SQLALCHEMY_URL": f"sqlite:///{copied(played_samples, tmp_path / 'played')}"})
    game = ledger.game(sample.game.key)
    whole = [appended.told[-1].record.position for appended in ledger.rulings(sample.slug)]
    stops = {position: number for number, position in enumerate(whole)}
    for record, moment in ledger.line(sample.slug):
        number = stops.get(record.position)
        if number is None:
            continue
        flows, gm = tuple(game.flows(moment.game)), moment.campaign.gm
        for seat in moment.campaign.people if number % PLAYERS_EVERY == 0 else [gm]:
            offers = offers_at(game, moment, seat)
            for it in offers:
                told = it.tag.rpartition(".")[2]
                assert told not in ENDS or it.weight is not Weight.TURN, it.label
                assert (told in FOR_GOOD) == (it.weight is Weight.ENDING), it.label
            others = frozenset(PersonId(it) for it in moment.campaign.people if it != seat)
            hands = others if seat == gm else frozenset()
            found = next_for(game, moment, moment.campaign.asker(seat), offers, hands)
            acting = to_act(flows, gm)
            if found.step is not None:
                assert not flows
                continue
            if found.offer is None:
                assert not acting or seat != gm, (record.position, found, "at home the GM's hands are everybody's")
                continue
            assert found.offer.weight is Weight.TURN
            if acting:
                by = found.offer.by or seat
                assert by in acting or by == gm, (record.position, seat, found.offer.label)
                assert any(flow.has(found.offer.group) for flow in flows), (record.position, found.offer.label)
    ledger.close()


def to_act(flows: tuple[Flow, ...], gm: str | None) -> set[str | None]:
    """Everybody whose step the stepper shows as due."""
    return {person for flow in flows for side in flow.sides if side.due for person in side.whose or (gm,)}
