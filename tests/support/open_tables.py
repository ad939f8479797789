"""The evenings of the open table that come with the program, played to their end."""

from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import apply, decide
from domain.kernel.vocabulary import Vocabulary
from domain.open_table import GAME
from tests.support.playing import founding
from wiring.samples import Sample, samples

SAMPLES = samples({GAME.key: GAME})


def played(sample: Sample) -> AnyMoment:
    """The moment at the end of this evening."""
    moment, header = beginning(GAME), sample.script.script.header
    asked = [(founding(GAME, house_rules=header.house_rules), header.gm, ())]
    steps = [(Vocabulary(GAME).command(step.when), step.by, step.dice) for _, step in sample.script.script.steps]
    for command, by, dice in [*asked, *steps]:
        events = decide(GAME, moment, command, by, TypedDice(dice))
        assert not isinstance(events, Refusal), (command, events)
        for event in events:
            apply(GAME, moment, event)
            moment.position += 1
    return moment
