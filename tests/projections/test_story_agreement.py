"""Sentences that agree with the names in them, and names that bring a stop of their own."""

import pytest

from domain.kernel.facts import CharacterEntered, CharacterKind, SessionOpened
from domain.kernel.facts.story import Against, Aim, Came, Outcome
from projections.story.alike import StoryPiece
from projections.story.chronicle import _drawn as drawn
from projections.story.grammar import sentence_ends
from projections.story.model import (
    Member,
    Paragraph,
    Part,
    Prelude,
    SceneEnd,
    SceneHead,
    SpanKind,
    StorySpan,
    Text,
    gathered,
    plain,
)
from projections.story.page import told_in_short
from projections.story.paragraphs import Composer
from projections.story.sentences import Speech, joined, joint, stopped
from projections.story.story_builder import told_story
from projections.story.subjects import Subject, SubjectKind
from tests.support.telling import told


def test_verbs_agree_with_the_name_of_several() -> None:
    speech = Speech()
    speech.names = {"grey": "The Grey Sisters"}
    speech.subjects = {"grey": Subject("The Grey Sisters", SubjectKind.OTHER)}
    entered = CharacterEntered(character="grey", name="The Grey Sisters", character_kind=CharacterKind.OTHER)
    pieces = [
        StoryPiece(fact=Against(test="1", who="grey", text="the flood")),
        StoryPiece(fact=Aim(test="1", who="grey", text="hold the bridge")),
        StoryPiece(fact=entered),
        StoryPiece(fact=Outcome(test="1", who="grey", came=Came.WON)),
        StoryPiece(headline="The Grey Sisters is taken out", own=True),
    ]
    assert plain(Composer(speech).compose(pieces).text) == (
        "The Grey Sisters face the flood, and want to hold the bridge. The Grey Sisters enter the story. "
        "The Grey Sisters win. The Grey Sisters are taken out."
    )


def test_relations_agree_with_the_name_of_several() -> None:
    """A relation that speaks of them as of one stays as it is written."""
    speech = Speech()
    speech.names = {"watch": "The Watchmen", "ansel": "House Ansel"}
    told = {
        "owns the toll": "As for House Ansel, the Watchmen own the toll.",
        "carries home its dead": "As for House Ansel, the Watchmen carries home its dead.",
        "doubts": "The Watchmen doubt House Ansel.",
        "old friends": "The Watchmen towards House Ansel: old friends.",
    }
    for relation, sentence in told.items():
        assert plain(speech.relation("watch", relation, "ansel", written=True)) == sentence
    listed = speech.relation("", "competes with", "ansel", written=False, under="The Watchmen")
    assert plain(listed) == "Compete with House Ansel."


def test_no_name_ends_with_two_stops() -> None:
    speech = Speech()
    speech.names = {"door": "The door gives way to the cold.", "ives": "Dr. Ives Jr."}
    assert (
        plain(speech.headline("The door gives way to the cold.: a bell", ()))
        == "The door gives way to the cold: a bell"
    )
    assert plain(stopped(speech.headline("Seen by Dr. Ives Jr.", ()))) == "Seen by Dr. Ives Jr."
    head = SceneHead(
        position=2, scene="quay", title="The quay", place="", when="", present=speech.listed(["ives"])
    )
    assert "There: Dr. Ives Jr.\n" in drawn(head)
    member = Member(who="ives", name="Dr. Ives Jr.", player="", how="", players=False)
    assert "**Dr. Ives Jr.**\n" in drawn(Prelude(people=(member,)))


def test_a_sentence_that_ends_in_a_name_in_marks_has_its_stop() -> None:
    name = StorySpan(SpanKind.CALLED, "Barking at a wall")
    assert plain(stopped((joint("It has “"), name, joint("”")))) == "It has “Barking at a wall”."
    assert plain(stopped((joint("She says “"), StorySpan(SpanKind.SAID, "No."), joint("”")))) == "She says “No.”"
    assert plain(stopped((joint("Hurt ("), name, joint(")")))) == "Hurt (Barking at a wall)."


def test_a_gm_without_a_name_has_an_article_in_a_sentence() -> None:
    speech = Speech()
    speech.names = {"gm": "Game master", "ada": "Ada"}
    told = [StoryPiece(headline=it, own=True) for it in ("Game master hands out a key", "Ada thanks Game master")]
    said = "The game master hands out a key. Ada thanks the game master."
    assert plain(Composer(speech).compose(told).text) == said
    assert [speech.opening("gm").text, speech.name("gm").text] == ["The game master", "the game master"]


@pytest.mark.parametrize(("signs", "whole"), [(400, 3), (150, 2), (120, 1)])
def test_a_scene_in_short_leaves_out_words_before_it_leaves_out_a_test(signs: int, whole: int) -> None:
    def text(said: str) -> Text:
        return tuple(span for each in said.split("|") for span in (joint(" "), StorySpan(SpanKind.SAID, each)))[1:]

    parts: list[Part] = [SceneHead(position=2, scene="1", title="The pier")]
    for at in (3, 4, 5):
        came, aim = text("It fails.|The lamp goes over the side."), text(f"Isa wants key {at}.")
        parts.append(
            Paragraph(positions=(at,), text=joined(aim, came), kinds=(), concerns=(), aim=aim, outcome=came)
        )
    said = plain(told_in_short(gathered(parts), 2, None, signs))
    assert [said.count(f"key {at}. It fails.") for at in (3, 4, 5)] == [1, 1, 1]
    assert said.count("over the side") == whole


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Dr. Amsel leaves. She stays", 1),
        ("“Why?” he asks. Nobody says", 1),
        ("he falls. she laughs", 1),
        ("It is J. Ferrow. It was I. So be it", 2),
        ("pay 5.50 for it", 0),
    ],
)
def test_where_a_sentence_ends(text: str, ends: int) -> None:
    assert len(sentence_ends(text)) == ends


def test_a_recap_tells_each_test_before_what_it_cost_though_it_takes_twice_the_room() -> None:
    """As of a long scene, of which two of five tests were told, and what came of it."""

    def text(said: str) -> Text:
        return (StorySpan(SpanKind.SAID, said),)

    parts: list[Part] = [SceneHead(position=2, scene="1", title="The pier")]
    for at in range(3, 8):
        aim, came = text(f"Isa wants key {at} of the nine."), joined(text("It fails."), text("Nobody has looked."))
        whole = joined(aim, came)
        cost = text("It costs Isa: The lamp of her brother, and the oil.")
        parts.append(
            Paragraph(positions=(at,), text=whole, kinds=(), concerns=(), aim=aim, outcome=came, cost=cost)
        )
    parts.append(SceneEnd(position=9, scene="1", title="The pier", outcome=text("The pier is gone.")))
    short = plain(told_in_short(gathered(parts), 2, None, 140))
    assert [f"key {at} " in short for at in range(3, 8)] == [True] * 5
    assert short.endswith("The pier is gone.")
    assert len(short) <= 280
    assert "It costs" in plain(told_in_short(gathered(parts), 2, None, 900))


def test_what_somebody_is_agrees_with_a_name_of_several() -> None:
    def people(name: str) -> list[str]:
        entered = CharacterEntered(
            character="w", name=name, character_kind=CharacterKind.OTHER, player=None, how="goon"
        )
        parts = told_story([told(entered, position=1), told(SessionOpened(session=1), position=2)])
        return [it.how for part in parts if isinstance(part, Prelude) for it in part.people]

    assert (people("Wreckers"), people("Captain Sale")) == (["goons"], ["goon"])
