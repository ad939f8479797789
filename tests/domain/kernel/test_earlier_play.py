"""Earlier play taken into the journal: who may, in which order, what is told of it, and to whom."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.kernel import facts
from domain.kernel.campaign.state import Campaign, Seat, Session
from domain.kernel.decisions import ImpossibleHistoryError, Refusal
from domain.kernel.journal import commands as ask
from domain.kernel.journal import events as say
from domain.kernel.journal.decide import decide
from domain.kernel.journal.earlier import EarlierChange, EarlierDie, EarlierRoll, EntryForm, Voice
from domain.kernel.journal.evolve import evolve
from domain.kernel.journal.facts import audience_of, retell
from domain.kernel.journal.state import Journal
from domain.kernel.journal.wording import WORDING
from domain.kernel.messages import Command, Event
from domain.kernel.past import NoPast
from domain.kernel.people import EVERYONE, GM_ONLY, Role
from domain.kernel.terms import PersonId
from domain.kernel.wording import sentence

GM, ADA = PersonId("gm"), PersonId("ada")
SUM = "0" * 64
BEGIN = ask.BeginIntake(source="Foundry", file="messages.db", sum=SUM, voices=(Voice(id=ADA, name="Ada"),))
BEGUN = say.IntakeBegun(
    intake=1, source="Foundry", file="messages.db", sum=SUM, voices=(Voice(id=ADA, name="Ada"),)
)
ROLL = EarlierRoll(
    formula="2d6kh1+3",
    dice=(EarlierDie(size=6, face=5), EarlierDie(size=6, face=2, kept=False)),
    total="8",
    label="Shadow",
)
CHANGE = EarlierChange(owner=ADA, owner_name="Ada", name="Old Heat", was=3, now=1)


def entry(**other: Any) -> ask.TakeInEntry:
    fields = {"source_id": "foundry:1", "form": "speech", "voice": ADA, "speaker": "Ada", "text": "Run!"}
    return ask.TakeInEntry.model_validate(fields | other)


def taken(**other: Any) -> say.EntryTakenIn:
    return say.EntryTakenIn.model_validate({"intake": 1, **entry(**other).model_dump(exclude={"type"})})


def campaign(*, session: Session | None = None) -> Campaign:
    seats = {GM: Seat("Gwen", Role.GM), ADA: Seat("Ada", Role.PLAYER)}
    return Campaign(title="Salt", slug="salt", people=dict(seats), session=session)


def after(*past: Event) -> Journal:
    journal = Journal()
    for event in past:
        evolve.apply(journal, event)
    return journal


def asked(command: Command, *past: Event, by: PersonId = GM, session: Session | None = None) -> Any:
    table = campaign(session=session)
    return decide(after(*past), table, 9, SUM, command, table.asker(by), NoPast())


@pytest.mark.parametrize(
    ("past", "command", "follows"),
    [
        ([], BEGIN, BEGUN),
        (
            [BEGUN],
            ask.OpenEarlierEvening(title="4 May"),
            say.EarlierEveningOpened(intake=1, evening=1, title="4 May"),
        ),
        ([BEGUN], entry(), taken()),
        ([BEGUN, taken()], ask.EndIntake(), say.IntakeEnded(intake=1, entries=1, verbatim=0)),
        ([BEGUN, taken(form="verbatim")], ask.EndIntake(), say.IntakeEnded(intake=1, entries=1, verbatim=1)),
        (
            [BEGUN],
            ask.AdjustEarlierValue(owner=ADA, owner_name="Ada", name="Heat", was=1, now=4, reason="Lost pages."),
            say.EarlierValueAdjusted(
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
        ([], ask.EndIntake(), "no_intake"),
        ([BEGUN], entry(text="  "), "entry_empty"),
        (
            [BEGUN],
            ask.AdjustEarlierValue(owner=ADA, owner_name="Ada", name="Heat", was=1, now=4, reason=" "),
            "reason_missing",
        ),
        (
            [BEGUN],
            ask.AdjustEarlierValue(owner=ADA, owner_name="Ada", name="Heat", was=4, now=4, reason="?"),
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
    ended = say.IntakeEnded(intake=1, entries=0, verbatim=0)
    with pytest.raises(ImpossibleHistoryError):
        after(BEGUN, ended, taken())
    with pytest.raises(ImpossibleHistoryError):
        after(BEGUN, BEGUN)
    with pytest.raises(ImpossibleHistoryError):
        after(BEGUN, say.EarlierEveningOpened(intake=1, evening=2, title="?"))


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
    told = list(retell(after(BEGUN, event), event))
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
    assert audience_of(event) == GM_ONLY
    assert {fact.audience for fact in retell(after(BEGUN, event), event)} == {GM_ONLY}
    assert audience_of(taken()) == EVERYONE


def test_evenings_are_scenes_of_the_timeline() -> None:
    first = say.EarlierEveningOpened(intake=1, evening=1, title="4 May")
    second = say.EarlierEveningOpened(intake=1, evening=2, title="11 May")
    ended = say.IntakeEnded(intake=1, entries=0, verbatim=0)
    past: list[Event] = []
    told: list[facts.Fact] = []
    for event in (BEGUN, first, second, ended):
        past.append(event)
        told.extend(retell(after(*past), event))
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
    said = sentence(WORDING.events[event.type], values)
    assert said == "Ada: Run! rolls Shadow, 2d6kh1+3: 5, (2) = 8 · Ada: Old Heat 3 → 1"
