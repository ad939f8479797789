"""The blocks of a sheet, in words: for text, where nothing can be drawn."""

from domain.kernel.sheet import Counter, CounterForm, DicePool, Progress, Tag

_LONGEST = 24
"""Longer tracks are given as numbers only."""


def counter_words(block: Counter) -> str:
    """A number, its limit, and the track that it stands on."""
    top = block.high
    if top is None:
        return str(block.value)
    low = marks_from(block)
    if not 0 < top - low <= _LONGEST:
        return f"{block.value} of {top}"
    if block.form is CounterForm.TWO_ENDED:
        marks = "".join("●" if at == block.value else "·" for at in range(block.low, top + 1))
        return " ".join(part for part in (block.ends[0], marks, block.ends[1], f"({block.value})") if part)
    filled = min(max(block.value - low, 0), top - low)
    return f"{'■' * filled}{'□' * (top - low - filled)} {block.value} of {top}"


def marks_from(block: Counter) -> int:
    """The number below the first mark of a track. Marks stand for a number itself, also where it may fall below
    zero: 2 of 3 is never drawn as three marks of four.
    """
    of_itself = block.form not in (CounterForm.TWO_ENDED, CounterForm.CLOCK)
    short = block.value >= 0 and max(block.value, block.high or 0) <= _LONGEST
    return 0 if of_itself and short else block.low


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
