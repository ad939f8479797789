"""Tags and items: there, in a state, or gone (OT-08)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Slug, Text, slugify
from domain.open_table.chapters.guards import acts, hands
from domain.open_table.lookup import owner_id, system_of, values_of
from domain.open_table.seats import SHEET_GROUP, whose
from domain.open_table.state import OpenTable, Thing
from domain.open_table.system.model import Of, Tags, in_words
from domain.open_table.terms import CharacterRef, Key, TagsRef

chapter = Chapter[OpenTable](
    "Tags and items",
    {
        "tags_unknown": "The sheets of this table have nothing called “{tags}”.",
        "state_unknown": "{called} cannot be “{state}”: choose one of {states}.",
        "not_there": "{name} is not there, so it cannot go.",
        "name_unreadable": "Give it a name with a letter or a digit in it.",
    },
)


class SetTag(Command):
    """Put on, change or take off a tag: a condition, an aspect, what is carried, on a sheet.

    Needs:    your own character, in play; the GM for what is the table's, with nobody named.
    Refused:  `character_unknown`, `not_yours`, `has_left`, `tables_own`, `tags_unknown`, `state_unknown`,
              `not_there`, `name_unreadable`, `nothing_changes`.
    Yields:   `TagSet` or `TagRemoved`.
    """

    type: Literal["open_table.set_tag"] = "open_table.set_tag"
    who: CharacterRef | None = Field(default=None, title="Whose", description="Empty: the table's.")
    tags: TagsRef = Field(title="Kind")
    name: Name = Field(title="What is it called?")
    state: Text = Field(default="", description="In a word: one of those the system file gives, if it gives any.")
    detail: Text = ""
    gone: bool = Field(default=False, title="It is gone")
    why: Text = Field(default="", title="Reason")


class TagSet(Event):
    """A tag or an item is there, in a state. `called` is its kind, in words; `was` is empty for a new one,
    and `state` for one that is in none."""

    type: Literal["open_table.tag_set.v1"] = "open_table.tag_set.v1"
    who: CharacterSlug | None
    tags: Key
    called: Name
    tag: Slug
    name: Name
    was: Text
    state: Text
    detail: Text
    why: Text


class TagRemoved(Event):
    """A tag or an item is there no longer. `called` is its kind, in words."""

    type: Literal["open_table.tag_removed.v1"] = "open_table.tag_removed.v1"
    who: CharacterSlug | None
    tags: Key
    called: Name
    tag: Slug
    name: Name
    was: Text
    why: Text


@chapter.decides(SetTag)
def set_tag(state: OpenTable, command: SetTag, asker: Asker, dice: Dice) -> Events:
    """OT-08: in one of the states that are declared, if any are."""
    values = acts(state, command.who, asker)
    there = values.things.get(command.tags, {})
    it = system_of(state).things.get(command.tags)
    if it is None or it.of != ("table" if command.who is None else "character"):
        need(there and command.gone, "tags_unknown", tags=command.tags)
    slug = slugify(command.name)
    need(slug, "name_unreadable")
    called = it.called(command.tags) if it else state.labels.get(command.tags, in_words(command.tags))
    if command.gone:
        return [_removed(command, called, slug, found(there.get(slug), "not_there", name=command.name))]
    said = (command.state.strip(), command.detail.strip())
    states = it.states if isinstance(it, Tags) else ()
    if states and said[0] not in states:
        raise CommandRefused("state_unknown", called=command.name, state=command.state, states=list(states))
    before = there.get(slug)
    need(before is None or (before.state, before.detail) != said, "nothing_changes")
    return [
        TagSet(
            who=command.who,
            tags=command.tags,
            called=called,
            tag=slug,
            name=before.name if before else command.name,
            was=before.state if before else "",
            state=said[0],
            detail=said[1],
            why=command.why,
        )
    ]


def _removed(command: SetTag, called: str, slug: str, before: Thing) -> TagRemoved:
    return TagRemoved(
        who=command.who,
        tags=command.tags,
        called=called,
        tag=slug,
        name=before.name,
        was=before.state,
        why=command.why,
    )


@chapter.applies(TagSet)
def _(state: OpenTable, event: TagSet) -> None:
    must(event.who is None or event.who in state.characters, f"{event.who} is nobody")
    things = values_of(state, event.who).things.setdefault(event.tags, {})
    must((things[event.tag].state if event.tag in things else "") == event.was, f"{event.tag} is in another state")
    things[event.tag] = Thing(event.name, event.state, event.detail)


@chapter.tells(TagSet, "{who:&: }{name}{state:+, } ({called}){why:+; }")
def _(state: OpenTable, event: TagSet) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=owner_id(event.who),
        group=event.tags,
        name=event.tag,
        was=event.was,
        now=event.state or "there",
        why=event.why,
        label=event.name,
        good=good_of(state, event.tags),
    )


def good_of(state: OpenTable, tags: str) -> bool | None:
    """True if tags of this kind are welcome; None where the system file does not say."""
    it = system_of(state).file.tags.get(tags)
    return it.good if it is not None else None


@chapter.applies(TagRemoved)
def _(state: OpenTable, event: TagRemoved) -> None:
    must(event.who is None or event.who in state.characters, f"{event.who} is nobody")
    things = values_of(state, event.who).things.get(event.tags, {})
    must(event.tag in things, f"{event.tag} is not there")
    del things[event.tag]


@chapter.tells(TagRemoved, "{who:&: }{name} is gone ({called}){why:+; }")
def _(state: OpenTable, event: TagRemoved) -> Iterable[Fact]:
    good = good_of(state, event.tags)
    yield facts.StateChanged(
        owner=owner_id(event.who),
        group=event.tags,
        name=event.tag,
        was=event.was,
        now="",
        why=event.why,
        label=event.name,
        good=None if good is None else not good,
    )


def tagging(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """Tags of characters, and of the table."""
    of_characters, of_table = declared(state, "character"), declared(state, "table")
    if of_characters and (own := hands(state, asker)):
        known, choices = whose(state, own)
        yield Offer(
            command=SetTag,
            label="Set a tag or an item",
            known=known,
            choices={"tags": of_characters, **choices},
            suggested=suggested(state),
            group=SHEET_GROUP,
            weight=Weight.ASIDE,
        )
    if of_table and asker.is_gm:
        yield Offer(
            command=SetTag,
            label="Set a tag of the table",
            known={"who": None},
            choices={"tags": of_table},
            suggested=suggested(state),
            group=SHEET_GROUP,
            weight=Weight.ASIDE,
        )


def declared(state: OpenTable, of: Of) -> tuple[Choice, ...]:
    """Kinds of tags and items."""
    return tuple(Choice(key, it.called(key)) for key, it in system_of(state).things.items() if it.of == of)


def suggested(state: OpenTable) -> dict[str, tuple[Choice, ...]]:
    """The states that are declared."""
    states = dict.fromkeys(one for it in system_of(state).file.tags.values() for one in it.states)
    return {"state": tuple(Choice(one, one) for one in states)} if states else {}
