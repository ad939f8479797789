"""Guards: whose character it is, and what is declared (OT-01, OT-02)."""

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker
from domain.open_table.lookup import here
from domain.open_table.state import Character, OpenTable, Values

chapter = Chapter[OpenTable](
    "Whose it is",
    {
        "character_unknown": "There is nobody called “{character}” at this table. Enter the character first.",
        "not_yours": "{character} is not yours: ask whoever plays that character, or the GM.",
        "tables_own": "What belongs to the whole table is the GM's to change.",
        "has_left": "{character} is out of play. Let the character come back first.",
        "reason_missing": "Say why in a few words.",
    },
)


def character_of(state: OpenTable, who: str) -> Character:
    """OT-01: somebody that was entered."""
    return found(state.characters.get(who), "character_unknown", character=who)


def mine(state: OpenTable, who: str | None, asker: Asker) -> Values:
    """OT-02: players act for their own characters, the GM for all and for the table. What stands on the sheet."""
    if who is None:
        need(asker.is_gm, "tables_own")
        return state.own
    it = character_of(state, who)
    if not asker.is_gm and it.player != asker.person:
        raise CommandRefused("not_yours", character=who)
    return it.values


def in_play(state: OpenTable, who: str | None) -> None:
    """OT-02: nobody acts for who is out of play."""
    if who is not None:
        need(character_of(state, who).here, "has_left", character=who)


def acts(state: OpenTable, who: str | None, asker: Asker) -> Values:
    """Check both guards: the owner asks, and they are in play."""
    values = mine(state, who, asker)
    in_play(state, who)
    return values


def hands(state: OpenTable, asker: Asker) -> list[str]:
    """The characters in play for whom this person acts."""
    return [slug for slug in here(state) if asker.is_gm or state.characters[slug].player == asker.person]


def rows(state: OpenTable, asker: Asker) -> list[str | None]:
    """The same, and for the GM the table."""
    return [*hands(state, asker), *([None] if asker.is_gm else [])]
