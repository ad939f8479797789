"""Seats, sessions, house rules, the map and rewinding: what every table shares."""

from dataclasses import replace

import pytest
from pydantic import BaseModel

from domain.kernel.campaign.factions import (
    FactionNamed,
    FactionRemoved,
    NameFaction,
    RelateFactions,
    RelationSet,
    RemoveFaction,
)
from domain.kernel.campaign.founding import CampaignFounded, FoundCampaign, RenameCampaign
from domain.kernel.campaign.house_rules import ChangeHouseRules, HouseRulesChanged
from domain.kernel.campaign.rewinding import RedoRuling, RewindLine, UndoRuling
from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.campaign.seats import GmHandedOver, HandOverGm, LeaveSeat, PersonLeft, PersonSeated, SeatPerson
from domain.kernel.campaign.sessions import CloseSession, OpenSession, SessionClosed, SessionOpened
from domain.kernel.decisions import Decision, ImpossibleHistoryError, Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.journal.notes import WriteNote
from domain.kernel.messages import Command, Event, HouseRules
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.people import Role
from domain.kernel.ruling import apply, decide, names_at, retell
from domain.kernel.terms import PersonId
from tests.support.tower import TOWER, LayStones, StonesLaid, Tower

GM, ADA, BEN = PersonId("gm"), PersonId("ada"), PersonId("ben")


class Rules(HouseRules):
    """Two settings to change."""

    starting_gold: int = 0
    grim: bool = False


FOUNDED: list[Event] = [
    CampaignFounded(game="toy", title="Salt", slug="salt", house_rules={}),
    PersonSeated(person=GM, name="Gwen", role=Role.GM),
]
SEATED = [*FOUNDED, PersonSeated(person=ADA, name="Ada", role=Role.PLAYER)]
ON_THE_MAP = [
    *FOUNDED,
    FactionNamed(faction="guild", name="Guild", weight=2, group=""),
    FactionNamed(faction="crown", name="Crown", weight=3, group=""),
]


TOY = replace(TOWER, key="toy", house_rules=Rules, initial=Tower)


def after(events: list[Event]) -> AnyMoment:
    moment = beginning(TOY)
    for event in events:
        apply(TOY, moment, event)
    moment.position = len(events)
    return moment


def asked(past: list[Event], command: Command, by: PersonId = GM) -> Decision[Event]:
    return decide(TOY, after(past), command, by, TypedDice(()))


def code(answer: Decision[Event]) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_founding_seats_whoever_asks_as_gm() -> None:
    command = FoundCampaign(game="toy", title="Salt", slug="salt", gm_name="Gwen")
    assert asked([], command) == FOUNDED


@pytest.mark.parametrize(
    ("past", "command", "by", "refused"),
    [
        ([], OpenSession(), GM, "not_founded"),
        (FOUNDED, FoundCampaign(game="toy", title="X", slug="x"), GM, "already_founded"),
        ([], FoundCampaign(game="toy", title="X", slug="x", house_rules={"no": 1}), GM, "house_rule_unknown"),
        (
            [],
            FoundCampaign(game="toy", title="X", slug="x", house_rules={"grim": "?"}),
            GM,
            "house_rule_wrong",
        ),
        (FOUNDED, SeatPerson(person=BEN, name="Ben"), ADA, "gm_only"),
        (FOUNDED, SeatPerson(person=BEN, name="Ben", role=Role.READER), GM, "not_a_seat"),
        (FOUNDED, SeatPerson(person=BEN, name="Ben", role=Role.GM), GM, "gm_taken"),
        (SEATED, SeatPerson(person=ADA, name="Ada"), GM, "already_seated"),
        (SEATED, LeaveSeat(person=GM), GM, "gm_cannot_leave"),
        (SEATED, LeaveSeat(person=BEN), GM, "not_at_the_table"),
        (SEATED, LeaveSeat(person=GM), ADA, "gm_only"),
        (SEATED, HandOverGm(person=BEN), GM, "not_at_the_table"),
        (SEATED, HandOverGm(person=GM), GM, "gm_already"),
        (SEATED, HandOverGm(person=ADA), ADA, "gm_only"),
        (FOUNDED, RenameCampaign(title="Salt"), GM, "no_change"),
        (FOUNDED, CloseSession(), GM, "no_open_session"),
        (FOUNDED, ChangeHouseRules(changes={"grim": True}, reason=" "), GM, "reason_missing"),
        (FOUNDED, ChangeHouseRules(changes={"grim": False}, reason="why"), GM, "no_change"),
        (FOUNDED, ChangeHouseRules(changes={"starting_gold": "much"}, reason="why"), GM, "house_rule_wrong"),
        (FOUNDED, RelateFactions(source="guild", target="crown", relation="owes"), GM, "faction_unknown"),
        (
            ON_THE_MAP,
            RelateFactions(source="guild", target="guild", relation="owes"),
            GM,
            "relation_to_itself",
        ),
        (ON_THE_MAP, RelateFactions(source="guild", target="crown", relation=""), GM, "no_change"),
        (ON_THE_MAP, NameFaction(faction="guild", name="Guild", weight=2), GM, "no_change"),
        (ON_THE_MAP, RemoveFaction(faction="court"), GM, "faction_unknown"),
        (FOUNDED, RewindLine(to=1, reason=""), GM, "reason_missing"),
        (FOUNDED, RewindLine(to=9, reason="why"), GM, "no_such_position"),
        (FOUNDED, RewindLine(to=2, reason="why"), GM, "no_change"),
        (SEATED, RewindLine(to=1, reason="why"), BEN, "not_seated"),
        (SEATED, UndoRuling(), GM, "nothing_to_undo"),
        (SEATED, RedoRuling(), GM, "nothing_to_redo"),
    ],
)
def test_what_is_refused(past: list[Event], command: Command, by: PersonId, refused: str) -> None:
    assert code(asked(past, command, by)) == refused


def test_a_session_opens_after_the_last_one_closed() -> None:
    first = [*FOUNDED, SessionOpened(session=1, title="One")]
    assert code(asked(first, OpenSession())) == "session_open"
    closed = [*first, SessionClosed(session=1)]
    assert asked(closed, OpenSession(title="Two")) == [SessionOpened(session=2, title="Two")]


def test_anybody_may_take_a_players_seat_and_leave_it() -> None:
    sit = PersonSeated(person=BEN, name="Ben", role=Role.PLAYER)
    assert asked(FOUNDED, SeatPerson(person=BEN, name="Ben"), BEN) == [sit]
    assert asked([*FOUNDED, sit], LeaveSeat(person=BEN), BEN) == [PersonLeft(person=BEN)]


def test_what_somebody_who_left_began_is_ended_in_their_name() -> None:
    left = [*SEATED, PersonLeft(person=ADA)]
    game = replace(TOY, decide=lambda state, command, asker, dice: [StonesLaid(face=4)])
    assert decide(game, after(left), LayStones(), ADA, TypedDice(())) == [StonesLaid(face=4)]
    assert code(asked(left, WriteNote(text="I was never there"), ADA)) == "not_seated"
    assert code(asked(left, LayStones(), BEN)) == "not_seated"


def test_handing_over_swaps_the_two_seats() -> None:
    campaign = after([*SEATED, GmHandedOver(was=GM, now=ADA)]).campaign
    assert campaign.gm == ADA
    assert campaign.players == [GM]


def test_only_settings_that_change_are_recorded() -> None:
    command = ChangeHouseRules(changes={"grim": True, "starting_gold": 0}, reason="darker")
    assert asked(FOUNDED, command) == [HouseRulesChanged(changes={"grim": True}, reason="darker")]


def test_removing_a_faction_cuts_its_ties() -> None:
    tied = [
        *ON_THE_MAP,
        RelationSet(source="guild", target="crown", relation="owes", friendly=False),
        RelationSet(source="crown", target="guild", relation="hunts", friendly=False),
    ]
    campaign = after([*tied, FactionRemoved(faction="crown")]).campaign
    assert campaign.relations == {"guild": {}}


@pytest.mark.parametrize(
    ("past", "event"),
    [
        (FOUNDED, FOUNDED[0]),
        (FOUNDED, FOUNDED[1]),
        (FOUNDED, PersonLeft(person=BEN)),
        (FOUNDED, GmHandedOver(was=GM, now=BEN)),
        (FOUNDED, SessionClosed(session=1)),
        (FOUNDED, FactionRemoved(faction="crown")),
        (FOUNDED, RelationSet(source="guild", target="crown", relation="owes", friendly=None)),
        ([*FOUNDED, SessionOpened(session=1, title="")], SessionOpened(session=2, title="")),
    ],
)
def test_an_event_that_cannot_follow_is_an_impossible_history(past: list[Event], event: Event) -> None:
    moment = after(past)
    with pytest.raises(ImpossibleHistoryError):
        apply(TOY, moment, event)


def test_commands_and_events_are_closed() -> None:
    models: list[type[BaseModel]] = [*CAMPAIGN.commands, *CAMPAIGN.events]
    assert models
    assert all(model.model_config.get("extra") == "forbid" for model in models)


def test_words_of_a_person_are_no_id_even_where_they_are_spelled_like_one() -> None:
    moment = beginning(TOWER)
    for event in (CampaignFounded(game=TOWER.key, title="Salt", slug="salt", house_rules={}), *SEATED[1:]):
        apply(TOWER, moment, event)
    assert names_at(TOWER, moment)["ada"] == "Ada"
    told = retell(TOWER, moment, SessionOpened(session=1, title="ada"))
    assert told.headline == "Session 1 begins: ada"


def test_who_left_is_still_called_by_name() -> None:
    moment = beginning(TOWER)
    told = [CampaignFounded(game=TOWER.key, title="Salt", slug="salt", house_rules={}), *SEATED[1:]]
    for event in (*told, PersonLeft(person=ADA)):
        apply(TOWER, moment, event)
    assert retell(TOWER, moment, PersonLeft(person=ADA)).headline == "Ada leaves the table"
    apply(TOWER, moment, PersonSeated(person=ADA, name="Ada the elder", role=Role.PLAYER))
    assert names_at(TOWER, moment)[ADA] == "Ada the elder"
