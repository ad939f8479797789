"""Whoever founds a campaign for a file is not a second person among those who speak in it, and what a program says
of itself is nobody's play.
"""

import json
from pathlib import Path

import pytest

from exchange.imports.mapping import MappedSpeaker, Mapping, guessed, leaves_all_out, with_founder
from exchange.imports.survey import survey
from tests.support.intake import spool_of

SPEAKERS = {
    "Gwen": MappedSpeaker(id="gwen", name="Gwen"),
    "The ferry": MappedSpeaker(id="the-ferry", name="The ferry", player="gwen"),
    "Wren": MappedSpeaker(id="wren", name="Wren"),
    "Nobody": MappedSpeaker(id=None, name="Nobody"),
}


def mapping() -> Mapping:
    return Mapping(campaign="", file="chat.txt", sum="0" * 64, format="copied", speakers=SPEAKERS, evenings=[])


@pytest.mark.parametrize("typed", ["Gwen", "gwen", "GWEN"])
def test_a_name_that_is_typed_late_is_that_of_whoever_speaks_so(typed: str) -> None:
    told = with_founder(mapping(), "gm", typed)
    assert told.speakers["Gwen"] == MappedSpeaker(id="gm", name=typed)
    assert told.speakers["The ferry"] == MappedSpeaker(id="the-ferry", name="The ferry", player="gm")
    assert (told.speakers["Wren"], told.speakers["Nobody"]) == (SPEAKERS["Wren"], SPEAKERS["Nobody"])


def test_a_name_that_nobody_speaks_by_changes_nobody() -> None:
    assert with_founder(mapping(), "gm", "Irena") == mapping()


@pytest.mark.parametrize("played", [True, False])
@pytest.mark.parametrize("program", ["Foundry Virtual Tabletop", "Dice So Nice!"])
def test_what_a_program_says_to_whoever_is_new_is_left_out_where_nobody_took_it_in(
    tmp_path: Path, program: str, played: bool
) -> None:
    said = [
        {"_id": "a" * 16, "timestamp": 1, "speaker": {"alias": program}, "content": "Welcome!"},
        {"_id": "b" * 16, "timestamp": 2, "speaker": {"alias": "Wren"}, "content": "The tide is out."},
    ]
    file = tmp_path / "messages.db"
    file.write_text("\n".join(map(json.dumps, said[: 1 + played])) + "\n", "utf-8")
    with spool_of(file) as spool:
        found = survey(spool)
        mapping = guessed(spool, found, "", {})
        assert mapping.speakers[program].id is None
        assert leaves_all_out(mapping, found) is not played
        before = guessed(spool, found, "", {"known": program})
        assert before.speakers[program].id == "known"
