"""Shelves, tags, putting away, and who somebody is in other campaigns: kept in the journal."""

import pytest

from domain.kernel.campaign.founding import CampaignFounded
from domain.kernel.campaign.seats import PersonSeated
from domain.kernel.decisions import Decision, ImpossibleHistoryError, Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.journal.shelving import (
    CampaignPutAway,
    CampaignShelved,
    CampaignTagged,
    CampaignTakenOut,
    PersonRecognized,
    PutAway,
    RecognizePerson,
    ShelveCampaign,
    TagCampaign,
    TakeOut,
)
from domain.kernel.journal.state import Journal, Place
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.people import Role
from domain.kernel.ruling import apply, decide
from domain.kernel.terms import PersonId
from tests.support.tower import TOWER

GM, ADA = PersonId("gm"), PersonId("ada")


def table(journal: Journal) -> AnyMoment:
    moment = beginning(TOWER)
    moment.journal = journal
    for event in (
        CampaignFounded(game=TOWER.key, title="Salt", slug="salt", house_rules={}),
        PersonSeated(person=GM, name="Gwen", role=Role.GM),
        PersonSeated(person=ADA, name="Ada", role=Role.PLAYER),
    ):
        apply(TOWER, moment, event)
    return moment


def asked(journal: Journal, command: Command, by: PersonId = GM) -> Decision[Event]:
    moment = table(journal)
    answer = decide(TOWER, moment, command, by, TypedDice(()))
    if not isinstance(answer, Refusal):
        for event in answer:
            apply(TOWER, moment, event)
    return answer


def code(answer: Decision[Event]) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_a_campaign_is_put_on_a_shelf_and_taken_from_it() -> None:
    journal = Journal()
    assert asked(journal, ShelveCampaign(shelf=" One   shots ")) == [CampaignShelved(shelf="One shots")]
    assert code(asked(journal, ShelveCampaign(shelf="One shots"))) == "no_change"
    assert asked(journal, ShelveCampaign()) == [CampaignShelved(shelf="")]
    assert code(asked(journal, ShelveCampaign(shelf="x" * 61))) == "label_wrong"


def test_tags_come_and_go_whatever_their_case() -> None:
    journal = Journal()
    added = asked(journal, TagCampaign(add=("Noir", "long", "noir")))
    assert added == [CampaignTagged(added=("long", "noir"), removed=())]
    changed = asked(journal, TagCampaign(add=("sea", "LONG"), remove=("noir", "never-there")))
    assert changed == [CampaignTagged(added=("sea",), removed=("noir",))]
    assert journal.place == Place(tags=["long", "sea"])
    assert code(asked(journal, TagCampaign(add=("sea",)))) == "no_change"
    assert code(asked(journal, TagCampaign(add=("a, b",)))) == "label_wrong"


def test_a_campaign_is_put_away_and_taken_out() -> None:
    journal = Journal()
    assert code(asked(journal, TakeOut())) == "no_change"
    assert asked(journal, PutAway()) == [CampaignPutAway()]
    assert journal.place.put_away
    assert code(asked(journal, PutAway())) == "no_change"
    assert asked(journal, TakeOut()) == [CampaignTakenOut()]
    assert not journal.place.put_away


@pytest.mark.parametrize("command", [ShelveCampaign(shelf="x"), TagCampaign(add=("x",)), PutAway()])
def test_only_the_gm_says_where_a_campaign_stands(command: Command) -> None:
    assert code(asked(Journal(), command, ADA)) == "gm_only"


def test_somebody_is_recognized_by_the_gm_or_by_themselves() -> None:
    journal = Journal()
    itself = RecognizePerson(person=ADA, known_as="ada-lovelace")
    assert asked(journal, itself, ADA) == [PersonRecognized(person=ADA, known_as="ada-lovelace")]
    assert code(asked(journal, itself)) == "no_change"
    assert code(asked(journal, RecognizePerson(person=GM, known_as="x"), ADA)) == "gm_only"
    stranger = RecognizePerson(person=PersonId("ben"), known_as="ben")
    assert code(asked(journal, stranger)) == "not_at_the_table"
    assert journal.recognized == {"ada": "ada-lovelace"}


def test_a_tag_that_is_not_there_cannot_have_gone() -> None:
    with pytest.raises(ImpossibleHistoryError):
        apply(TOWER, table(Journal()), CampaignTagged(added=(), removed=("x",)))


def test_it_is_no_fact_of_the_campaign() -> None:
    assert list(JOURNAL.tell(table(Journal()), CampaignPutAway())) == []
