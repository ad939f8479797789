"""Growth: counted, or by a word of the table (OT-11)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.notation import NotationWrong
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Text
from domain.open_table.chapters.bounds import fits, lower
from domain.open_table.chapters.guards import acts, rows
from domain.open_table.chapters.sheets.numbers import put, stands_at
from domain.open_table.lookup import numbers_of, owner_id, standing, system_of
from domain.open_table.phrases import needed_told, number_told, progress_told
from domain.open_table.seats import GROWTH_GROUP
from domain.open_table.state import OpenTable
from domain.open_table.system.formulas import worked_out
from domain.open_table.system.model import Advance
from domain.open_table.terms import AdvanceRef, CharacterRef, Key, Value

chapter = Chapter[OpenTable](
    "Growth",
    {
        "advance_unknown": "The system file declares no advance called “{advance}” there.",
        "not_enough": "{called} needs {need}, and {have} is there.",
    },
)


class AdvanceOn(Command):
    """Take an advance: what was counted is enough, or the table says that it is time.

    Needs:    your own character, in play; the GM for one of the table, with nobody named.
    Refused:  `character_unknown`, `not_yours`, `has_left`, `tables_own`, `advance_unknown`, `not_enough`,
              `out_of_bounds`, `formula_fails`.
    Yields:   `AdvanceTaken`.
    """

    type: Literal["open_table.advance"] = "open_table.advance"
    who: CharacterRef | None = Field(default=None, title="Whose", description="Empty: the table's.")
    advance: AdvanceRef = Field(title="Which advance")
    what: Text = Field(default="", title="What it brings", description="What is new from now on.")


class AdvanceTaken(Event):
    """An advance was taken. `spent` and `raised` are numbers that changed by it: key, before, after."""

    type: Literal["open_table.advance_taken.v1"] = "open_table.advance_taken.v1"
    who: CharacterSlug | None
    advance: Key
    called: Name
    what: Text
    spent: tuple[Key, Value, Value] | None
    raised: tuple[Key, Value, Value] | None


@chapter.decides(AdvanceOn)
def advance_on(state: OpenTable, command: AdvanceOn, asker: Asker, dice: Dice) -> Events:
    """OT-11: enough is there, and what it raises stays within its bounds."""
    who = command.who
    values = acts(state, who, asker)
    it = found(system_of(state).file.advance.get(command.advance), "advance_unknown", advance=command.advance)
    need(it.of == ("table" if who is None else "character"), "advance_unknown", advance=command.advance)
    spent = _counted(state, who, it, it.called(command.advance))
    raised = None
    if it.raises is not None:
        was = stands_at(state, who, values, it.raises)
        fits(state, values, it.raises, was + 1, was)
        raised = (it.raises, was, was + 1)
    return [
        AdvanceTaken(
            who=who,
            advance=command.advance,
            called=it.called(command.advance),
            what=command.what.strip() or it.brings,
            spent=spent,
            raised=raised,
        )
    ]


def _counted(state: OpenTable, who: str | None, it: Advance, called: str) -> tuple[str, int, int] | None:
    """The amount an advance takes off what it counts. Refused where that is not enough."""
    if it.counts is None or it.needs is None:
        return None
    try:
        have, needed = standing(state, who, it.counts), worked_out(it.needs, numbers_of(state, who))
    except NotationWrong as wrong:
        raise CommandRefused("formula_fails", label=called, problem=lower(wrong.problem)) from wrong
    need(have >= needed, "not_enough", called=called, need=needed, have=have)
    return (it.counts, have, have - needed) if it.spends and needed else None


@chapter.applies(AdvanceTaken)
def _(state: OpenTable, event: AdvanceTaken) -> None:
    for change in (event.spent, event.raised):
        if change is not None:
            put(state, event.who, *change)


@chapter.tells(AdvanceTaken, "{who:&, }{called}: {what}")
def _(state: OpenTable, event: AdvanceTaken) -> Iterable[Fact]:
    yield facts.Advanced(owner=owner_id(event.who), track=event.advance, what=event.what)
    for change in (event.spent, event.raised):
        if change is not None:
            number, was, now = change
            yield from number_told(state, event.who, number, was, now, event.called)
    it = system_of(state).file.advance.get(event.advance)
    if it is not None and (event.spent is None):
        yield progress_told(state, event.who, event.advance, it)


def advancing(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """Advances for which enough is there, and milestones."""
    advances = system_of(state).file.advance
    for who in rows(state, asker):
        ready = []
        for key, it in advances.items():
            if it.of == ("table" if who is None else "character") and _enough(state, who, it):
                ready.append(Choice(key, it.called(key), it.brings))
        if ready:
            name = "the table" if who is None else state.characters[who].name
            yield Offer(
                command=AdvanceOn,
                label=f"Take an advance: {name}",
                known={"who": who},
                choices={"advance": tuple(ready)},
                group=GROWTH_GROUP,
                weight=Weight.ASIDE,
            )


def _enough(state: OpenTable, who: str | None, it: Advance) -> bool:
    if it.needs is None or it.counts is None:
        return True
    needed = needed_told(state, who, it)
    try:
        return needed is not None and standing(state, who, it.counts) >= needed
    except NotationWrong:
        return False
