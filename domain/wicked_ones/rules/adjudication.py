"""What the GM settles by word where this part of the rules is silent, and what no word can settle."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.terms import slugify
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.shapes import MOST_AT_ONCE
from domain.wicked_ones.state import Underworld, WickedOne
from domain.wicked_ones.terms import DUNGEON

from .common import reason_given

MOST = 1_000_000
_BECOMES_DICE = ("dark-hearts", "loot")
COUNTED = ("gold", "xp", "dark-hearts")
COMMON = ("gold", "loot")
"""Fields of the dungeon that are counted."""
_OF_A_MONSTER = frozenset(
    {
        "name", "player", "ratings", "stress", "feral", "shock", "alive", "knell-pending", "abilities", "items",
        "condition",
    }
)  # fmt: skip
_OF_THE_DUNGEON = frozenset({"name", "tier", "rooms", "prisoners", "master-plan", "invasion", "phase"})


def record_adjudication(state: Underworld, command: ask.RecordAdjudication) -> Events:
    """A field of anything, with a reason; what the rules decide stays theirs."""
    reason_given(command.reason)
    parts = [slugify(part) for part in command.field.split(".")]
    field = ".".join(parts)
    need(all(parts), "id_empty", name=command.field)
    after = command.after.strip()
    before = standing_now(state, command.subject, parts, after)
    if field in (*COUNTED, *COMMON) and after.isdecimal():
        after = str(int(after))
    need(before != after, "no_change")
    return [
        say.AdjudicationRecorded(
            subject=command.subject, field=field, before=before, after=after, reason=command.reason
        )
    ]


_WORDS = {
    "used": "whether a defense was used",
    "status": "what has become of it",
    "filled": "how full a clock is",
    "hearts": "how many hearts there are",
    "moves": "how many moves there are",
    "alive": "whether somebody is alive",
    "player": "whose monster it is",
    "bloodied": "wounds",
}
"""Fields that read badly by their own name."""


def in_words(field: str) -> str:
    """A field as a person would say it: `dark-hearts` is dark hearts, `ratings.smash` is ratings, smash."""
    return _WORDS.get(field.partition(".")[0], field.replace(".", ", ").replace("-", " "))


def standing_now(state: Underworld, subject: str, parts: list[str], after: str) -> str:
    """What stands there now, or why no word may change it."""
    field = ".".join(parts)
    it = state.characters.get(subject)
    if it is not None:
        return on_a_sheet(it, subject, parts, after)
    if subject == DUNGEON and field in COMMON:
        value = state.dungeon.gold if field == "gold" else state.dungeon.loot
        return counted(field, value, after)
    if subject == DUNGEON and parts[0] in _OF_THE_DUNGEON:
        raise CommandRefused("ruled_elsewhere", field=in_words(field))
    ruled = {*state.clocks, *state.adventurers, *state.packs, *state.defenses}
    if subject in ruled and parts[0] in ("filled", "segments", "hearts", "moves", "status", "used", "tier"):
        raise CommandRefused("ruled_elsewhere", field=in_words(field))
    if field == "loot" or (field == "gold" and subject != DUNGEON):
        raise CommandRefused("ruled_elsewhere", field=in_words(field))
    return state.adjudicated.get(subject, {}).get(field, "")


def on_a_sheet(it: WickedOne, subject: str, parts: list[str], after: str) -> str:
    """WO-46, WO-62: wounds end when shock does, and defenses come back at recovery."""
    field = ".".join(parts)
    if field in COUNTED:
        return counted(field, getattr(it, field.replace("-", "_")), after)
    if parts[0] == "bloodied":
        if it.bloodied and it.shocked:
            raise CommandRefused("still_shocked", character=subject, attributes=it.shocked)
        raise CommandRefused("ruled_elsewhere", field=in_words(field))
    need(parts[0] != "defenses", "cannot_refresh_now", character=subject)
    if parts[0] in _OF_A_MONSTER:
        raise CommandRefused("ruled_elsewhere", field=in_words(field))
    return it.adjudicated.get(field, "")


def counted(field: str, now: int, after: str) -> str:
    """A whole number, not below none."""
    most = MOST_AT_ONCE if field in _BECOMES_DICE else MOST
    fits = after.isascii() and after.isdecimal() and len(after) <= len(str(MOST)) and int(after) <= most
    need(fits, "out_of_bounds", field=in_words(field), after=after, most=most)
    return str(now)
