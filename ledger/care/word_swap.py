"""Other words in the place of somebody's: at the places of a record where words stand, and nowhere else."""

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from domain.kernel.game import AnyGame
from domain.kernel.journal.attached.terms import GONE
from domain.kernel.messages import Message
from domain.kernel.schema.personal_words import ALL, EACH, NAMES, Path, paths_in, texts_at
from domain.kernel.terms import Holds
from domain.kernel.vocabulary import Vocabulary
from ledger.care.word_matching import PhraseSearch
from ledger.log.record import canonical

Words: TypeAlias = Mapping[str, str]
"""The words taken out, each with what stands in its place."""

_SLUG = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_UNKNOWN: Mapping[Path, Holds] = {(ALL,): Holds.COMMAND}
"""The fields of a message that only old programs knew: any text in it may be words."""


@dataclass(frozen=True, slots=True)
class TextSwap:
    """One text that would be another."""

    position: int
    path: str
    before: str
    after: str


class WordSwap:
    """Puts other words in the place of some, and other ids in the place of persons'."""

    def __init__(self, game: AnyGame, words: Words, ids: Words, *, parts: bool = False) -> None:
        self._vocabulary = Vocabulary(game)
        self._words, self._ids = words, ids
        self.finding = PhraseSearch(words, parts=parts)

    def text(self, text: str) -> str:
        """A text without them."""
        return self.finding.replaced(text, lambda phrase: self._words[phrase])

    def record(self, position: int, tag: str, stored: bytes) -> tuple[bytes, list[TextSwap]]:
        """A record without them, and every place at which they stood: the very same bytes where at none."""
        fields: dict[str, Any] = json.loads(stored)
        places: list[TextSwap] = []
        changed: Any = fields
        for path, holds in self._paths(tag, fields).items():
            name = ".".join(path)

            def other(text: str, holds: Holds = holds, name: str = name) -> str:
                made = self._other(text, holds)
                if made != text:
                    places.append(TextSwap(position, name, text, made))
                return made

            changed = at_path(changed, path, other)
        return (canonical(changed), places) if places else (stored, places)

    def without_files(
        self, position: int, tag: str, stored: bytes, gone: Collection[str]
    ) -> tuple[bytes, list[TextSwap]]:
        """A record without the digests of files that go, and every place at which they stood."""
        fields: dict[str, Any] = json.loads(stored)
        places: list[TextSwap] = []
        for path, holds in self._paths(tag, fields).items():
            if holds is Holds.FILE and set(texts_at(fields, path)) & set(gone):
                places += [TextSwap(position, ".".join(path), text, GONE) for text in texts_at(fields, path)]
                fields = at_path(fields, path, lambda text: GONE if text in gone else text)
        return (canonical(fields), places) if places else (stored, places)

    def _other(self, text: str, holds: Holds) -> str:
        if holds not in (Holds.TEXT, Holds.FILE) and text in self._ids:
            return self._ids[text]
        if holds in (Holds.PERSON, Holds.FILE) or (holds is Holds.COMMAND and _SLUG.fullmatch(text)):
            return text  # an id, though it may hold the same letters
        return self.text(text)

    def _paths(self, tag: str, fields: dict[str, Any]) -> dict[Path, Holds]:
        """The places of words in a record: as its messages have it, and where it names its words, there only."""
        found: dict[Path, Holds] = {("by",): Holds.PERSON, ("fiction_time",): Holds.TEXT}
        command = fields.get("command")
        asked = str(command.get("type")) if isinstance(command, dict) else ""
        for within, kind in (("data", self._vocabulary.events.get(tag)), ("command", self._command(asked))):
            found |= {(within, *path): holds for path, holds in _in(kind).items() if within in fields}
        if "tally" not in fields:
            return found
        named = [tuple(path.split(".")) for path in fields.get("words", ())]
        kept = {path: found.get(path, Holds.COMMAND) for path in named}
        return {path: holds for path, holds in found.items() if len(path) == 1} | kept

    def _command(self, tag: str) -> type[Message] | None:
        return self._vocabulary.commands.get(tag)


def _in(kind: type[Message] | None) -> Mapping[Path, Holds]:
    return _UNKNOWN if kind is None else paths_in(kind)


def at_path(value: Any, path: Path, other: Callable[[str], str]) -> Any:
    """A JSON value with another text for each that stands at a path."""
    if not path:
        return other(value) if isinstance(value, str) and value else value
    part, rest = path[0], path[1:]
    if part == ALL:
        return _everywhere(value, other)
    if isinstance(value, dict):
        if part == NAMES:
            return {other(name): each for name, each in value.items()}
        wanted = value.keys() if part == EACH else {part} & value.keys()
        return {name: at_path(each, rest, other) if name in wanted else each for name, each in value.items()}
    if isinstance(value, list) and part == EACH:
        return [at_path(each, rest, other) for each in value]
    return value


def _everywhere(value: Any, other: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return other(value) if value else value
    if isinstance(value, dict):
        # Tags and seals are nobody's words, whatever they look like; names of fields are none either.
        kept = ("type", "was", "now", "seal")
        return {name: each if name in kept else _everywhere(each, other) for name, each in value.items()}
    return [_everywhere(each, other) for each in value] if isinstance(value, list) else value
