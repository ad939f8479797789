"""Plain JSON Lines: `{"ts": …, "author": …, "content": …}`. The least that anything can be turned into."""

from collections.abc import Iterator

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, Item, Occurrences, Said
from exchange.imports.pieces import lines
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.source import ImportFile, json_value
from exchange.imports.texts import clean, from_iso, from_millis, identifier, name, verbatim


def read(source: ImportFile) -> Iterator[Item]:
    """The lines of the file, in its order."""
    ids = Occurrences()
    with source.opened() as stream:
        base = stream.tell()
        for piece in lines(stream):
            value = json_value(piece.raw) if piece.whole else None
            content = value.get("content") if isinstance(value, dict) else None
            place, span = f"line {piece.line}", (base + piece.start, len(piece.raw))
            if not isinstance(value, dict) or not isinstance(content, str) or not content.strip():
                text = verbatim(piece.raw)
                why = (
                    "it is no JSON object with a content" if piece.whole else "the line is too long for a message"
                )
                yield Said(
                    id=f"jsonl:{ids.id_of(text)}",
                    place=place,
                    span=span,
                    speaker=NOBODY,
                    form=EntryForm.VERBATIM,
                    text=text,
                    why=why,
                )
                continue
            speaker, when, text = name(value.get("author"), NOBODY), _time(value.get("ts")), clean(content)
            given = value.get("id")
            known = (
                identifier(str(given)) if isinstance(given, str | int) else ids.id_of(when or "", speaker, text)
            )
            fallen = in_words(text)
            yield Said(
                id=f"jsonl:{known}",
                place=place,
                span=span,
                speaker=speaker,
                form=EntryForm.ROLL if fallen else EntryForm.TALK,
                when=when,
                text=text,
                rolls=tuple(fallen),
                secret=value.get("secret") is True,
            )


def _time(value: object) -> str | None:
    """ISO 8601, or seconds or milliseconds since 1970."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return from_millis(value if abs(value) > 1e11 else value * 1000)
    return from_iso(value)
