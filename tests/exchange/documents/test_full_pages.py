"""Printed sheets and books have no page with a remnant: each is a third full at least, whatever stands on it."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.kernel.people import Role, Viewer
from domain.kernel.sheet import Section, Sheet, Table, Texts
from domain.registry import games
from exchange.documents.printed.sheets import printed_sheets
from exchange.documents.printed.typesetting import Printed
from projections.history.folded_views import sheets_at
from projections.story.model import Part, SceneHead, SessionHead, SpanKind, StorySpan
from tests.exchange.documents.test_printed import NOTHING, book, read, small, tall, told
from tests.exchange.documents.test_printing import full_sheet
from wiring.library import open_library
from wiring.samples import samples

FOOT_OF_A_THIRD = 595 - 48 - (595 - 99) / 3
"""Points above its foot at which a third of a book's page is full."""
HEIGHT = 842
"""Points of a page."""
OF_EVERY_LENGTH = [tall(lines, lines) for lines in range(14, 24)]
"""Sheets of which one leaves a remnant whatever the size of the type."""
MAY_TAKE_TWO = 5_500
"""Signs of a sheet's values, from which on it may be longer than a page by itself."""
GM = Viewer(None, Role.GM)


def lowest(printed: Printed) -> list[float]:
    """Heights of the last line of each page above its foot. The page's number is lower still."""
    found = []
    for page in read(printed).pages:
        heights: list[float] = []

        def see(
            text: str, user: list[float], place: list[float], *_more: object, to: list[float] = heights
        ) -> None:
            if text.strip():
                to.append(user[5] + user[3] * place[5])

        page.extract_text(visitor_text=see)
        found.append(sorted(heights)[1])
    return found


def no_remnant(sheets: Sequence[Sheet]) -> bool:
    """True if every page of these is a third full, or all of them fill no more than one page."""
    ends = lowest(printed_sheets(sheets, "A tale", computer=NOTHING))
    return len(ends) == 1 or max(ends) < HEIGHT * 2 / 3


@pytest.mark.parametrize(
    "cast", [[tall(1, 15), tall(2, 16)], [full_sheet(), *map(small, range(8))], OF_EVERY_LENGTH]
)
def test_no_page_is_under_a_third_full(cast: list[Sheet]) -> None:
    assert no_remnant(cast)


@pytest.mark.parametrize("lines", range(17, 22))
def test_a_sheet_alone_leaves_no_remnant(lines: int) -> None:
    assert no_remnant([tall(lines, lines)])


@pytest.mark.parametrize("slug", [sample.slug for sample in samples(games())])
def test_no_page_of_a_sample_is_under_a_third_full(slug: str, played_samples: Path) -> None:
    """The cast together, and each long sheet alone: as they are, and with a long text written on them."""
    library = open_library(str(played_samples))
    cast = sheets_at(library.ledger, slug, viewer=GM)
    library.close()
    assert no_remnant(cast)
    longer = (Section("Notes", (Texts(path="more", label="More", texts=("A long note on it. " * 120,)),)),)
    alone = [it for it in cast if len(repr(it)) > MAY_TAKE_TWO]
    for sheet in (*alone, *(replace(it, sections=(*it.sections, *longer)) for it in cast[:1])):
        assert no_remnant([sheet]), sheet.title


def test_what_stands_under_two_columns_keeps_its_distance() -> None:
    columns = [Texts(path=f"c{at}", label=f"Column {at}", texts=("A line of it.",)) for at in range(4)]
    wide = Table(path="t", label="Under both", columns=("What", "Who"), rows=(("A long cell of it " * 4, "Odd"),))
    sheet = replace(small(1), sections=(Section("All", (*columns, wide)),))
    (page,) = read(printed_sheets([sheet], "A tale", computer=NOTHING)).pages
    heights: dict[str, float] = {}

    def see(text: str, user: list[float], place: list[float], *_more: object) -> None:
        heights[text.strip()] = user[5] + user[3] * place[5]

    page.extract_text(visitor_text=see)
    assert heights["A line of it."] - heights["Under both"] > 12


def sizes(printed: Printed) -> set[float]:
    """The sizes of the type of what is told, in a book."""
    found: set[float] = set()

    def see(text: str, _user: list[float], place: list[float], _font: object, size: float) -> None:
        if "river" in text:
            found.add(round(size * place[0], 2))

    for page in read(printed).pages:
        page.extract_text(visitor_text=see)
    return found


def test_a_book_whose_last_page_would_hold_a_remnant_has_more_or_less_room_above_headings() -> None:
    """And no other size of type: its lines end where they would. The first two leave a remnant otherwise."""
    for more in (0, 1, 2):
        parts = []
        for scene in range(12):
            head = SceneHead(position=scene * 100 + 1, scene=f"s{scene}", title=f"Scene {scene}", present=())
            lines = 8 if scene < 11 else more
            parts += [head, *(told(scene * 100 + 2 + at, "The river comes up.") for at in range(lines))]
        printed = book(parts, computer=NOTHING)
        assert sizes(printed) == {10.0}, more
        assert lowest(printed)[-1] < FOOT_OF_A_THIRD, more


@pytest.mark.parametrize("lines", range(19, 26))
def test_a_session_begins_on_no_page_on_which_nothing_of_it_follows(lines: int) -> None:
    """Neither its heading nor what came before it nor what a scene asks is the last of a page."""
    before = (StorySpan(SpanKind.SAID, "It froze, and the ice held."),)
    parts: list[Part] = [told(at, "The river goes on.") for at in range(1, lines + 1)]
    parts.append(SessionHead(position=100, session=2, title="Ice", when="8 May", previously=(before, before)))
    parts.append(SceneHead(position=101, scene="s", title="The bank", place="Veil", demand="Who goes first?"))
    parts += [told(at, "Snow falls by the river. " * 4) for at in range(102, 120)]
    for page in read(book(parts, computer=NOTHING)).pages:
        *_, last, _number = (line.strip() for line in page.extract_text().splitlines() if line.strip())
        assert last not in ("Session 2: Ice", "8 May", "Previously", "Who goes first?", "The bank", "Veil")
        assert "the ice held" not in last
