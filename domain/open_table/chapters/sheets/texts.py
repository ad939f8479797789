"""Texts: what somebody writes on a sheet (OT-09)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Text
from domain.open_table.chapters.guards import acts, hands
from domain.open_table.lookup import owner_id, system_of, values_of
from domain.open_table.seats import SHEET_GROUP, whose
from domain.open_table.state import OpenTable
from domain.open_table.system.model import Of
from domain.open_table.terms import CharacterRef, Key, TextRef

chapter = Chapter[OpenTable]("Texts")


class SetText(Command):
    """Write a text on a sheet. Nothing written takes it off.

    Needs:    your own character, in play; the GM for what is the table's, with nobody named.
    Refused:  `character_unknown`, `not_yours`, `has_left`, `tables_own`, `text_unknown`, `nothing_changes`.
    Yields:   `TextWritten`.
    """

    type: Literal["open_table.set_text"] = "open_table.set_text"
    who: CharacterRef | None = Field(default=None, title="Whose", description="Empty: the table's.")
    field: TextRef = Field(title="Which text")
    text: Text


class TextWritten(Event):
    """A text stands on a sheet. `called` is how it is called."""

    type: Literal["open_table.text_written.v1"] = "open_table.text_written.v1"
    who: CharacterSlug | None
    field: Key
    called: Name
    text: Text


@chapter.decides(SetText)
def set_text(state: OpenTable, command: SetText, asker: Asker, dice: Dice) -> Events:
    """OT-09: any text that is declared."""
    values = acts(state, command.who, asker)
    it = system_of(state).file.text.get(command.field)
    of: Of = "table" if command.who is None else "character"
    need(it is not None and it.of == of, "text_unknown", text=command.field)
    need(values.texts.get(command.field, "") != command.text, "nothing_changes")
    called = system_of(state).label(command.field)
    return [TextWritten(who=command.who, field=command.field, called=called, text=command.text)]


@chapter.applies(TextWritten)
def _(state: OpenTable, event: TextWritten) -> None:
    must(event.who is None or event.who in state.characters, f"{event.who} is nobody")
    texts = values_of(state, event.who).texts
    if event.text:
        texts[event.field] = event.text
    else:
        texts.pop(event.field, None)


@chapter.tells(TextWritten, "{who:&, }{called}: {text}")
def _(state: OpenTable, event: TextWritten) -> Iterable[Fact]:
    yield facts.TextSet(owner=owner_id(event.who), field=event.field, text=event.text)


def writing(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """Texts of characters, and of the table."""
    if (of_characters := declared(state, "character")) and (own := hands(state, asker)):
        known, choices = whose(state, own)
        yield Offer(
            command=SetText,
            label="Write on a sheet",
            known=known,
            choices={"field": of_characters, **choices},
            group=SHEET_GROUP,
            weight=Weight.ASIDE,
        )
    if (of_table := declared(state, "table")) and asker.is_gm:
        yield Offer(
            command=SetText,
            label="Write something for the table",
            known={"who": None},
            choices={"field": of_table},
            group=SHEET_GROUP,
            weight=Weight.ASIDE,
        )


def declared(state: OpenTable, of: Of) -> tuple[Choice, ...]:
    """The texts there are."""
    return tuple(Choice(key, it.called(key)) for key, it in system_of(state).file.text.items() if it.of == of)
