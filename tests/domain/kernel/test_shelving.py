"""Shelves, tags, putting away, and who somebody is in other campaigns: kept in the journal."""

import pytest

from domain.kernel.campaign import events as founding
from domain.kernel.campaign.evolve import evolve as evolve_campaign
from domain.kernel.campaign.state import Campaign
from domain.kernel.decisions import Decision, ImpossibleHistoryError, Refusal
from domain.kernel.journal import commands as ask
from domain.kernel.journal import events as say
from domain.kernel.journal.decide import decide
from domain.kernel.journal.evolve import evolve
from domain.kernel.journal.facts import retell
from domain.kernel.journal.state import Journal, Place
from domain.kernel.messages import Command, Event
from domain.kernel.people import Role
from domain.kernel.ruling import NO_PAST
from domain.kernel.terms import PersonId

GM, ADA = PersonId("gm"), PersonId("ada")


def table() -> Campaign:
    campaign = Campaign()
    for event in (
        founding.CampaignFounded(game="toy", title="Salt", slug="salt", house_rules={}),
        founding.PersonSeated(person=GM, name="Gwen", role=Role.GM),
        founding.PersonSeated(person=ADA, name="Ada", role=Role.PLAYER),
    ):
        evolve_campaign.apply(campaign, event)
    return campaign


def asked(journal: Journal, command: Command, by: PersonId = GM) -> Decision[Event]:
    campaign = table()
    answer = decide(journal, campaign, 3, "", command, campaign.asker(by), NO_PAST)
    if not isinstance(answer, Refusal):
        for event in answer:
            evolve.apply(journal, event)
    return answer


def code(answer: Decision[Event]) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_a_campaign_is_put_on_a_shelf_and_taken_from_it() -> None:
    journal = Journal()
    assert asked(journal, ask.ShelveCampaign(shelf=" One   shots ")) == [say.CampaignShelved(shelf="One shots")]
    assert code(asked(journal, ask.ShelveCampaign(shelf="One shots"))) == "no_change"
    assert asked(journal, ask.ShelveCampaign()) == [say.CampaignShelved(shelf="")]
    assert code(asked(journal, ask.ShelveCampaign(shelf="x" * 61))) == "label_wrong"


def test_tags_come_and_go_whatever_their_case() -> None:
    journal = Journal()
    added = asked(journal, ask.TagCampaign(add=("Noir", "long", "noir")))
    assert added == [say.CampaignTagged(added=("long", "noir"), removed=())]
    changed = asked(journal, ask.TagCampaign(add=("sea", "LONG"), remove=("noir", "never-there")))
    assert changed == [say.CampaignTagged(added=("sea",), removed=("noir",))]
    assert journal.place == Place(tags=["long", "sea"])
    assert code(asked(journal, ask.TagCampaign(add=("sea",)))) == "no_change"
    assert code(asked(journal, ask.TagCampaign(add=("a, b",)))) == "label_wrong"


def test_a_campaign_is_put_away_and_taken_out() -> None:
    journal = Journal()
    assert code(asked(journal, ask.TakeOut())) == "no_change"
    assert asked(journal, ask.PutAway()) == [say.CampaignPutAway()]
    assert journal.place.put_away
    assert code(asked(journal, ask.PutAway())) == "no_change"
    assert asked(journal, ask.TakeOut()) == [say.CampaignTakenOut()]
    assert not journal.place.put_away


@pytest.mark.parametrize("command", [ask.ShelveCampaign(shelf="x"), ask.TagCampaign(add=("x",)), ask.PutAway()])
def test_only_the_gm_says_where_a_campaign_stands(command: Command) -> None:
    assert code(asked(Journal(), command, ADA)) == "gm_only"


def test_somebody_is_recognized_by_the_gm_or_by_themselves() -> None:
    journal = Journal()
    itself = ask.RecognizePerson(person=ADA, known_as="ada-lovelace")
    assert asked(journal, itself, ADA) == [say.PersonRecognized(person=ADA, known_as="ada-lovelace")]
    assert code(asked(journal, itself)) == "no_change"
    assert code(asked(journal, ask.RecognizePerson(person=GM, known_as="x"), ADA)) == "gm_only"
    stranger = ask.RecognizePerson(person=PersonId("ben"), known_as="ben")
    assert code(asked(journal, stranger)) == "not_at_the_table"
    assert journal.recognized == {"ada": "ada-lovelace"}


def test_a_tag_that_is_not_there_cannot_have_gone() -> None:
    with pytest.raises(ImpossibleHistoryError):
        evolve.apply(Journal(), say.CampaignTagged(added=(), removed=("x",)))


def test_it_is_no_fact_of_the_campaign() -> None:
    assert list(retell(Journal(), say.CampaignPutAway())) == []
