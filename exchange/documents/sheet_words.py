"""The blocks of a sheet, in words: for text, where nothing can be drawn."""

from domain.kernel.sheet import Counter, CounterForm, DicePool, Progress, Tag

_LONGEST = 24
"""Longer tracks are given as numbers only."""


def counter_words(block: Counter) -> str:
    """A number, its limit, and the track that it stands on."""
    top = block.high
    if top is None:
        return str(block.value)
    if not 0 < top - block.low <= _LONGEST:
        return f"{block.value} of {top}"
    if block.form is CounterForm.TWO_ENDED:
        marks = "".join("●" if at == block.value else "·" for at in range(block.low, top + 1))
        return " ".join(part for part in (block.ends[0], marks, block.ends[1], f"({block.value})") if part)
    filled = min(max(block.value - block.low, 0), top - block.low)
    return f"{'■' * filled}{'□' * (top - block.low - filled)} {block.value} of {top}"


def dice_words(block: DicePool) -> str:
    """Dice in hand: `2d6, 1d8`."""
    return ", ".join(f"{count}d{size}" for size, count in block.dice if count) or "no dice"


def tag_words(tag: Tag) -> str:
    """A tag with its state and what else there is to it."""
    state, detail = f" [{tag.state}]" if tag.state else "", f" ({tag.detail})" if tag.detail else ""
    return f"{tag.text}{state}{detail}"


def progress_words(block: Progress) -> str:
    """Say how far a track of advancement is, and what it brings."""
    if block.need is None:
        return f"{block.have}, at its end"
    return f"{block.have} of {block.need}" + (f", then {block.brings}" if block.brings else "")
