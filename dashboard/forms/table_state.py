"""State of the Table screen: who asks, what is being asked, and under which ticket each form is recorded.

A ticket is the idempotency key of one submission. It is made when a form is opened and renewed only once the
ledger has answered with a ruling, so that a second click, or a browser that reconnects, can only get the first
ruling again.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from pydantic_core import to_jsonable_python

from dashboard.forms.tickets import TICKETS, new_ticket
from domain.kernel.offers import Offer

DOUBLE_CLICK = 0.6
"""Seconds within which two presses are one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A command somebody is about to ask for, on behalf of `by`, with what is settled of it."""

    tag: str
    by: str
    known: str = "{}"
    """The settled values, as JSON: asks are compared and remembered."""
    dice: tuple[int, ...] = ()
    """The sizes it will draw, where the offer knows them: two steps may differ by nothing else."""
    offered: bool = field(default=False, compare=False)
    """True if it was on offer when somebody chose it, and not only among everything the rules know."""

    @staticmethod
    def of(offer: Offer, seat: str) -> "Ask":
        """The ask of an offer; it is made by its own person, else by whoever has the seat."""
        known = json.dumps(to_jsonable_python(dict(offer.known)), sort_keys=True)
        return Ask(tag=offer.tag, by=offer.by or seat, known=known, dice=offer.dice, offered=True)

    def settled(self) -> Mapping[str, object]:
        """The settled values, by field."""
        known: Mapping[str, object] = json.loads(self.known)
        return known


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The last recording: ruling, first and last position, (kind, sentence) each, dice as (size, face)."""

    ruling: int
    first: int
    last: int
    headlines: tuple[tuple[str, str], ...]
    dice: tuple[tuple[int, int], ...]
    repeated: bool = False
    fudge: bool = False
    """True if all of the dice show −, blank and +."""
    rolled: bool = False
    """True if the dice were rolled here."""
    rulings: int = 1
    """The number of rulings recorded together; `ruling` is the last of them."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A step of the preparation whose form somebody has begun to fill in, and how far the step was by then."""

    step: str
    label: str
    by: str
    have: int
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The form that was drawn last: what it asks for, and the values of its fields by their widget keys."""

    form: Ask | Begun
    ticket: str
    fields: Mapping[str, Any]


@dataclass(slots=True)
class TableScreenState:
    """The state of one Table screen, kept for as long as the browser's session."""

    slug: str = ""
    """The campaign that is played on it."""
    end: str = ""
    """The seal of the last record, when this was drawn last."""
    chosen: Ask | None = None
    step: str | None = None
    """The step of the preparation that somebody put in front, by its key."""
    begun: Begun | None = None
    """The step whose form is being filled in: it stays in front, whatever others record meanwhile."""
    drawn: Drawn | None = None
    tickets: dict[Ask, str] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    answer: Answer | None = None
    trouble: str = ""
    """The reason why the last attempt recorded nothing, in words."""
    opened: dict[str, str] = field(default_factory=dict)
    """The content of each form when it was opened, by ticket."""
    about: str | None = None
    """The content of the form in that attempt: once it holds something else, the trouble is past."""
    note_ticket: str = field(default_factory=lambda: new_ticket())
    note_trouble: str = ""
    noted: str = ""
    followed: list[Answer] = field(default_factory=list)
    """The answers that followed of themselves upon the last ruling."""
    follows: bool = True
    """True if steps that leave nobody a choice are taken by themselves."""
    said: dict[str, str] = field(default_factory=dict)
    """The tickets of what is being written in words."""
    lines_answered: int = 0
    """The number of lines taken or refused: the page holds back what is typed until its line is among them."""
    said_trouble: dict[str, tuple[str, object]] = field(default_factory=dict)
    """Reason why the text was not recorded, and what stood there then: once that is past, so is the trouble."""
    seat: str = ""
    """The person who asks here."""
    refilled: dict[Ask, int] = field(default_factory=dict)
    """The forms that were filled in from the record, and where words had last been removed from that."""
    removed_at: int = 0
    """The position where words were last removed from the record, when this was drawn last."""
    once: tuple[str, float] = ("", 0.0)
    """The ticket of what ends something and was asked for once, and when."""

    def ticket(self, ask: Ask) -> str:
        """The ticket of a form, made when it is first opened in whichever tab. One that was recorded in another is
        given up, unless something was begun under it here.
        """
        known = self.tickets.get(ask)
        if known is not None and (ask == self.chosen or self.begun is not None or not TICKETS.is_settled(known)):
            return known
        self.tickets[ask] = TICKETS.of(self.slug, replace(ask, offered=False), self.end)
        return self.tickets[ask]

    def open(self, ask: Ask | None) -> None:
        """Put a form in front. What was typed into others stays with them."""
        self.chosen, self.trouble, self.about, self.step, self.begun = ask, "", None, None, None
        self.drawn = None

    def prepare(self, step: str | None) -> None:
        """Put the form of a step of the preparation in front."""
        self.open(None)
        self.step = step

    def step_ticket(self, step: str, by: str) -> str:
        """The ticket of the form of a step, made when it is first opened."""
        return self.ticket(Ask(tag=f"step:{step}", by=by))

    def sit(self, seat: str) -> None:
        """Whoever asks now: a form that was opened for another seat is not theirs."""
        if self.seat and self.seat != seat:
            self.open(None)
        self.seat = seat

    def leave(self, why: str) -> None:
        """Another seat was chosen before this was pressed: nothing lies open for it, and `why` is said."""
        self.chosen, self.about, self.seat, self.trouble, self.begun, self.drawn = None, None, "", why, None, None

    def drop_after_removal(self, removed_at: int) -> None:
        """Words were last removed from the record there: what was taken from it before is empty again."""
        if removed_at == self.removed_at:
            return
        self.removed_at, self.answer, self.followed = removed_at, None, []
        for ask in [ask for ask, before in self.refilled.items() if before < removed_at]:
            del self.refilled[ask]
            ticket = self.tickets.pop(ask, "")
            TICKETS.settle(self.slug, ask, ticket)
            self.opened.pop(ticket, None)
            trouble = self.trouble
            self.open(None)
            self.trouble = trouble

    def asked_twice(self, ticket: str) -> bool:
        """True if what ends something was asked for before, and not by the same double click."""
        now, (before, then) = monotonic(), self.once
        if before == ticket and now - then > DOUBLE_CLICK:
            return True
        if before != ticket:
            self.once, self.trouble = (ticket, now), ""
        return False

    def keep_in_front(self, ask: Ask, held: str) -> None:
        """A form that somebody has begun to fill in stays in front, whatever others record meanwhile."""
        if self.opened.setdefault(self.ticket(ask), held) != held:
            self.chosen = ask

    def remember(self, form: Ask | Begun, ticket: str, held: Mapping[str, Any]) -> None:
        """Remember what the form in front holds once it is drawn. `held` is everything the page holds, by key."""
        self.drawn = Drawn(form, ticket, _fields_of(ticket, held))

    def keep_what_was_written(self, held: Mapping[str, Any]) -> None:
        """Keep the form in front that was drawn last, if something was written into it since. Words and another's
        ruling may come with the same redraw: by then the next step would be in front, and the words be gone.
        """
        last, self.drawn = self.drawn, None
        if last is None or last.ticket in self.done or _fields_of(last.ticket, held) == last.fields:
            return
        if isinstance(last.form, Ask):
            self.chosen = last.form
        else:
            self.begun = last.form

    def busy(self, held: Mapping[str, Any]) -> bool:
        """True if somebody has begun to fill something in, so that the page had better stay as it is."""
        written = any(value for key, value in held.items() if key.startswith("said-words|"))
        return self.chosen is not None or self.begun is not None or bool(self.trouble) or written

    def look_again(self, held: str) -> None:
        """Forget why nothing was recorded when the form holds something else by now."""
        if self.about is not None and self.about != held:
            self.trouble, self.about = "", None

    def settle(self, ask: Ask, ticket: str, answer: Answer) -> None:
        """A ruling was recorded: its form is finished, and the next step may come in front."""
        self.done.add(ticket)
        TICKETS.settle(self.slug, ask, ticket)
        self.tickets.pop(ask, None)
        self.refilled.pop(ask, None)
        self.opened.pop(ticket, None)
        self.answer, self.trouble, self.followed, self.step, self.begun = answer, "", [], None, None
        self.drawn = None
        if self.chosen == ask:
            self.chosen = None


def _fields_of(ticket: str, held: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in held.items() if key.startswith(f"{ticket}|")}


def offer_of(offers: Iterable[Offer], seat: str, ask: Ask) -> Offer | None:
    """The offer that an ask came from, if it still stands."""
    return next((offer for offer in offers if Ask.of(offer, seat) == ask), None)


def by_group(offers: Sequence[Offer], game: str) -> dict[str, list[Offer]]:
    """Offers under their headings: the game's own first, each heading's forced steps on top."""
    ordered = sorted(offers, key=lambda offer: (not offer.tag.startswith(f"{game}."), not offer.forced))
    groups: dict[str, list[Offer]] = {}
    for offer in ordered:
        groups.setdefault(offer.group or "Steps", []).append(offer)
    return groups
