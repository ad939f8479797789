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
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .common import acted_for, any_test_open, blank, in_step, no_session, own_pc, pc, session_open
from .creation import well_formed


def record_milestone(state: Circle, command: ask.RecordMilestone) -> Events:
    """HC-66: a significant point; the vote follows when the session ends."""
    session_open(state)
    step = state.game_session.ending_step
    need(step in (EndStep.NONE, EndStep.PERSONA, EndStep.BELIEFS), "wrong_step", needs=EndStep.BELIEFS, step=step)
    need(not blank(command.text), "text_missing")
    return [say.MilestoneReached(text=command.text)]


def begin_session_end(state: Circle) -> Events:
    """HC-69: nothing is left open. Lost assets are refunded in the first step (HC-65)."""
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


def next_end_step(state: Circle) -> Events:
    """HC-69: one step after another; a milestone's votes are held before the third ends."""
    session = state.game_session
    need(session.status is SessionStatus.ENDING, "session_not_ending")
    need(session.ending_step is not EndStep.DONE, "wrong_step", needs=EndStep.PERSONA, step=session.ending_step)
    if session.ending_step is EndStep.TRAIT_VOTE and (waiting := still_to_vote(state)):
        raise CommandRefused("trait_vote_due", characters=waiting)
    steps = list(EndStep)
    return [say.SessionEndStepReached(step=steps[steps.index(session.ending_step) + 1])]


def still_to_vote(state: Circle) -> list[str]:
    """The characters whose two rounds are not both closed, where a milestone asks for votes."""
    if not state.milestone_due:
        return []
    return [slug for slug, it in state.pcs.items() if it.complete and not set(VoteRound) <= set(it.rounds_voted)]


def own_belief(state: Circle, slug: str, slot: str, asker: Asker, step: EndStep, *, gm_too: bool) -> Belief:
    """A belief on one's own sheet, in the right step."""
    pc(state, slug)
    it = acted_for(state, slug, asker) if gm_too else own_pc(state, slug, asker)
    in_step(state, step)
    return found(it.beliefs.get(slot), "belief_unknown", character=slug, belief=slot)


def reward_goal(state: Circle, command: ask.RewardGoal, asker: Asker) -> Events:
    """HC-62: furthered, or resolved and how hard that was; another player's character in it adds one."""
    belief = own_belief(state, command.character, command.belief, asker, EndStep.PERSONA, gm_too=True)
    furthered = command.result is GoalResult.FURTHERED
    both = state.house_rules.further_and_resolve and belief.goal_status is GoalStatus.FURTHERED and not furthered
    if belief.goal_status is not GoalStatus.OPEN and not both:
        raise CommandRefused("goal_already_rewarded", belief=command.belief, status=belief.goal_status)
    other = command.other_pc
    if furthered and other is not None:
        raise CommandRefused("not_resolved", belief=command.belief)
    if other is not None and (other == command.character or other not in state.pcs):
        raise CommandRefused("other_pc_unknown", character=other)
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


def revise_belief(state: Circle, command: ask.ReviseBelief, asker: Asker) -> Events:
    """HC-70: another stance is growth; another goal alone is only the next step."""
    belief = own_belief(state, command.character, command.belief, asker, EndStep.BELIEFS, gm_too=False)
    if blank(command.stance) or blank(command.goal):
        raise CommandRefused("belief_incomplete")
    stance_changed = not same(belief.stance, command.stance)
    if not stance_changed and same(belief.goal, command.goal):
        raise CommandRefused("nothing_replaced", what="belief")
    need(not belief.revised, "already_revised", what="belief")
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


def revise_instinct(state: Circle, command: ask.ReviseInstinct, asker: Asker) -> Events:
    """HC-70: another instinct is growth."""
    it = own_pc(state, command.character, asker)
    in_step(state, EndStep.BELIEFS)
    instinct = found(it.instincts.get(command.instinct), "not_my_instinct", character=command.character)
    well_formed(command.form, command.trigger, command.text)
    unchanged = instinct.form is command.form and same(instinct.text, command.text)
    if unchanged and same(instinct.trigger, command.trigger):
        raise CommandRefused("nothing_replaced", what="instinct")
    need(not instinct.revised, "already_revised", what="instinct")
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


def set_voluntary_condition(state: Circle, command: ask.SetVoluntaryCondition, asker: Asker) -> Events:
    """HC-71: one, and what the gamemaster put on the sheet is left alone."""
    it = own_pc(state, command.character, asker)
    in_step(state, EndStep.VOLUNTARY)
    chosen = next((slug for slug, one in it.conditions.items() if one.origin is ConditionOrigin.VOLUNTARY), None)
    text = " ".join(command.text.split())
    if not text:
        dropped = found(chosen, "no_voluntary")
        return [
            say.VoluntaryConditionDropped(
                character=command.character, condition=dropped, epilogue=command.epilogue
            )
        ]
    if chosen is not None and not command.change:
        raise CommandRefused("one_voluntary", condition=chosen)
    others = {slug: one for slug, one in it.conditions.items() if slug != chosen}
    for slug, one in it.conditions.items():
        need(not same(one.text, text), "condition_exists", condition=slug)
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


def skip_time(state: Circle, command: ask.SkipTime) -> Events:
    """HC-68: after a milestone and its vote; every skip but the first lasts years."""
    no_session(state)
    need(state.skip_ready, "skip_without_milestone")
    least = max(1, state.house_rules.later_skip_min_months if state.skips else 1)
    need(command.months >= least, "skip_too_short", months=command.months, least=least)
    return [say.TimeSkipped(months=command.months, skip=state.skips + 1)]


def end_season(state: Circle) -> Events:
    """HC-73: a season ends between sessions."""
    no_session(state)
    return [say.SeasonEnded(season=state.season)]


def end_campaign(state: Circle, command: ask.EndCampaign) -> Events:
    """HC-73: the campaign ends between sessions."""
    no_session(state)
    return [say.CampaignEnded(season=state.season, epilogue=command.epilogue)]
