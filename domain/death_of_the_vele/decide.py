"""Who may ask at all; then the rule of the command's chapter."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused
from domain.kernel.dice import Dice
from domain.kernel.messages import Command
from domain.kernel.people import Asker

from . import rules
from .commands.acts import JoinLate
from .commands.story import StartStory
from .rules.economy import merging_closed
from .state import Vele
from .terms import StoryStatus


def decide(state: Vele, command: Command, asker: Asker, dice: Dice) -> Events:
    """What follows when somebody asks this of the story. Changes nothing."""
    if not isinstance(command, StartStory):
        if not state.story.started:
            raise CommandRefused("no_story")
        if state.story.status is StoryStatus.ENDED:
            raise CommandRefused("story_ended", story=state.story.title)
        if asker.person not in state.story.players and not isinstance(command, JoinLate):
            raise CommandRefused("not_a_player", person=asker.person)
    decision = rules.answer(state, command, asker, dice)
    return [*decision, *merging_closed(state, decision, asker)]
