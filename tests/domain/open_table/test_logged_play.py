"""Play that was taken in, as the open table hears of it: numbers by other names, voices as characters."""

from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.played import LoggedChange
from domain.open_table.house_rules import OpenTableHouseRules
from domain.open_table.logged import entering, logged_number, on_logged_event
from domain.open_table.shipped import shipped
from domain.open_table.state import Character, initial


def test_a_number_moves_whose_other_name_a_change_names() -> None:
    state = initial(OpenTableHouseRules(system=shipped()["d20-fantasy"]))
    state.characters["wren"] = Character("Wren", None)
    changes = [
        LoggedChange(owner="wren", owner_name="Wren", name="attributes.hp.value", was=9, now=4),
        LoggedChange(owner="wren", owner_name="Wren", name="Luck of the draw", was=1, now=0),
        LoggedChange(owner="somebody", owner_name="Somebody", name="attributes.hp.value", was=9, now=1),
    ]
    on_logged_event(
        state,
        EntryLogged(source_id="m:1", form="speech", voice="wren", speaker="Wren", changes=tuple(changes)),
    )
    assert state.characters["wren"].values.numbers == {"hp": 4}
    assert logged_number(state, "wren", "hit points") == "hp"
    assert logged_number(state, "wren", "Luck of the draw") is None
    assert logged_number(state, "somebody", "hp") is None


def test_a_voice_becomes_a_character_once() -> None:
    state = initial(OpenTableHouseRules())
    command = entering(state, "wren", "Wren", "ada")
    assert command is not None
    assert command.model_dump(include={"character", "name", "player"}) == {
        "character": "wren",
        "name": "Wren",
        "player": "ada",
    }
    state.characters["wren"] = Character("Wren", "ada")
    assert entering(state, "wren", "Wren", "ada") is None
    assert entering(state, "table", "Table", None) is None
