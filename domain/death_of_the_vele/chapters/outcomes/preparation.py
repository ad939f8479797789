"""Preparation and chains (VE-80, VE-99)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.aspects import AspectPlaced
from domain.death_of_the_vele.chapters.guards import (
    in_story,
    in_the_scene,
    open_scene,
    own_component,
    struggle_decided,
)
from domain.death_of_the_vele.chapters.initiative.movement import distance
from domain.death_of_the_vele.chapters.outcomes.aspects_won import FOR_AN_ASPECT, aspect_won, known_subject
from domain.death_of_the_vele.chapters.outcomes.attack_effects import EffectDealt, cause_of
from domain.death_of_the_vele.chapters.outcomes.harming import DisableTrait
from domain.death_of_the_vele.chapters.outcomes.settling import single_choice
from domain.death_of_the_vele.chapters.struggle_dice.fate import UseFate
from domain.death_of_the_vele.choices import FATE_USES
from domain.death_of_the_vele.lookup import aspect_ids, narrator_of, scene_of, struggle_of
from domain.death_of_the_vele.phrases import told
from domain.death_of_the_vele.seats import SCENE, STRUGGLE, Seat, components, mine
from domain.death_of_the_vele.state.act import Scene
from domain.death_of_the_vele.state.struggle import Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import (
    next_to_lose,
    open_harms,
    player_of_component,
    possible_losses,
    unit_of,
)
from domain.death_of_the_vele.terms.cast import ComponentStatus, Durability, Effect, Origin
from domain.death_of_the_vele.terms.references import ComponentRef, SubjectRef
from domain.death_of_the_vele.terms.struggle import FateUse, Phase, StruggleKind, Winner
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Points, Slug, Text

chapter = Chapter[Vele](
    "Preparation and chains",
    {
        "prepared_already": "That preparation brought its aspect already: {preparation}.",
        "chain_missing": "Chain was not declared for this struggle.",
        "chained_already": "Chain reached {component}; it reaches one further target.",
        "same_target": "{component} was struck already: Chain goes to another.",
        "another_zone": "{component} is in another zone.",
    },
)


class PlaceAspectFreely(Command):
    """Place an aspect without a roll: a sticky one, after long undisturbed preparation.

    Needs:    an open scene without initiative; a preparation that brought none yet.
    Refused:  `no_scene`, `initiative_runs`, `text_missing`, `prepared_already`, `subject_unknown`,
              `not_your_component`, `component_unknown`, `beyond_dice`.
    Yields:   `PreparationUsed`, `AspectPlaced`.
    """

    type: Literal["death_of_the_vele.place_aspect_freely"] = "death_of_the_vele.place_aspect_freely"
    component: ComponentRef = Field(description="Who prepared.", title="Who")
    text: Name = Field(title="Aspect")
    subject: SubjectRef = Field(title="About")
    preparation: Text = Field(description="What was done, in a few words: each brings one aspect.")
    negative: bool = False


class PreparationUsed(Event):
    """A preparation brought its one aspect (VE-80)."""

    type: Literal["death_of_the_vele.preparation_used.v1"] = "death_of_the_vele.preparation_used.v1"
    component: Slug
    preparation: Text


@chapter.decides(PlaceAspectFreely)
def place_aspect_freely(state: Vele, command: PlaceAspectFreely, asker: Asker, chance: Chance) -> Events:
    """VE-80: place one sticky aspect after long undisturbed preparation, without a roll."""
    in_story(state, asker)
    scene = open_scene(state)
    need(not scene.initiative_running, "initiative_runs")
    own_component(state, command.component, asker)
    need(command.preparation.strip(), "text_missing")
    preparation = " ".join(command.preparation.lower().split())
    need(preparation not in scene.prepared, "prepared_already", preparation=command.preparation)
    subject = known_subject(state, command.subject)
    ((slug, text),) = aspect_ids(state, [command.text]).items()
    return [
        PreparationUsed(component=command.component, preparation=preparation),
        AspectPlaced(
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


@chapter.applies(PreparationUsed)
def _(state: Vele, event: PreparationUsed) -> None:
    scene_of(state).prepared.append(event.preparation)


@chapter.tells(PreparationUsed, "{component} takes the time: {preparation}")
def _(state: Vele, event: PreparationUsed) -> Iterable[Fact]:
    yield told(event.preparation, "preparation", event.component)


class ApplyChain(Command):
    """Reach a further target with Chain: the same roll, wager and payment, once.

    Needs:    Chain declared by the acting side; a won struggle.
    Refused:  `no_struggle`, `not_decided`, `chain_missing`, `struggle_lost`, `chained_already`,
              `not_your_goal`, `component_unknown`, `not_in_scene`, `same_target`, `another_zone`,
              `beyond_dice`.
    Yields:   `ChainApplied`; for an attack `EffectDealt`.
    """

    type: Literal["death_of_the_vele.apply_chain"] = "death_of_the_vele.apply_chain"
    target: ComponentRef = Field(title="Whom")


class ChainApplied(Event):
    """Chain reached a further target with the same score (VE-99)."""

    type: Literal["death_of_the_vele.chain_applied.v1"] = "death_of_the_vele.chain_applied.v1"
    struggle: Slug
    target: Slug
    score: Points


@chapter.decides(ApplyChain)
def apply_chain(state: Vele, command: ApplyChain, asker: Asker, chance: Chance) -> Events:
    """VE-99: reach one further target in the zone with the same roll."""
    in_story(state, asker)
    struggle = struggle_decided(state)
    need(any(it.effect is Effect.CHAIN for it in struggle.actor.effects), "chain_missing")
    need(struggle.player == asker.person, "not_your_goal", player=struggle.player)
    need(struggle.winner is Winner.ACTOR, "struggle_lost")
    need(struggle.chained is None, "chained_already", component=struggle.chained)
    scene = open_scene(state)
    in_the_scene(state, scene, command.target)
    main = struggle.sides["opponent"].main
    need(command.target not in hit_already(state, struggle), "same_target", component=command.target)
    if main is not None and distance(state, main, command.target):
        raise CommandRefused("another_zone", component=command.target)
    chained = ChainApplied(struggle=struggle.id, target=command.target, score=struggle.score)
    if not struggle.goal_type.is_attack or struggle.score < 1:
        return [chained]
    return [
        chained,
        EffectDealt(
            struggle=struggle.id,
            target=command.target,
            cause=cause_of(struggle),
            effect=struggle.score,
            by=struggle.actor.main or "",
        ),
    ]


def hit_already(state: Vele, struggle: Struggle) -> list[str]:
    """Components that a struggle is between, with what is attached to them."""
    mains = [side.main for side in struggle.sides.values() if side.main is not None]
    return [slug for main in mains for slug in unit_of(state, main)]


def further_targets(state: Vele, struggle: Struggle, cast: list[str]) -> list[str]:
    """Components in the zone of the target that Chain can still reach."""
    hit, main = hit_already(state, struggle), struggle.sides["opponent"].main
    able = (slug for slug in cast if slug in state.components and slug not in hit)
    return [slug for slug in able if can_be_chained(state, main, slug)]


def can_be_chained(state: Vele, main: str | None, slug: str) -> bool:
    """True if something can be hurt, and is in the zone of the target."""
    it = state.components[slug]
    near = main is None or distance(state, main, slug) == 0
    return it.status is ComponentStatus.ACTIVE and not it.beyond_dice and near


@chapter.applies(ChainApplied)
def _(state: Vele, event: ChainApplied) -> None:
    struggle_of(state).chained = event.target


@chapter.tells(ChainApplied, "It chains to {target}, score {score}")
def _(state: Vele, event: ChainApplied) -> Iterable[Fact]:
    yield told(f"chained, with a score of {event.score}", "effect", event.target)


def using_success(state: Vele, struggle: Struggle, seat: Seat) -> Iterable[Offer]:
    """Offers to the winners to use their success, and to the losers to take their losses."""
    harm = next(open_harms(state, struggle), None)
    if harm is not None and struggle.phase is not Phase.DECIDED:
        turn = next_to_lose(state, harm) or harm.target
        open_to_it = possible_losses(state, harm, turn)
        for slug in dict.fromkeys(slug for slug, _ in open_to_it):
            if player_of_component(state, slug) != seat.player:
                continue
            it = state.components[slug]
            traits = tuple(
                Choice(trait, it.traits[trait].name, it.traits[trait].die)
                for owner, trait in open_to_it
                if owner == slug
            )
            yield seat.offer(
                DisableTrait,
                f"{it.name} loses a trait",
                {"component": slug, **(single_choice("trait", traits) if len(open_to_it) == 1 else {})},
                {"trait": traits},
                group=STRUGGLE,
                forced=len(open_to_it) == 1,
            )
    if struggle.player != seat.player or struggle.winner is not Winner.ACTOR or not struggle.known:
        return
    if (
        struggle.goal_type in FOR_AN_ASPECT
        and not struggle.outcome_placed
        and struggle.kind is not StruggleKind.BLOCKED
    ):
        yield from aspect_won(state, struggle, seat)
    if struggle.chained is None and any(it.effect is Effect.CHAIN for it in struggle.actor.effects):
        cast = state.scene.cast if state.scene is not None else []
        yield seat.offer(
            ApplyChain,
            "Chain reaches another",
            {},
            {"target": components(state, further_targets(state, struggle, cast))},
            group=STRUGGLE,
        )


def preparing(state: Vele, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """Offers of an aspect after long preparation, and of fate outside a struggle."""
    there = mine(state, scene, seat)
    if there and not scene.initiative_running:
        about = (
            *components(state, (slug for slug in scene.cast if slug in state.components)),
            Choice("scene", "the scene"),
        )
        yield seat.offer(
            PlaceAspectFreely,
            f"{seat.who} prepares at leisure",
            {},
            {"component": components(state, there), "subject": about},
            group=SCENE,
        )
    if state.story.players[seat.player].xp_balance and not scene.fate_xp_used.get(seat.player):
        uses = (FateUse.FEAT, FateUse.CHANGE_FACT) if narrator_of(state) == seat.player else (FateUse.FEAT,)
        yield seat.offer(
            UseFate,
            f"{seat.who} uses fate for something extraordinary",
            {"side": None, "aspect": None},
            {"use": tuple(it for it in FATE_USES if it.value in uses)},
            group=SCENE,
        )
