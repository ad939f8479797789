"""Seats, sessions, house rules, the map and rewinding: what every table shares."""

from collections.abc import Mapping

import pytest
from pydantic import BaseModel

from domain.kernel.campaign import commands as ask
from domain.kernel.campaign import events as say
from domain.kernel.campaign.decide import decide
from domain.kernel.campaign.evolve import evolve
from domain.kernel.campaign.state import Campaign
from domain.kernel.decisions import Decision, ImpossibleHistoryError, Refusal
from domain.kernel.messages import Command, Event, HouseRules
from domain.kernel.moment import beginning
from domain.kernel.people import Role
from domain.kernel.ruling import NO_PAST, apply, names_at, retell
from domain.kernel.terms import PersonId
from tests.support.tower import TOWER

GM, ADA, BEN = PersonId("gm"), PersonId("ada"), PersonId("ben")


class Rules(HouseRules):
    """Two settings to change."""

    starting_gold: int = 0
    grim: bool = False


FOUNDED: list[Event] = [
    say.CampaignFounded(game="toy", title="Salt", slug="salt", house_rules={}),
    say.PersonSeated(person=GM, name="Gwen", role=Role.GM),
]
SEATED = [*FOUNDED, say.PersonSeated(person=ADA, name="Ada", role=Role.PLAYER)]
ON_THE_MAP = [
    *FOUNDED,
    say.FactionNamed(faction="guild", name="Guild", weight=2, group=""),
    say.FactionNamed(faction="crown", name="Crown", weight=3, group=""),
]


def after(events: list[Event]) -> Campaign:
    campaign = Campaign()
    for event in events:
        evolve.apply(campaign, event)
    return campaign


def asked(past: list[Event], command: Command, by: PersonId = GM) -> Decision[Event]:
    campaign = after(past)
    return decide(campaign, Rules(), len(past), command, campaign.asker(by), NO_PAST)


def code(answer: Decision[Event]) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_founding_seats_whoever_asks_as_gm() -> None:
    command = ask.FoundCampaign(game="toy", title="Salt", slug="salt", gm_name="Gwen")
    assert asked([], command) == FOUNDED


@pytest.mark.parametrize(
    ("past", "command", "by", "refused"),
    [
        ([], ask.OpenSession(), GM, "not_founded"),
        (FOUNDED, ask.FoundCampaign(game="toy", title="X", slug="x"), GM, "already_founded"),
        ([], ask.FoundCampaign(game="toy", title="X", slug="x", house_rules={"no": 1}), GM, "house_rule_unknown"),
        (
            [],
            ask.FoundCampaign(game="toy", title="X", slug="x", house_rules={"grim": "?"}),
            GM,
            "house_rule_wrong",
        ),
        (FOUNDED, ask.SeatPerson(person=BEN, name="Ben"), ADA, "gm_only"),
        (FOUNDED, ask.SeatPerson(person=BEN, name="Ben", role=Role.READER), GM, "not_a_seat"),
        (FOUNDED, ask.SeatPerson(person=BEN, name="Ben", role=Role.GM), GM, "gm_taken"),
        (SEATED, ask.SeatPerson(person=ADA, name="Ada"), GM, "already_seated"),
        (SEATED, ask.LeaveSeat(person=GM), GM, "gm_cannot_leave"),
        (SEATED, ask.LeaveSeat(person=BEN), GM, "not_at_the_table"),
        (SEATED, ask.LeaveSeat(person=GM), ADA, "gm_only"),
        (SEATED, ask.HandOverGm(person=BEN), GM, "not_at_the_table"),
        (SEATED, ask.HandOverGm(person=GM), GM, "gm_already"),
        (SEATED, ask.HandOverGm(person=ADA), ADA, "gm_only"),
        (FOUNDED, ask.RenameCampaign(title="Salt"), GM, "no_change"),
        (FOUNDED, ask.CloseSession(), GM, "no_open_session"),
        (FOUNDED, ask.ChangeHouseRules(changes={"grim": True}, reason=" "), GM, "reason_missing"),
        (FOUNDED, ask.ChangeHouseRules(changes={"grim": False}, reason="why"), GM, "no_change"),
        (FOUNDED, ask.ChangeHouseRules(changes={"starting_gold": "much"}, reason="why"), GM, "house_rule_wrong"),
        (FOUNDED, ask.RelateFactions(source="guild", target="crown", relation="owes"), GM, "faction_unknown"),
        (
            ON_THE_MAP,
            ask.RelateFactions(source="guild", target="guild", relation="owes"),
            GM,
            "relation_to_itself",
        ),
        (ON_THE_MAP, ask.RelateFactions(source="guild", target="crown", relation=""), GM, "no_change"),
        (ON_THE_MAP, ask.NameFaction(faction="guild", name="Guild", weight=2), GM, "no_change"),
        (ON_THE_MAP, ask.RemoveFaction(faction="court"), GM, "faction_unknown"),
        (FOUNDED, ask.RewindLine(to=1, reason=""), GM, "reason_missing"),
        (FOUNDED, ask.RewindLine(to=9, reason="why"), GM, "no_such_position"),
        (FOUNDED, ask.RewindLine(to=2, reason="why"), GM, "no_change"),
        (SEATED, ask.RewindLine(to=1, reason="why"), BEN, "not_seated"),
        (SEATED, ask.UndoRuling(), GM, "nothing_to_undo"),
        (SEATED, ask.RedoRuling(), GM, "nothing_to_redo"),
    ],
)
def test_what_is_refused(past: list[Event], command: Command, by: PersonId, refused: str) -> None:
    assert code(asked(past, command, by)) == refused


def test_a_session_opens_after_the_last_one_closed() -> None:
    first = [*FOUNDED, say.SessionOpened(session=1, title="One")]
    assert code(asked(first, ask.OpenSession())) == "session_open"
    closed = [*first, say.SessionClosed(session=1)]
    assert asked(closed, ask.OpenSession(title="Two")) == [say.SessionOpened(session=2, title="Two")]


def test_anybody_may_take_a_players_seat_and_leave_it() -> None:
    sit = say.PersonSeated(person=BEN, name="Ben", role=Role.PLAYER)
    assert asked(FOUNDED, ask.SeatPerson(person=BEN, name="Ben"), BEN) == [sit]
    assert asked([*FOUNDED, sit], ask.LeaveSeat(person=BEN), BEN) == [say.PersonLeft(person=BEN)]


def test_handing_over_swaps_the_two_seats() -> None:
    campaign = after([*SEATED, say.GmHandedOver(was=GM, now=ADA)])
    assert campaign.gm == ADA
    assert campaign.players == [GM]


def test_only_settings_that_change_are_recorded() -> None:
    command = ask.ChangeHouseRules(changes={"grim": True, "starting_gold": 0}, reason="darker")
    assert asked(FOUNDED, command) == [say.HouseRulesChanged(changes={"grim": True}, reason="darker")]


def test_removing_a_faction_cuts_its_ties() -> None:
    tied = [
        *ON_THE_MAP,
        say.RelationSet(source="guild", target="crown", relation="owes", friendly=False),
        say.RelationSet(source="crown", target="guild", relation="hunts", friendly=False),
    ]
    campaign = after([*tied, say.FactionRemoved(faction="crown")])
    assert campaign.relations == {"guild": {}}


@pytest.mark.parametrize(
    ("past", "event"),
    [
        (FOUNDED, FOUNDED[0]),
        (FOUNDED, FOUNDED[1]),
        (FOUNDED, say.PersonLeft(person=BEN)),
        (FOUNDED, say.GmHandedOver(was=GM, now=BEN)),
        (FOUNDED, say.SessionClosed(session=1)),
        (FOUNDED, say.FactionRemoved(faction="crown")),
        (FOUNDED, say.RelationSet(source="guild", target="crown", relation="owes", friendly=None)),
        ([*FOUNDED, say.SessionOpened(session=1, title="")], say.SessionOpened(session=2, title="")),
    ],
)
def test_an_event_that_cannot_follow_is_an_impossible_history(past: list[Event], event: Event) -> None:
    campaign = after(past)
    with pytest.raises(ImpossibleHistoryError):
        evolve.apply(campaign, event)


def test_commands_and_events_are_closed() -> None:
    models: Mapping[str, type[BaseModel]] = {kind.__name__: kind for kind in (*ask.COMMANDS, *say.EVENTS)}
    assert all(model.model_config.get("extra") == "forbid" for model in models.values())


def test_who_left_is_still_called_by_name() -> None:
    moment = beginning(TOWER)
    told = [say.CampaignFounded(game=TOWER.key, title="Salt", slug="salt", house_rules={}), *SEATED[1:]]
    for event in (*told, say.PersonLeft(person=ADA)):
        apply(TOWER, moment, event)
    assert retell(TOWER, moment, say.PersonLeft(person=ADA)).headline == "Ada leaves the table"
    apply(TOWER, moment, say.PersonSeated(person=ADA, name="Ada the elder", role=Role.PLAYER))
    assert names_at(TOWER, moment)[ADA] == "Ada the elder"
