"""No page loses a section unnoticed: the headings of every page that README or site lead to are kept in a list."""

import re
from itertools import pairwise
from pathlib import Path

from tests.docs.blocks import DOCS, HAND_WRITTEN, ROOT

SECTIONS = Path(__file__).parent / "sections.txt"
"""One heading a line, `page: heading`. A section that goes on purpose is taken out of it by hand."""
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LEAST_WORDS = 8


def parts(page: Path) -> list[tuple[str, str, str]]:
    """The headings of a page: the `#`s of each, its words, and what stands under it up to the next."""
    text = page.read_text("utf-8")
    bare = FENCE.sub(lambda block: "code " * len(block[0].splitlines()), text)
    split = re.split(r"^(#+) (.+)$", bare, flags=re.MULTILINE)
    return list(zip(split[1::3], split[2::3], split[3::3], strict=True))


def pages() -> list[Path]:
    return [ROOT / "README.md", *(page for page in HAND_WRITTEN if "decisions" not in page.parts)]


def test_every_section_is_still_there() -> None:
    listed = set(SECTIONS.read_text("utf-8").splitlines())
    there = {f"{page.relative_to(ROOT)}: {heading}" for page in pages() for _, heading, _ in parts(page)}
    assert not listed - there, "these sections were lost"
    assert not there - listed, f"add these to {SECTIONS.name}, so that they are missed when they go"


def test_no_section_is_empty() -> None:
    """A heading whose text was cut out is followed at once by the next of the same level or a higher one."""
    for page in pages():
        found = [(len(level), heading, len(text.split())) for level, heading, text in parts(page)]
        for (level, heading, words), (following, _, _) in pairwise([*found, (0, "", 0)]):
            assert words >= LEAST_WORDS or following > level, f"{page.name}: {heading} says nothing"


def test_every_page_on_how_to_do_a_thing_is_reached_from_the_readme() -> None:
    reached: set[Path] = set()
    waiting = [ROOT / "README.md", DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.exists():
            reached.add(page)
            links = re.findall(r"\]\(((?!http)[^)#]+\.md)", page.read_text("utf-8"))
            waiting += [(page.parent / link).resolve() for link in links]
    pages_there = {page for folder in ("howto", "tutorials") for page in (DOCS / folder).glob("*.md")}
    assert not pages_there - reached
