"""The outcome of a step is told to nobody from whom it is still kept: they could look first, and think again."""

import pytest

from campaign_laws.scripts import accepted_steps
from domain.death_of_the_vele.house_rules import VeleHouseRules
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from exchange.command_forms.forced import played
from exchange.summaries.rehearsal import OPENS, Rehearsal, rehearse
from tests.support.scripts import scenarios_of

GAME = games()["death_of_the_vele"]
BID, COVER = "death_of_the_vele.place_bid", "death_of_the_vele.cover_dice"


def at_the_table(scenario: str, last: tuple[str, str], **secret: object) -> AnyMoment:
    """The table just before somebody asks for something, where Ana asked for something with this in it."""
    script, moment, vocabulary = scenarios_of(GAME.key)[scenario], beginning(GAME), Vocabulary(GAME)
    rules = VeleHouseRules.model_validate(script.header.house_rules).model_dump()
    founding = FoundCampaign(game=GAME.key, title="A table", slug="a-table", house_rules=rules, gm_name="GM")
    take(moment, founding, script.header.gm)
    for step in accepted_steps(script):
        if (step.by, step.when["type"]) == last:
            return moment
        hers = step.by == "ana" and step.when["type"] in (BID, COVER)
        take(moment, vocabulary.command({**step.when, **(secret if hers else {})}), step.by, step.dice)
    raise AssertionError(last)


def take(moment: AnyMoment, command: Command, by: str, faces: tuple[int, ...] = ()) -> None:
    told = played(GAME, moment, command, by, faces)
    assert not isinstance(told, Refusal), told


def told(moment: AnyMoment, text: str, by: str) -> str:
    """The sentence below the line while this stands in it."""
    come: Rehearsal = rehearse(GAME, moment, text, by)
    steps = [(it.label, [each.headline for each in it.retellings]) for it in come.taken]
    return f"{steps} {come.stuck and (come.stuck.why, come.stuck.could_be)}"


@pytest.mark.parametrize("own", range(1, 7))
@pytest.mark.parametrize("more", ["", "\nShow the bids", "\nCy: show the bids; 3 4 5 6"])
def test_the_last_to_bid_learns_no_bid_before_their_own_is_recorded(own: int, more: str) -> None:
    said = {
        told(at_the_table("framing_bids_and_priority", ("cy", BID), amount=amount), f"Cy bids: {own}{more}", "cy")
        for amount in range(1, 7)
    }
    assert len(said) == 1
    assert "Cy places a sealed bid" in said.pop()


def test_the_gm_who_sees_all_bids_rehearses_them_all() -> None:
    moment = at_the_table("framing_bids_and_priority", ("cy", BID), amount=5)
    come = told(moment, "Cy bids: 1\nShow the bids", "gm")
    assert "The bids are shown: Ana 5, Bo 2, Cy 1" in come


@pytest.mark.parametrize(("by", "shown"), [("bo", False), ("ana", False), ("gm", True)])
def test_what_shows_covered_dice_is_rehearsed_by_the_gm_alone(by: str, shown: bool) -> None:
    moment = at_the_table("forms_head_to_head_dice_are_covered", ("ana", "death_of_the_vele.reveal_dice"))
    said = told(moment, "Show the dice", by)
    assert ("Both sides show their dice" in said) is shown
    assert (OPENS in said) is not shown
