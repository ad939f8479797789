"""Facts that are words: what was written down, what the GM settled."""

from dataclasses import dataclass

from domain.kernel.facts.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Fact):
    """Somebody wrote something down: a note, a comment, what happened in a scene."""

    text: str
    form: str = "note"
    about: tuple[str, ...] = ()
    about_position: int | None = None

    @property
    def concerns(self) -> tuple[str, ...]:
        return self.about


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudicated(Fact):
    """The GM settled by word what the game leaves open."""

    subject: str
    field: str
    before: str
    after: str
    reason: str

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.subject,)

    @property
    def path(self) -> str | None:
        return f"{self.subject}.{self.field}"
