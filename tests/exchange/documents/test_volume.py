"""The index of a book: everybody once, and nobody who is none."""

from dataclasses import replace

from domain.kernel.facts import Kind
from domain.kernel.people import GM_ONLY
from exchange.documents.book_blocks import BookHeading, BookNote, BookPassage, chapters
from exchange.documents.volume import Volume, scenes_of, volume
from projections.story.model import Paragraph, Part, SceneHead, SessionHead, SpanKind, StoryRemark, StorySpan
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


def named(at: int, text: str, who: str, kind: SpanKind = SpanKind.NAME) -> Paragraph:
    part = told(at, " is there.")
    return replace(part, text=(StorySpan(kind, text, who), *part.text))


def test_those_of_one_name_stand_in_the_index_once() -> None:
    made = bound(named(3, "The Mastiff", "hound"), named(4, "The Mastiff", "its ghost"), named(5, "Isa", "isa"))
    assert dict(made.names) == {"isa": "Isa", "hound": "the Mastiff"}
    parts = [part for scene in scenes_of(made.story) for part in scene.parts if isinstance(part, Paragraph)]
    assert [made.found_in(part) for part in parts] == [["hound"], ["hound"], ["isa"]]


def test_the_kind_of_a_name_and_not_its_spelling_says_who_is_in_the_index() -> None:
    """A word of the game may begin large, somebody small or with a quotation mark."""
    made = bound(
        named(3, "Objective of the Act", "goal", SpanKind.CALLED),
        named(4, "“Barking at a wall”", "aspect", SpanKind.CALLED),
        named(5, "“the Ferret”", "ferret"),
        named(6, "ferrymen", "ferrymen"),
    )
    assert dict(made.names) == {"ferret": "“the Ferret”", "ferrymen": "ferrymen", "hound": "the Mastiff"}


def test_who_writes_notes_and_who_is_in_a_scene_stand_in_the_index_and_a_name_over_notes_once() -> None:
    first, more, other = (
        StoryRemark(position=at, kind=Kind.STORY, by=by, text="It rains.", secret=False, person=by.casefold())
        for at, by in ((4, "Noor"), (5, "Noor"), (6, "Felix"))
    )
    scene = SceneHead(
        position=2,
        scene="s",
        title="The hall",
        present=(StorySpan(SpanKind.NAME, "the Mastiff", "hound"),),
        concerns=("hound",),
    )
    made = volume([scene, replace(told(3, ""), remarks=(first, more)), other], "Wheels", "Delve", (), GM_ONLY)
    assert dict(made.names) == {"felix": "Felix", "hound": "the Mastiff", "noor": "Noor"}
    blocks = [block for chapter in chapters(made) for block in chapter.blocks]
    assert [it.who for it in blocks if isinstance(it, BookHeading) and it.level == 2] == [("hound",)]
    (passage,) = (it for it in blocks if isinstance(it, BookPassage))
    (alone,) = (it for it in blocks if isinstance(it, BookNote))
    assert [(it.by, it.who) for it in (*passage.notes, alone)] == [
        ("Noor", "noor"),
        ("", "noor"),
        ("Felix", "felix"),
    ]
