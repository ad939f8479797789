"""The state: plain data that only events change."""

from dataclasses import dataclass

from domain.kernel.messages import HouseRules

STEPS = 6
"""So many steps is the journey long."""


@dataclass(slots=True)
class Journey:
    """How far the journey has come."""

    house_rules: HouseRules
    steps: int = 0


def adopt(state: Journey, rules: HouseRules) -> None:
    """Read the rules otherwise from now on."""
    state.house_rules = rules
