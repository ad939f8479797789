"""Races for the next position: how they are lost, and what keeps them from being lost for ever."""

from random import uniform
from time import sleep

from ledger.errors import Conflict
from ledger.records.open_campaign import OpenCampaign

ATTEMPTS = 12
"""The number of times a ruling is decided anew when others record first, before that is reported as a conflict."""
RULINGS_UNDER_LOCK = 50
"""For so many rulings after a lost race, a campaign's rulings are decided in turn, while nobody else can record.

Each race lost means to read the head anew, and eight writers that never rest were seen to keep one of them at that
for most of a minute. A table of people hardly ever loses one.
"""
LONGEST_PAUSE = 0.005
"""Seconds. A random pause before another attempt keeps two writers from stepping on each other in time."""


def wait_for_turn(held: OpenCampaign) -> None:
    """Let others record after a lost race: the next rulings are decided while nobody else can."""
    held.rulings_under_lock = RULINGS_UNDER_LOCK
    sleep(uniform(0, LONGEST_PAUSE))


def always_late(held: OpenCampaign) -> Conflict:
    """The error of whoever lost every race."""
    return Conflict(
        f"Others recorded in {held.entry.slug} {ATTEMPTS} times while this was being decided. "
        "Nothing of it was stored: try again."
    )
