"""Adjudications: dark bargains, and what the GM settles by word where the rules leave it open (WO-48)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, Name, Slug, Text, slugify
from domain.wicked_ones.chapters.guards import gm_only, in_play, living, reason_given
from domain.wicked_ones.lookup import character_of
from domain.wicked_ones.phrases import number, told
from domain.wicked_ones.shapes import MOST_AT_ONCE
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import Dungeon, WickedOne
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.refs import MonsterRef, SubjectRef

chapter = Chapter[Underworld](
    "By word",
    {
        "still_shocked": "{character} is still shocked in {attributes}; the wound lasts until every "
        "shock is cleared.",
        "cannot_refresh_now": "The defenses of {character} come back only at recovery.",
        "ruled_elsewhere": "The rules of the game change {field}, so no word can.",
        "out_of_bounds": "No word can set {field} to {after}: give a whole number from 0 to {most}.",
    },
)


class StrikeBargain(Command):
    """Strike a dark bargain; its price follows as a consequence nobody can resist.

    Needs:    the GM.
    Refused:  `only_gm`, `unknown_character`, `dead`, `reason_missing`.
    Yields:   `BargainStruck`.
    """

    type: Literal["wicked_ones.strike_bargain"] = "wicked_ones.strike_bargain"
    character: MonsterRef
    price: Text
    gain: Text = ""


class BargainStruck(Event):
    """A monster struck a dark bargain: `gain` for `price`."""

    type: Literal["wicked_ones.bargain_struck.v1"] = "wicked_ones.bargain_struck.v1"
    character: Character
    price: Text
    gain: Text


@chapter.decides(StrikeBargain)
def strike_bargain(state: Underworld, command: StrikeBargain, asker: Asker, dice: Dice) -> Events:
    """WO-48: record a dark bargain; its price follows as a consequence."""
    gm_only(asker)
    in_play(state)
    living(state, command.character)
    reason_given(command.price)
    return [BargainStruck(character=command.character, price=command.price, gain=command.gain)]


@chapter.applies(BargainStruck)
def _(state: Underworld, event: BargainStruck) -> None:
    """No change here: the price is a consequence of its own."""
    character_of(state, event.character)


@chapter.tells(BargainStruck, "{character} strikes a dark bargain: {price}{gain:+, for }")
def _(state: Underworld, event: BargainStruck) -> Iterable[Fact]:
    yield told(f"{event.price}, for {event.gain}" if event.gain else event.price, "bargain", event.character)
    yield facts.Turn(test="", who=event.character, text=event.gain, way=facts.Way.BARGAINS)
    yield facts.Cost(test="", who=event.character, text=event.price)


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


class RecordAdjudication(Command):
    """Settle it by word: this part of the rules leaves it open.

    Needs:    the GM; a reason.
    Refused:  `only_gm`, `reason_missing`, `id_empty`, `ruled_elsewhere`, `still_shocked`, `cannot_refresh_now`,
              `out_of_bounds`, `no_change`.
    Yields:   `AdjudicationRecorded`.
    """

    type: Literal["wicked_ones.record_adjudication"] = "wicked_ones.record_adjudication"
    subject: SubjectRef = Field(title="Whose or what it is about")
    field: Name = Field(title="What is settled")
    after: Text = Field(default="", title="How it is from now on")
    reason: Text


class AdjudicationRecorded(Event):
    """The GM settled by word the `field` of `subject`: it was `before`, and is `after`."""

    type: Literal["wicked_ones.adjudication_recorded.v1"] = "wicked_ones.adjudication_recorded.v1"
    subject: Slug
    field: Name
    before: Text
    after: Text
    reason: Text


@chapter.decides(RecordAdjudication)
def record_adjudication(state: Underworld, command: RecordAdjudication, asker: Asker, dice: Dice) -> Events:
    """Settle a field of anything by word, with a reason; refused for fields the rules decide."""
    gm_only(asker)
    in_play(state)
    reason_given(command.reason)
    parts = [slugify(part) for part in command.field.split(".")]
    field = ".".join(parts)
    need(all(parts), "id_empty", name=command.field)
    after = command.after.strip()
    before = value_now(state, command.subject, parts, after)
    if field in (*COUNTED, *COMMON) and after.isdecimal():
        after = str(int(after))
    need(before != after, "no_change")
    return [
        AdjudicationRecorded(
            subject=command.subject, field=field, before=before, after=after, reason=command.reason
        )
    ]


def in_words(field: str) -> str:
    """A field as a person would say it: `dark-hearts` is dark hearts, `ratings.smash` is ratings, smash."""
    return _WORDS.get(field.partition(".")[0], field.replace(".", ", ").replace("-", " "))


def value_now(state: Underworld, subject: str, parts: list[str], after: str) -> str:
    """The value of a field now, as text; refused where no word may change it."""
    field = ".".join(parts)
    it = state.characters.get(subject)
    if it is not None:
        return value_on_sheet(it, subject, parts, after)
    if subject == DUNGEON and field in COMMON:
        value = state.dungeon.gold if field == "gold" else state.dungeon.loot
        return counted_value(field, value, after)
    if subject == DUNGEON and parts[0] in _OF_THE_DUNGEON:
        raise CommandRefused("ruled_elsewhere", field=in_words(field))
    ruled = {*state.clocks, *state.adventurers, *state.packs, *state.defenses}
    if subject in ruled and parts[0] in ("filled", "segments", "hearts", "moves", "status", "used", "tier"):
        raise CommandRefused("ruled_elsewhere", field=in_words(field))
    if field == "loot" or (field == "gold" and subject != DUNGEON):
        raise CommandRefused("ruled_elsewhere", field=in_words(field))
    return state.adjudicated.get(subject, {}).get(field, "")


def value_on_sheet(it: WickedOne, subject: str, parts: list[str], after: str) -> str:
    """The value of a field on a monster's sheet; refused where rules alone change it (WO-46, WO-62)."""
    field = ".".join(parts)
    if field in COUNTED:
        return counted_value(field, getattr(it, field.replace("-", "_")), after)
    if parts[0] == "bloodied":
        if it.bloodied and it.shocked:
            raise CommandRefused("still_shocked", character=subject, attributes=it.shocked)
        raise CommandRefused("ruled_elsewhere", field=in_words(field))
    need(parts[0] != "defenses", "cannot_refresh_now", character=subject)
    if parts[0] in _OF_A_MONSTER:
        raise CommandRefused("ruled_elsewhere", field=in_words(field))
    return it.adjudicated.get(field, "")


def counted_value(field: str, now: int, after: str) -> str:
    """A counted field's value now, as text; refused for a new one that is no whole number from 0 on."""
    most = MOST_AT_ONCE if field in _BECOMES_DICE else MOST
    fits = after.isascii() and after.isdecimal() and len(after) <= len(str(MOST)) and int(after) <= most
    need(fits, "out_of_bounds", field=in_words(field), after=after, most=most)
    return str(now)


def set_plain(fields: dict[str, str], event: AdjudicationRecorded) -> None:
    """Set a plain field; an empty value removes it."""
    must(fields.get(event.field, "") == event.before, f"{event.subject}.{event.field} was not {event.before!r}")
    fields[event.field] = event.after
    if not event.after:
        del fields[event.field]


def set_number(it: WickedOne | Dungeon, event: AdjudicationRecorded) -> None:
    """Set a counted thing to what was settled."""
    name = event.field.replace("-", "_")
    must(event.after.isdecimal(), f"{event.field} cannot become {event.after!r}")
    must(str(getattr(it, name)) == event.before, f"{event.field} was not {event.before}")
    setattr(it, name, int(event.after))


@chapter.applies(AdjudicationRecorded, renames=True)
def _(state: Underworld, event: AdjudicationRecorded) -> None:
    it = state.characters.get(event.subject)
    if it is None:
        if event.subject == DUNGEON and event.field in ("loot", "gold"):
            set_number(state.dungeon, event)
        else:
            set_plain(state.adjudicated.setdefault(event.subject, {}), event)
    elif event.field in COUNTED:
        set_number(it, event)
    else:
        set_plain(it.adjudicated, event)


@chapter.tells(AdjudicationRecorded, "The GM rules on {field:_} of {subject}: {after}. {reason}")
def _(state: Underworld, event: AdjudicationRecorded) -> Iterable[Fact]:
    name = event.field.replace("-", "_")
    if event.field in (*COUNTED, "loot") and (event.subject in state.characters or event.subject == DUNGEON):
        now = int(event.after)
        yield number(event.subject, name, now - int(event.before), now, event.reason)
        return
    yield facts.Adjudicated(
        subject=event.subject, field=event.field, before=event.before, after=event.after, reason=event.reason
    )


def bargains(people: tuple[Choice, ...]) -> Iterable[Offer]:
    """Offer of a dark bargain."""
    yield Offer(
        command=StrikeBargain,
        label="Strike a dark bargain",
        choices={"character": people},
        group="Dangers",
    )


def adjudications(state: Underworld, people: tuple[Choice, ...]) -> Iterable[Offer]:
    """Offers to settle something by word."""
    subjects = (*people, Choice(DUNGEON, state.dungeon.name))
    yield Offer(
        command=RecordAdjudication,
        label="Settle something by word",
        choices={"subject": subjects},
        group="GM",
    )
