"""Play that was taken in, as a story: under the name of whoever speaks, in days, without headings told twice."""

from io import BytesIO
from typing import Any
from zipfile import ZipFile

from msgspec.structs import replace

from domain.kernel import facts as say
from domain.kernel.facts import Retelling
from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.messages import ENTRY, NOBODY
from domain.kernel.logged.played import LoggedDie, LoggedRoll
from domain.kernel.people import EVERYONE, GM_ONLY, Role
from exchange.documents.epub import epub
from exchange.documents.html.story import parts_html
from exchange.documents.volume import volume
from ledger.answers import ToldRecord
from ledger.log.record import Record
from projections.story.chronicle import _drawn as drawn
from projections.story.lengths import PAGE, Length, shortened, words_said
from projections.story.logged.entries import words_of_entry
from projections.story.logged.repeats import ChatTab
from projections.story.model import Part, Prelude, SceneHead, SessionHead, StoryRemark, gathered, plain
from projections.story.story_builder import told_story
from tests.support.telling import told

HEARD = (
    say.PersonSeated(person="gm", name="Hanne", role=Role.GM),
    say.PersonSeated(person="ada", name="Ada", role=Role.PLAYER),
    say.VoiceHeard(voice="wren", name="Wren", player="ada"),
    say.VoiceHeard(voice="crow", name="The Crow", player="gm"),
    say.VoiceHeard(voice="journey", name="Journey to the weir"),
    say.VoiceHeard(voice="none", name=NOBODY),
)


def entry(position: int, voice: str, speaker: str, text: str, **more: Any) -> ToldRecord:
    """Somebody said something in another tool."""
    event = EntryLogged(source_id=f"m{position}", form=EntryForm.STORY, voice=voice, speaker=speaker, text=text)
    made = told(position=position, **more)
    envelope = replace(made.record.envelope, type=ENTRY, data=event)
    headline = f"{speaker}: {text}" if text else f"{speaker} · Progress from 4 to 8"
    retelling = Retelling(headline, made.retelling.audience, (), names={"ada": "Ada", "gm": "Hanne"})
    return ToldRecord(Record(envelope, b""), retelling)


def story(*records: ToldRecord) -> list[Part]:
    return list(told_story((told(*HEARD, position=1), *records)))


def said(*records: ToldRecord) -> list[tuple[str, str]]:
    return [(part.by, part.text) for part in story(*records) if isinstance(part, StoryRemark)]


def test_what_nobody_is_said_to_have_spoken_has_no_name_above_it() -> None:
    parts = story(
        entry(2, "none", NOBODY, "It rains."),
        entry(3, "none", NOBODY, "It rains on."),
        entry(4, "wren", "Wren", "Still?"),
        entry(5, "none", NOBODY, "For the GM.", audience=GM_ONLY),
    )
    remarks = [part for part in parts if isinstance(part, StoryRemark)]
    assert [(it.by, it.text) for it in remarks] == [
        ("", "It rains.\nIt rains on."),
        ("Wren", "Still?"),
        ("", "For the GM."),
    ]
    assert [it.voice for it in remarks] == ["", "wren", ""]
    assert drawn(remarks[0]) == "\n> `2`\\\n> It rains.\\\n> It rains on.\n"
    assert drawn(remarks[2]) == "\n> not for everybody `5`\\\n> For the GM.\n"


def test_a_title_that_is_a_day_is_written_as_one_and_the_day_stands_once() -> None:
    opened = say.SessionOpened(session=1, title="2026-11-21", logged=True)
    other = say.SessionOpened(session=2, title="Low water", logged=True)
    heads = [it for it in story(told(opened, position=2), told(other, position=3)) if isinstance(it, SessionHead)]
    assert [(it.title, it.when) for it in heads] == [
        ("21 November 2026", "as logged, not judged"),
        ("Low water", "21 November 2026; as logged, not judged"),
    ]


def test_the_heading_of_a_note_does_not_stand_under_itself() -> None:
    scene = told(say.SceneOpened(scene="weir", title="The weir"), position=2)
    begun = entry(3, "none", NOBODY, "## The Weir\nIt is shut.")
    assert said(scene, begun) == [("", "It is shut.")]
    assert said(scene, entry(3, "none", NOBODY, "# The weir"), entry(4, "wren", "Wren", "Oh.")) == [
        ("Wren", "Oh.")
    ]
    # The same words further on are somebody's words.
    assert said(scene, entry(3, "wren", "Wren", "Oh."), entry(4, "wren", "Wren", "The weir")) == [
        ("Wren", "Oh.\nThe weir")
    ]


def test_a_book_has_those_who_speak_and_not_what_only_has_values() -> None:
    parts = story(
        entry(2, "wren", "Wren", "Here."),
        entry(3, "crow", "The Crow", "There."),
        entry(4, "journey", "Journey to the weir", ""),
        entry(5, "later", "Late Comer", "Am I late?"),
    )
    front = next(part for part in parts if isinstance(part, Prelude))
    assert front.people == ()
    made = volume(parts, "Low water", "The open table", (), EVERYONE)
    assert [(it.name, it.player) for it in made.people] == [("Wren", "Ada"), ("The Crow", "")]
    assert dict(made.names) == {"crow": "The Crow", "later": "Late Comer", "wren": "Wren"}


def test_play_taken_in_is_told_in_every_length_by_its_words() -> None:
    def evening(number: int) -> list[ToldRecord]:
        at = number * 10
        opened = say.SessionOpened(session=number, title=f"Night {number}", logged=True)
        return [
            told(opened, position=at),
            entry(at + 1, "wren", "Wren", "hi"),
            entry(at + 2, "crow", "The Crow", f"The weir is open, night {number}.\nRolls 1d20: 7 = 7"),
            entry(at + 3, "wren", "Wren", "https://example.org/map"),
            told(say.SessionClosed(session=number), position=at + 4),
        ]

    parts = story(*evening(1), *evening(2))
    assert [plain(it) for it in shortened(parts, Length.LINE)] == ["The Crow: The weir is open, night 2."]
    assert [plain(it) for it in shortened(parts, Length.DOZEN)] == [
        "The Crow: The weir is open, night 1.",
        "The Crow: The weir is open, night 2.",
    ]
    assert [plain(it) for it in shortened(parts, Length.PAGE)] == [
        "Session 1: Night 1",
        "The Crow: The weir is open, night 1.",
        "Session 2: Night 2",
        "The Crow: The weir is open, night 2.",
    ]
    many = story(*(record for number in range(1, 61) for record in evening(number)))
    page = [plain(it) for it in shortened(many, Length.PAGE)]
    assert len(page) == PAGE
    assert page[0] == "Session 1: Night 1: The Crow: The weir is open, night 1."
    assert page[-1].startswith("Session 60: ")


def test_a_session_of_short_words_alone_is_told_by_those() -> None:
    opened = say.SessionOpened(session=1, title="Night", logged=True)
    parts = story(told(opened, position=2), entry(3, "wren", "Wren", "hi"), entry(4, "none", NOBODY, "Rain."))
    assert [plain(it) for it in words_said(gathered(parts), 9)] == ["Wren: hi", "Rain."]


def test_what_a_program_writes_each_time_is_told_twice_and_with_a_link_once() -> None:
    lines = ["Sea ruleset v3.3", "See https://example.org/sea"] * 4
    parts = story(*(entry(at, "none", NOBODY, text) for at, text in enumerate(lines, 2)))
    text = "\n".join(part.text for part in parts if isinstance(part, StoryRemark))
    assert [text.count(line) for line in lines[:2]] == [2, 1]


def test_what_a_program_wrote_stands_in_no_short_telling() -> None:
    night = told(say.SessionOpened(session=1, title="Night", logged=True), position=2)
    programs = (
        "Attack [23] -> [at Wren] [HIT]",
        "Sea ruleset v3.3 for Tables",
        "Wren rolls for hp! 1d10: 6",
        '{"wkt":"POLYGON ((1200 1800, 1100 1800))"}',
        "Trait 'Brave' added to 'Wren'.",
        "System: [ Wren ] SAN : 63 → 68",
        "?help me with all of this.",
    )
    noise = [entry(at, "crow", "The Crow", text) for at, text in enumerate(programs, 3)]
    spoken = [
        entry(20, "wren", "Wren", "Hold the rope until I call."),
        entry(21, "crow", "The Crow", "昨夜的浓雾在清晨散去。"),
    ]
    only = ["Wren: Hold the rope until I call.", "The Crow: 昨夜的浓雾在清晨散去。"]
    assert [plain(it) for it in shortened(story(night, *noise, *spoken), Length.DOZEN)] == only
    whole = "\n".join(part.text for part in story(night, *noise) if isinstance(part, StoryRemark))
    assert all(text in whole for text in programs)


def test_what_somebody_says_again_is_told_again() -> None:
    again = [entry(at, "wren", "Wren", "Hold fast, see https://example.org/sea") for at in range(2, 6)]
    assert "\n".join(text for _, text in said(*again)).count("Hold fast") == 4


def test_the_scraps_of_a_card_stand_in_one_line_and_speech_in_its_own() -> None:
    card = "Fire Bolt\nYou hurl a mote of fire at somebody.\nDamage\nCantrip\nV, S\n120 Feet"
    assert said(entry(2, "wren", "Wren", card), entry(3, "crow", "The Crow", "Oh\nwell\nthen")) == [
        ("Wren", "Fire Bolt\nYou hurl a mote of fire at somebody.\nDamage · Cantrip · V, S · 120 Feet"),
        ("The Crow", "Oh\nwell\nthen"),
    ]
    first, second = (
        "The quay stinks of tar, and the ferry that was to come",
        "has not come for the third day in a row,",
    )
    pasted = entry(2, "none", NOBODY, f"{first}\n{second}\nthey say.\nA bell.")
    assert said(pasted) == [("", f"{first} {second} they say.\nA bell.")]
    lines = [entry(2 + at, "wren", "Wren", word) for at, word in enumerate(("Yes", "No", "Hm", "Yes"))]
    assert said(*lines) == [("Wren", "Yes\nNo\nHm\nYes")]


def test_a_card_says_its_heading_and_its_total_once_and_people_repeat_themselves() -> None:
    """Before it was mended, cards that have their name in a picture and beside it began with it twice."""
    roll = LoggedRoll(formula="2d4+1", dice=(LoggedDie(size=4, face=3), LoggedDie(size=4, face=2)), total="6")
    assert words_of_entry("Boathook\nBoathook\nTwo men long.\nReach\nReach\nHook\n6", (roll,)) == (
        "Boathook\nTwo men long.\nReach\nHook"
    )
    assert words_of_entry("6", (roll,)) == "6"
    assert words_of_entry("Tide\nLamps:\n6", (roll,)) == "Tide\nLamps:\n6"
    for words in ("No\nNo", "No\nNo\nNo, stop!", "no\nno\nstop", "Stop!\nStop!\nHere.", "Six\n6"):
        assert said(entry(2, "wren", "Wren", words)) == [("Wren", words)]


def test_what_a_card_says_of_a_thing_is_told_once_in_an_evening() -> None:
    what = "A hooked pole as long as two men, with which a ferry is held off from a wall."
    used = [
        entry(at, who, who.title(), f"Boathook\n{what}") for at, who in ((2, "wren"), (3, "crow"), (4, "wren"))
    ]
    assert [text for _, text in said(*used)] == [f"Boathook\n{what}", "Boathook", "Boathook"]
    evening = told(say.SessionOpened(session=2, title="Again"), position=5)
    assert [text for _, text in said(*used[:2], evening, entry(6, "wren", "Wren", f"Boathook\n{what}"))][-1] == (
        f"Boathook\n{what}"
    )
    # what somebody says in one breath is no card
    assert [text for _, text in said(*(entry(at, "wren", "Wren", what) for at in (2, 3)))] == [f"{what}\n{what}"]


def test_a_time_is_told_where_it_is_another_than_the_one_before() -> None:
    tab = ChatTab()

    def under(time: str) -> str:
        event = EntryLogged(
            source_id=time, form=EntryForm.STORY, voice="wren", speaker="Wren", text="No.", marks=(f"at {time}",)
        )
        return tab.under(event, f"No.\nat {time}")

    assert [under(time) for time in ("19:04", "19:04", "19:05")] == ["No.\nat 19:04", "No.", "No.\nat 19:05"]


def test_a_scene_of_which_nothing_is_told_stands_under_no_heading_of_its_own() -> None:
    def scene(name: str, title: str) -> say.SceneOpened:
        return say.SceneOpened(scene=name, title=title)

    parts = story(
        told(say.SessionOpened(session=1, title="Rain", logged=True), scene("one", "Ruins"), position=2),
        told(say.SceneClosed(scene="one"), scene("two", "Ruins"), position=3),
        entry(4, "wren", "Wren", "Still here."),
        told(say.SceneClosed(scene="two"), scene("three", "Weir"), position=5),
        told(say.SceneClosed(scene="three"), scene("four", "Mill"), position=6),
    )
    heads = [(it.position, it.title) for it in parts if isinstance(it, SceneHead)]
    assert heads == [(3, "Ruins"), (5, "Weir"), (6, "Mill")]


MARKED = "We meet **Ada** at [[Docks|the docks]].\n*Rain.*"


def test_marks_of_notes_taken_in_are_drawn_as_they_are_meant() -> None:
    parts = story(entry(2, "none", NOBODY, MARKED))
    assert "We meet **Ada** at the docks.\\\n> *Rain.*" in "".join(map(drawn, parts))
    assert "We meet <strong>Ada</strong> at the docks.\n<em>Rain.</em>" in parts_html(parts)
    book = volume(parts, "Low water", "The open table", (), EVERYONE)
    page = ZipFile(BytesIO(epub(book, "salt", "2026-03-01T00:00:00Z")))
    text = "".join(page.read(name).decode() for name in page.namelist() if name.endswith(".xhtml"))
    assert "<p>We meet <strong>Ada</strong> at the docks.</p><p><em>Rain.</em></p>" in text
    assert "We meet Ada at the docks." in [plain(line) for line in shortened(parts, Length.DOZEN)]


def test_a_title_taken_in_is_told_without_marks() -> None:
    titled = "The *Salt* Gate"
    heading = entry(3, "none", NOBODY, f"## {titled}\nIt rains.")
    parts = story(told(say.SceneOpened(scene="logged-1-1", title=titled), position=2), heading)
    assert [(it.title) for it in parts if isinstance(it, SceneHead)] == ["The Salt Gate"]
    assert [it.text for it in parts if isinstance(it, StoryRemark)] == ["It rains."]
    by_hand = story(told(say.SceneOpened(scene="gate", title=titled), position=2))
    assert [it.title for it in by_hand if isinstance(it, SceneHead)] == [titled]
