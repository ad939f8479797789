"""Words that play taken in repeats, told once in a story. The records have them each time."""

import re

from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.messages import Event
from projections.story.logged.entries import speaker_of

_LINK = re.compile(r"https?://|\(LINK\)")
_TIME = re.compile(r"at \d{1,2}:\d{2}(?::\d{2})?")
_TOLD_TWICE = 2
_LONG_LINE = 60
"""Signs of a line of a card that says what something is, and not what was done with it."""


class ChatTab:
    """The tab of a chat and the time at which the last message was said: another is named once, and not under
    each message.
    """

    def __init__(self) -> None:
        self._named = ""
        self._timed = ""

    def under(self, event: Event, text: str) -> str:
        """The words of an entry, with its tab and its time only where they are others than those before."""
        marks = event.marks if isinstance(event, EntryLogged) else ()
        tab = next((it for it in marks if it.startswith("tab: ")), "")
        time = next((it for it in marks if _TIME.fullmatch(it)), "")
        told = {it for it in (self._named, self._timed) if it}
        self._named, self._timed = tab or self._named, time or self._timed
        again = told & {tab, time}
        return "\n".join(it for it in text.split("\n") if it not in again) if again else text


class CardTexts:
    """Long lines of cards, such as the description of a weapon: told once in an evening, and not at each use.

    The records have them each time.
    """

    def __init__(self) -> None:
        self._told: set[str] = set()

    def begin(self) -> None:
        """Another evening begins."""
        self._told = set()

    def once(self, event: Event, text: str) -> str:
        """The words of an entry without such lines that were told; all of them where nothing else is left."""
        words = event.text.split("\n") if isinstance(event, EntryLogged) else []
        long = {line for line in words if len(line) >= _LONG_LINE} if len(words) > 1 else set()
        kept = [line for line in text.split("\n") if line not in long & self._told]
        self._told |= long
        return "\n".join(kept) if any(line.strip() for line in kept) else text


class Notices:
    """Words that nobody is said to speak, such as what a program writes each time it starts: told twice at most,
    and once where they name a page of the web. The records have them each time.
    """

    def __init__(self) -> None:
        self._told: dict[str, int] = {}

    def told_before(self, entry: EntryLogged) -> bool:
        """True if an entry is such a notice and was told as often as is enough."""
        if speaker_of(entry) or entry.rolls or entry.changes:
            return False
        words = "\n".join((entry.text, *entry.marks))
        count = self._told.get(words, 0)
        self._told[words] = count + 1
        return count >= (1 if _LINK.search(words) else _TOLD_TWICE)
