"""The journal's state: folded in the order of the log, whatever lines the campaign took."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Note:
    """A note as written."""

    text: str
    visibility: str


@dataclass(slots=True)
class Comment:
    """A comment on the record at `position`."""

    position: int
    text: str
    visibility: str


@dataclass(slots=True)
class SessionSeal:
    """The seal of the log at the end of a session."""

    position: int
    seal: str


@dataclass(slots=True)
class Journal:
    """Everything said about the campaign so far."""

    notes: list[Note] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    seals: dict[int, SessionSeal] = field(default_factory=dict)
