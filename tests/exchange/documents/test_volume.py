"""The index of a book: everybody once, and nobody who is none."""

from dataclasses import replace

from domain.kernel.people import GM_ONLY
from exchange.documents.volume import Volume, scenes_of, volume
from projections.story.model import Paragraph, Part, SceneHead, SessionHead, SpanKind, StorySpan
from tests.exchange.documents.test_printed import told


def bound(*parts: Part) -> Volume:
    scene = SceneHead(
        position=2,
        scene="s",
        title="The hall",
        present=(StorySpan(SpanKind.NAME, "the Mastiff", "hound"),),
    )
    head = SessionHead(position=1, session=1, title="Hallows", when="", previously=())
    return volume([head, scene, *parts], "Wheels", "Delve", (), GM_ONLY)


def named(at: int, text: str, who: str) -> Paragraph:
    part = told(at, " is there.")
    return replace(part, text=(StorySpan(SpanKind.NAME, text, who), *part.text))


def test_those_of_one_name_stand_in_the_index_once() -> None:
    made = bound(named(3, "The Mastiff", "hound"), named(4, "The Mastiff", "its ghost"), named(5, "Isa", "isa"))
    assert dict(made.names) == {"isa": "Isa", "hound": "the Mastiff"}
    parts = [part for scene in scenes_of(made.story) for part in scene.parts if isinstance(part, Paragraph)]
    assert [made.found_in(part) for part in parts] == [["hound"], ["hound"], ["isa"]]


def test_what_a_game_calls_by_a_word_or_somebody_by_a_saying_is_nobody() -> None:
    made = bound(named(3, "objective of the act", "goal"), named(4, "“Barking at a wall”", "aspect"))
    assert list(made.names) == ["hound"]  # whose name begins small and who is there all the same
