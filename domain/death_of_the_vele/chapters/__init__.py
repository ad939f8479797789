"""The chapters of Death of the Vele, in order: each imports only those before it."""

from domain.death_of_the_vele.state.vele import Vele
from domain.kernel.chapter import Events, Rulebook
from domain.kernel.dice import Dice as Chance
from domain.kernel.messages import Command
from domain.kernel.people import Asker

from . import (
    acts,
    agreement,
    cast,
    deeds,
    experience,
    founding,
    guards,
    initiative,
    outcomes,
    pools,
    scenes,
    struggle_dice,
    struggles,
)
from .struggle_dice.exchanging import merging_closed

RULEBOOK = Rulebook[Vele](
    guards.chapter,
    pools.chapter,
    deeds.chapter,
    *agreement.CHAPTERS,
    experience.chapter,
    *founding.CHAPTERS,
    *cast.CHAPTERS,
    *acts.CHAPTERS,
    *scenes.CHAPTERS,
    *initiative.CHAPTERS,
    *struggles.CHAPTERS,
    *struggle_dice.CHAPTERS,
    *outcomes.CHAPTERS,
)


def decide(state: Vele, command: Command, asker: Asker, chance: Chance) -> Events:
    """The rule's answer, and after it an event for each player whose window for merging it closes (VE-15)."""
    events = RULEBOOK.decide(state, command, asker, chance)
    return [*events, *merging_closed(state, events, asker)]
