"""Facts about how play is divided: sessions, chapters, scenes."""

from dataclasses import dataclass

from domain.kernel.facts.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpened(Fact):
    """An evening of play began. Sessions are counted from 1."""

    session: int
    title: str = ""
    logged: bool = False
    """True if it was played elsewhere and is taken in as it was logged, judged by no rule of ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionClosed(Fact):
    """The evening ended."""

    session: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterOpened(Fact):
    """A larger part of a campaign began: an act, a phase, a season, play itself."""

    chapter: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterClosed(Fact):
    """That part ended."""

    chapter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneOpened(Fact):
    """A scene began, somewhere, with some people in it: what is there to see, and what is demanded of them."""

    scene: str
    title: str
    place: str = ""
    present: tuple[str, ...] = ()
    text: str = ""
    demand: str = ""

    @property
    def concerns(self) -> tuple[str, ...]:
        return self.present


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneClosed(Fact):
    """The scene ended; `outcome` is what the table said came of it."""

    scene: str
    outcome: str = ""
