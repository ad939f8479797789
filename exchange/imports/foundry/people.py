"""Who speaks in Foundry's messages: by alias, by actor or by user, and what to say of a user without a name."""

from collections.abc import Mapping
from typing import Any

from exchange.imports.entries import NOBODY
from exchange.imports.texts import name

_SAID_ALOUD = 1
"""The style, once the type, of what a user says as themselves. Their alias is then their own name."""


class People:
    """Learns names from a world's users and actors and from the messages, and says who speaks in each message.

    A message bears its user by id alone, and an alias only where Foundry wrote one.
    """

    def __init__(self) -> None:
        self._named: dict[str, str] = {}
        self._aloud: dict[str, str] = {}
        self._roles: dict[str, set[str]] = {}

    def listed(self, documents: object) -> None:
        """Take in ids and names out of a list of users or actors; nothing else of them is looked at."""
        for it in documents if isinstance(documents, list) else ():
            if (
                isinstance(it, dict)
                and isinstance(known := it.get("_id"), str)
                and (called := name(it.get("name")))
            ):
                self._named[known] = called

    def heard(self, document: Mapping[str, Any]) -> None:
        """Learn from a message under which names its user speaks."""
        user, alias, actor = _who(document)
        if not (user and alias):
            return
        if document.get("style", document.get("type")) == _SAID_ALOUD:
            self._aloud[user] = alias
        elif actor:
            self._roles.setdefault(user, set()).add(alias)
        else:  # nobody's figure stood behind it, so the alias is the user's own name, or one they gave themselves
            self._aloud.setdefault(user, alias)

    def speaker(self, document: Mapping[str, Any]) -> str:
        """The name of whoever speaks in this message, never an id."""
        user, alias, actor = _who(document)
        return alias or self._named.get(actor) or self._user(user)

    def _user(self, user: str) -> str:
        if not user:
            return NOBODY
        if called := self._named.get(user) or self._aloud.get(user):
            return called
        if len(roles := self._roles.get(user, set())) == 1:
            return f"the player of {next(iter(roles))}"
        return f"an unnamed player ({name(user)[:4]})"


def _who(document: Mapping[str, Any]) -> tuple[str, str, str]:
    """A message's user, alias and actor; empty where it names none."""
    speaker = document.get("speaker")
    spoken = speaker if isinstance(speaker, dict) else {}
    user, actor = document.get("author") or document.get("user"), spoken.get("actor")
    return (
        user if isinstance(user, str) else "",
        name(spoken.get("alias")),
        actor if isinstance(actor, str) else "",
    )
