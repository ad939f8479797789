"""Preparation: the steps that come before play, what each still lacks, and who takes it."""

from dataclasses import dataclass
from enum import StrEnum

from domain.kernel.forms.layouts import Batch
from domain.kernel.offers import Offer
from domain.kernel.terms import PersonId


class StepStatus(StrEnum):
    """The standing of a step: how far it has come."""

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
    """Stable, in addresses and table files: `cast`, `sheet:ada`."""
    label: str
    why: str = ""
    """One line on what it is for."""
    whose: frozenset[PersonId] = frozenset()
    """The people whose step it is; nobody: the GM's."""
    have: int = 0
    need: int | None = None
    """The amount needed; None: nobody has to."""
    after: tuple[str, ...] = ()
    """The keys of the steps that come first."""
    missing: tuple[str, ...] = ()
    """The missing parts, in words a person can act on: "an arc for Mara"."""
    form: Batch | None = None
    """The form that takes it all at once; None: the first of `asks` brings its own."""
    subject: str = ""
    """The subject of the form, where the same step is there for several: a seat's number, a thing's id. Given to
    `Batch.compile`."""
    asks: tuple[Offer, ...] = ()
    """Commands that take it further, the usual one first. Another person's carry `by`."""
    under: str = ""
    """A heading that several steps share on the list: "Sheets"."""
    warns: str = ""
    """The last chance that goes with it, as a sentence: what cannot be made up for once it is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparation:
    """The preparation of the moment: its steps, in the rulebook's order, and the offer that ends it.

    `begins` None: it ends by itself with its last step.
    """

    title: str
    steps: tuple[Step, ...]
    begins: Offer | None = None
    later: frozenset[str] = frozenset()
    """Keys, without what follows the colon, of steps that come only after this: a table file may fill them in."""

    def step(self, key: str) -> Step | None:
        """The step of this key."""
        return next((step for step in self.steps if step.key == key), None)

    def standing(self, step: Step) -> StepStatus:
        """The standing of this step."""
        if step.need is None:
            return StepStatus.OPTIONAL if not step.have else StepStatus.DONE
        if step.have >= step.need and not step.missing:
            return StepStatus.DONE
        first = (self.step(key) for key in step.after)
        if any(it is not None and self.standing(it) in (StepStatus.DUE, StepStatus.BLOCKED) for it in first):
            return StepStatus.BLOCKED
        return StepStatus.DUE

    @property
    def due(self) -> tuple[Step, ...]:
        """The steps that somebody is to take now, in order."""
        return tuple(step for step in self.steps if self.standing(step) is StepStatus.DUE)

    @property
    def ready(self) -> bool:
        """True if nothing that is needed is left."""
        return all(self.standing(step) in (StepStatus.DONE, StepStatus.OPTIONAL) for step in self.steps)
