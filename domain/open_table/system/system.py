"""A system file as it was read, with what everybody asks of it."""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from domain.open_table.system.model import (
    Advance,
    Derived,
    Items,
    Lines,
    Number,
    Of,
    OnTheSheet,
    Pool,
    SystemFile,
    Tags,
    in_words,
)

Declaration: TypeAlias = Number | Derived | Pool | Tags | Items | Lines | Advance


@dataclass(frozen=True)
class System:
    """The system a table plays with. `order` are the keys of what stands on sheets as the file declares them."""

    file: SystemFile
    order: tuple[str, ...]

    @cached_property
    def declared(self) -> dict[str, Declaration]:
        """Everything that stands on sheets, by key, in the order of the file."""
        it = self.file
        every: dict[str, Declaration] = {
            **it.number,
            **it.derived,
            **it.pool,
            **it.tags,
            **it.items,
            **it.text,
            **it.advance,
        }
        return {key: every[key] for key in self.order if key in every}

    @cached_property
    def pool_dice(self) -> dict[str, tuple[str, int]]:
        """The numbers that pools consist of: `hand_d6` -> (`hand`, 6)."""
        return {
            f"{key}_d{size}": (key, size)
            for key, pool in self.file.pool.items()
            for size in sorted(set(pool.sizes))
        }

    @cached_property
    def changeable(self) -> dict[str, OnTheSheet]:
        """Numbers that go up and down, by key."""
        return {**self.file.number, **{key: self.file.pool[pool] for key, (pool, _) in self.pool_dice.items()}}

    @cached_property
    def numeric(self) -> frozenset[str]:
        """Everything that a formula may name."""
        return frozenset({*self.changeable, *self.file.derived})

    @cached_property
    def things(self) -> dict[str, Tags | Items]:
        """Tags and items, by key."""
        return {**self.file.tags, **self.file.items}

    def of(self, key: str) -> Of:
        """The owner of a declaration: a character or the table."""
        return self.declared[self.pool_dice[key][0] if key in self.pool_dice else key].of

    def label(self, key: str) -> str:
        """The label of a key."""
        if key in self.pool_dice:
            pool, size = self.pool_dice[key]
            return f"{self.file.pool[pool].called(pool)}, d{size}"
        it = self.declared.get(key)
        return it.called(key) if it is not None else in_words(key)
