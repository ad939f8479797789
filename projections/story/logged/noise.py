"""Lines that say something, and lines that a program wrote: what a story in short leaves out."""

import re

from projections.story.words import AS_A_SENTENCE

_OF_A_PROGRAM = ("[", "{", "<", "/", "!", "http", "tab: ", "Rolls ", "Copyright", "©")
_NOISE = re.compile(
    r"→|->|=>|https?://|\(LINK\)|\b\d*[dD]\d+\b|\b[vV](?:ersion )?\d+\.\d|added to '|[A-Z]:\\|\\r|[{}]|"
    r"= -?\d|^'[^']+' (?:dis)?connect|connection lost|opyright|trademark"
)
_IN_BRACKETS = re.compile(r"\[[^\]]*\]")
_WITHOUT_SPACES = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")
_CLOSING = " ”’\"')*_）」』》"
_ENDED = (".", "!", "?", "…", "。", "！", "？", "؟", "।")


def is_noise(line: str) -> bool:
    """True for a line that a program wrote into play that was taken in: a roll, a value that moved, a version, a
    command, data. It stands in the whole story, and not where that is told in short.
    """
    bare = line.strip()
    return (
        bare.startswith(_OF_A_PROGRAM)
        or _NOISE.search(bare) is not None
        or not any(sign.isalpha() for sign in bare)
        or (bare.startswith("?") and bare[1:2].isalpha())
        or ("[" in bare and len(_IN_BRACKETS.sub("", bare).split()) < AS_A_SENTENCE)
    )


def says_enough(line: str) -> bool:
    """True for a line of some words that ends as a sentence does; of a script without spaces, some signs."""
    return line.rstrip(_CLOSING).endswith(_ENDED) and has_words(line)


def has_words(line: str) -> bool:
    """True for a line of so many words that it says something by itself."""
    return len(line.split()) >= AS_A_SENTENCE or len(_WITHOUT_SPACES.findall(line)) >= 2 * AS_A_SENTENCE
