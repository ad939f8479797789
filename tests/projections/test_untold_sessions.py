"""A game that says nothing of what its events mean for a story has one all the same."""

from msgspec.structs import replace

from domain.kernel import facts as say
from domain.kernel.facts import CharacterKind, Fact
from ledger.answers import ToldRecord
from ledger.log.record import Record
from projections.story.lengths import Length, after, shortened
from projections.story.model import Paragraph, Part, Prelude, SceneHead, SessionHead, plain
from projections.story.story_builder import told_story
from tests.support.telling import told


def of_a_game(headline: str, *facts: Fact, position: int) -> ToldRecord:
    each = told(*facts, position=position, headline=headline)
    return ToldRecord(Record(replace(each.record.envelope, type="toy.rolled.v1"), b""), each.retelling)


def rolled(face: int, position: int, roller: str = "journey") -> ToldRecord:
    dice = (say.Die(id="die-1", size=6, face=face),)
    return of_a_game(
        f"A {face} is rolled", say.DiceRolled(roller=roller, purpose="", dice=dice), position=position
    )


def read(*records: ToldRecord) -> list[str]:
    return [_said(part) for part in told_story(records) if isinstance(part, Paragraph | SessionHead)]


def _said(part: Part) -> str:
    return plain(part.text) if isinstance(part, Paragraph) else f"Session {part.session}"  # type: ignore[union-attr]


TWO_EVENINGS = (
    told(say.SessionOpened(session=1), position=2),
    rolled(2, 3),
    rolled(5, 4),
    told(say.SessionOpened(session=2), position=5),
    rolled(6, 6),
)


def test_an_evening_of_rolls_is_told_by_their_sentences() -> None:
    assert read(*TWO_EVENINGS) == ["Session 1", "A 2 is rolled. A 5 is rolled.", "Session 2", "A 6 is rolled."]


def test_so_it_is_with_characters() -> None:
    ann = say.CharacterEntered(character="ann", name="Ann", character_kind=CharacterKind.PLAYERS)
    evening = (TWO_EVENINGS[0], of_a_game("Ann comes in", ann, position=3), rolled(4, 4, "ann"))
    assert read(*evening) == ["Session 1", "Ann enters the story.", "A 4 is rolled."]


def test_its_dozen_lines_are_not_empty() -> None:
    lines = [plain(line) for line in shortened(told_story(TWO_EVENINGS), Length.DOZEN)]
    assert lines == ["A 2 is rolled. A 5 is rolled.", "A 6 is rolled."]


def test_a_long_evening_makes_several_paragraphs() -> None:
    long = [rolled(1 + n % 6, n + 3) for n in range(20)]
    assert len(read(TWO_EVENINGS[0], *long)) == 1 + 3


def test_where_a_scene_is_told_rolls_alone_are_not() -> None:
    scene = told(say.SceneOpened(scene="gate", title="The gate"), position=3)
    assert read(TWO_EVENINGS[0], scene, rolled(4, 4)) == ["Session 1"]


def test_a_scene_that_is_set_before_the_first_session_stands_in_it() -> None:
    """A quick start sets it; read alone, the session has it as well."""
    begun = of_a_game("The campaign begins", position=1)
    set_up = told(say.SceneOpened(scene="gate", title="At the gate"), position=2)
    says = say.Turn(test="", who="", text="It is late, and it rains.")
    evening = (told(say.SessionOpened(session=1), position=3), of_a_game("Ann says so", says, position=4))
    whole = list(told_story((begun, set_up, *evening)))
    assert [type(part) for part in whole] == [Prelude, SessionHead, SceneHead, Paragraph]
    assert list(after(whole, 2)) == whole[1:]
    assert list(after(whole, 3)) == whole[3:]


def test_a_scene_that_runs_on_has_a_heading_in_the_next_session_too() -> None:
    scene = say.SceneOpened(scene="quay", title="The quay", place="harbour", text="Fog.")
    parts = list(
        told_story(
            (
                told(say.SessionOpened(session=1), position=2),
                told(scene, position=3),
                told(say.SessionClosed(session=1), position=4),
                told(say.SessionOpened(session=2), position=5),
                told(say.SceneClosed(scene="quay", outcome="The fog is gone."), position=6),
                told(say.SessionOpened(session=3), position=7),
            )
        )
    )
    heads = [(it.position, it.title, it.text) for it in parts if isinstance(it, SceneHead)]
    assert heads == [(3, "The quay", "Fog."), (5, "The quay", "")]
