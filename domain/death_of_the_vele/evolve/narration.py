"""How narration changes hands, and how acts and stories end."""

from domain.death_of_the_vele.events import narration as say
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import ActStatus, ChangeReason, SpotlightStatus, StoryStatus

from .fold import act_of, evolve, must


@evolve.on(say.NarratorChanged)
def _(state: Vele, event: say.NarratorChanged) -> None:
    act = act_of(state)
    must(event.now in state.story.players, f"{event.now} does not play in this story")
    act.narrator = event.now
    act.narrator_lent_to = None
    if event.reason is ChangeReason.FORCED:
        act.change_due = False
    if event.reason is ChangeReason.FOCUS:
        act.focus, act.next_focus, act.next_narrator = act.next_focus, "", None


@evolve.on(say.NarrationLent)
def _(state: Vele, event: say.NarrationLent) -> None:
    act = act_of(state)
    must(act.narrator == event.narrator and act.narrator_lent_to is None, "narration cannot be lent now")
    act.narrator_lent_to = event.to


@evolve.on(say.NarrationReclaimed)
def _(state: Vele, event: say.NarrationReclaimed) -> None:
    act = act_of(state)
    must(act.narrator_lent_to is not None, "nothing is lent")
    act.narrator_lent_to = None


@evolve.on(say.FocusChosen)
def _(state: Vele, event: say.FocusChosen) -> None:
    act = act_of(state)
    act.next_focus = event.text
    act.next_narrator = event.player


@evolve.on(say.ActEnded)
def _(state: Vele, event: say.ActEnded) -> None:
    act = act_of(state)
    must(act.number == event.act and act.status is ActStatus.PLAYING, f"act {event.act} is not being played")
    act.status = ActStatus.ENDED
    act.narrator = act.narrator_lent_to = None
    for card in state.story.spotlights.values():
        if card.group is not None and card.status is SpotlightStatus.OPEN:
            card.status = SpotlightStatus.CLOSED


@evolve.on(say.StoryEnded)
def _(state: Vele, event: say.StoryEnded) -> None:
    must(state.story.status is not StoryStatus.ENDED, "the story is told already")
    state.story.status = StoryStatus.ENDED


@evolve.on(say.TwistAwarded)
def _(state: Vele, event: say.TwistAwarded) -> None:
    act_of(state).twist_awarded = True
    state.story.twists_awarded += 1
