"""Earlier play taken into the journal: who may, in which order, what is told of it, and to whom."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.kernel import facts
from domain.kernel.campaign.state import Campaign, Session, TakenSeat
from domain.kernel.decisions import ImpossibleHistoryError, Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.journal.earlier import EarlierChange, EarlierDie, EarlierRoll, EntryForm, Voice
from domain.kernel.journal.intake import (
    AdjustEarlierValue,
    BeginIntake,
    EarlierEveningOpened,
    EarlierValueAdjusted,
    EndIntake,
    EntryTakenIn,
    IntakeBegun,
    IntakeEnded,
    OpenEarlierEvening,
    TakeInEntry,
)
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.journal.state import Journal
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.people import EVERYONE, GM_ONLY, Role
from domain.kernel.ruling import apply, decide
from domain.kernel.terms import PersonId
from domain.kernel.wording.sentences import sentence
from tests.support.tower import TOWER

GM, ADA = PersonId("gm"), PersonId("ada")
SUM = "0" * 64
BEGIN = BeginIntake(source="Foundry", file="messages.db", sum=SUM, voices=(Voice(id=ADA, name="Ada"),))
BEGUN = IntakeBegun(intake=1, source="Foundry", file="messages.db", sum=SUM, voices=(Voice(id=ADA, name="Ada"),))
ROLL = EarlierRoll(
    formula="2d6kh1+3",
    dice=(EarlierDie(size=6, face=5), EarlierDie(size=6, face=2, kept=False)),
    total="8",
    label="Shadow",
)
CHANGE = EarlierChange(owner=ADA, owner_name="Ada", name="Old Heat", was=3, now=1)


def entry(**other: Any) -> TakeInEntry:
    fields = {"source_id": "foundry:1", "form": "speech", "voice": ADA, "speaker": "Ada", "text": "Run!"}
    return TakeInEntry.model_validate(fields | other)


def taken(**other: Any) -> EntryTakenIn:
    return EntryTakenIn.model_validate({"intake": 1, **entry(**other).model_dump(exclude={"type"})})


def campaign(*, session: Session | None = None) -> Campaign:
    seats = {GM: TakenSeat("Gwen", Role.GM), ADA: TakenSeat("Ada", Role.PLAYER)}
    return Campaign(title="Salt", slug="salt", people=dict(seats), session=session)


def moment_after(*past: Event, session: Session | None = None) -> AnyMoment:
    moment = beginning(TOWER)
    moment.campaign = campaign(session=session)
    for event in past:
        apply(TOWER, moment, event)
    return moment


def after(*past: Event) -> Journal:
    return moment_after(*past).journal


def retell(event: Event, *past: Event) -> list[facts.Fact]:
    return list(JOURNAL.tell(moment_after(*past, event), event))


def asked(command: Command, *past: Event, by: PersonId = GM, session: Session | None = None) -> Any:
    return decide(TOWER, moment_after(*past, session=session), command, by, TypedDice(()))


@pytest.mark.parametrize(
    ("past", "command", "follows"),
    [
        ([], BEGIN, BEGUN),
        (
            [BEGUN],
            OpenEarlierEvening(title="4 May"),
            EarlierEveningOpened(intake=1, evening=1, title="4 May"),
        ),
        ([BEGUN], entry(), taken()),
        ([BEGUN, taken()], EndIntake(), IntakeEnded(intake=1, entries=1, verbatim=0)),
        ([BEGUN, taken(form="verbatim")], EndIntake(), IntakeEnded(intake=1, entries=1, verbatim=1)),
        (
            [BEGUN],
            AdjustEarlierValue(owner=ADA, owner_name="Ada", name="Heat", was=1, now=4, reason="Lost pages."),
            EarlierValueAdjusted(
                intake=1, owner=ADA, owner_name="Ada", name="Heat", was=1, now=4, reason="Lost pages."
            ),
        ),
    ],
)
def test_each_step_becomes_one_event(past: list[Event], command: Command, follows: Event) -> None:
    assert asked(command, *past) == [follows]


@pytest.mark.parametrize(
    ("past", "command", "code"),
    [
        ([BEGUN], BEGIN, "intake_open"),
        ([], entry(), "no_intake"),
        ([], EndIntake(), "no_intake"),
        ([BEGUN], entry(text="  "), "entry_empty"),
        (
            [BEGUN],
            AdjustEarlierValue(owner=ADA, owner_name="Ada", name="Heat", was=1, now=4, reason=" "),
            "reason_missing",
        ),
        (
            [BEGUN],
            AdjustEarlierValue(owner=ADA, owner_name="Ada", name="Heat", was=4, now=4, reason="?"),
            "no_change",
        ),
    ],
)
def test_steps_out_of_turn_are_refused(past: list[Event], command: Command, code: str) -> None:
    answer = asked(command, *past)
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_only_the_gm_takes_anything_in() -> None:
    assert asked(BEGIN, by=ADA).code == "gm_only"
    assert asked(entry(), BEGUN, by=ADA).code == "gm_only"


def test_nothing_is_taken_in_during_an_evening() -> None:
    assert asked(BEGIN, session=Session(3, "", open=True)).code == "session_open"
    assert asked(BEGIN, session=Session(3, "", open=False)) == [BEGUN]


def test_an_intake_that_is_not_open_cannot_grow() -> None:
    ended = IntakeEnded(intake=1, entries=0, verbatim=0)
    with pytest.raises(ImpossibleHistoryError):
        after(BEGUN, ended, taken())
    with pytest.raises(ImpossibleHistoryError):
        after(BEGUN, BEGUN)
    with pytest.raises(ImpossibleHistoryError):
        after(BEGUN, EarlierEveningOpened(intake=1, evening=2, title="?"))


def test_what_was_said_does_not_weigh_down_the_state() -> None:
    journal = after(BEGUN, *(taken(text="x" * 1_000) for _ in range(50)))
    assert journal.intakes[0].entries == 50
    assert journal.voices == {"ada": "Ada"}
    assert "xxx" not in repr(journal)


def test_a_die_cannot_show_what_is_not_on_it() -> None:
    with pytest.raises(ValidationError):
        EarlierDie(size=6, face=7)


def test_dice_words_and_numbers_are_told_as_facts() -> None:
    event = taken(rolls=(ROLL,), changes=(CHANGE,))
    told = retell(event, BEGUN)
    assert told == [
        facts.Told(text="Run!", form="speech", about=("ada",)),
        facts.DiceRolled(
            roller="ada",
            purpose="Shadow",
            dice=(facts.Die("1", 6, 5), facts.Die("2", 6, 2, kept=False)),
            reading="8",
        ),
        facts.NumberChanged(owner="ada", name="earlier-old-heat", delta=-2, now=1, why="Run!", label="Old Heat"),
    ]


def test_a_whisper_is_told_to_the_gm_alone() -> None:
    event = taken(form=EntryForm.WHISPER, visibility="gm", rolls=(ROLL,), changes=(CHANGE,))
    moment = moment_after(BEGUN)
    assert JOURNAL.audience(moment, event) == GM_ONLY
    assert {fact.audience for fact in retell(event, BEGUN)} == {GM_ONLY}
    assert JOURNAL.audience(moment, taken()) == EVERYONE


def test_evenings_are_scenes_of_the_timeline() -> None:
    first = EarlierEveningOpened(intake=1, evening=1, title="4 May")
    second = EarlierEveningOpened(intake=1, evening=2, title="11 May")
    ended = IntakeEnded(intake=1, entries=0, verbatim=0)
    past: list[Event] = []
    told: list[facts.Fact] = []
    for event in (BEGUN, first, second, ended):
        told.extend(retell(event, *past))
        past.append(event)
    scenes = [fact for fact in told if isinstance(fact, facts.SceneOpened | facts.SceneClosed)]
    assert [(type(scene), scene.scene) for scene in scenes] == [
        (facts.SceneOpened, "intake-1-evening-1"),
        (facts.SceneClosed, "intake-1-evening-1"),
        (facts.SceneOpened, "intake-1-evening-2"),
        (facts.SceneClosed, "intake-1-evening-2"),
    ]


def test_an_entry_reads_as_a_sentence() -> None:
    event = taken(rolls=(ROLL,), changes=(CHANGE,))
    values = {name: getattr(event, name) for name in type(event).model_fields}
    said = sentence(JOURNAL.wording.events[event.type], values)
    assert said == "Ada: Run! rolls Shadow, 2d6kh1+3: 5, (2) = 8 · Ada: Old Heat 3 → 1"
