"""Pictures in documents, other than faces: small enough to print, each hung where what it belongs to is told."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO

from domain.kernel.journal.attached.terms import Belongs, BelongsTo
from domain.kernel.terms import slugify
from projections.story.model import Paragraph, Part, Prelude, SceneEnd, SceneHead, SessionHead, StoryRemark

WIDE = 1_400
"""Pixels that a picture is wide and high at most: a page of a book has no use for more."""
TITLE = "Maps and pictures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """A picture as a JPEG, the thing it belongs to, and what is said of it."""

    number: int
    """Of its file: files are counted from 1."""
    content: bytes
    width: int
    height: int
    alt: str
    """The picture in words, for whoever does not see it."""
    caption: str = ""
    belongs: Belongs = field(default_factory=Belongs)
    secret: bool = False

    @property
    def file(self) -> str:
        """A name for it within a document."""
        return f"plate-{self.number}.jpg"


def printable(picture: bytes, most: int = WIDE) -> tuple[bytes, int, int]:
    """A picture as JPEG, with its width and height: the same bytes each time. Pictures are sound when kept."""
    from PIL import Image  # an extra, which only those who keep pictures have

    with Image.open(BytesIO(picture)) as found:
        found.thumbnail((most, most))
        ground = Image.new("RGB", found.size, "white")  # what was transparent is white
        drawn = found.convert("RGBA")
        ground.paste(drawn, mask=drawn.getchannel("A"))
    made = BytesIO()
    ground.save(made, "JPEG", quality=82)
    return made.getvalue(), ground.width, ground.height


Key = tuple[type, int]


@dataclass(frozen=True, slots=True)
class PlacedPlates:
    """Plates by where they stand in a story. Each stands in one place."""

    at: Mapping[Key, tuple[Plate, ...]] = field(default_factory=dict)
    """Beside a part: its kind and position."""
    of: Mapping[str, tuple[Plate, ...]] = field(default_factory=dict)
    """Beside the name of somebody or something in front of the story."""
    front: tuple[Plate, ...] = ()
    """Those of the campaign itself, and of what is told nowhere."""

    def tells(self, remark: StoryRemark) -> bool:
        """True unless what a note says stands under a picture."""
        return not remark.file or all(plate.number != remark.file for plate in self.all)

    @property
    def all(self) -> Iterator[Plate]:
        """Each of them."""
        for them in (*self.at.values(), *self.of.values(), self.front):
            yield from them

    def beside(self, part: Part) -> tuple[Plate, ...]:
        """The plates that stand with a part of the story."""
        return () if isinstance(part, Prelude) else self.at.get((type(part), part.position), ())


NOT_HUNG = PlacedPlates()


def hung(plates: Iterable[Plate], parts: Iterable[Part], *, whole: bool = True) -> PlacedPlates:
    """Each plate where what it belongs to is told first. With `whole`, others stand in front; else they do not."""
    places = _Places(parts)
    at: dict[Key, list[Plate]] = {}
    of: dict[str, list[Plate]] = {}
    front: list[Plate] = []
    for plate in plates:
        to = plate.belongs
        if to.id is not None and to.id in places.known:
            of.setdefault(to.id, []).append(plate)
        elif (key := places.key(to)) is not None:
            at.setdefault(key, []).append(plate)
        elif whole:
            front.append(plate)
    return PlacedPlates(
        {key: tuple(them) for key, them in at.items()},
        {who: tuple(them) for who, them in of.items()},
        tuple(front),
    )


class _Places:
    """The places of a story where a plate can hang."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.known: set[str] = set()
        self._told: dict[int, Key] = {}
        self._sessions: dict[int | None, Key] = {}
        self._scenes: dict[str, Key] = {}
        for part in parts:
            if isinstance(part, Prelude):
                self.known = {*(it.who for it in part.people), *(it.who for it in part.powers)}
                continue
            key = type(part), part.position
            if isinstance(part, SessionHead):
                self._sessions.setdefault(part.session, key)
            if isinstance(part, SceneHead):
                for name in (part.scene, slugify(part.title), slugify(part.place)):
                    self._scenes.setdefault(name, key)
            if not isinstance(part, SceneEnd):
                self._told.update(dict.fromkeys(_records_of(part), key))
        self._scenes.pop("", None)

    def key(self, to: Belongs) -> Key | None:
        """The part beside which a picture of this stands; None where nothing is told of it."""
        match to.kind:
            case BelongsTo.RECORD:
                return self._nearest(to.number or 0)
            case BelongsTo.SESSION:
                return self._sessions.get(to.number)
            case BelongsTo.SCENE | BelongsTo.PLACE:
                return self._scenes.get(to.id or "")
        return None

    def _nearest(self, position: int) -> Key | None:
        """The part that tells of a record; of one that nothing tells of, the last part before it."""
        before = [at for at in self._told if at <= position]
        return self._told[max(before)] if before else None


def _records_of(part: Part) -> Iterable[int]:
    """The records told in a part of a story."""
    if isinstance(part, Prelude):
        return ()
    if isinstance(part, Paragraph):
        return (*part.positions, *(remark.position for remark in part.remarks))
    return (part.position,)
