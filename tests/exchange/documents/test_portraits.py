"""The square of a picture that stands for somebody in documents."""

from io import BytesIO

import pytest
from PIL import Image

from domain.kernel.journal.attached.terms import Focus
from exchange.documents.portraits import WIDE, portrait


def in_quarters(wide: int, tall: int) -> bytes:
    """A picture in four colours: red and green over blue and white."""
    picture = Image.new("RGB", (wide, tall), "white")
    for at, colour in (((0, 0), "red"), ((wide // 2, 0), "lime"), ((0, tall // 2), "blue")):
        picture.paste(colour, (*at, at[0] + wide // 2, at[1] + tall // 2))
    made = BytesIO()
    picture.save(made, "PNG")
    return made.getvalue()


@pytest.mark.parametrize(
    ("size", "focus", "seen"),
    [
        ((400, 200), None, "red lime blue white"),
        ((400, 200), (0, 0, 500), "red red red red"),
        ((400, 200), (600, 0, 500), "lime lime lime lime"),
        ((200, 400), (0, 500, 500), "blue blue blue blue"),
        ((200, 400), (0, 250, 1000), "red lime blue white"),
        ((400, 200), (1000, 1000, 500), "white white white white"),  # beyond the edge: it lies at it
    ],
)
def test_the_square_of_a_portrait_is_the_one_that_was_chosen(
    size: tuple[int, int], focus: tuple[int, int, int] | None, seen: str
) -> None:
    chosen = None if focus is None else Focus(left=focus[0], top=focus[1], side=focus[2])
    drawn = Image.open(BytesIO(portrait(in_quarters(*size), "", chosen).content)).convert("RGB")
    near, far = WIDE // 8, WIDE - WIDE // 8
    inks = {"red": (255, 0, 0), "lime": (0, 255, 0), "blue": (0, 0, 255), "white": (255, 255, 255)}
    for at, ink in zip(((near, near), (far, near), (near, far), (far, far)), seen.split(), strict=True):
        found = drawn.getpixel(at)
        assert isinstance(found, tuple)
        assert max(abs(a - b) for a, b in zip(found, inks[ink], strict=True)) < 12, (at, ink, found)
