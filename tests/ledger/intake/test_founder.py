"""Whoever founds a campaign for a file is not a second person among those who speak in it."""

import pytest

from exchange.imports.mapping import MappedSpeaker, Mapping, with_founder

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
