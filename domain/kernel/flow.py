"""Where a contest, a test or a struggle is: its stages in order, who is to act, and which steps belong to it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FlowSide:
    """One who takes part. `words` say what they have done or are to do; `due` marks whose step it is.

    `whose` are the people who act for this side; nobody means the GM.
    """

    name: str
    words: str = ""
    due: bool = False
    whose: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """Something that goes through stages, as far as it has come.

    `stages` are all of them in order and `at` is the index of the one it is in. `groups` are the headings of the
    offers that belong to it: a heading belongs when it is one of these, or begins with one and a colon.
    `about` is what it is about, in words a person may have written.
    """

    kind: str
    about: str
    stages: tuple[str, ...]
    at: int
    sides: tuple[FlowSide, ...] = ()
    groups: tuple[str, ...] = ()

    def has(self, group: str) -> bool:
        """Whether offers under this heading belong to it."""
        return any(group == own or group.startswith(f"{own}:") for own in self.groups)
