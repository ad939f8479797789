"""Words said aloud: found in transcripts by whoever may open them, and led to the moments of play."""

from io import BytesIO
from pathlib import Path

import pytest
import sqlalchemy as sql

from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.facts import Kind
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole
from domain.kernel.journal.attached.ties import Tie
from domain.kernel.journal.files import AttachFile, DescribeFile, PutFileAway
from domain.kernel.journal.recordings import AgreeToRecording, AlignRecording
from domain.kernel.people import Role
from domain.kernel.terms import PersonId
from ledger.care.file_removal import remove_file
from projections.tables.search.query import Wanted
from projections.transcripts.cues import utterances_in
from projections.transcripts.finding import SpokenFound
from projections.transcripts.moments import recording_of
from tests.projections.conftest import Opener
from tests.support import toy
from tests.support.library import READER, Library

EVENING = """WEBVTT

NOTE made by nobody

1
00:00:01.000 --> 00:00:04.000
<v Ann>So the tide is out and we

2
00:00:04.000 --> 00:00:06.500
<v Ann>take the <i>lantern</i> with us.

01:10:00.000 --> 01:10:03.000
<v.loud Bob>Nobody said anything about a lantern &amp; oil!

01:20:00.000 --> 01:20:03.000
That was at the very end.
"""
SRT = "1\n00:00:02,000 --> 00:00:03,000\nBOB: In the second hour.\n2\n00:00:03,500 --> 00:00:05,000\n- No.\n"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def env(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    if request.param == "postgres":
        return {"SQLALCHEMY_URL": request.getfixturevalue("postgres_address")}
    return {"SQLALCHEMY_URL": f"sqlite:///{tmp_path / 'ledger.sqlite3'}"}


def attach(
    library: Library, content: str | bytes, name: str, role: FileRole, by: str = "gm", **more: object
) -> int:
    content = content.encode() if isinstance(content, str) else content
    staged = library.ledger.files.stage(library.ledger.find("tale").id, BytesIO(content))
    media = "audio/ogg" if role is FileRole.RECORDING else "text/vtt"
    fields = {"digest": staged.digest, "media": media, "size": staged.size, "name": name, "role": role}
    fields |= {"belongs": Belongs(kind=BelongsTo.SESSION, number=1)} | more
    library.rule(AttachFile.model_validate(fields), by=by)
    return len(library.ledger.moment("tale").journal.files)


@pytest.fixture
def evening(library: Library) -> Library:
    """An evening played from seven to half past eight, with its transcript."""
    for person, name in (("ann", "Ann Voss"), ("bob", "Bob")):
        library.rule(SeatPerson(person=person, name=name, role=Role.PLAYER))
    library.rule(OpenSession(title="Low water"), happened_at="2026-03-01T19:00:00+00:00")
    for hour in ("19:05", "19:30", "20:16"):
        library.rule(
            toy.Enter(who=f"of-{hour[:2]}-{hour[3:]}", name="Oda"), happened_at=f"2026-03-01T{hour}:00+00:00"
        )
    attach(library, EVENING, "evening.vtt", FileRole.TRANSCRIPT, caption="The first evening")
    return library


def found(library: Library, words: str, person: str | None = "ann", **wanted: object) -> SpokenFound:
    asked = Wanted(words=words, **wanted)  # type: ignore[arg-type]
    return library.views.find_spoken(asked, PersonId(person) if person else None)


def said(found: SpokenFound) -> list[str]:
    return ["".join(piece.text for piece in hit.context) for hit in found.hits]


def test_cues_of_one_sentence_are_one_line_with_the_time_of_each() -> None:
    first, second, third = utterances_in(EVENING.encode())
    assert (first.speaker, first.text) == ("Ann", "So the tide is out and we take the lantern with us.")
    assert (first.begun, first.ended) == (1_000, 6_500)
    assert [first.at(first.text.index(word)) for word in ("So", "lantern")] == [1_000, 4_000]
    assert (second.speaker, second.text) == ("Bob", "Nobody said anything about a lantern & oil!")
    assert (third.speaker, third.begun) == ("Bob", 4_800_000)
    assert [(it.speaker, it.text, it.begun) for it in utterances_in(SRT.encode("utf-16"))] == [
        ("BOB", "In the second hour.", 2_000),
        ("BOB", "- No.", 3_500),
    ]
    assert list(utterances_in(b"\xff\x00-->\n" * 50)) == []


def test_a_recorder_that_never_stops_counts_beyond_three_digits_of_hours() -> None:
    long = (
        "WEBVTT\n\n999:59:58.000 --> 1000:00:01.500\nStill here.\n\n1000:00:02.000 --> 1000:00:03.000\nAnd now.\n"
    )
    first, second = utterances_in(long.encode())
    assert (first.text, first.begun, first.ended) == ("Still here.", 3_599_998_000, 3_600_001_500)
    assert (second.text, second.begun) == ("And now.", 3_600_002_000)


def test_words_are_found_with_who_said_them_and_when(evening: Library) -> None:
    both = found(evening, "lantern")
    assert both.total == 2
    assert {hit.speaker: hit.begun for hit in both.hits} == {"Ann": 4_000, "Bob": 4_200_000}
    assert said(found(evening, '"take the lantern"')) == ["So the tide is out and we take the lantern with us."]
    assert said(found(evening, "lantern -oil")) == ["So the tide is out and we take the lantern with us."]
    (one,) = found(evening, "oil").hits
    assert (one.campaign, one.title, one.name) == ("tale", "A tale", "The first evening")
    assert not one.tied
    assert one.position == 5  # where the session began
    assert one.recording is None


def test_filters_narrow_what_was_said_too(evening: Library) -> None:
    assert found(evening, "lantern", by="ann").total == 1
    assert found(evening, "lantern", by="gm").total == 0
    assert found(evening, "lantern", session=1).total == 2
    assert found(evening, "lantern", session=2).total == 0
    assert found(evening, "lantern", game="other").total == 0
    assert found(evening, "lantern", campaigns=("tale",)).total == 2
    assert found(evening, "lantern", campaigns=()).total == 0
    assert found(evening, "lantern", kind=Kind.DICE).total == 0
    assert found(evening, "lantern", since="2026-03-01").total == 2
    assert found(evening, "lantern", until="2026-03-01").total == 0
    assert found(evening, "").total == 0


def test_a_tie_leads_a_line_to_its_moment_and_those_who_agreed_to_the_sound(evening: Library) -> None:
    sound = attach(evening, b"OggS" + bytes(99), "Evening.ogg", FileRole.RECORDING, by="ann")
    (hit,) = found(evening, "oil").hits
    assert (hit.tied, hit.recording) == (False, sound)  # hers, and not tied yet
    tie = Tie(position=6, milliseconds=240_000)  # five past seven, four minutes into it
    evening.rule(AlignRecording(file=sound, ties=(tie,), heard=("ann", "bob")), by="ann")
    (hit,) = found(evening, "oil").hits
    assert (hit.tied, hit.position, hit.recording) == (True, 8, sound)
    assert {it.position for it in found(evening, "lantern").hits} == {5, 8}
    (hit,) = found(evening, "oil", "bob").hits
    assert (hit.position, hit.recording) == (8, None)
    for person in ("ann", "bob"):
        evening.rule(AgreeToRecording(file=sound), by=person)
    assert found(evening, "oil", "bob").hits[0].recording == sound
    assert found(evening, "oil", "").hits[0].recording is None
    assert found(evening, "oil", since="2026-03-01T20:00", until="2026-03-01T21").total == 1
    assert found(evening, "oil", since="2026-03-01T21").total == 0


def test_of_two_recordings_the_one_of_the_same_name_goes_with_it(evening: Library) -> None:
    for name in ("evening.ogg", "second.ogg"):
        attach(evening, b"OggS" + name.encode(), name, FileRole.RECORDING)
    later = attach(evening, SRT, "second.srt", FileRole.TRANSCRIPT)
    files = evening.ledger.moment("tale").journal.files
    for transcript, name in ((1, "evening.ogg"), (later, "second.ogg")):
        recording = recording_of(files, files[transcript - 1], READER)
        assert recording is not None
        assert recording.name == name


def test_who_may_not_open_a_transcript_finds_nothing_in_it(evening: Library) -> None:
    evening.rule(DescribeFile(file=1, only_for="ann"))
    assert [found(evening, "oil", person).total for person in ("ann", "bob", "", None, "gm")] == [1, 0, 0, 0, 1]
    evening.rule(DescribeFile(file=1))
    assert found(evening, "oil", None).total == 1
    evening.rule(PutFileAway(file=1))
    assert found(evening, "oil").total == 0


def test_what_is_no_transcript_is_not_searched(evening: Library) -> None:
    attach(evening, "1\n00:00:01,000 --> 00:00:02,000\nThe zeppelin.\n", "a.srt", FileRole.SOURCE)
    attach(evening, "A zeppelin.", "b.txt", FileRole.TRANSCRIPT)
    assert found(evening, "zeppelin", "gm").total == 0


def kept_anywhere(library: Library, words: str) -> bool:
    with library.views.database.reading() as connection:
        names = [it for it in sql.inspect(connection).get_table_names() if "spoken" in it]
        rows = [row for name in names for row in connection.execute(sql.text(f'SELECT * FROM "{name}"'))]
    return words in repr(rows)


def test_nothing_that_was_said_is_left_of_a_removed_transcript(evening: Library) -> None:
    assert found(evening, "oil").total == 1
    assert kept_anywhere(evening, "lantern")
    remove_file(evening.ledger, "tale", 1, reason="Not kept", by="gm")
    assert not kept_anywhere(evening, "lantern")
    assert found(evening, "oil").total == 0


def test_a_transcript_removed_by_another_program_is_forgotten_when_next_asked(evening: Library) -> None:
    assert found(evening, "oil").total == 1
    remove_file(evening.ledger, "tale", 1, reason="Not kept", by="gm")
    assert found(evening, "oil").total == 0
    assert not kept_anywhere(evening, "lantern")


def test_lines_are_read_by_number_and_by_time(evening: Library) -> None:
    campaign = evening.ledger.open("tale")
    digest = campaign.now.journal.files[0].digest
    read = evening.views.spoken
    assert [it.n for it in read.lines(campaign.entry.id, digest, 2, 9)] == [2, 3]
    (line,) = read.said_between(campaign.entry.id, digest, 6_000, 7_000)
    assert (line.speaker, line.begun, line.ended) == ("Ann", 1_000, 6_500)


def test_without_full_text_search_the_lines_are_read_through(
    evening: Library, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.transcripts.projector.index_for", lambda database, name: None)
    plain = opener()
    assert found(plain, "lantern").total == 2
    assert found(plain, "lantern -oil").total == 1
