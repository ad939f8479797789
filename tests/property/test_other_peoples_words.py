"""Nothing here repeats a sentence of a rulebook, nor names one of its characters."""

import subprocess
from functools import cache

from tests.docs.blocks import ROOT
from tests.property.fingerprints import LONGEST_SHARED, fingerprint, phrases, read, words_of

MOST_WORDS_OF_A_NAME = 3


@cache
def texts() -> dict[str, list[str]]:
    """The words of every text file that is kept under version control."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    found = {}
    for name in filter(None, listed.decode().split("\0")):
        path = ROOT / name
        content = path.read_bytes() if path.is_file() else b"\0"
        if b"\0" not in content[:4096]:
            found[name] = words_of(f"{name}\n{content.decode('utf-8', 'replace')}")
    return found


def test_no_text_shares_eight_words_in_a_row_with_a_rulebook() -> None:
    known = read("phrases.bin")
    assert len(known) > 40_000
    shared = {
        f"{name}: {' '.join(words[start : start + LONGEST_SHARED])}"
        for name, words in texts().items()
        for start, print_ in phrases(words)
        if print_ in known
    }
    assert not shared


def test_no_text_names_a_character_of_a_rulebook() -> None:
    known = read("names.bin")
    assert known
    named = set()
    for name, words in texts().items():
        for length in range(1, MOST_WORDS_OF_A_NAME + 1):
            said = {tuple(words[start : start + length]) for start in range(len(words) - length + 1)}
            named |= {f"{name}: {' '.join(it)}" for it in said if fingerprint(it) in known}
    assert not named


def test_a_sentence_is_found_however_it_is_set() -> None:
    line = "The *tide* is out; and nobody\ncarries the LAMP home."
    first, *others = phrases(words_of(line))
    assert first == (0, fingerprint(["the", "tide", "is", "out", "and", "nobody", "carries", "the"]))
    assert len(others) == 2
    assert list(phrases(words_of("d4 d6 d8 d10 d12 20 4 4"))) == []
