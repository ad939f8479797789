"""Preparation: the steps that come before play, what each still lacks, and who takes it."""

from dataclasses import dataclass
from enum import StrEnum

from domain.kernel.forms.layouts import Batch
from domain.kernel.offers import Offer
from domain.kernel.terms import PersonId


class Standing(StrEnum):
    """How far a step has come."""

    DONE = "done"
    DUE = "due"
    """It is needed, and nothing keeps anybody from taking it."""
    OPTIONAL = "optional"
    """Nobody has to."""
    BLOCKED = "blocked"
    """It is needed, and another step comes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to prepare. Derived from the state like a flow; nothing of it is stored."""

    key: str
    """Stable, in addresses and table files: `cast`, `sheet:miquela`."""
    label: str
    why: str = ""
    """One line on what it is for."""
    whose: frozenset[PersonId] = frozenset()
    """Whose step it is; nobody: the GM's."""
    have: int = 0
    need: int | None = None
    """How much is needed; None: nobody has to."""
    after: tuple[str, ...] = ()
    """The keys of the steps that come first."""
    missing: tuple[str, ...] = ()
    """What is missing, in words a person can act on: "an arc for Mara"."""
    form: Batch | None = None
    """The form that takes it all at once; None: the first of `asks` brings its own."""
    subject: str = ""
    """What the form is for, where the same step is there for several: a seat's number, a thing's id. Given to
    `Batch.compile`."""
    asks: tuple[Offer, ...] = ()
    """Commands that take it further, the usual one first. Another person's carry `by`."""
    under: str = ""
    """A heading that several steps share on the list: "Sheets"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparation:
    """What is to be prepared now, in the rulebook's order, and the offer that ends it.

    `begins` None: it ends by itself with its last step.
    """

    title: str
    steps: tuple[Step, ...]
    begins: Offer | None = None

    def step(self, key: str) -> Step | None:
        """The step of this key."""
        return next((step for step in self.steps if step.key == key), None)

    def standing(self, step: Step) -> Standing:
        """How far this step has come."""
        if step.need is None:
            return Standing.OPTIONAL if not step.have else Standing.DONE
        if step.have >= step.need and not step.missing:
            return Standing.DONE
        first = (self.step(key) for key in step.after)
        if any(it is not None and self.standing(it) in (Standing.DUE, Standing.BLOCKED) for it in first):
            return Standing.BLOCKED
        return Standing.DUE

    @property
    def due(self) -> tuple[Step, ...]:
        """The steps that somebody is to take now, in order."""
        return tuple(step for step in self.steps if self.standing(step) is Standing.DUE)

    @property
    def ready(self) -> bool:
        """True if nothing that is needed is left."""
        return all(self.standing(step) in (Standing.DONE, Standing.OPTIONAL) for step in self.steps)
