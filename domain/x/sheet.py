"""What has a name and a sheet: the journey itself."""

from collections.abc import Mapping

from domain.kernel.sheet import Counter, CounterForm, Section, Sheet

from .state import STEPS, Journey


def names(state: Journey) -> Mapping[str, str]:
    """Names for ids."""
    return {"journey": "The journey"}


def sheet(state: Journey, owner: str) -> Sheet:
    """The page of the journey, which is no character's."""
    steps = Counter(path="journey.steps", label="Steps", value=state.steps, high=STEPS, form=CounterForm.BOXES)
    return Sheet(character=owner, title="The journey", sections=(Section("How far it is", (steps,)),), page=True)
