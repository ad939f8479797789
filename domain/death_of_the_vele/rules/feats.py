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
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .aiming import distance
from .cases import answers
from .common import aspect_ids, open_scene, own_component
from .followups import STICKY, cause_of
from .stages import decided, in_the_scene, untouched

FOR_AN_ASPECT = (GoalType.MANEUVER, GoalType.ASSESS, GoalType.DECLARE)


def won_for_an_aspect(state: Vele, asker: Asker) -> Struggle | Refusal:
    """A won maneuver, assessment or declaration whose aspect is still to be written."""
    struggle = decided(state)
    if isinstance(struggle, Refusal):
        return struggle
    if struggle.goal_type not in FOR_AN_ASPECT or struggle.kind is StruggleKind.BLOCKED:
        return refuse("not_for_an_aspect")
    if struggle.player != asker.person:
        return refuse("not_your_goal", player=struggle.player)
    if not struggle.known:
        return refuse("reveal_first")
    if struggle.winner is not Winner.ACTOR:
        return refuse("struggle_lost")
    return refuse("aspect_placed") if struggle.outcome_placed else struggle


def known_subject(state: Vele, subject: str | None) -> str | Refusal:
    """Something an aspect can be about: a component, a group, a place of the map, the scene, the story."""
    places = state.act.map_positions.values() if state.act is not None else ()
    zones = state.scene.zones if state.scene is not None else ()
    about = state.components.get(subject or "")
    if about is not None and (refused := untouched(subject or "", about)):
        return refused
    known = about is not None or subject in state.groups or subject in (*places, *zones)
    if subject is not None and (known or subject in ("scene", "story")):
        return subject
    return refuse("subject_unknown", subject=subject)


@answers(ask.EstablishAspect)
def establish_aspect(state: Vele, command: ask.EstablishAspect, asker: Asker) -> Decision[Event]:
    """VE-78, VE-79: fragile or sticky by the score for a maneuver; permanent for what is found or known."""
    struggle = won_for_an_aspect(state, asker)
    if isinstance(struggle, Refusal):
        return struggle
    creator = struggle.actor.main or ""
    if command.recharge is not None:
        return recharge(state, struggle, command.recharge)
    if command.text is None:
        return refuse("text_missing")
    subject = known_subject(state, command.subject or struggle.subject)
    if isinstance(subject, Refusal):
        return subject
    ((slug, text),) = aspect_ids(state, [command.text]).items()
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


def recharge(state: Vele, struggle: Struggle, slug: str) -> Decision[Event]:
    """VE-78: a sticky aspect whose free tag is spent gets it back."""
    if struggle.goal_type is not GoalType.MANEUVER:
        return refuse("maneuver_recharges")
    aspect = state.aspects.get(slug)
    if aspect is None:
        return refuse("aspect_unknown", aspect=slug)
    if aspect.durability is not Durability.STICKY or aspect.status is not AspectStatus.ACTIVE:
        return refuse("recharge_sticky_only", aspect=slug)
    if aspect.free_tag:
        return refuse("recharge_spent_only", aspect=slug)
    return [say.AspectRecharged(struggle=struggle.id, aspect=slug)]


@answers(ask.PlaceAspectFreely)
def place_aspect_freely(state: Vele, command: ask.PlaceAspectFreely, asker: Asker) -> Decision[Event]:
    """VE-80: long undisturbed preparation brings one sticky aspect."""
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    if scene.initiative_running:
        return refuse("initiative_runs")
    it = own_component(state, command.component, asker)
    if isinstance(it, Refusal):
        return it
    if not command.preparation.strip():
        return refuse("text_missing")
    preparation = " ".join(command.preparation.lower().split())
    if preparation in scene.prepared:
        return refuse("prepared_already", preparation=command.preparation)
    subject = known_subject(state, command.subject)
    if isinstance(subject, Refusal):
        return subject
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
def apply_chain(state: Vele, command: ask.ApplyChain, asker: Asker) -> Decision[Event]:
    """VE-99: on success one further target in the zone, with the same roll."""
    struggle = decided(state)
    if isinstance(struggle, Refusal):
        return struggle
    if not any(it.effect is Effect.CHAIN for it in struggle.actor.effects):
        return refuse("chain_missing")
    if struggle.player != asker.person:
        return refuse("not_your_goal", player=struggle.player)
    if struggle.winner is not Winner.ACTOR:
        return refuse("struggle_lost")
    if struggle.chained is not None:
        return refuse("chained_already", component=struggle.chained)
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    it = in_the_scene(state, scene, command.target)
    if isinstance(it, Refusal):
        return it
    main = struggle.sides["opponent"].main
    hit = [slug for side in struggle.sides.values() if side.main for slug in unit_of(state, side.main)]
    if command.target in hit:
        return refuse("same_target", component=command.target)
    if main is not None and distance(state, main, command.target):
        return refuse("another_zone", component=command.target)
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
