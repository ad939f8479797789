"""Earlier versions of messages: what one said before it was changed, where its file still holds that."""

import re
from dataclasses import replace

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import Said

EARLIER = "an earlier version of this message"
_WORD = re.compile(r"\w+")


def stands_twice(many: int) -> str:
    """The remark on messages that stand in a file more than once."""
    stand = "1 message stands" if many == 1 else f"{many} messages stand"
    return f"{stand} in it more than once: the last counts, and other words of one before it are kept for the GM"


def earlier_version(before: Said, now: Said, number: int) -> Said | None:
    """An entry for what a message said before, where words of it are not in what it says now; else None.

    It is for the GM alone, as what was deleted is: whoever changed it took it back from the table. Its dice fell
    once and are those of the message itself, so here they are words. `number` tells it from others of the message.
    """
    if _words(before) <= _words(now):
        return None
    return replace(
        before,
        id=f"{before.id}/earlier-{number}",
        form=EntryForm.VERBATIM if before.form is EntryForm.VERBATIM else EntryForm.STORY,
        text=_whole(before),
        rolls=(),
        moves=(),
        marks=(*before.marks, EARLIER),
        secret=True,
        heard_by=(),
    )


def _whole(said: Said) -> str:
    parts = (said.text, *(roll.said({}) for roll in said.rolls), *(str(it) for it in said.moves))
    return "\n".join(part for part in parts if part)


def _words(said: Said) -> set[str]:
    # What stands beside the words is written in one way in a page and in another in JSON.
    return {word.casefold() for word in _WORD.findall(_whole(said))}
