"""Notes: what each form asks for, who may know of it, and what is ticked by whom."""

from typing import Any

import pytest

from domain.kernel.available_offers import offers_at
from domain.kernel.journal.notes import NoteTicked, NoteWritten, TickNote, WriteNote
from domain.kernel.journal.upcasts import UPCASTS
from domain.kernel.people import EVERYONE, GM_ONLY, between
from domain.kernel.ruling import retell
from domain.kernel.schema.upcasts import say_the_same, upcast
from tests.domain.kernel.test_files import ADA, BEN, GM, ask, refused, table
from tests.support.tower import TOWER


def note(text: str = "Bring rope", **other: Any) -> WriteNote:
    return WriteNote.model_validate({"text": text, **other})


TO_BEN = note("You saw the lamp go out.", form="to_person", to=BEN)
LATER = note(form="next_time")


@pytest.mark.parametrize(
    ("asked", "headline", "audience"),
    [
        (note("he lies"), "he lies", EVERYONE),
        (note("He lies.", form="quote", whose=" Wren "), "He lies. (said by Wren)", EVERYONE),
        (LATER, "Bring rope (for next time)", EVERYONE),
        (note(form="next_time", visibility="gm"), "Bring rope (for next time)", GM_ONLY),
        (TO_BEN, "You saw the lamp go out. (to Ben)", between(BEN, GM)),
    ],
)
def test_what_a_note_is_stands_behind_its_words(asked: WriteNote, headline: str, audience: str) -> None:
    moment = table()
    (event,) = ask(moment, asked, GM)
    told = retell(TOWER, moment, event)
    assert (told.headline, told.audience) == (headline, audience)
    assert {fact.audience for fact in told.facts} == {audience}


def test_a_note_tells_what_it_is_about() -> None:
    moment = table()
    (event,) = ask(moment, note("They pay twice.", about="dockers"), ADA)
    assert retell(TOWER, moment, event).concerns == ("dockers",)


@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        (note(" "), "text_missing", "Write something"),
        (note(form="quote", whose=" "), "quote_of_nobody", "whose words"),
        (note(form="to_person"), "note_to_nobody", "for whom"),
        (note(form="to_person", to="ada"), "note_to_oneself", "for next time"),
        (note(form="to_person", to="kit"), "not_at_the_table", "has no seat"),
        (note(whose="Wren"), "note_of_another_form", "Choose that form"),
        (note(form="next_time", to="ben"), "note_of_another_form", "Choose that form"),
        (TickNote(note=9), "nothing_to_tick", "no note 9 for you"),
    ],
)
def test_what_makes_no_sense_is_refused(asked: Any, code: str, words: str) -> None:
    refusal = refused(table(), asked, ADA)
    assert refusal[0] == code
    assert words in refusal[1]


def test_each_ticks_what_is_theirs_once() -> None:
    moment = table()
    for asked in (LATER, TO_BEN, note("Only a note")):
        ask(moment, asked, ADA)
    for person, number in ((ADA, 2), (ADA, 3), (BEN, 1), (GM, 1), (GM, 2)):
        assert refused(moment, TickNote(note=number), person)[0] == "nothing_to_tick"
    ticks = [it for it in offers_at(TOWER, moment, ADA) if it.command is TickNote]
    assert [(it.label, it.known) for it in ticks] == [("Tick “Bring rope”", {"note": 1})]
    assert [number for number, _ in moment.journal.waiting_for(BEN)] == [2]
    (event,) = ask(moment, TickNote(note=1), ADA)
    assert isinstance(event, NoteTicked)
    assert retell(TOWER, moment, event).audience == "person:ada"
    ask(moment, TickNote(note=2), BEN)
    assert refused(moment, TickNote(note=1), ADA)[0] == "no_change"
    assert [*moment.journal.waiting_for(ADA), *moment.journal.waiting_for(BEN)] == []


def test_a_note_of_the_first_version_is_a_note_and_would_be_written_so_again() -> None:
    old = {"note": 1, "text": "Bring rope", "visibility": "table"}
    tag, data = upcast("journal.note_written.v1", old, UPCASTS)
    read = NoteWritten.model_validate({"type": tag, **data})
    assert say_the_same([read], ask(table(), note(), ADA))
