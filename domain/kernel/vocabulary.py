"""All the messages one campaign can hold: its game's, the campaign's own and the journal's. A closed set."""

import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.game import AnyGame
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.journal.upcasts import UPCASTS
from domain.kernel.logged.rulebook import LOGGED
from domain.kernel.messages import Command, Event, tag_of
from domain.kernel.schema.upcasts import Upcasts
from domain.kernel.terms import LONGEST_SLUG
from domain.kernel.wording.faults import first_problem


class MalformedCommand(Exception):
    """Input that is no command of this game. The message is one plain sentence."""


class MalformedEvent(Exception):
    """A record that is no event of this game. The message is one plain sentence."""


class Vocabulary:
    """The messages of one game together with those every campaign has, by tag."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @cached_property
    def commands(self) -> Mapping[str, type[Command]]:
        """Command classes by tag."""
        kinds = (*self.game.commands, *CAMPAIGN.commands, *JOURNAL.commands, *LOGGED.commands)
        return {tag_of(kind): kind for kind in kinds}

    @cached_property
    def events(self) -> Mapping[str, type[Event]]:
        """Event classes by tag."""
        kinds = (*self.game.events, *CAMPAIGN.events, *JOURNAL.events, *LOGGED.events)
        return {tag_of(kind): kind for kind in kinds}

    @cached_property
    def upcasts(self) -> Upcasts:
        """The upcasts of old events by their tags."""
        return {**self.game.upcasts, **UPCASTS}

    def command(self, raw: object) -> Command:
        """The command in this JSON value. Raises `MalformedCommand` with a sentence that says what is off."""
        if not isinstance(raw, dict):
            raise MalformedCommand('A command is a JSON object such as {"type": "campaign.open_session"}.')
        tag = raw.get("type")
        if not isinstance(tag, str):
            raise MalformedCommand("A command needs a `type`, such as campaign.open_session.")
        kind = self.commands.get(tag)
        if kind is None:
            raise MalformedCommand(
                f"{self.game.title} has no command {shortened(tag)!r}.{_nearest(tag, self.commands)}"
            )
        try:
            return kind.model_validate(raw)
        except ValidationError as error:
            raise MalformedCommand(f"{tag}: {first_problem(error)}") from error

    def command_from_json(self, text: str) -> Command:
        """The command in this JSON text. Raises `MalformedCommand`."""
        try:
            raw = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise MalformedCommand(f"That is not JSON: {error}.") from error
        return self.command(raw)

    def event(self, raw: Mapping[str, Any]) -> Event:
        """The event in this JSON object. Raises `MalformedEvent` with a sentence that says what is off."""
        tag = raw.get("type")
        if not isinstance(tag, str):
            raise MalformedEvent("An event needs a `type`, such as campaign.session_opened.v1.")
        kind = self.events.get(tag)
        if kind is None:
            raise MalformedEvent(f"{self.game.title} has no event {shortened(tag)!r}.{_nearest(tag, self.events)}")
        try:
            return kind.model_validate(raw)
        except ValidationError as error:
            raise MalformedEvent(f"{tag}: {first_problem(error)}") from error


def shortened(words: str, longest: int = LONGEST_SLUG) -> str:
    """A person's words, as far as a sentence about them needs to repeat them."""
    return words if len(words) <= longest else f"{words[: longest - 1]}…"


def event_data(event: Event) -> dict[str, Any]:
    """An event's fields as JSON values, without its tag, which stands beside them in a record."""
    # What `model_dump` does, which would pass on fifteen options.
    data: dict[str, Any] = event.__pydantic_serializer__.to_python(
        event, mode="json", exclude=_TAG, exclude_defaults=event.sparse
    )
    return data


_TAG = {"type"}


def _nearest(tag: str, known: Iterable[str]) -> str:
    found = get_close_matches(tag[:LONGEST_SLUG], list(known), n=1)
    return f" Did you mean {found[0]}?" if found else ""
