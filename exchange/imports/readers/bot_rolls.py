"""Rolls that a bot makes for somebody: the one it names in front, the one it answers, or whose check it tells."""

import re
from collections.abc import Iterable

from exchange.imports.entries import NOBODY
from exchange.imports.texts import name

_DRAWN = re.compile(r"[*_`'\"]")
_TITLE = re.compile(
    r"(?P<who>[^\n!?.:]{1,60}?) (?:makes? an? [^\n!]{1,80}(?:check|save|contest|roll)|attacks? with |casts |uses )"
    r"[^\n]{0,200}!"
)
"""The title of a roll of a character, as Avrae writes it: `Wren makes a Stealth check!`."""
_MOST = 5_000


class BotRolls:
    """Those who have spoken so far in a chat, and in which message, for the rolls that its bots make for them."""

    def __init__(self) -> None:
        self._spoken: dict[str, None] = {}
        self._messages: dict[str, str] = {}

    def hear(self, message: str, speaker: str) -> None:
        """Note who spoke, and in which message, where messages have ids."""
        if speaker == NOBODY:
            return
        if len(self._spoken) < _MOST:
            self._spoken[speaker] = None
        if message:
            self._messages[message] = speaker
            if len(self._messages) > _MOST:
                del self._messages[next(iter(self._messages))]

    def rolled_for(self, text: str, answered: str = "", mentioned: Iterable[str] = ()) -> str:
        """The one a bot rolled for; empty where it does not tell."""
        words = _DRAWN.sub("", text).lstrip()
        named = [it for it in (*mentioned, *self._spoken) if it and _begins(words.removeprefix("@"), it)]
        if named:
            return max(named, key=len)
        if who := self.answered_by(answered):
            return who
        told = _TITLE.match(words)
        return name(told["who"]) if told else ""

    def answered_by(self, answered: str) -> str:
        """The writer of the message that is answered; empty where it is none of those that were heard."""
        return self._messages.get(answered, "")

    def addressed(self, text: str) -> str:
        """The one named behind an @ in front, of those who have spoken; empty where nobody is."""
        words = _DRAWN.sub("", text).lstrip()
        named = [it for it in self._spoken if words.startswith("@") and _begins(words[1:], it)]
        return max(named, key=len, default="")


def _begins(words: str, who: str) -> bool:
    return words.startswith(who) and not words[len(who) : len(who) + 1].isalnum()
