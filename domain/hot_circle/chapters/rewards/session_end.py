"""The steps in which a session ends (HC-65, HC-69)."""

from collections.abc import Iterable
from typing import Literal

from domain.hot_circle.chapters.guards import gm_in_play, session_open
from domain.hot_circle.chapters.rewards.goals import is_rewardable
from domain.hot_circle.chapters.scenes.lasting_assets import refund
from domain.hot_circle.lookup import any_test_open, still_to_vote
from domain.hot_circle.phrases import told, words
from domain.hot_circle.seats import SESSION_END
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.terms import EndStep, SessionStatus
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, Points

chapter = Chapter[Circle](
    "The session's end",
    {
        "trait_vote_due": "A milestone was reached, so both rounds of the trait vote are due for {characters}.",
    },
)


class BeginSessionEnd(Command):
    """Begin the steps that end a session: persona for goals first. Lost assets are refunded.

    Needs:    the gamemaster, an open session, no open scene, test or compel.
    Refused:  `genre_missing`, `gm_only`, `no_open_session`, `session_ending`, `scene_open`, `test_open`,
              `compel_open`.
    Yields:   `SessionEndBegan`, `SessionEndStepReached`, `FateAwarded` and `PersonaAwarded` for lost assets.
    """

    type: Literal["hot_circle.begin_session_end"] = "hot_circle.begin_session_end"


class SessionEndBegan(Event):
    """The last scene is over; the steps of the session's end follow."""

    type: Literal["hot_circle.session_end_began.v1"] = "hot_circle.session_end_began.v1"
    session: Points


class SessionEndStepReached(Event):
    """The session's end is at this step."""

    type: Literal["hot_circle.session_end_step_reached.v1"] = "hot_circle.session_end_step_reached.v1"
    step: EndStep


@chapter.decides(BeginSessionEnd)
def begin_session_end(state: Circle, command: BeginSessionEnd, asker: Asker, dice: Dice) -> Events:
    """HC-69: begin the end of the session with nothing open; lost assets are refunded first (HC-65)."""
    gm_in_play(state, asker)
    session_open(state)
    need(
        state.game_session.status is not SessionStatus.ENDING,
        "session_ending",
        step=state.game_session.ending_step,
    )
    if (test := any_test_open(state)) is not None:
        raise CommandRefused("test_open", test=test)
    need(state.scene is None, "scene_open", scene=state.scene)
    for slug, compel in state.compels.items():
        need(not compel.open, "compel_open", compel=slug)
    begun: list[Event] = [
        SessionEndBegan(session=state.game_session.session_no),
        SessionEndStepReached(step=EndStep.PERSONA),
    ]
    for slug, it in state.pcs.items():
        for asset in it.refunds:
            begun += refund(state, CharacterId(slug), it, asset)
    return begun


@chapter.applies(SessionEndBegan)
def _(state: Circle, event: SessionEndBegan) -> None:
    must(state.game_session.status is SessionStatus.OPEN, "only an open session ends")
    must(state.scene is None, "a scene is open")
    state.game_session.status = SessionStatus.ENDING


@chapter.tells(SessionEndBegan, "The end of session {session} begins")
def _(state: Circle, event: SessionEndBegan) -> Iterable[Fact]:
    yield told(f"the end of session {event.session}", "session end")


@chapter.applies(SessionEndStepReached)
def _(state: Circle, event: SessionEndStepReached) -> None:
    steps = list(EndStep)
    before = state.game_session.ending_step
    must(steps.index(event.step) == steps.index(before) + 1, f"{event.step} cannot follow {before}")
    state.game_session.ending_step = event.step
    if event.step is EndStep.TRAIT_VOTE:
        for character in state.characters.values():
            character.rounds_voted, character.traits_changed, character.voted_away = [], 0, []
    elif event.step is EndStep.VOLUNTARY and state.milestone_due:
        state.milestone_due, state.skip_ready = False, True


@chapter.tells(SessionEndStepReached, "The session's end: {step}")
def _(state: Circle, event: SessionEndStepReached) -> Iterable[Fact]:
    yield told(words(event.step), "session end")


class NextEndStep(Command):
    """Go on with the session's end. There is no way back to an earlier step.

    Needs:    the gamemaster, a session being ended; every vote closed that a milestone asks for.
    Refused:  `genre_missing`, `gm_only`, `wrong_step`, `trait_vote_due`, `session_not_ending`.
    Yields:   `SessionEndStepReached`.
    """

    type: Literal["hot_circle.next_end_step"] = "hot_circle.next_end_step"


@chapter.decides(NextEndStep)
def next_end_step(state: Circle, command: NextEndStep, asker: Asker, dice: Dice) -> Events:
    """HC-69: go on to the next step; a milestone's votes are held before the third ends."""
    gm_in_play(state, asker)
    session = state.game_session
    need(session.status is SessionStatus.ENDING, "session_not_ending")
    need(session.ending_step is not EndStep.DONE, "wrong_step", needs=EndStep.PERSONA, step=session.ending_step)
    if session.ending_step is EndStep.TRAIT_VOTE and (waiting := still_to_vote(state)):
        raise CommandRefused("trait_vote_due", characters=waiting)
    steps = list(EndStep)
    return [SessionEndStepReached(step=steps[steps.index(session.ending_step) + 1])]


_STEPS = {
    EndStep.BELIEFS: "beliefs and instincts",
    EndStep.TRAIT_VOTE: "trait vote",
    EndStep.VOLUNTARY: "voluntary conditions",
}


def nothing_left(state: Circle) -> bool:
    """True where the step under way has nothing that anybody could still do in it."""
    cast = state.pcs.values()
    both = state.house_rules.further_and_resolve
    match state.game_session.ending_step:
        case EndStep.PERSONA:
            return not any(is_rewardable(it, both=both) for each in cast for it in each.beliefs.values())
        case EndStep.BELIEFS:
            written = [*(it for each in cast for it in each.beliefs.values())]
            habits = [*(it for each in cast for it in each.instincts.values())]
            return all(it.revised for it in written) and all(it.revised for it in habits)
        case EndStep.TRAIT_VOTE:
            return True
    return not state.pcs


def beginning_the_end(state: Circle) -> Iterable[Offer]:
    """HC-69: the session's end, when nothing is left open."""
    if any_test_open(state) is None and not any(compel.open for compel in state.compels.values()):
        yield Offer(command=BeginSessionEnd, label="Begin the session's end", group=SESSION_END)


def next_step(state: Circle) -> Offer:
    """HC-69: what comes after the step under way; nothing else is left where nobody could do anything in it."""
    order = list(EndStep)
    after = order[order.index(state.game_session.ending_step) + 1]
    label = "The session is over" if after is EndStep.DONE else f"Go on to: {_STEPS[after]}"
    return Offer(command=NextEndStep, label=label, group=SESSION_END, forced=nothing_left(state))
