"""The system file in the records: whole from the founding on, edited by a ruling that tells what came and went."""

from domain.kernel.campaign.founding import CampaignFounded, FoundCampaign
from domain.kernel.campaign.house_rules import ChangeHouseRules, HouseRulesChanged
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.facts import Adjudicated
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.sheet import Texts
from domain.open_table import GAME
from domain.open_table.chapters.people.characters import CharacterEntered
from domain.open_table.house_rules import BLANK

BEFORE = 'format = 1\ntitle = "A game"\nnumber.luck = { label = "Luck", high = 3 }\n'
AFTER = 'format = 1\ntitle = "A game"\nnumber.doom = { label = "Doom" }\n'


def found(**house_rules: str) -> tuple[AnyMoment, CampaignFounded]:
    moment = beginning(GAME)
    command = FoundCampaign(game="open_table", title="A table", slug="a-table", house_rules=dict(house_rules))
    events = decide(GAME, moment, command, "gm", TypedDice(()))
    assert not isinstance(events, Refusal)
    for event in events:
        apply(GAME, moment, event)
    first = events[0]
    assert isinstance(first, CampaignFounded)
    return moment, first


def test_the_blank_file_too_is_recorded_whole() -> None:
    assert found()[1].house_rules == {"system": BLANK}
    assert found(system=BEFORE)[1].house_rules == {"system": BEFORE}


def test_an_edit_tells_what_came_and_went_and_not_the_file() -> None:
    moment, _ = found(system=BEFORE)
    apply(
        GAME, moment, CharacterEntered(character="wren", name="Wren", player=None, numbers={"luck": 2}, texts={})
    )
    change = ChangeHouseRules(changes={"system": AFTER}, reason="Luck ran out")
    events = decide(GAME, moment, change, "gm", TypedDice(()))
    assert not isinstance(events, Refusal)
    (event,) = events
    assert isinstance(event, HouseRulesChanged)
    apply(GAME, moment, event)
    told = retell(GAME, moment, event)
    assert told.headline == "House rules change (the number Luck is gone; the number Doom is new): Luck ran out"
    (fact,) = told.facts
    assert isinstance(fact, Adjudicated)
    assert fact.after == "the number Luck is gone; the number Doom is new"
    section = GAME.sheet(moment.game, "wren").sections[-1]
    assert (section.title, section.blocks[0].label) == ("No longer declared", "Luck")


def test_a_file_that_cannot_be_read_is_no_house_rule() -> None:
    moment, _ = found(system=BEFORE)
    change = ChangeHouseRules(changes={"system": "format = 1\n"}, reason="A slip")
    refusal = decide(GAME, moment, change, "gm", TypedDice(()))
    assert isinstance(refusal, Refusal)
    said = refusal_in_words(GAME, moment, refusal)
    assert said == "The house rule system cannot be set to that: line 1, column 1: title: this is missing."


def test_a_file_that_always_divides_by_nothing_is_no_house_rule_either() -> None:
    moment, _ = found(system=BEFORE)
    change = ChangeHouseRules(
        changes={"system": BEFORE + "derived.half = { is = '@luck / 0' }\n"}, reason="A slip"
    )
    refusal = decide(GAME, moment, change, "gm", TypedDice(()))
    assert isinstance(refusal, Refusal)
    assert "line 4, column 18: this divides by nothing" in refusal_in_words(GAME, moment, refusal)


def test_a_sheet_says_why_a_number_cannot_be_worked_out_now() -> None:
    share = "derived.share = { label = 'Share', is = '6 / @luck', of = 'table' }\n"
    moment, _ = found(system=BEFORE.replace("high = 3", "high = 3, of = 'table'") + share)
    told = [it for section in GAME.sheet(moment.game, "table").sections for it in section.blocks]
    assert Texts(path="table.share", label="Share", texts=("– (this divides by nothing)",)) in told
