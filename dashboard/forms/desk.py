"""What lies open on the table: who asks, what is being asked, and under which ticket each form is recorded.

A ticket is the idempotency key of one submission. It is made when a form is opened and renewed only once the
ledger has answered with a ruling, so that a second click, or a browser that reconnects, can only get the first
ruling again.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from pydantic_core import to_jsonable_python

from domain.kernel.flow import Flow
from domain.kernel.offers import Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A command somebody is about to ask for, on behalf of `by`, with what is settled of it."""

    tag: str
    by: str
    known: str = "{}"
    """What is settled, as JSON: asks are compared and remembered."""

    @staticmethod
    def of(offer: Offer, seat: str) -> "Ask":
        """What an offer asks; it is made by its own person, else by whoever has the seat."""
        known = json.dumps(to_jsonable_python(dict(offer.known)), sort_keys=True)
        return Ask(tag=offer.tag, by=offer.by or seat, known=known)

    def settled(self) -> Mapping[str, object]:
        """What is settled, by field."""
        known: Mapping[str, object] = json.loads(self.known)
        return known


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What was recorded last: ruling, first and last position, (kind, sentence) each, dice as (size, face)."""

    ruling: int
    first: int
    last: int
    headlines: tuple[tuple[str, str], ...]
    dice: tuple[tuple[int, int], ...]
    repeated: bool = False
    rolled: bool = False
    """Whether the dice were rolled here."""
    rulings: int = 1
    """How many were recorded together; `ruling` is the last of them."""


@dataclass(slots=True)
class Desk:
    """The state of one Table screen, kept for as long as the browser's session."""

    chosen: Ask | None = None
    tickets: dict[Ask, str] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    answer: Answer | None = None
    trouble: str = ""
    """Why the last attempt recorded nothing, in words."""
    opened: dict[str, str] = field(default_factory=dict)
    """What each form held when it was opened, by ticket."""
    about: str | None = None
    """What the form held in that attempt: once it holds something else, the trouble is past."""
    note_ticket: str = field(default_factory=lambda: new_ticket())
    note_trouble: str = ""
    noted: str = ""
    followed: list[Answer] = field(default_factory=list)
    """What followed of itself upon the last ruling."""
    follows: bool = True
    """Whether steps that leave nobody a choice are taken by themselves."""
    said: dict[str, str] = field(default_factory=dict)
    """The tickets of what is being written in words."""
    said_trouble: dict[str, str] = field(default_factory=dict)

    def ticket(self, ask: Ask) -> str:
        """The ticket of a form, made when it is first opened."""
        return self.tickets.setdefault(ask, new_ticket())

    def open(self, ask: Ask | None) -> None:
        """Put a form in front. What was typed into others stays with them."""
        self.chosen, self.trouble, self.about = ask, "", None

    def keep_in_front(self, ask: Ask, held: str) -> None:
        """A form that somebody has begun to fill in stays in front, whatever others record meanwhile."""
        if self.opened.setdefault(self.ticket(ask), held) != held:
            self.chosen = ask

    def busy(self, held: Mapping[str, Any]) -> bool:
        """Whether somebody has begun to fill something in, so that the page had better stay as it is."""
        written = any(value for key, value in held.items() if key.startswith("said-words|"))
        return self.chosen is not None or bool(self.trouble) or written

    def look_again(self, held: str) -> None:
        """Forget why nothing was recorded when the form holds something else by now."""
        if self.about is not None and self.about != held:
            self.trouble, self.about = "", None

    def settle(self, ask: Ask, ticket: str, answer: Answer) -> None:
        """A ruling was recorded: its form is finished, and the next step may come in front."""
        self.done.add(ticket)
        self.tickets.pop(ask, None)
        self.opened.pop(ticket, None)
        self.answer, self.trouble, self.followed = answer, "", []
        if self.chosen == ask:
            self.chosen = None


def new_ticket() -> str:
    """A name for a submission that no other has."""
    return f"table-{uuid4().hex}"


def in_front(
    offers: Sequence[Offer], seat: str, chosen: Ask | None, game: str, flows: Sequence[Flow] = ()
) -> tuple[Ask | None, Offer | None]:
    """What to show: the chosen ask with its offer if there still is one, else the game's next step.

    Of what is under way, the next step is one that leaves no choice, else one of a side that is to act. A chosen
    form stays in front even when it is no longer on offer: somebody may have typed into it.
    """
    if chosen is not None:
        return chosen, offer_of(offers, seat, chosen)
    steps = [offer for offer in offers if offer.tag.startswith(f"{game}.")]
    first = _next_of(steps, flows) or next((it for it in steps if it.forced), steps[0] if steps else None)
    return (Ask.of(first, seat), first) if first else (None, None)


def _next_of(steps: Sequence[Offer], flows: Sequence[Flow]) -> Offer | None:
    for flow in flows:
        own = [offer for offer in steps if flow.has(offer.group)]
        due = [side.name.partition(" (")[0] for side in flow.sides if side.due]
        acting = (offer for offer in own if any(offer.label.startswith(name) for name in due))
        found = next((offer for offer in own if offer.forced), None) or next(acting, own[0] if own else None)
        if found is not None:
            return found
    return None


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
