"""The last evenings of play that was taken in: what was said, who spoke, and what they rolled."""

from msgspec.structs import replace

from domain.kernel import facts as say
from domain.kernel.logged.played import LoggedDie, LoggedRoll
from domain.kernel.parts import part_of
from domain.kernel.people import Role, Viewer
from domain.kernel.terms import PersonId
from ledger.answers import ToldRecord
from ledger.log.record import Record
from projections.story.speakers import HeardEvening, evenings_heard, speaker_called, speaker_words, speakers_in
from projections.views.roster import Roster
from projections.views.timeline import Mark
from tests.projections.test_story_of_logged_play import entry
from tests.support.telling import told

ADA = Viewer(PersonId("ada"), Role.PLAYER)
GM = Viewer(PersonId("gm"), Role.GM)
NAMES = {"ada": "Ada", "gm": "Hanne"}


def roll(label: str, face: int, total: str) -> LoggedRoll:
    return LoggedRoll(formula="1d20 + 2", dice=(LoggedDie(size=20, face=face),), total=total, label=label)


def spoke(position: int, who: str, name: str, text: str, player: str, *rolls: LoggedRoll) -> ToldRecord:
    made = entry(position, who, name, text)
    event = made.record.event.model_copy(update={"player": player, "rolls": rolls})
    return ToldRecord(Record(replace(made.record.envelope, data=event), b""), made.retelling)


EVENING = [
    spoke(11, "crow", "The Crow", "It is late, and you are loud.", "gm"),
    spoke(12, "crow", "The Crow", "Go home, the two of you.", "gm"),
    spoke(13, "wren", "Wren", "I climb the weir once more.", "ada", roll("Wren rolls for Climbing!", 9, "11")),
    spoke(14, "none", "(nobody)", "Wind.", ""),
]


def evenings(*played: tuple[int, list[ToldRecord]]) -> list[HeardEvening]:
    sessions = [(Mark(position=at, form="session", title=f"Night {at}", session=at), them) for at, them in played]
    return list(evenings_heard(sessions, Roster({}, {}), GM, NAMES))


def test_a_player_is_told_their_own_first_and_others_whoever_speaks_most() -> None:
    ours, theirs = speakers_in(EVENING, ADA, NAMES), speakers_in(EVENING, GM, NAMES)
    assert [speaker_called(it) for it in ours] == ["Wren (Ada)", "The Crow (Hanne)"]
    assert [speaker_called(it) for it in theirs] == ["The Crow (Hanne)", "Wren (Ada)"]
    assert [speaker_words(it) for it in ours] == ["1 entry, 1 roll; last Climbing: 11", "2 entries"]


def test_of_a_short_evening_the_one_before_is_told_too() -> None:
    long = [spoke(20 + at, "wren", "Wren", f"I say something else, number {at}.", "ada") for at in range(12)]
    older = [spoke(1, "wren", "Wren", "This was very long ago.", "ada")]
    assert [it.title for it in evenings((3, EVENING), (2, long), (1, older))] == [
        "Session 2: Night 2",
        "Session 3: Night 3",
    ]
    assert [it.title for it in evenings((2, long), (1, older))] == ["Session 2: Night 2"]


def test_notices_of_a_program_are_no_evening_where_somebody_spoke_before() -> None:
    notice = [spoke(31, "none", "(nobody)", "The program of that table begins.", "")]
    assert [it.session for it in evenings((4, notice), (3, EVENING))] == [3]
    (alone,) = evenings((4, notice))
    assert alone.said == ("The program of that table begins.",)


def test_an_evening_that_was_judged_here_is_told_elsewhere() -> None:
    assert evenings((4, [told(say.SessionOpened(session=4), position=40)]), (3, EVENING)) == []


def test_a_roll_whose_label_names_the_roller_names_them_once() -> None:
    event = EVENING[2].record.event
    said = part_of(type(event)).values(None, None, event)  # type: ignore[arg-type]
    assert [it.label for it in said["rolls"]] == ["for Climbing!"]  # type: ignore[attr-defined]
