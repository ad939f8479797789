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
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker

from .awards import Awards
from .cases import answers
from .common import aspect_ids, narrator_of, not_turned_down, own_component, player_for

HIT, DANGEROUS_HIT = 1, 2
BOUGHT_OFF, BOUGHT_OFF_SHARE = 10, 3
SPOTLIGHT, SPOTLIGHT_SHARE = 5, 3


def aspect_slot_free(state: Vele, subject: str, asker: Asker) -> None:
    """This person may write a lasting aspect there, and a slot is free."""
    group = state.groups.get(subject)
    if group is not None:
        need(group.owner == asker.person, "not_your_group", group=subject, player=group.owner)
        slots = LEADER_ASPECTS
    else:
        it = own_component(state, subject, asker)
        need(it.size is not Size.MINION, "minion_has_no_aspects", component=subject)
        slots = aspect_slots(state, it)
    there = len(lasting_aspects(state, subject))
    if there < slots:
        return
    raise CommandRefused("aspect_slots_full", component=subject, slots=slots, aspects=there + 1)


@answers(ask.AddAspect)
def add_aspect(state: Vele, command: ask.AddAspect, asker: Asker) -> Events:
    """VE-28: as many as its slots."""
    aspect_slot_free(state, command.subject, asker)
    ((slug, text),) = aspect_ids(state, (command.text,)).items()
    return [
        say.AspectAdded(
            aspect=slug, subject=command.subject, text=text, origin=Origin.START, negative=command.negative,
            player=asker.person,
        )
    ]  # fmt: skip


def active_aspect(state: Vele, slug: str) -> Aspect:
    """An aspect that still counts."""
    aspect = found(state.aspects.get(slug), "aspect_unknown", aspect=slug)
    need(aspect.status is AspectStatus.ACTIVE, "aspect_not_active", aspect=slug, status=aspect.status)
    return aspect


def players_of(state: Vele, subject: str) -> list[str]:
    """Whose aspect it is: a component's player, or everybody who plays a member of the group."""
    if subject in state.components:
        return [player_for(state.components[subject])]
    group = found(state.groups.get(subject), "aspect_of_nobody", subject=subject)
    return list(dict.fromkeys(player_for(state.components[slug]) for slug in group.members))


def theirs(state: Vele, aspect: Aspect, asker: Asker) -> list[str]:
    """The players an aspect pays, if the asker is one of them."""
    among = players_of(state, aspect.subject)
    if asker.person not in among:
        raise CommandRefused("not_your_component", component=aspect.subject, player=next(iter(among), None))
    return among


@answers(ask.HitAspect)
def hit_aspect(state: Vele, command: ask.HitAspect, asker: Asker) -> Events:
    """VE-108: for the player, or every player of the group, and for the narrator; not double for one person."""
    aspect = active_aspect(state, command.aspect)
    among = theirs(state, aspect, asker)
    not_turned_down(state, ApprovalKind.HIT, aspect.text)
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
def buy_off_aspect(state: Vele, command: ask.BuyOffAspect, asker: Asker) -> Events:
    """VE-109: PCs' aspects and groups' aspects; the slot stays shut until the next level."""
    aspect = active_aspect(state, command.aspect)
    among = theirs(state, aspect, asker)
    it = state.components.get(aspect.subject)
    if it is not None and it.kind is not ComponentKind.PC:
        raise CommandRefused("story_aspects_stay", component=aspect.subject)
    need(
        aspect.durability is Durability.PERMANENT,
        "aspect_passes",
        aspect=command.aspect,
        durability=aspect.durability,
    )
    not_turned_down(state, ApprovalKind.BUY_OFF, aspect.text)
    awards = Awards(state)
    shared(state, awards, among, BOUGHT_OFF, BOUGHT_OFF_SHARE, XpReason.ASPECT_BOUGHT_OFF, command.aspect)
    done = say.AspectBoughtOff(aspect=command.aspect, player=asker.person, cause=command.cause)
    return [done, *awards.events]


@answers(ask.ReplaceBoughtOffAspect)
def replace_bought_off_aspect(state: Vele, command: ask.ReplaceBoughtOffAspect, asker: Asker) -> Events:
    """VE-115: after a new level, one for one."""
    old = found(state.aspects.get(command.old), "aspect_unknown", aspect=command.old)
    it = own_component(state, old.subject, asker)
    need(command.old in it.replaceable, "no_new_level", aspect=command.old)
    aspect_slot_free(state, old.subject, asker)
    ((slug, text),) = aspect_ids(state, (command.text,)).items()
    return [say.AspectReplaced(old=command.old, new=slug, text=text, player=asker.person)]


def objective_of(state: Vele, scope: ObjectiveScope) -> Objective | None:
    """The objective of the story, or of the act."""
    if scope is ObjectiveScope.STORY:
        return state.story.objective
    return state.act.objective if state.act is not None else None


@answers(ask.ResolveObjective)
def resolve_objective(state: Vele, command: ask.ResolveObjective, asker: Asker) -> Events:
    """VE-110: achieved or failed by the PCs pays everybody with a PC; anything else lapses."""
    objective = found(objective_of(state, command.scope), "no_objective", scope=command.scope)
    need(objective.outcome is None, "objective_resolved", outcome=objective.outcome)
    not_turned_down(state, ApprovalKind.OBJECTIVE, objective.text)
    if not command.outcome.pays:
        return [say.ObjectiveLapsed(scope=command.scope, outcome=command.outcome, reason=command.reason)]
    awards = Awards(state)
    among = [player for player, it in state.story.players.items() if it.pc is not None]
    shared(state, awards, among, BOUGHT_OFF, BOUGHT_OFF_SHARE, XpReason.OBJECTIVE, command.scope.value)
    done = say.ObjectiveBoughtOff(scope=command.scope, outcome=command.outcome, reason=command.reason)
    return [done, *awards.events]


@answers(ask.CreateSpotlight)
def create_spotlight(state: Vele, command: ask.CreateSpotlight, asker: Asker) -> Events:
    """VE-37: two for the PC in a story; one for each group, tied to a PC."""
    player = state.story.players[asker.person]
    subject = player.pc
    if command.group is None:
        need(subject is not None, "no_pc")
        need(player.spotlights_created < MOST_PC_SPOTLIGHTS, "spotlights_used", most=MOST_PC_SPOTLIGHTS)
    else:
        group = found(state.groups.get(command.group), "group_unknown", group=command.group)
        need(group.owner == asker.person, "not_your_group", group=command.group, player=group.owner)
        need(group.spotlight is None, "group_has_card", group=command.group)
        need(command.tie in group.connected_by, "spotlight_untied", group=command.group)
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
def complete_spotlight(state: Vele, command: ask.CompleteSpotlight, asker: Asker) -> Events:
    """VE-111: 5 XP for whose card it is, 3 for the narrator; not both for one person."""
    card = found(state.story.spotlights.get(command.spotlight), "spotlight_unknown", spotlight=command.spotlight)
    need(card.status is SpotlightStatus.OPEN, "spotlight_closed", spotlight=command.spotlight)
    narrator = narrator_of(state)
    need(asker.person in (narrator, card.creator), "narrator_or_owner", narrator=narrator, player=card.creator)
    awards = Awards(state)
    awards.give(card.creator, SPOTLIGHT, XpReason.SPOTLIGHT_SUCCEEDED, command.spotlight)
    awards.share(narrator, card.creator, SPOTLIGHT_SHARE, XpReason.SPOTLIGHT_SUCCEEDED, command.spotlight)
    return [say.SpotlightSucceeded(spotlight=command.spotlight, narrator=narrator), *awards.events]
