"""Worlds and folders of other tools, and reading them."""

from pathlib import Path

from exchange.imports.entries import Item, Said
from exchange.imports.folders import source_at
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock

TIDEWAY = Path(__file__).parents[1] / "ledger" / "intake" / "worlds" / "tideway"


def items_of(path: Path | list[Path], clock: Clock | None = None, **how: bool) -> list[Item]:
    """Everything a source is read into."""
    with source_at(path, clock or Clock(), **how) as source:
        return list(format_of(source).read(source))


def said_in(path: Path | list[Path], clock: Clock | None = None, **how: bool) -> list[Said]:
    """Its entries, in the order of the reader."""
    return [it for it in items_of(path, clock, **how) if isinstance(it, Said)]
