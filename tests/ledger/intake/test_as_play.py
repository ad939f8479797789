"""Play that was taken in counts as play: sessions, dice, people, and it stands or falls whole."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.rewinding import RewindLine, UndoRuling
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.campaign.sessions import CloseSession, OpenSession
from domain.kernel.facts import SceneClosed, SceneOpened
from domain.kernel.journal.earlier import EarlierDie, EarlierRoll, EntryForm
from domain.kernel.journal.intake import BeginIntake, EndIntake, TakeInEntry
from domain.kernel.messages import Command
from domain.kernel.people import GM_ONLY, Asker, Role
from domain.kernel.terms import PersonId
from exchange.imports.entries import Said
from exchange.imports.intakes_before import undo_intake
from exchange.imports.mapping import MappedSpeaker, Mapping
from exchange.imports.plan import Plan
from ledger.answers import Refused, Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.logged import intakes_on
from projections.read_models import ReadModels
from projections.story.chronicle import chronicle
from projections.tables.search.query import Wanted
from projections.views import figures
from projections.views.recap import RECAP
from tests.support.intake import taken_in
from tests.support.toy import GAME

GM = Asker(PersonId("gm"), Role.GM)
EVENINGS = ("2019-03-02T19", "2019-03-09T19", "2019-03-16T19")


def message(number: int, evening: int, who: str, text: str, face: int = 0, user: str = "u1") -> dict[str, object]:
    """A message of Foundry; with a face it is a roll of a d20."""
    made: dict[str, object] = {
        "_id": f"m{number:03}",
        "content": text,
        "user": user,
        "speaker": {"alias": who},
        "timestamp": 1_551_553_200_000 + evening * 604_800_000 + number * 60_000,
        "type": 5 if face else 2,
    }
    if face:
        results = [{"result": face, "active": True}]
        terms = [{"class": "Die", "faces": 20, "number": 1, "results": results}]
        made["rolls"] = [json.dumps({"class": "Roll", "formula": "1d20", "total": face, "terms": terms})]
    return made


TALE = [
    message(1, 0, "Ada", "The tide is out."),
    message(2, 0, "Wren", "", 17),
    message(3, 0, "Ada", "", 4),
    message(4, 1, "Wren", "Who carries the lamp?"),
    message(5, 1, "Wren", "", 11),
    message(6, 2, "Gwen", "The bell under the sea."),
    message(7, 2, "Ada", "", 20),
]


@pytest.fixture
def shelf(salt: Ledger) -> tuple[Ledger, ReadModels]:
    """The campaign with its read models."""
    views = ReadModels(salt)
    salt.followers.append(views)
    return salt, views


def written(folder: Path, messages: list[dict[str, object]]) -> Path:
    file = folder / "messages.db"
    file.write_text("".join(json.dumps(it) + "\n" for it in messages))
    return file


def wrens_player(mapping: Mapping) -> None:
    mapping.speakers["Wren"] = MappedSpeaker(id="wren", name="Wren", player="ada")


def test_it_counts_wherever_play_is_counted(shelf: tuple[Ledger, ReadModels], tmp_path: Path) -> None:
    ledger, views = shelf
    taken_in(ledger, written(tmp_path, TALE), wrens_player)
    luck = views.luck("salt")
    assert sorted(face for throw in luck.throws for _size, face in throw.dice) == [4, 11, 17, 20]
    assert {session: tally.count for session, tally in luck.by_session().items()} == {1: 2, 2: 1, 3: 1}
    assert (luck.logged, set(luck.by_roller())) == (4, {"ada", "wren"})
    (summary,) = views.summaries()
    assert (summary.sessions, summary.entries, summary.rulings) == (3, 7, 2)  # founded, and Ada seated
    assert summary.last_played == "2019-03-16T19:07:00.000Z"
    ada = next(it for it in views.people() if it.name == "Ada")
    assert [(it.sessions, it.entries, it.dice, it.rulings) for it in views.played(ada)] == [(3, 6, 4, 0)]
    assert ada.seats[0].characters == ("Wren",)
    recap = RECAP.fold(ledger.told("salt"))
    assert (recap.session, recap.at[:10], recap.dice) == (3, "2019-03-16", 1)
    told = list(figures.rolls(ledger.told("salt")))
    assert [(it.session, it.at[:10], it.face) for it in told] == [
        *((1, "2019-03-02", face) for face in (17, 4)),
        (2, "2019-03-09", 11),
        (3, "2019-03-16", 20),
    ]
    found = views.find(Wanted(words="lamp", by="ada"))
    assert [hit.session for hit in found.hits] == [2]


def test_an_evening_that_ends_ends_its_scene(shelf: tuple[Ledger, ReadModels], tmp_path: Path) -> None:
    """Before it was mended, the last scene of every evening taken in was said to be still open."""
    ledger, views = shelf
    notes = tmp_path / "log.md"
    notes.write_text(
        "# 2 March 2019\n\n## The weir\n\nAda: It is shut.\n\n# 9 March 2019\n\nAda: Now it is open.\n"
    )
    taken_in(ledger, notes)
    told = [fact for it in ledger.told("salt") for fact in it.retelling.facts]
    opened = [it.scene for it in told if isinstance(it, SceneOpened)]
    assert opened
    assert [it.scene for it in told if isinstance(it, SceneClosed)] == opened
    recap = RECAP.fold(ledger.told("salt"))
    assert recap.scenes
    assert all(it.closed is not None for it in recap.scenes)
    assert views.problems("salt") == []


def test_documents_say_who_spoke_and_that_nobody_judged_it(
    shelf: tuple[Ledger, ReadModels], tmp_path: Path
) -> None:
    ledger, _views = shelf
    taken_in(ledger, written(tmp_path, TALE))
    moment = ledger.moment("salt")
    whole = "".join(chronicle(ledger.told("salt"), moment.campaign, "Delve", GM_ONLY))
    assert whole.count("as logged, not judged") >= 3
    assert "**Wren**" in whole
    assert "**Gwen**" in whole.split("Session 3", 1)[1]
    assert "**Gwen**" not in whole.split("Session 1", 1)[1].split("Session 3", 1)[0]


def test_what_is_new_belongs_to_the_evening_it_was_said_in(
    shelf: tuple[Ledger, ReadModels], tmp_path: Path
) -> None:
    ledger, views = shelf
    taken_in(ledger, written(tmp_path, [it for it in TALE if it["_id"] != "m005"][:5]))
    report = taken_in(ledger, written(tmp_path, TALE))
    assert (report.recorded.total(), report.known, report.evenings, report.in_file) == (2, 5, 0, 7)
    assert views.luck("salt").by_session()[2].count == 1
    assert views.summaries()[0].sessions == 3
    session = ledger.moment("salt").campaign.session
    assert session is not None
    assert (session.number, session.open) == (3, False)
    ledger.rule("salt", Submission(command=OpenSession()))
    assert ledger.moment("salt").campaign.session.number == 4  # type: ignore[union-attr]


def test_a_message_that_says_something_else_now_is_remarked_and_stays(salt: Ledger, tmp_path: Path) -> None:
    taken_in(salt, written(tmp_path, TALE))
    changed = [{**it, "content": "The tide is in."} if it["_id"] == "m001" else it for it in TALE]
    before = salt.head("salt")
    report = taken_in(salt, written(tmp_path, changed))
    assert (report.changed, report.known, salt.head("salt")) == (1, 7, before)
    assert any("something else now" in it.what for it in report.remarks)


def asked(ledger: Ledger, command: Command) -> Submission:
    return just_seen(ledger, "salt", Submission(command=command))


def views_of(ledger: Ledger, views: ReadModels) -> tuple[object, ...]:
    luck = views.luck("salt")
    summary = views.summaries()[0]
    return (
        [(it.session, it.roller, it.dice) for it in luck.throws],
        (summary.sessions, summary.entries, summary.rulings, summary.last_played),
        views.roster("salt").members,
        ledger.moment("salt").campaign,
    )


def test_an_intake_is_undone_whole_and_taken_in_again(shelf: tuple[Ledger, ReadModels], tmp_path: Path) -> None:
    ledger, views = shelf
    file = written(tmp_path, TALE)
    before = ledger.head("salt")
    taken_in(ledger, file)
    once = views_of(ledger, views)
    answer = ledger.rule("salt", asked(ledger, RewindLine(to=before + 4, reason="?")))
    assert isinstance(answer, Refused)
    assert answer.refusal.code == "inside_an_intake"
    assert str(before) in answer.message
    assert isinstance(ledger.rule("salt", asked(ledger, UndoRuling())), Ruled)
    assert ledger.moment("salt").campaign.logged.intakes == 0
    assert not views.luck("salt").throws
    assert taken_in(ledger, file).recorded.total() == 7
    assert views_of(ledger, views) == once
    assert verify(ledger, "salt").sound


def test_an_older_intake_is_struck_and_what_came_after_is_decided_anew(
    shelf: tuple[Ledger, ReadModels], tmp_path: Path
) -> None:
    ledger, views = shelf
    taken_in(ledger, written(tmp_path, TALE[:3]))
    taken_in(ledger, written(tmp_path, TALE[3:]))
    ledger.rule("salt", Submission(command=OpenSession()))
    ledger.rule("salt", asked(ledger, CloseSession()))
    intake, answer = undo_intake(ledger, "salt", 1, "The wrong file.")
    assert isinstance(answer, Ruled), answer
    assert intake.number == 1
    assert [it.number for it in intakes_on(ledger.open("salt"))] == [1]
    assert views.summaries()[0].sessions == 3  # the two of the other file, and the one played here
    assert {it: tally.count for it, tally in views.luck("salt").by_session().items()} == {1: 1, 2: 1}
    assert views.summaries()[0].entries == 4
    report = taken_in(ledger, written(tmp_path, TALE))
    assert (report.recorded.total(), report.known) == (3, 4)  # what was decided anew is known
    assert verify(ledger, "salt").sound


def test_a_whisper_between_the_gm_and_one_seat_is_for_those_two(salt: Ledger) -> None:

    seats = {"gm": "Gwen", "ada": "Ada", "bo": "Bo"}
    speakers = {name: MappedSpeaker(id=person, name=name) for person, name in seats.items()}
    mapping = Mapping(campaign="salt", file="", sum="", format="", speakers=speakers)
    plan = Plan(mapping, seats, seats, "gm", {})

    def heard(speaker: str, *by: str) -> str | None:
        said = Said(id="a", place="", speaker=speaker, form=EntryForm.WHISPER, text="!", secret=True, heard_by=by)
        return plan.command(said).only

    assert (heard("Gwen", "Ada"), heard("Ada", "Gwen")) == ("ada", "ada")
    assert [heard("Gwen"), heard("Ada", "Bo"), heard("Gwen", "Ada", "Bo")] == [None, None, None]


def test_dice_of_earlier_play_in_the_journal_pass_into_luck(shelf: tuple[Ledger, ReadModels]) -> None:
    ledger, views = shelf
    roll = EarlierRoll(formula="2d6", dice=(EarlierDie(size=6, face=3), EarlierDie(size=6, face=5)), total="8")
    entry = TakeInEntry(
        source_id="t:1", form=EntryForm.ROLL, voice=PersonId("wren"), speaker="Wren", rolls=(roll,)
    )
    for command in (BeginIntake(source="T", file="f", sum="5f" * 32), entry, EndIntake()):
        assert isinstance(ledger.rule("salt", Submission(command=command, by="gm")), Ruled)
    assert {it: tally.count for it, tally in views.luck("salt").by_session().items()} == {0: 2}


def test_a_game_that_hears_of_it_moves_its_numbers_and_enters_characters(tmp_path: Path) -> None:
    heard: list[str] = []
    game = replace(
        GAME,
        on_logged_event=lambda state, event: heard.append(event.type),
        logged_number=lambda state, owner, name: "hope" if name == "Health" else None,
        entering=lambda state, voice, name, player: SeatPerson(person=PersonId(voice), name=name),
    )
    ledger = Ledger({game.key: game}, {"SQLALCHEMY_URL": "sqlite://"})
    ledger.found(FoundCampaign(game=game.key, title="Salt", slug="salt", gm_name="Gwen"))
    file = tmp_path / "Kes.md"
    file.write_text('```mechanics\nmeter "Health" 5 4\nmeter "Luck" 2 3\n```\n')

    def enters(mapping: Mapping) -> None:
        mapping.speakers["Kes"] = MappedSpeaker(id="kes", name="Kes", enters=True)

    taken_in(ledger, file, enters)
    paths = [fact.path for it in ledger.told("salt") for fact in it.retelling.facts if fact.path]
    assert paths == ["kes.hope", "kes.logged-luck"]
    assert "logged.entry_logged.v1" in heard
    assert "kes" in ledger.moment("salt").campaign.people
    ledger.close()
