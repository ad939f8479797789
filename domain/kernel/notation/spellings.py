"""Notations as other programs spell them, said in ours: Foundry, Roll20, Fantasy Grounds, BCDice, copied chats."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from domain.kernel.notation.reading import parse
from domain.kernel.notation.tree import Notation
from domain.kernel.notation.wrong import NotationWrong


@dataclass(frozen=True, slots=True)
class Spelled:
    """The answer of `spelled`: the notation in ours, or why it is not known."""

    notation: Notation | None
    why: str = ""
    """A whole sentence where there is none."""


_COMMAND = re.compile(r"^\s*/(?:roll|gmr|gmroll|br|blindroll|pr|publicroll|sr|selfroll|r)\b\s*", re.IGNORECASE)
_LABEL = re.compile(r"\[[^\[\]]*\]")
_SPELLINGS: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(pattern, re.IGNORECASE), said)
    for pattern, said in (
        (r"(?<![a-z])d00\b", "d100"),
        (r"(?<=[0-9f%])k(?=\d|\b|[^hl])", "kh"),
    )
)


def spelled(text: str) -> Spelled:
    """The notation that a text of another program means, without labels and commands; None where it is unknown."""
    plain = _LABEL.sub("", _COMMAND.sub("", text))
    for pattern, said in _SPELLINGS:
        plain = pattern.sub(said, plain)
    try:
        return Spelled(parse(plain))
    except NotationWrong as wrong:
        return Spelled(None, f"{wrong.problem} (character {wrong.column} of “{plain}”).")
