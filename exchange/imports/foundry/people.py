"""Speakers of Foundry's messages: by alias, by actor or by user, and what to say of a user without a name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exchange.imports.entries import NOBODY
from exchange.imports.texts import name

_SAID_ALOUD = 1
"""The style, once the type, of what a user says as themselves. Their alias is then their own name."""


@dataclass(frozen=True, slots=True)
class FoundrySpeaker:
    """A speaker: the name that is listed, and each name that the message itself gives."""

    name: str
    alias: str = ""
    actor: str = ""
    user: str = ""


class People:
    """Learns names from a world's users and actors and from the messages, and says who speaks in each message.

    A message bears its user by id alone, and an alias only where Foundry wrote one. A user's name comes from the
    list of users, or from what they say as themselves: any other alias names its own message and nobody else.
    """

    def __init__(self) -> None:
        self._named: dict[str, dict[str, str]] = {"users": {}, "actors": {}, "scenes": {}}
        self._aloud: dict[str, str] = {}
        self._roles: dict[str, set[str]] = {}

    def listed(self, kind: str, documents: object) -> None:
        """Take in ids and names out of a list of users, actors or scenes; nothing else of them is looked at."""
        for it in documents if isinstance(documents, list) else ():
            if (
                isinstance(it, dict)
                and isinstance(known := it.get("_id"), str)
                and (called := name(it.get("name")))
            ):
                self._named[kind][known] = called

    def heard(self, document: Mapping[str, Any]) -> None:
        """Learn from a message under which names its user speaks."""
        user, alias, actor = _who(document)
        if not (user and alias) or document.get("flags"):
            return  # what a module wrote says nothing of the user it wrote it for
        if actor:
            self._roles.setdefault(user, set()).add(alias)
        elif document.get("style", document.get("type")) == _SAID_ALOUD:
            self._aloud[user] = alias

    def speaker(self, document: Mapping[str, Any]) -> FoundrySpeaker:
        """The speaker of this message, never by an id."""
        user, alias, actor = _who(document)
        actor, user_named = self._named["actors"].get(actor, ""), self._user(user)
        return FoundrySpeaker(
            alias or actor or user_named or _unnamed(user, self._roles), alias, actor, user_named
        )

    def listeners(self, document: Mapping[str, Any]) -> tuple[str, ...]:
        """The users a whisper was for, as far as they have names; none for a blind roll, which hides from its own
        roller as well.
        """
        given = None if document.get("blind") else document.get("whisper")
        users = [self._user(it) for it in given if isinstance(it, str)] if isinstance(given, list) else []
        return tuple(it for it in users if it)

    def scene(self, document: Mapping[str, Any]) -> str:
        """The map on which a figure speaks, where it has a name."""
        spoken = document.get("speaker")
        if not isinstance(spoken, dict) or not spoken.get("token"):
            return ""
        return self._named["scenes"].get(str(spoken.get("scene")), "")

    def _user(self, user: str) -> str:
        return self._named["users"].get(user) or self._aloud.get(user, "")


def _unnamed(user: str, roles: Mapping[str, set[str]]) -> str:
    if not user:
        return NOBODY
    if len(played := roles.get(user, set())) == 1:
        return f"the player of {next(iter(played))}"
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
