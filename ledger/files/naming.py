"""The files that the records of a campaign name, and those of them that were taken out again."""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from domain.kernel.journal.files import FileAttached
from domain.kernel.journal.record_care import WordsRemoved
from domain.kernel.messages import Event
from ledger.log.tags import REMOVED
from ledger.records.codec import Codec

Tagged: TypeAlias = Callable[[str], Iterable[tuple[int, bytes]]]
"""Gives the records of one tag: position and bytes."""


@dataclass(frozen=True, slots=True)
class NamedFiles:
    """The files of a campaign by their digests, each with the records that name it."""

    records: Mapping[str, tuple[int, ...]]
    removed: frozenset[str]
    """Those whose every record is one that a removal took the file from."""
    called: Mapping[str, str]
    """Those that were attached, each by the first name and number that its campaign has for it."""
    gone: Mapping[int, int]
    """Records whose file was removed with its digest, each with the record that says so; 0 where none does."""

    @property
    def wanted(self) -> list[str]:
        """Those that should be here, in order."""
        return sorted(self.records.keys() - self.removed)


def named_files(codec: Codec, tagged: Tagged, aside: Container[int] = ()) -> NamedFiles:
    """Find the files that the records of a sound log name; `aside` are positions that count for nothing.
    Raises as reading.
    """
    records: dict[str, list[int]] = {}
    nameless: list[int] = []
    called: dict[str, str] = {}
    for tag in _tags(codec):
        for position, stored in tagged(tag):
            if position not in aside:
                event = codec.read(tag, stored).event
                for digest in event.digests:
                    records.setdefault(digest, []).append(position)
                if isinstance(event, FileAttached):
                    nameless += () if event.digests else (position,)
                    said = f"“{event.name}”, file {event.file} of the campaign,"
                    called = dict.fromkeys(event.digests, said) | called
    taken = _taken_out(codec, tagged, aside) if records or nameless else {}
    return NamedFiles(
        {digest: tuple(sorted(positions)) for digest, positions in sorted(records.items())},
        frozenset(digest for digest, positions in records.items() if taken.keys() >= set(positions)),
        called,
        {position: taken.get(position, 0) for position in nameless},
    )


def _tags(codec: Codec) -> list[str]:
    """The tags of records that can name files, those of older programs too."""
    naming = {tag for tag, kind in codec.vocabulary.events.items() if kind.digests is not Event.digests}
    kinds = {tag.rpartition(".v")[0] for tag in naming}
    return sorted(naming | {tag for tag in codec.vocabulary.upcasts if tag.rpartition(".v")[0] in kinds})


def _taken_out(codec: Codec, tagged: Tagged, aside: Container[int]) -> dict[int, int]:
    """Records whose files were taken out, each with the record that says so."""
    found: dict[int, int] = {}
    for position, stored in tagged(REMOVED):
        if position not in aside:
            event = codec.read(REMOVED, stored).event
            found |= dict.fromkeys(event.files if isinstance(event, WordsRemoved) else (), position)
    return found
