"""A game's register: its numbered rules, and how each unclear one is read."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule: its id (`VC-21`), a short title in our words, and where the rulebook has it."""

    id: str
    title: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """How an unclear point is read, and the house rule that reads it otherwise, if there is one."""

    id: str
    question: str
    reading: str
    settings: tuple[str, ...] = ()
