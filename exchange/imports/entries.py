"""The entries of earlier play that every format is read into, and the parts of a file that could not be read."""

import re
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from operator import attrgetter
from typing import Any, TypeAlias

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.messages import NOBODY as NOBODY
from domain.kernel.logged.played import LoggedRoll
from ledger.database.sqlite.driver import sqlite3


@dataclass(frozen=True, slots=True)
class Moved:
    """A number the file says moved. `owner` is whom the file names; empty: whoever speaks."""

    owner: str
    name: str
    was: int
    now: int


@dataclass(slots=True, kw_only=True)
class Said:
    """One message of a file. Nothing changes one: it is not frozen because there are hundreds of thousands, and to
    make a frozen one takes thrice as long.
    """

    id: str
    """Unique in its source, and the same whenever the file is read again."""
    place: str
    """The place in the file, for a person: a line, a byte, a message's id."""
    span: tuple[int, int] | None = None
    """The first of its bytes in the file, and how many they are; None where bytes do not tell."""
    file: str = ""
    """The file of several that it stands in, as a path within the source; empty where the source is one file."""
    speaker: str
    """The speaker, by the name that the mapping lists: the alias, else the actor, else the user."""
    alias: str = ""
    actor: str = ""
    user: str = ""
    """The names that the source itself gives the speaker, each where it gives it: names, never ids."""
    form: EntryForm
    when: str | None = None
    """UTC, ISO 8601 with milliseconds; None where the file does not tell."""
    text: str = ""
    rolls: tuple[LoggedRoll, ...] = ()
    moves: tuple[Moved, ...] = ()
    answers: str = ""
    """The id of the message this one answers, as in `id`."""
    marks: tuple[str, ...] = ()
    """The marks beside the words: an attachment with its address, a reaction, when it was edited. A line each."""
    secret: bool = False
    """True if it was not for the whole table: a whisper, a blind roll."""
    heard_by: tuple[str, ...] = ()
    """Hearers of a whisper beside the speaker, as `speaker` names them; empty where the source does not tell."""
    deleted: bool = False
    """True if it was deleted in the other tool, and still stands in the file. Only read where it was asked for."""
    evening: str = ""
    """The title of the evening it belongs to, where the source divides itself. Another begins another evening."""
    scene: str = ""
    """The title of the scene it belongs to, in the same way: a heading, a map."""
    why: str = ""
    """The reason why it was not understood and is kept verbatim."""

    def __reduce__(self) -> tuple[object, ...]:
        """Its values in order: put away and taken out again in a third of the time that pickling by name takes."""
        return _said, _VALUES_OF(self)


_FIELDS = tuple(each.name for each in fields(Said))
_VALUES_OF = attrgetter(*("form._value_" if name == "form" else name for name in _FIELDS))
_FORMS = {form.value: form for form in EntryForm}
_PUT = tuple(getattr(Said, name).__set__ for name in _FIELDS)


def _said(*values: Any) -> Said:
    said = object.__new__(Said)
    for put, value in zip(_PUT, values, strict=True):
        put(said, value)
    said.form = _FORMS[said.form]
    return said


@dataclass(frozen=True, slots=True)
class Remarked:
    """Something about the file that a person should know. `broken`: the file does not go on after it.

    `deleted` and `unread` count the messages it speaks of that do not come: taken out in the other tool, or not
    to be read at all. With them a report adds up.
    """

    place: str
    what: str
    broken: bool = False
    deleted: int = 0
    unread: int = 0


@dataclass(frozen=True, slots=True)
class About:
    """A source's account of itself: the title of its world, and the id of the system it is played by."""

    title: str = ""
    system: str = ""


Item: TypeAlias = Said | Remarked | About


def placed(item: Item, file: str) -> Item:
    """An item of one file of several: its place, and where it is an entry, its file too."""
    if isinstance(item, Said):
        return replace(item, place=f"{file}, {item.place}", file=item.file or file)
    return replace(item, place=f"{file}, {item.place}") if isinstance(item, Remarked) else item


class NotTaken(Exception):
    """This file cannot be taken in at all. The message is one plain sentence that says why."""


class Occurrences:
    """Ids for messages that have none: a hash of what they say, and which of its like it is.

    What was seen is kept on the disk, in a file of SQLite's own that is gone with this: a file of any length is
    read in the same memory.
    """

    def __init__(self) -> None:
        self._seen = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._seen.execute("PRAGMA journal_mode=OFF")
        self._seen.execute("CREATE TABLE seen (digest BLOB PRIMARY KEY, times INTEGER) WITHOUT ROWID")
        self._seen.execute("BEGIN")

    def once_more(self, *parts: str) -> int:
        """The number of messages that say this, with this one."""
        number: int = self._seen.execute(_ONCE_MORE, (_digest(*parts)[:16],)).fetchone()[0]
        return number

    def times(self, *parts: str) -> int:
        """The number of messages that said this."""
        row = self._seen.execute("SELECT times FROM seen WHERE digest = ?", (_digest(*parts)[:16],)).fetchone()
        return row[0] if row else 0

    def id_of(self, *parts: str) -> str:
        """The id of a message that says this."""
        number = self.once_more(*parts)
        return hashed(*parts) + (f"-{number}" if number > 1 else "")


def of_another_file(said: Said, seen: Occurrences) -> Said:
    """The entry of one file of several, with an id of its own where one of another file says the same: what has no
    id in its source, and no time, is not the same message because its words are.
    """
    number = seen.once_more(said.id)
    return said if number == 1 else replace(said, id=f"{said.id}+{number}")


def hashed(*parts: str) -> str:
    """The id of the first message that says this."""
    return _digest(*parts).hex()[:24]


def _digest(*parts: str) -> bytes:
    return sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).digest()


_ONCE_MORE = "INSERT INTO seen VALUES (?, 1) ON CONFLICT DO UPDATE SET times = times + 1 RETURNING times"


OF_A_PROGRAM = frozenset(("Foundry Virtual Tabletop", "Dice So Nice!"))
"""Names under which a program, or a part of it, greets whoever is new, and explains itself: nobody who plays."""
ALONE = "give it as a file of its own"
"""Behind words on what was put into the same file."""
EARLIER = "an earlier version of this message"
FOR_THE_GM = "/gm"
"""Behind the id of a message, for what of it only the GM was shown."""
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
