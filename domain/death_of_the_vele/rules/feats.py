"""Aspects won by maneuver, assessment and declaration, or without a roll; Chain (VE-78 to VE-80, VE-99)."""

from domain.death_of_the_vele.commands import feats as ask
from domain.death_of_the_vele.events import aspects, attacks
from domain.death_of_the_vele.events import feats as say
from domain.death_of_the_vele.reckoning import unit_of
from domain.death_of_the_vele.state import Struggle, Vele
from domain.death_of_the_vele.terms import (
    AspectStatus,
    Durability,
    Effect,
    GoalType,
    Origin,
    StruggleKind,
    Winner,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker

from .aiming import distance
from .cases import answers
from .common import aspect_ids, open_scene, own_component
from .followups import STICKY, cause_of
from .stages import decided, in_the_scene, reached_by_dice

FOR_AN_ASPECT = (GoalType.MANEUVER, GoalType.ASSESS, GoalType.DECLARE)


def won_for_an_aspect(state: Vele, asker: Asker) -> Struggle:
    """A won maneuver, assessment or declaration whose aspect is still to be written."""
    struggle = decided(state)
    if struggle.goal_type not in FOR_AN_ASPECT or struggle.kind is StruggleKind.BLOCKED:
        raise CommandRefused("not_for_an_aspect")
    need(struggle.player == asker.person, "not_your_goal", player=struggle.player)
    need(struggle.known, "reveal_first")
    need(struggle.winner is Winner.ACTOR, "struggle_lost")
    need(not struggle.outcome_placed, "aspect_placed")
    return struggle


def known_subject(state: Vele, subject: str | None) -> str:
    """Something an aspect can be about: a component, a group, a place of the map, the scene, the story."""
    places = state.act.map_positions.values() if state.act is not None else ()
    zones = state.scene.zones if state.scene is not None else ()
    about = state.components.get(subject or "")
    if about is not None:
        reached_by_dice(subject or "", about)
    known = about is not None or subject in state.groups or subject in (*places, *zones)
    if subject is not None and (known or subject in ("scene", "story")):
        return subject
    raise CommandRefused("subject_unknown", subject=subject)


@answers(ask.EstablishAspect)
def establish_aspect(state: Vele, command: ask.EstablishAspect, asker: Asker) -> Events:
    """VE-78, VE-79: fragile or sticky by the score for a maneuver; permanent for what is found or known."""
    struggle = won_for_an_aspect(state, asker)
    creator = struggle.actor.main or ""
    if command.recharge is not None:
        return recharge(state, struggle, command.recharge)
    words = found(command.text, "text_missing")
    subject = known_subject(state, command.subject or struggle.subject)
    ((slug, text),) = aspect_ids(state, [words]).items()
    if struggle.goal_type is GoalType.MANEUVER:
        sticky = struggle.score >= STICKY
        placed = aspects.AspectPlaced(
            aspect=slug,
            subject=subject,
            text=text,
            origin=Origin.MANEUVER,
            durability=Durability.STICKY if sticky else Durability.FRAGILE,
            free_tag=True,
            negative=command.negative,
            creator=creator,
            player=asker.person,
        )
        return [placed, say.StickyPaid(struggle=struggle.id, points=STICKY if sticky else 0)]
    kind = say.AspectDiscovered if struggle.goal_type is GoalType.ASSESS else say.AspectDeclared
    return [
        kind(
            struggle=struggle.id,
            aspect=slug,
            subject=subject,
            text=text,
            negative=command.negative,
            creator=creator,
        )
    ]


def recharge(state: Vele, struggle: Struggle, slug: str) -> Events:
    """VE-78: a sticky aspect whose free tag is spent gets it back."""
    need(struggle.goal_type is GoalType.MANEUVER, "maneuver_recharges")
    aspect = found(state.aspects.get(slug), "aspect_unknown", aspect=slug)
    if aspect.durability is not Durability.STICKY or aspect.status is not AspectStatus.ACTIVE:
        raise CommandRefused("recharge_sticky_only", aspect=slug)
    need(not aspect.free_tag, "recharge_spent_only", aspect=slug)
    return [say.AspectRecharged(struggle=struggle.id, aspect=slug)]


@answers(ask.PlaceAspectFreely)
def place_aspect_freely(state: Vele, command: ask.PlaceAspectFreely, asker: Asker) -> Events:
    """VE-80: long undisturbed preparation brings one sticky aspect."""
    scene = open_scene(state)
    need(not scene.initiative_running, "initiative_runs")
    own_component(state, command.component, asker)
    need(command.preparation.strip(), "text_missing")
    preparation = " ".join(command.preparation.lower().split())
    need(preparation not in scene.prepared, "prepared_already", preparation=command.preparation)
    subject = known_subject(state, command.subject)
    ((slug, text),) = aspect_ids(state, [command.text]).items()
    return [
        say.PreparationUsed(component=command.component, preparation=preparation),
        aspects.AspectPlaced(
            aspect=slug,
            subject=subject,
            text=text,
            origin=Origin.FICTION,
            durability=Durability.STICKY,
            free_tag=True,
            negative=command.negative,
            creator=command.component,
            player=asker.person,
        ),
    ]


@answers(ask.ApplyChain)
def apply_chain(state: Vele, command: ask.ApplyChain, asker: Asker) -> Events:
    """VE-99: on success one further target in the zone, with the same roll."""
    struggle = decided(state)
    need(any(it.effect is Effect.CHAIN for it in struggle.actor.effects), "chain_missing")
    need(struggle.player == asker.person, "not_your_goal", player=struggle.player)
    need(struggle.winner is Winner.ACTOR, "struggle_lost")
    need(struggle.chained is None, "chained_already", component=struggle.chained)
    scene = open_scene(state)
    in_the_scene(state, scene, command.target)
    main = struggle.sides["opponent"].main
    hit = [slug for side in struggle.sides.values() if side.main for slug in unit_of(state, side.main)]
    need(command.target not in hit, "same_target", component=command.target)
    if main is not None and distance(state, main, command.target):
        raise CommandRefused("another_zone", component=command.target)
    chained = say.ChainApplied(struggle=struggle.id, target=command.target, score=struggle.score)
    if not struggle.goal_type.is_attack or struggle.score < 1:
        return [chained]
    return [
        chained,
        attacks.EffectDealt(
            struggle=struggle.id,
            target=command.target,
            cause=cause_of(struggle),
            effect=struggle.score,
            by=struggle.actor.main or "",
        ),
    ]
