"""Portraits as documents have them: a small square of a picture, the same bytes each time."""

from dataclasses import dataclass
from io import BytesIO

from domain.kernel.journal.attached.terms import Focus

WIDE = 300
"""Pixels of a side: an inch of paper has no use for more."""
MEDIA = "image/jpeg"


@dataclass(frozen=True, slots=True)
class Portrait:
    """A square JPEG, and the picture in words."""

    content: bytes
    alt: str


def portrait(picture: bytes, alt: str, focus: Focus | None) -> Portrait:
    """The square of a picture that shows a face: the one chosen, else the middle. Pictures are sound when kept."""
    from PIL import Image  # an extra, which only those who keep pictures have

    with Image.open(BytesIO(picture)) as found:
        wide, tall = found.size
        side = min(wide, tall)
        left, top = (wide - side) // 2, (tall - side) // 2
        if focus is not None:
            left, top = round(focus.left * wide / 1000), round(focus.top * tall / 1000)
            side = max(1, round(focus.side * side / 1000))
        square = found.convert("RGB").crop((left, top, left + side, top + side)).resize((WIDE, WIDE))
    made = BytesIO()
    square.save(made, "JPEG", quality=85)
    return Portrait(made.getvalue(), alt)
