"""A folder of Markdown notes: those with a date or a number are evenings, their headings scenes.

The date stands in the front matter or in the note's name. A file's own times are those of the last copy, and say
nothing. Dice in what has neither date nor number count where it calls itself a journal, or stands alone: a folder
of rules is full of examples.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from exchange.imports.entries import Item, Occurrences, Remarked, Said, of_another_file, placed
from exchange.imports.iron_vault import journal
from exchange.imports.iron_vault.front import DATES
from exchange.imports.source import ImportFile
from exchange.imports.texts import decoded, name

_HEAD = 16_384
_FIELD = re.compile(r"([\w-]{1,40}):[ \t]*(.*?)[ \t]*")
_NUMBERS = frozenset(("session", "number", "episode", "session-number", "sessionnumber", "evening"))
_DATE = re.compile(r"(?<!\d)(\d{4})[-._/](\d{1,2})[-._/](\d{1,2})(?!\d)|(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)")
_NUMBER = re.compile(
    r"(?:^|[^a-z])(?:session|sess|s|episode|ep|evening|chapter|part|scene|sitzung|abend|sesión|sesion|séance)"
    r"[ _.#-]{0,3}(\d{1,4})(?!\d)|^(\d{1,4})(?=[ _.)-]|$)",
    re.IGNORECASE,
)
_JOURNAL = re.compile(
    r"(?<![^\W_])(?:journals?|logs?|logbook|diar(?:y|ies)|sessions?|playthrough|play ?reports?|actual ?play"
    r"|recaps?|chronicles?|tagebuch|diario|lonelog|リプレイ|日記)(?![^\W_])",
    re.IGNORECASE,
)
"""Words by which a note, or the folder it lies in, says that it tells of play."""
_SAYS_WHAT = ("type", "kind", "category", "tags", "tag", "class", "notetype")
_MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class _Placed:
    source: ImportFile
    title: str
    date: tuple[int, int, int] | None
    number: int | None
    drawn: bool
    """True if it is a drawing that only bears the name of a note."""
    called: bool
    """True if it calls itself a journal."""

    @property
    def folder(self) -> str:
        """The folder it lies in."""
        return self.source.name.rpartition("/")[0]

    def after(self, dated: "list[_Placed]") -> tuple[object, ...]:
        """Its place in the order: undated notes first, then by date, or by folder and number.

        One with a number alone follows those of its folder with a date and a lower number.
        """
        before = [it.date for it in dated if it.folder == self.folder and (it.number or 0) < (self.number or 0)]
        date = self.date or max((it for it in before if it), default=())
        evening = self.date is not None or self.number is not None
        return (evening, date, self.folder, self.number or 0, self.source.name)


def read(source: ImportFile) -> Iterator[Item]:
    """The notes in the order of their evenings; those of no evening stand before them."""
    yield from source.remarks
    placed_notes = [_placed(it) for it in source.inner or (source,)]
    dated = [it for it in placed_notes if it.date is not None and it.number is not None]
    notes = sorted(placed_notes, key=lambda it: it.after(dated))
    words = {it.source.name: journal.words_of_drawing(it.source, _note(it)) for it in notes if it.drawn}
    yield from _drawings([it for it in notes if it.drawn and words[it.source.name] is None], read=False)
    yield from _drawings([it for it in notes if words.get(it.source.name)], read=True)
    without = [it for it in notes if it.date is None and it.number is None and not it.drawn]
    seen = Occurrences()
    passed: dict[str, int] = {}
    for note in notes:
        drawn = [it] if (it := words.get(note.source.name)) else []
        read_as = _note(note, is_play=not source.inner or source.undated or note.called)
        for item in drawn if note.drawn else journal.read(note.source, read_as):
            told = of_another_file(item, seen) if isinstance(item, Said) and source.inner else item
            yield placed(told, note.source.name) if source.inner else told
        if any(read_as.passed):
            passed[note.title] = sum(read_as.passed)
    if passed:
        yield Remarked("the whole folder", _examples(passed))
    if without and source.inner:
        names = _named(without)
        one = len(without) == 1
        what = (
            f"{'a note has' if one else f'{len(without)} notes have'} neither date nor number, and "
            f"{'belongs to no evening and stands' if one else 'belong to no evening and stand'} before those: "
            f"{names}. Write `date: 2024-03-05` into the first lines, or name the folder of the evenings alone"
        )
        yield Remarked("the whole folder", what)


def _examples(passed: dict[str, int]) -> str:
    """Words on results of dice that were not counted, by the titles of their notes."""
    many, one = sum(passed.values()), len(passed) == 1
    named = ", ".join(list(passed)[:_MOST_NAMED]) + (" …" if len(passed) > _MOST_NAMED else "")
    return (
        f"{'a result' if many == 1 else f'{many} results'} of dice in "
        f"{'a note' if one else f'{len(passed)} notes'} without date or number {'stays' if many == 1 else 'stay'} "
        f"words, since {'it' if one else 'they'} may as well be rules with their examples: {named}. Where that is "
        "play, say so with --undated"
    )


def _drawings(notes: list[_Placed], *, read: bool) -> Iterator[Remarked]:
    """Name the drawings, of which at most the words are `read`."""
    if notes:
        what = "of which only the words are read" if read else "and not read"
        one = "1 note is a drawing" if len(notes) == 1 else f"{len(notes)} notes are drawings"
        yield Remarked("the whole folder", f"{one}, {what}: {_named(notes)}", unread=0 if read else len(notes))


def _named(notes: list[_Placed]) -> str:
    return ", ".join(it.title for it in notes[:_MOST_NAMED]) + (" …" if len(notes) > _MOST_NAMED else "")


def _note(note: _Placed, *, is_play: bool = True) -> journal.VaultNote:
    if note.date is None and note.number is None:
        return journal.VaultNote(scene=note.title, is_play=is_play)
    when = note.source.clock.stamp(*note.date, 0, 0, 0) if note.date else None
    return journal.VaultNote(evening=note.title, when=when)


def _placed(source: ImportFile) -> _Placed:
    fields = _front(source)
    told = next((it for key, it in fields.items() if key in DATES and _date(it)), "")
    counted = next((it for key, it in fields.items() if key in _NUMBERS and it.isdigit()), "")
    stem = source.stem
    numbered = _NUMBER.search(stem)
    number = counted or (numbered and (numbered[1] or numbered[2])) or ""
    date = _date(told) or _date(stem)
    title = name(fields.get("title", "").strip("\"'")) or name(stem, "Note")
    return _Placed(
        source,
        title,
        date,
        int(number) if number and int(number) < 10_000 else None,
        "excalidraw-plugin" in fields,
        any(map(_JOURNAL.search, (source.name, title, *(fields.get(it, "") for it in _SAYS_WHAT)))),
    )


def _date(text: str) -> tuple[int, int, int] | None:
    found = _DATE.search(text)
    if found is None:
        return None
    year, month, day = (int(found[it] or found[it + 3]) for it in (1, 2, 3))
    return (year, month, day) if 1900 <= year <= 2200 and 1 <= month <= 12 and 1 <= day <= 31 else None


def _front(source: ImportFile) -> dict[str, str]:
    """The fields of its front matter that stand on one line each."""
    with source.opened() as stream:
        said = decoded(stream.read(_HEAD))[0].replace("\r", "").split("\n")
    if said[0].strip() != "---":
        return {}
    fields: dict[str, str] = {}
    for line in said[1:]:
        if line.strip() in ("---", "..."):
            break
        if found := _FIELD.fullmatch(line):
            fields.setdefault(found[1].lower(), found[2])
    return fields
