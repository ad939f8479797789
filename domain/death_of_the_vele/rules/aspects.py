"""Aspects written, hit, bought off and replaced; objectives; spotlights (VE-28, VE-37, VE-108 to VE-111)."""

from domain.death_of_the_vele.commands import aspects as ask
from domain.death_of_the_vele.events import aspects as say
from domain.death_of_the_vele.slots import aspect_slots, lasting_aspects
from domain.death_of_the_vele.state import Aspect, Objective, Vele
from domain.death_of_the_vele.tables import LEADER_ASPECTS, MOST_PC_SPOTLIGHTS
from domain.death_of_the_vele.terms import (
    ApprovalKind,
    AspectStatus,
    ComponentKind,
    Durability,
    ObjectiveScope,
    Origin,
    Size,
    SpotlightStatus,
    XpReason,
)
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .awards import Awards
from .cases import answers
from .common import aspect_ids, narrator_of, own_component, player_for, turned_down

HIT, DANGEROUS_HIT = 1, 2
BOUGHT_OFF, BOUGHT_OFF_SHARE = 10, 3
SPOTLIGHT, SPOTLIGHT_SHARE = 5, 3


def no_slot(state: Vele, subject: str, asker: Asker) -> Refusal | None:
    """Why this person can write no lasting aspect there, or None."""
    group = state.groups.get(subject)
    if group is not None:
        if group.owner != asker.person:
            return refuse("not_your_group", group=subject, player=group.owner)
        slots = LEADER_ASPECTS
    else:
        it = own_component(state, subject, asker)
        if isinstance(it, Refusal):
            return it
        if it.size is Size.MINION:
            return refuse("minion_has_no_aspects", component=subject)
        slots = aspect_slots(state, it)
    there = len(lasting_aspects(state, subject))
    if there < slots:
        return None
    return refuse("aspect_slots_full", component=subject, slots=slots, aspects=there + 1)


@answers(ask.AddAspect)
def add_aspect(state: Vele, command: ask.AddAspect, asker: Asker) -> Decision[Event]:
    """VE-28: as many as its slots."""
    if refusal := no_slot(state, command.subject, asker):
        return refusal
    ((slug, text),) = aspect_ids(state, (command.text,)).items()
    return [
        say.AspectAdded(
            aspect=slug, subject=command.subject, text=text, origin=Origin.START, negative=command.negative,
            player=asker.person,
        )
    ]  # fmt: skip


def active_aspect(state: Vele, slug: str) -> Aspect | Refusal:
    """An aspect that still counts."""
    aspect = state.aspects.get(slug)
    if aspect is None:
        return refuse("aspect_unknown", aspect=slug)
    if aspect.status is not AspectStatus.ACTIVE:
        return refuse("aspect_not_active", aspect=slug, status=aspect.status)
    return aspect


def players_of(state: Vele, subject: str) -> list[str] | Refusal:
    """Whose aspect it is: a component's player, or everybody who plays a member of the group."""
    if subject in state.components:
        return [player_for(state.components[subject])]
    group = state.groups.get(subject)
    if group is None:
        return refuse("aspect_of_nobody", subject=subject)
    return list(dict.fromkeys(player_for(state.components[slug]) for slug in group.members))


def theirs(state: Vele, aspect: Aspect, asker: Asker) -> list[str] | Refusal:
    """The players an aspect pays, if the asker is one of them."""
    among = players_of(state, aspect.subject)
    if not isinstance(among, Refusal) and asker.person not in among:
        return refuse("not_your_component", component=aspect.subject, player=next(iter(among), None))
    return among


@answers(ask.HitAspect)
def hit_aspect(state: Vele, command: ask.HitAspect, asker: Asker) -> Decision[Event]:
    """VE-108: for the player, or every player of the group, and for the narrator; not double for one person."""
    aspect = active_aspect(state, command.aspect)
    if isinstance(aspect, Refusal):
        return aspect
    among = theirs(state, aspect, asker)
    if isinstance(among, Refusal):
        return among
    if no := turned_down(state, ApprovalKind.HIT, aspect.text):
        return no
    amount = DANGEROUS_HIT if command.danger else HIT
    reason = XpReason.ASPECT_HIT_DANGER if command.danger else XpReason.ASPECT_HIT
    awards = Awards(state)
    shared(state, awards, among, amount, amount, reason, command.aspect)
    hit = say.AspectHit(aspect=command.aspect, player=asker.person, danger=command.danger, how=command.how)
    return [hit, *awards.events]


def shared(
    state: Vele, awards: Awards, among: list[str], amount: int, share: int, reason: XpReason, source: str
) -> None:
    """XP for each of these players, and once for the narrator, who does not earn by the same deed twice."""
    for player in among:
        awards.give(player, amount, reason, source)
    narrator = narrator_of(state)
    if narrator is not None:
        awards.share(narrator, narrator if narrator in among else "", share, reason, source)


@answers(ask.BuyOffAspect)
def buy_off_aspect(state: Vele, command: ask.BuyOffAspect, asker: Asker) -> Decision[Event]:
    """VE-109: PCs' aspects and groups' aspects; the slot stays shut until the next level."""
    aspect = active_aspect(state, command.aspect)
    if isinstance(aspect, Refusal):
        return aspect
    among = theirs(state, aspect, asker)
    if isinstance(among, Refusal):
        return among
    it = state.components.get(aspect.subject)
    if it is not None and it.kind is not ComponentKind.PC:
        return refuse("story_aspects_stay", component=aspect.subject)
    if aspect.durability is not Durability.PERMANENT:
        return refuse("aspect_passes", aspect=command.aspect, durability=aspect.durability)
    if no := turned_down(state, ApprovalKind.BUY_OFF, aspect.text):
        return no
    awards = Awards(state)
    shared(state, awards, among, BOUGHT_OFF, BOUGHT_OFF_SHARE, XpReason.ASPECT_BOUGHT_OFF, command.aspect)
    done = say.AspectBoughtOff(aspect=command.aspect, player=asker.person, cause=command.cause)
    return [done, *awards.events]


@answers(ask.ReplaceBoughtOffAspect)
def replace_bought_off_aspect(state: Vele, command: ask.ReplaceBoughtOffAspect, asker: Asker) -> Decision[Event]:
    """VE-115: after a new level, one for one."""
    old = state.aspects.get(command.old)
    if old is None:
        return refuse("aspect_unknown", aspect=command.old)
    it = own_component(state, old.subject, asker)
    if isinstance(it, Refusal):
        return it
    if command.old not in it.replaceable:
        return refuse("no_new_level", aspect=command.old)
    if refusal := no_slot(state, old.subject, asker):
        return refusal
    ((slug, text),) = aspect_ids(state, (command.text,)).items()
    return [say.AspectReplaced(old=command.old, new=slug, text=text, player=asker.person)]


def objective_of(state: Vele, scope: ObjectiveScope) -> Objective | None:
    """The objective of the story, or of the act."""
    if scope is ObjectiveScope.STORY:
        return state.story.objective
    return state.act.objective if state.act is not None else None


@answers(ask.ResolveObjective)
def resolve_objective(state: Vele, command: ask.ResolveObjective, asker: Asker) -> Decision[Event]:
    """VE-110: achieved or failed by the PCs pays everybody with a PC; anything else lapses."""
    objective = objective_of(state, command.scope)
    if objective is None:
        return refuse("no_objective", scope=command.scope)
    if objective.outcome is not None:
        return refuse("objective_resolved", outcome=objective.outcome)
    if no := turned_down(state, ApprovalKind.OBJECTIVE, objective.text):
        return no
    if not command.outcome.pays:
        return [say.ObjectiveLapsed(scope=command.scope, outcome=command.outcome, reason=command.reason)]
    awards = Awards(state)
    among = [player for player, it in state.story.players.items() if it.pc is not None]
    shared(state, awards, among, BOUGHT_OFF, BOUGHT_OFF_SHARE, XpReason.OBJECTIVE, command.scope.value)
    done = say.ObjectiveBoughtOff(scope=command.scope, outcome=command.outcome, reason=command.reason)
    return [done, *awards.events]


@answers(ask.CreateSpotlight)
def create_spotlight(state: Vele, command: ask.CreateSpotlight, asker: Asker) -> Decision[Event]:
    """VE-37: two for the PC in a story; one for each group, tied to a PC."""
    player = state.story.players[asker.person]
    subject = player.pc
    if command.group is None:
        if subject is None:
            return refuse("no_pc")
        if player.spotlights_created >= MOST_PC_SPOTLIGHTS:
            return refuse("spotlights_used", most=MOST_PC_SPOTLIGHTS)
    else:
        group = state.groups.get(command.group)
        if group is None:
            return refuse("group_unknown", group=command.group)
        if group.owner != asker.person:
            return refuse("not_your_group", group=command.group, player=group.owner)
        if group.spotlight is not None:
            return refuse("group_has_card", group=command.group)
        if command.tie not in group.connected_by:
            return refuse("spotlight_untied", group=command.group)
        subject = command.group
    number = len(state.story.spotlights) + 1
    return [
        say.SpotlightCreated(
            spotlight=f"spotlight-{number}",
            subject=subject,
            highlight=command.highlight,
            motivation=command.motivation,
            creator=asker.person,
            group=command.group,
            tie=command.tie if command.group is not None else None,
        )
    ]


@answers(ask.CompleteSpotlight)
def complete_spotlight(state: Vele, command: ask.CompleteSpotlight, asker: Asker) -> Decision[Event]:
    """VE-111: 5 XP for whose card it is, 3 for the narrator; not both for one person."""
    card = state.story.spotlights.get(command.spotlight)
    if card is None:
        return refuse("spotlight_unknown", spotlight=command.spotlight)
    if card.status is not SpotlightStatus.OPEN:
        return refuse("spotlight_closed", spotlight=command.spotlight)
    narrator = narrator_of(state)
    if asker.person not in (narrator, card.creator):
        return refuse("narrator_or_owner", narrator=narrator, player=card.creator)
    awards = Awards(state)
    awards.give(card.creator, SPOTLIGHT, XpReason.SPOTLIGHT_SUCCEEDED, command.spotlight)
    awards.share(narrator, card.creator, SPOTLIGHT_SHARE, XpReason.SPOTLIGHT_SUCCEEDED, command.spotlight)
    return [say.SpotlightSucceeded(spotlight=command.spotlight, narrator=narrator), *awards.events]
