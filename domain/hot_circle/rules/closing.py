"""The end of a session, between sessions, the end of it all (HC-62, HC-65, HC-68 to HC-71, HC-73)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Belief, Character, Circle
from domain.hot_circle.tables import (
    ANOTHER_PC,
    COST_OF,
    GOAL_REWARD,
    LOST_ASSET_PERSONA,
    REPLACED,
)
from domain.hot_circle.terms import (
    ConditionOrigin,
    EndStep,
    FateCause,
    GoalResult,
    GoalStatus,
    PersonaCause,
    SessionStatus,
    VoteRound,
)
from domain.hot_circle.words import fresh_id, same
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .common import acted_for, any_test_open, blank, in_step, no_session, own_pc, pc, session_open
from .creation import badly_formed


def record_milestone(state: Circle, command: ask.RecordMilestone) -> Decision[Event]:
    """HC-66: a significant point; the vote follows when the session ends."""
    if wrong := session_open(state):
        return wrong
    step = state.game_session.ending_step
    if step not in (EndStep.NONE, EndStep.PERSONA, EndStep.BELIEFS):
        return refuse("wrong_step", needs=EndStep.BELIEFS, step=step)
    if blank(command.text):
        return refuse("text_missing")
    return [say.MilestoneReached(text=command.text)]


def begin_session_end(state: Circle) -> Decision[Event]:
    """HC-69: nothing is left open. Lost assets are refunded in the first step (HC-65)."""
    if wrong := session_open(state):
        return wrong
    if state.game_session.status is SessionStatus.ENDING:
        return refuse("session_ending", step=state.game_session.ending_step)
    if (test := any_test_open(state)) is not None:
        return refuse("test_open", test=test)
    if state.scene is not None:
        return refuse("scene_open", scene=state.scene)
    for slug, compel in state.compels.items():
        if compel.open:
            return refuse("compel_open", compel=slug)
    begun: list[Event] = [
        say.SessionEndBegan(session=state.game_session.session_no),
        say.SessionEndStepReached(step=EndStep.PERSONA),
    ]
    for slug, it in state.pcs.items():
        for asset in it.refunds:
            begun += refund(state, CharacterId(slug), it, asset)
    return begun


def refund(state: Circle, slug: CharacterId, it: Character, asset: str) -> list[Event]:
    """HC-65: what was paid for it, and one persona point."""
    lost = it.permanent_assets[asset]
    paid = lost.fate_paid
    if not paid and state.house_rules.refund_starting_at_cost:
        paid = COST_OF[lost.kind]
    back: list[Event] = []
    if paid:
        back.append(
            say.FateAwarded(
                character=slug, amount=paid, cause=FateCause.LOST_ASSET, source=asset, test=None, complication=""
            )
        )
    back.append(
        say.PersonaAwarded(character=slug, amount=LOST_ASSET_PERSONA, cause=PersonaCause.LOST_ASSET, source=asset)
    )
    return back


def next_end_step(state: Circle) -> Decision[Event]:
    """HC-69: one step after another; a milestone's votes are held before the third ends."""
    session = state.game_session
    if session.status is not SessionStatus.ENDING:
        return refuse("session_not_ending")
    if session.ending_step is EndStep.DONE:
        return refuse("wrong_step", needs=EndStep.PERSONA, step=session.ending_step)
    if session.ending_step is EndStep.TRAIT_VOTE and (waiting := still_to_vote(state)):
        return refuse("trait_vote_due", characters=waiting)
    steps = list(EndStep)
    return [say.SessionEndStepReached(step=steps[steps.index(session.ending_step) + 1])]


def still_to_vote(state: Circle) -> list[str]:
    """The characters whose two rounds are not both closed, where a milestone asks for votes."""
    if not state.milestone_due:
        return []
    return [slug for slug, it in state.pcs.items() if it.complete and not set(VoteRound) <= set(it.rounds_voted)]


def own_belief(
    state: Circle, slug: str, slot: str, asker: Asker, step: EndStep, *, gm_too: bool
) -> Belief | Refusal:
    """A belief on one's own sheet, in the right step."""
    it = pc(state, slug)
    if isinstance(it, Refusal):
        return it
    it = acted_for(state, slug, asker) if gm_too else own_pc(state, slug, asker)
    if isinstance(it, Refusal):
        return it
    if wrong := in_step(state, step):
        return wrong
    return it.beliefs.get(slot) or refuse("belief_unknown", character=slug, belief=slot)


def reward_goal(state: Circle, command: ask.RewardGoal, asker: Asker) -> Decision[Event]:
    """HC-62: furthered, or resolved and how hard that was; another player's character in it adds one."""
    belief = own_belief(state, command.character, command.belief, asker, EndStep.PERSONA, gm_too=True)
    if isinstance(belief, Refusal):
        return belief
    furthered = command.result is GoalResult.FURTHERED
    both = state.house_rules.further_and_resolve and belief.goal_status is GoalStatus.FURTHERED and not furthered
    if belief.goal_status is not GoalStatus.OPEN and not both:
        return refuse("goal_already_rewarded", belief=command.belief, status=belief.goal_status)
    other = command.other_pc
    if furthered and other is not None:
        return refuse("not_resolved", belief=command.belief)
    if other is not None and (other == command.character or other not in state.pcs):
        return refuse("other_pc_unknown", character=other)
    what: Event = (
        say.GoalFurthered(character=command.character, slot=command.belief)
        if furthered
        else say.GoalResolved(
            character=command.character, slot=command.belief, difficulty=command.result, other_pc=other
        )
    )
    return [
        what,
        say.PersonaAwarded(
            character=command.character,
            amount=GOAL_REWARD[command.result] + (ANOTHER_PC if other is not None else 0),
            cause=PersonaCause.GOAL_FURTHERED if furthered else PersonaCause.GOAL_RESOLVED,
            source=command.belief,
        ),
    ]


def replaced(character: CharacterId, cause: PersonaCause, source: str) -> Event:
    """HC-62: two points for a sign of growth."""
    return say.PersonaAwarded(character=character, amount=REPLACED, cause=cause, source=source)


def revise_belief(state: Circle, command: ask.ReviseBelief, asker: Asker) -> Decision[Event]:
    """HC-70: another stance is growth; another goal alone is only the next step."""
    belief = own_belief(state, command.character, command.belief, asker, EndStep.BELIEFS, gm_too=False)
    if isinstance(belief, Refusal):
        return belief
    if blank(command.stance) or blank(command.goal):
        return refuse("belief_incomplete")
    stance_changed = not same(belief.stance, command.stance)
    if not stance_changed and same(belief.goal, command.goal):
        return refuse("nothing_replaced", what="belief")
    if belief.revised:
        return refuse("already_revised", what="belief")
    revised: list[Event] = [
        say.BeliefRevised(
            character=command.character,
            slot=command.belief,
            old_stance=belief.stance,
            stance=command.stance,
            old_goal=belief.goal,
            goal=command.goal,
            stance_changed=stance_changed,
        )
    ]
    if stance_changed:
        revised.append(replaced(command.character, PersonaCause.STANCE_REPLACED, command.belief))
    return revised


def revise_instinct(state: Circle, command: ask.ReviseInstinct, asker: Asker) -> Decision[Event]:
    """HC-70: another instinct is growth."""
    it = own_pc(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    if wrong := in_step(state, EndStep.BELIEFS):
        return wrong
    instinct = it.instincts.get(command.instinct)
    if instinct is None:
        return refuse("not_my_instinct", character=command.character)
    if wrong := badly_formed(command.form, command.trigger, command.text):
        return wrong
    unchanged = instinct.form is command.form and same(instinct.text, command.text)
    if unchanged and same(instinct.trigger, command.trigger):
        return refuse("nothing_replaced", what="instinct")
    if instinct.revised:
        return refuse("already_revised", what="instinct")
    return [
        say.InstinctReplaced(
            character=command.character,
            slot=command.instinct,
            form=command.form,
            trigger=command.trigger,
            text=command.text,
        ),
        replaced(command.character, PersonaCause.INSTINCT_REPLACED, command.instinct),
    ]


def set_voluntary_condition(state: Circle, command: ask.SetVoluntaryCondition, asker: Asker) -> Decision[Event]:
    """HC-71: one, and what the gamemaster put on the sheet is left alone."""
    it = own_pc(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    if wrong := in_step(state, EndStep.VOLUNTARY):
        return wrong
    chosen = next((slug for slug, one in it.conditions.items() if one.origin is ConditionOrigin.VOLUNTARY), None)
    text = " ".join(command.text.split())
    if not text:
        if chosen is None:
            return refuse("no_voluntary")
        return [
            say.VoluntaryConditionDropped(character=command.character, condition=chosen, epilogue=command.epilogue)
        ]
    if chosen is not None and not command.change:
        return refuse("one_voluntary", condition=chosen)
    others = {slug: one for slug, one in it.conditions.items() if slug != chosen}
    for slug, one in it.conditions.items():
        if same(one.text, text):
            return refuse("condition_exists", condition=slug)
    return [
        say.VoluntaryConditionSet(
            character=command.character,
            condition=fresh_id(text, others, "condition"),
            text=text,
            rank=state.house_rules.voluntary_rank,
            replaced=chosen,
            epilogue=command.epilogue,
        )
    ]


def skip_time(state: Circle, command: ask.SkipTime) -> Decision[Event]:
    """HC-68: after a milestone and its vote; every skip but the first lasts years."""
    if wrong := no_session(state):
        return wrong
    if not state.skip_ready:
        return refuse("skip_without_milestone")
    least = state.house_rules.later_skip_min_months if state.skips else 1
    if command.months < max(1, least):
        return refuse("skip_too_short", months=command.months, least=max(1, least))
    return [say.TimeSkipped(months=command.months, skip=state.skips + 1)]
