"""Text a person wrote, made safe and short for places that read markdown, and kept apart from its surroundings.

Streamlit reads widget labels, button texts and captions as markdown: an image in one would load from anywhere.
A backslash stops the markdown parser; what is replaced after parsing (emoji codes, icons, bare links, arrows) is
stopped by an invisible word joiner in its middle.
"""

import re
import unicodedata
from collections.abc import Sequence
from html import escape
from typing import Any

from domain.kernel.offers import Choice

JOINER = "\N{WORD JOINER}"
LONGEST_LABEL = 120
LONGEST_SENTENCE = 200
"""The most letters of a label that is a whole sentence, as that of a house rule."""

_PUNCTUATION = re.compile(r"[#$&*<>@\[\\\]_`{|}~]|:(?!\s|$)|^[-+=]")
"""Characters that markdown may read. No others are escaped, since a screen reader speaks the backslashes: an image
or a link needs its brackets, a list stands at the beginning."""
_NUMBERED = re.compile(r"^(\d+)([.)])")
_CODES = re.compile(r":(?=[\w+\-/])|(?<=www)(?=\.)|@(?=\w)|<(?=-)|-(?=[->])|[<>~](?==)", re.IGNORECASE)
_RIGHT_TO_LEFT = frozenset({"R", "AL", "RLE", "RLO", "LRE", "LRO", "RLI", "LRI", "FSI", "PDF", "PDI"})


def cut(text: str, longest: int = LONGEST_LABEL) -> str:
    """The text on one line, and no longer than this."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def apart(text: str) -> str:
    """The text in a direction of its own, so that right-to-left names leave their neighbours in place."""
    if any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in text):
        return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
    return text


def plain(text: str, longest: int = LONGEST_LABEL) -> str:
    """The text for a label that reads markdown: it is shown letter by letter, whatever it holds."""
    broken = _CODES.sub(lambda found: found[0] + JOINER, cut(text, longest))
    escaped = _PUNCTUATION.sub(lambda found: "\\" + found[0], broken)
    return apart(_NUMBERED.sub(r"\1\\\2", escaped))


def shown(text: str, longest: int | None = None) -> str:
    """The text for HTML, on its own direction."""
    return f'<bdi dir="auto">{escape(text if longest is None else cut(text, longest))}</bdi>'


def ended(words: str) -> str:
    """A sentence with its full stop, unless it ends in a question."""
    return words if words.endswith(("?", ".", "!")) else f"{words}."


def begun(sentence: str) -> str:
    """The sentence with a capital at its beginning, and everything else as it is."""
    return sentence[:1].upper() + sentence[1:]


def unique_labels(choices: Sequence[Choice]) -> list[str]:
    """A label for each choice, cut to fit and never twice the same: lists are told apart by what they show."""
    labels: list[str] = []
    for choice in choices:
        label = apart(cut(choice.label or str(choice.value)))
        if label in labels:
            label = f"{label} ({choice.value})"
        while label in labels:
            label += JOINER
        labels.append(label)
    return labels


def labels_with_details(choices: Sequence[Choice]) -> dict[Any, str]:
    """The text a list shows for each value: its label and what it does, never twice the same."""
    said = [Choice(it.value, f"{it.label} · {it.detail}" if it.detail else it.label) for it in choices]
    return {it.value: label for it, label in zip(choices, unique_labels(said), strict=True)}


def number_of(at: int, many: int) -> str:
    """The number of a row, counted from 0, among so many: alone it needs none to be told apart."""
    return f"{at + 1} of {many}" if many > 1 else str(at + 1)
