"""Portraits as documents have them: a small square of a picture, the same bytes each time."""

from base64 import b64encode
from dataclasses import dataclass, field, replace
from io import BytesIO

from domain.kernel.journal.attached.terms import Focus
from exchange.documents.html.face import Picture

WIDE = 300
"""Pixels of a side: an inch of paper has no use for more."""
MEDIA = "image/jpeg"
MOST_WITHIN = 5 * 1024 * 1024
"""Bytes of all pictures that one page of HTML holds."""
SHOWN_WITHIN = frozenset(("image/jpeg", "image/png", "image/webp", "image/gif"))
"""Kinds of pictures that stand in a page."""


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
            left, top, side = focus.within(wide, tall)
        square = found.convert("RGB").crop((left, top, left + side, top + side)).resize((WIDE, WIDE))
    made = BytesIO()
    square.save(made, "JPEG", quality=85)
    return Portrait(made.getvalue(), alt)


@dataclass(slots=True)
class InlinePictures:
    """Pictures that stand in a page itself, each of them once: in its style."""

    pictures: dict[str, Picture] = field(default_factory=dict)
    """By whom they show."""
    _rules: list[str] = field(default_factory=list)
    _bytes: int = 0

    def take(self, who: str, content: bytes, media: str, picture: Picture) -> bool:
        """Put a picture in; False where it does not fit any more, or is none that a page shows."""
        packed = b64encode(content).decode()
        if self._bytes + len(packed) > MOST_WITHIN or media not in SHOWN_WITHIN:
            return False
        self._bytes += len(packed)
        held = f"picture-{len(self._rules)}"
        self._rules.append(f'.face.{held} {{ background-image: url("data:{media};base64,{packed}"); }}')
        self.pictures[who] = replace(picture, address="", held=held)
        return True

    def has_room_for(self, content: bytes) -> bool:
        """Count a picture that stands in the page elsewhere; False where it does not fit any more."""
        packed = (len(content) + 2) // 3 * 4
        if self._bytes + packed > MOST_WITHIN:
            return False
        self._bytes += packed
        return True

    @property
    def style(self) -> str:
        """The rules that draw them."""
        return "\n".join(self._rules)
