"""Differences between two moments, sheet by sheet and block by block."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from domain.kernel.sheet import AnyBlock, Counter, CounterForm, DicePool, Progress, Sheet, Table, Tags, Texts


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs. Empty `was`: it is new; empty `now`: it is gone.

    `better` says whether the change is welcome, None where the sheet does not tell.
    """

    path: str
    owner: str
    label: str
    was: str
    now: str
    better: bool | None

    @property
    def heading(self) -> str:
        """Its label, without the word that the new value begins with: "Traits", before "Luminous"."""
        place, _, word = self.label.partition(": ")
        said, before = (value.partition(" · ")[0] for value in (self.now, self.was))
        return place if word and said == word != before else self.label


@dataclass(frozen=True, slots=True)
class _Value:
    label: str
    text: str
    rank: int | None = None
    """For comparing: more is welcome. None where neither is better."""
    may_fall: bool = True
    """False where less is no loss: a track of advancement starts over once it has brought something."""


def changes(before: Sequence[Sheet], after: Sequence[Sheet]) -> list[Change]:
    """Every value that differs between two sets of sheets, in the order of the sheets."""
    was = {sheet.character: sheet for sheet in before}
    now = {sheet.character: sheet for sheet in after}
    found: list[Change] = []
    for character in dict.fromkeys((*was, *now)):
        old, new = was.get(character), now.get(character)
        titles = old.title if old else "", new.title if new else ""
        if titles[0] != titles[1]:
            found.append(Change(character, character, titles[1] or titles[0], *titles, None))
        found.extend(_between(character, *_values_apart(old, new)))
    return found


def _values_apart(old: Sheet | None, new: Sheet | None) -> tuple[dict[str, _Value], dict[str, _Value]]:
    """The values of both sheets, without those of blocks that did not change: most never do."""
    if old is new:
        return {}, {}
    was, now = (sheet.blocks if sheet else () for sheet in (old, new))
    known = {block.path: block for block in was}
    same = {block.path for block in now if known.get(block.path) == block}
    return _values(was, same), _values(now, same)


def _between(owner: str, was: dict[str, _Value], now: dict[str, _Value]) -> Iterator[Change]:
    for path in dict.fromkeys((*was, *now)):
        old, new = was.get(path, _Value("", "")), now.get(path, _Value("", ""))
        if old.text != new.text:
            yield Change(path, owner, new.label or old.label, old.text, new.text, _better(old, new))


def _better(old: _Value, new: _Value) -> bool | None:
    if old.rank is None or new.rank is None or old.rank == new.rank:
        return None
    return True if new.rank > old.rank else False if new.may_fall else None


def _values(blocks: Sequence[AnyBlock], without: Set[str]) -> dict[str, _Value]:
    return {path: value for block in blocks if block.path not in without for path, value in _values_in(block)}


def _values_in(block: AnyBlock) -> Iterator[tuple[str, _Value]]:
    match block:
        case Counter():
            # Only tokens held are surely welcome: boxes and clocks may count wounds or doom.
            rank = block.value if block.form is CounterForm.POOL else None
            limit = "" if block.high is None else f" of {block.high}"
            yield block.path, _Value(block.label, f"{block.value}{limit}", rank)
        case DicePool():
            dice = ", ".join(f"{count}d{size}" for size, count in block.dice if count)
            yield block.path, _Value(block.label, dice or "no dice", sum(count for _, count in block.dice))
        case Tags():
            for tag in block.tags:
                text = " · ".join(part for part in (tag.text, tag.state, tag.detail) if part)
                rank = {True: 2, None: 1, False: 0}[tag.good]
                yield f"{block.path}.{tag.id}", _Value(f"{block.label}: {tag.text}", text, rank)
        case Texts():
            yield block.path, _Value(block.label, "\n".join(block.texts))
        case Table():
            yield block.path, _Value(block.label, "\n".join(" · ".join(row) for row in block.rows))
        case Progress():
            need = "" if block.need is None else f" of {block.need}"
            yield block.path, _Value(block.label, f"{block.have}{need}", block.have, may_fall=False)
