"""The files of a campaign as of one moment, and which of them somebody is shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from domain.kernel.journal.attached.terms import GONE, Belongs, BelongsTo, FileRole, Focus, audience_of
from domain.kernel.journal.attached.ties import Tie
from domain.kernel.journal.visibility import Visibility
from domain.kernel.people import Audience, Viewer, may_see
from domain.kernel.terms import PersonId
from domain.kernel.wording.sentences import in_quotes

_KINDS = MappingProxyType({FileRole.SOURCE: "source file", FileRole.OTHER: "file"})
"""Words for roles that are none by themselves."""


@dataclass(slots=True)
class AttachedFile:
    """A file as it was attached, and as it was described since."""

    number: int
    """Files are counted from 1."""
    person: str
    """The person who attached it."""
    digest: str
    """SHA-256 of its bytes; `GONE` once it is removed."""
    media: str
    size: int
    name: str
    role: FileRole
    belongs: Belongs
    caption: str = ""
    alt: str = ""
    """The picture in words, for whoever does not see it."""
    visibility: Visibility = Visibility.TABLE
    only_for: PersonId | None = None
    width: int | None = None
    height: int | None = None
    focus: Focus | None = None
    ties: list[Tie] = field(default_factory=list)
    """Places in a recording where moments of play are heard, in their order."""
    heard: list[str] = field(default_factory=list)
    """The people whose voices are in a recording."""
    agreed: list[str] = field(default_factory=list)
    """Those of them who agreed to it."""
    put_away: bool = False
    removed: bool = False

    def said(self, names: Mapping[str, str]) -> str:
        """The file in a sentence: by its caption, else by what it belongs to."""
        kind = _KINDS.get(self.role, self.role.value)
        if self.caption:
            return f"the {kind} {in_quotes(' '.join(self.caption.split()))}"
        where = "at" if self.belongs.kind is BelongsTo.RECORD else "of"
        return f"the {kind} {where} {self.belongs.said(names)}"

    @property
    def audience(self) -> Audience:
        """Audience of the file."""
        return audience_of(self.visibility, self.only_for)

    @property
    def here(self) -> bool:
        """True if its bytes should be in the ledger."""
        return not self.removed and self.digest != GONE

    def seen_by(self, viewer: Viewer) -> bool:
        """True if this viewer may see it, put away or not."""
        return self.here and may_see(viewer, self.audience)

    def opened_by(self, viewer: Viewer) -> bool:
        """True if this viewer may have its bytes: a recording of voices is for those alone whose voices they are.

        Until they are named and each of them has agreed, only who attached it has it.
        """
        if not self.seen_by(viewer):
            return False
        if self.role is not FileRole.RECORDING or viewer.person == self.person:
            return True
        return viewer.person in self.heard and set(self.heard) <= set(self.agreed)


Files = Sequence[AttachedFile]
"""The files of a journal, in the order they were attached."""


def shown(files: Files, viewer: Viewer, now: Files | None = None) -> Iterator[AttachedFile]:
    """The files that lie open to this viewer, in the order they were attached.

    `files` may be those of an earlier moment. `now` are then those at the end of the log: what was removed since,
    or is no longer for this viewer, is not shown at an earlier moment either; what was only put away since is.
    """
    for it in files:
        last = it if now is None else now[it.number - 1]
        if it.seen_by(viewer) and not it.put_away and last.seen_by(viewer):
            yield it


def attached_to(files: Files, belongs: Belongs, viewer: Viewer, now: Files | None = None) -> list[AttachedFile]:
    """The files attached to a thing that lie open to this viewer, in the order they were attached."""
    return [it for it in shown(files, viewer, now) if it.belongs == belongs]


def portrait_of(
    files: Files,
    slug: str,
    viewer: Viewer,
    now: Files | None = None,
    kind: BelongsTo = BelongsTo.CHARACTER,
) -> AttachedFile | None:
    """The face of a character, faction or place: the portrait last attached that this viewer may see."""
    belongs = Belongs(kind=kind, id=slug)
    faces = [it for it in attached_to(files, belongs, viewer, now) if it.role is FileRole.PORTRAIT]
    return faces[-1] if faces else None


def may_fetch(files: Files, digest: str, viewer: Viewer) -> AttachedFile | None:
    """The file with these bytes that a record at the end of the log tells this viewer of; None where none does.

    A file that was put away still stands at earlier moments, so it may be fetched; one that was removed may not.
    """
    if digest == GONE:
        return None
    found = (it for it in reversed(files) if it.digest == digest and it.opened_by(viewer))
    return next(found, None)
