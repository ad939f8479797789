"""Fingerprints of the rulebooks' sentences and of their characters' names, kept without the words themselves.

`python tests/property/fingerprints.py phrases RULEBOOK...` makes `phrases.bin` anew from texts that are not kept
here; `... names NAME...` adds names of one word or several to `names.bin`.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

LONGEST_SHARED = 8
"""So many words in a row are a sentence that was copied, and no longer a turn of speech."""
LENGTH = 6
"""Bytes of a fingerprint: in a million phrases, one in five thousand runs meets a false one."""
FOLDER = Path(__file__).parent
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_MARKS = re.compile(r"</?u>|\*")
_DICE_OR_NUMBER = re.compile(r"d?[0-9]+")


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without marks."""
    return _WORD.findall(_MARKS.sub("", text).lower().replace("’", "'"))


def fingerprint(words: Sequence[str]) -> bytes:
    """The fingerprint of a few words in a row."""
    return blake2b(" ".join(words).encode(), digest_size=LENGTH).digest()


def phrases(words: Sequence[str]) -> Iterator[tuple[int, bytes]]:
    """The beginning of each phrase, and its fingerprint. A row of dice or numbers is nobody's phrase."""
    for start in range(len(words) - LONGEST_SHARED + 1):
        phrase = words[start : start + LONGEST_SHARED]
        if not all(map(_DICE_OR_NUMBER.fullmatch, phrase)):
            yield start, fingerprint(phrase)


def read(name: str) -> frozenset[bytes]:
    """The fingerprints kept under this name."""
    stored = (FOLDER / name).read_bytes()
    return frozenset(stored[at : at + LENGTH] for at in range(0, len(stored), LENGTH))


def write(name: str, prints: set[bytes]) -> None:
    """Keep fingerprints under this name, in their order."""
    (FOLDER / name).write_bytes(b"".join(sorted(prints)))


def main(kind: str, *given: str) -> None:
    """Make or add to one of the two files."""
    if kind == "phrases":
        write("phrases.bin", {it for text in given for _, it in phrases(words_of(Path(text).read_text("utf-8")))})
    else:
        known = set(read("names.bin")) if (FOLDER / "names.bin").exists() else set()
        write("names.bin", known | {fingerprint(words_of(name)) for name in given})


if __name__ == "__main__":
    main(*sys.argv[1:])
