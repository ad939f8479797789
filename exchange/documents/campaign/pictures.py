"""Pictures for documents: portraits and plates that may be seen by a viewer, read from the ledger."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from domain.kernel.journal.attached.state import AttachedFile, Files, shown
from domain.kernel.journal.attached.terms import BelongsTo, FileRole
from domain.kernel.moment import AnyMoment
from domain.kernel.people import EVERYONE, Viewer
from exchange.documents.html.face import Picture
from exchange.documents.html.faces import portraits
from exchange.documents.plates import Plate, printable
from exchange.documents.portraits import MEDIA, SHOWN_WITHIN, InlinePictures, Portrait, portrait
from ledger.files.store import NoSuchFile
from ledger.ledger import Ledger

_ON_A_PAGE = 1_000
"""Pixels that a picture is wide at most in a page of HTML, which holds 5 MiB of them."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """The pictures of a campaign as of a moment, for one recipient. What cannot be read is said and left out."""

    ledger: Ledger
    slug: str
    viewer: Viewer
    moment: AnyMoment
    remark: Callable[[str], None]
    """Hears a sentence about each picture that is left out."""

    @property
    def _now(self) -> Files:
        """The files at the end of the log: who may not see one any more does not see it at earlier moments."""
        return self.ledger.open(self.slug).now.journal.files

    def portraits(self) -> dict[str, Portrait]:
        """The portraits, by whom they show."""
        files = self._portrait_files()
        if not self._can_cut([*files.values()]):
            return {}
        pictures = ((who, it, self._content(it)) for who, it in files.items())
        return {who: portrait(content, it.alt, it.focus) for who, it, content in pictures if content}

    def plates(self, span: tuple[int, int], most: int | None = None) -> list[Plate]:
        """The pictures that are no portraits, of the campaign and of the records of a span."""
        files = [it for it in self._plate_files() if _told_in(it, span)]
        if not self._can_cut(files):
            return []
        return [self._plate(it, content, most) for it in files if (content := self._content(it))]

    def within(self, span: tuple[int, int]) -> tuple[InlinePictures, list[Plate]]:
        """Portraits and plates for a page by itself, which holds 5 MiB of them; those left out are said.

        Portraits are squares, or as they were attached where nothing here can cut them.
        """
        within, left, cut = InlinePictures(), [], find_spec("PIL")
        now = self.moment.journal.files
        described = portraits(now, self.viewer, self._now, lambda it: it.digest)
        for who, it in self._portrait_files().items():
            content, media, picture = self._content(it), it.media, described[who]
            if content and cut:
                content, media, picture = portrait(content, it.alt, it.focus).content, MEDIA, Picture("", it.alt)
            if content and not within.take(who, content, media, picture):
                left.append(it.name)
        names = {it.number: it.name for it in now}
        plates = self.plates(span, _ON_A_PAGE)
        hung = [plate for plate in plates if within.has_room_for(plate.content)]
        left += [names[plate.number] for plate in plates if plate not in hung]
        if left:
            self.remark(f"Not in it, for a page holds 5 MiB of pictures: {', '.join(left)}.")
        return within, hung

    def of_characters(self) -> dict[str, list[Plate]]:
        """The pictures that are no portraits and belong to somebody or something with a sheet, by its id."""
        found: dict[str, list[Plate]] = {}
        for plate in self.plates((0, 0)):
            if plate.belongs.id is not None:
                found.setdefault(plate.belongs.id, []).append(plate)
        return found

    def _portrait_files(self) -> dict[str, AttachedFile]:
        return {
            str(it.belongs.id): it
            for it in shown(self.moment.journal.files, self.viewer, self._now)
            if it.role is FileRole.PORTRAIT and it.belongs.id is not None
        }

    def _plate_files(self) -> Iterator[AttachedFile]:
        for it in shown(self.moment.journal.files, self.viewer, self._now):
            pictured = it.media in SHOWN_WITHIN and it.role not in (FileRole.PORTRAIT, FileRole.SOURCE)
            if pictured and it.opened_by(self.viewer):
                yield it

    def _plate(self, it: AttachedFile, content: bytes, most: int | None = None) -> Plate:
        drawn, wide, high = printable(content) if most is None else printable(content, most)
        return Plate(
            number=it.number,
            content=drawn,
            width=wide,
            height=high,
            alt=it.alt or it.caption or it.name,
            caption=it.caption,
            belongs=it.belongs,
            secret=it.audience != EVERYONE,
        )

    def _can_cut(self, files: list[AttachedFile]) -> bool:
        if files and not find_spec("PIL"):
            self.remark(
                "Pictures need an extra that is not installed here: campaign-ledger[pictures]. None is in it."
            )
            return False
        return True

    def _content(self, it: AttachedFile) -> bytes:
        """A picture's bytes; none where it cannot be read."""
        ledger, slug = self.ledger, self.slug
        try:
            return b"".join(ledger.files.read(ledger.find(slug).id, it.digest))
        except (NoSuchFile, OSError):
            self.remark(
                f"The picture {it.name} cannot be read, and is not in it: campaign verify {slug} says more."
            )
            return b""


def _told_in(it: AttachedFile, span: tuple[int, int]) -> bool:
    """True unless it belongs to a record that is not told."""
    since, until = span
    return it.belongs.kind is not BelongsTo.RECORD or since < (it.belongs.number or 0) <= until
