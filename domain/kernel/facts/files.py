"""Facts about files: what was attached to a campaign, and what is shown no more."""

from dataclasses import dataclass

from domain.kernel.facts.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class FileShown(Fact):
    """A file was attached, or is described anew. Its bytes are asked for by their digest.

    It belongs to `subject` where that has an id, else to the campaign, a session or the record at a position.
    """

    file: int
    digest: str
    media: str
    name: str
    role: str
    belongs: str
    """The kind of thing it belongs to: a character, a session."""
    subject: str | None = None
    session: int | None = None
    about_position: int | None = None
    caption: str = ""
    alt: str = ""
    width: int | None = None
    height: int | None = None

    @property
    def concerns(self) -> tuple[str, ...]:
        return () if self.subject is None else (self.subject,)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileHidden(Fact):
    """A file is shown no more; `removed` when its bytes are gone for good."""

    file: int
    removed: bool
    subject: str | None = None

    @property
    def concerns(self) -> tuple[str, ...]:
        return () if self.subject is None else (self.subject,)
