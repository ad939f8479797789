"""Who narrates, and how acts and stories end (VE-42, VE-43, VE-47 to VE-49)."""

from domain.death_of_the_vele.commands import narration as ask
from domain.death_of_the_vele.events import narration as say
from domain.death_of_the_vele.events.aspects import ObjectiveLapsed
from domain.death_of_the_vele.state import Act, Vele
from domain.death_of_the_vele.terms import (
    ActStatus,
    ChangeReason,
    ObjectiveOutcome,
    ObjectiveScope,
    XpReason,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .awards import Awards
from .cases import answers
from .common import act_in, in_order, narrating, rolled_struggle

FOCUS, INNER_FOCUS = 4, 3


def due(act: Act, willing: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Who narrates after a forced change, and whom the offers went to (VE-42)."""
    after = in_order(act.initiative_order, act.narrator or "")
    for place, player in enumerate(after, start=1):
        if player in willing:
            return player, tuple(after[:place])
    return (after[0] if after else act.narrator or ""), tuple(after)


@answers(ask.ChangeNarrator)
def change_narrator(state: Vele, command: ask.ChangeNarrator, asker: Asker) -> Events:
    """VE-42: down the initiative list; the first who wants it, or else simply the next."""
    act = act_in(state, ActStatus.PLAYING)
    need(act.change_due, "no_change_due")
    if unknown := [player for player in command.willing if player not in state.story.players]:
        raise CommandRefused("not_in_story", player=unknown[0])
    now, offers = due(act, command.willing)
    if command.to is not None and command.to != now:
        need(command.to != act.narrator, "narrates_already", player=command.to)
        raise CommandRefused("earlier_player_willing", player=now)
    was = act.narrator or now
    return [say.NarratorChanged(was=was, now=now, reason=ChangeReason.FORCED, offers=offers)]


def holding(state: Vele, asker: Asker, to: str) -> Act:
    """The act, if this person is its narrator and may give narration to another."""
    act = state.act
    if act is None or act.status is not ActStatus.PLAYING or act.narrator != asker.person:
        raise CommandRefused("narrator_only", narrator=act.narrator if act is not None else None)
    need(to in state.story.players, "not_in_story", player=to)
    need(to != asker.person, "narrates_already", player=to)
    return act


@answers(ask.PassNarration)
def pass_narration(state: Vele, command: ask.PassNarration, asker: Asker) -> Events:
    """VE-43: for good. In a relay (VE-P6) to the next in order, with their focus on a card."""
    act = holding(state, asker, command.to)
    if (rolled := rolled_struggle(state)) is not None:
        raise CommandRefused("mid_roll", struggle=rolled.id)
    relay = state.house_rules.narration_relay
    if relay:
        following = in_order(act.initiative_order, asker.person)[0]
        need(command.to == following, "relay_next_only", player=following)
        need(act.next_narrator == command.to, "focus_missing", player=command.to)
    reason = ChangeReason.FOCUS if relay else ChangeReason.PASSED
    changed = say.NarratorChanged(was=asker.person, now=command.to, reason=reason)
    return [changed, *focus_xp(state, act, asker.person)]


def focus_xp(state: Vele, act: Act, narrator: str) -> list[Event]:
    """VE-P7: 4 XP for the starting event or the objective of the act, 3 for a focus between."""
    if not (state.house_rules.relay_xp and state.house_rules.narration_relay and act.focus):
        return []
    objective = act.objective.text if act.objective is not None else ""
    awards = Awards(state)
    outer = act.focus in (act.starting_event, objective)
    awards.give(narrator, FOCUS if outer else INNER_FOCUS, XpReason.FOCUS, act.focus)
    return awards.events


@answers(ask.LendNarration)
def lend_narration(state: Vele, command: ask.LendNarration, asker: Asker) -> Events:
    """VE-43: until it is taken back, or forced to change."""
    act = holding(state, asker, command.to)
    need(act.narrator_lent_to is None, "lent_already", player=act.narrator_lent_to)
    return [say.NarrationLent(narrator=asker.person, to=command.to)]


@answers(ask.ReclaimNarration)
def reclaim_narration(state: Vele, command: ask.ReclaimNarration, asker: Asker) -> Events:
    """VE-43: at any time but during a roll."""
    act = state.act
    if act is None or act.narrator_lent_to is None or act.narrator != asker.person:
        raise CommandRefused("nothing_lent")
    if (rolled := rolled_struggle(state)) is not None:
        raise CommandRefused("mid_roll", struggle=rolled.id)
    return [say.NarrationReclaimed(narrator=asker.person)]


@answers(ask.ChooseFocus)
def choose_focus(state: Vele, command: ask.ChooseFocus, asker: Asker) -> Events:
    """VE-P6: the next narrator picks a topic while another still narrates."""
    need(state.house_rules.narration_relay, "no_relay")
    act = act_in(state, ActStatus.PLAYING)
    following = next(iter(in_order(act.initiative_order, act.narrator or "")), None)
    need(asker.person == following, "relay_next_only", player=following)
    text = act.objective.text if command.act_objective and act.objective is not None else command.text
    need(text.strip(), "text_missing")
    return [say.FocusChosen(player=asker.person, text=text, act_objective=command.act_objective)]


def lapsing(state: Vele, scope: ObjectiveScope, reason: str) -> list[Event]:
    """The objective of this scope lapses, if it is still open."""
    story = scope is ObjectiveScope.STORY
    objective = state.story.objective if story else state.act.objective if state.act is not None else None
    if objective is None or objective.outcome is not None:
        return []
    return [ObjectiveLapsed(scope=scope, outcome=ObjectiveOutcome.EXPIRED, reason=reason)]


@answers(ask.EndAct)
def end_act(state: Vele, command: ask.EndAct, asker: Asker) -> Events:
    """VE-47: between scenes; an open objective lapses without XP."""
    narrating(state, asker)
    act = found(state.act, "no_act")
    if state.scene is not None and state.scene.open:
        raise CommandRefused("scene_open", scene=state.scene.title)
    ended = say.ActEnded(act=act.number, outcome=command.outcome)
    paid = focus_xp(state, act, act.narrator or asker.person)
    return [*lapsing(state, ObjectiveScope.ACT, "the act is over"), *paid, ended]


@answers(ask.EndStory)
def end_story(state: Vele, command: ask.EndStory, asker: Asker) -> Events:
    """VE-48: when no act is under way."""
    if state.act is not None and state.act.status is not ActStatus.ENDED:
        raise CommandRefused("act_running", act=state.act.name)
    lapsed = lapsing(state, ObjectiveScope.STORY, "the story is over")
    return [*lapsed, say.StoryEnded(outcome=command.outcome)]


@answers(ask.AwardTwist)
def award_twist(state: Vele, command: ask.AwardTwist, asker: Asker) -> Events:
    """VE-49: from the players to the current narrator; one an act is the guide, not a limit."""
    act = act_in(state, ActStatus.PLAYING)
    narrator = act.narrator_lent_to or act.narrator
    need(command.narrator == narrator, "twist_for_narrator", narrator=narrator)
    need(asker.person != narrator, "own_twist")
    need(command.text.strip(), "text_missing")
    awards = Awards(state)
    awards.give(command.narrator, state.house_rules.twist_xp, XpReason.TWIST)
    awarded = say.TwistAwarded(narrator=command.narrator, text=command.text, over_guide=act.twist_awarded)
    return [awarded, *awards.events]
