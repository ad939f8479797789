"""Aspects won (VE-78, VE-79)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.aspects import AspectPlaced
from domain.death_of_the_vele.chapters.deeds import note_deed
from domain.death_of_the_vele.chapters.guards import in_story, known_aspect, reached_by_dice, struggle_decided
from domain.death_of_the_vele.chapters.outcomes.followups import STICKY
from domain.death_of_the_vele.lookup import aspect_ids, aspect_of, struggle_of
from domain.death_of_the_vele.phrases import told
from domain.death_of_the_vele.seats import STRUGGLE, Seat
from domain.death_of_the_vele.state.cast import Aspect
from domain.death_of_the_vele.state.struggle import Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import AspectStatus, Durability, Origin
from domain.death_of_the_vele.terms.play import DeedKind
from domain.death_of_the_vele.terms.references import AspectRef, SubjectRef
from domain.death_of_the_vele.terms.struggle import GoalType, StruggleKind, Winner
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Points, Slug, Text

chapter = Chapter[Vele](
    "Aspects won",
    {
        "not_for_an_aspect": "This struggle was not for an aspect.",
        "reveal_first": "The roll is hidden. It has to be shown before an aspect comes of it.",
        "struggle_lost": "The struggle was not won.",
        "aspect_placed": "The aspect of this struggle is written.",
        "subject_unknown": "An aspect is about a component, a group, a place, the scene or the story: name one of "
        "them.",
        "maneuver_recharges": "Only a maneuver recharges an aspect.",
        "recharge_sticky_only": "Only a sticky aspect can be recharged, and {aspect} is none.",
        "recharge_spent_only": "{aspect} still has its free tag.",
    },
)


FOR_AN_ASPECT = (GoalType.MANEUVER, GoalType.ASSESS, GoalType.DECLARE)


def won_for_an_aspect(state: Vele, asker: Asker) -> Struggle:
    """The won maneuver, assessment or declaration whose aspect is still to be written; refused otherwise."""
    struggle = struggle_decided(state)
    if struggle.goal_type not in FOR_AN_ASPECT or struggle.kind is StruggleKind.BLOCKED:
        raise CommandRefused("not_for_an_aspect")
    need(struggle.player == asker.person, "not_your_goal", player=struggle.player)
    need(struggle.known, "reveal_first")
    need(struggle.winner is Winner.ACTOR, "struggle_lost")
    need(not struggle.outcome_placed, "aspect_placed")
    return struggle


def known_subject(state: Vele, subject: str | None) -> str:
    """An id an aspect can be about: a component, a group, a place of the map, the scene, the story."""
    places = state.act.map_positions.values() if state.act is not None else ()
    zones = state.scene.zones if state.scene is not None else ()
    about = state.components.get(subject or "")
    if about is not None:
        reached_by_dice(subject or "", about)
    known = about is not None or subject in state.groups or subject in (*places, *zones)
    if subject is not None and (known or subject in ("scene", "story")):
        return subject
    raise CommandRefused("subject_unknown", subject=subject)


class EstablishAspect(Command):
    """Write the aspect a won maneuver, assessment or declaration was for, or recharge a sticky one.

    Needs:    the player of the acting component; a won struggle of that kind, not finished.
    Refused:  `no_struggle`, `not_decided`, `not_for_an_aspect`, `not_your_goal`, `struggle_lost`,
              `reveal_first`, `aspect_placed`, `text_missing`, `subject_unknown`, `aspect_unknown`,
              `recharge_sticky_only`, `recharge_spent_only`, `maneuver_recharges`, `beyond_dice`.
    Yields:   `AspectPlaced`, `AspectDiscovered`, `AspectDeclared` or `AspectRecharged`; `StickyPaid`.
    """

    type: Literal["death_of_the_vele.establish_aspect"] = "death_of_the_vele.establish_aspect"
    text: Name | None = Field(default=None, description="The aspect, in its own words.")
    subject: SubjectRef | None = Field(
        default=None, description="What it is about; left out, as the goal said.", title="About"
    )
    negative: bool = False
    recharge: AspectRef | None = Field(
        default=None, description="A sticky aspect that gets its free tag back instead."
    )


class StickyPaid(Event):
    """A maneuver's aspect is written; `points` of the score made it sticky (VE-67, VE-78), 0 left it fragile."""

    type: Literal["death_of_the_vele.sticky_paid.v1"] = "death_of_the_vele.sticky_paid.v1"
    struggle: Slug
    points: Points


class AspectDiscovered(Event):
    """An assessment found an aspect that was there all along (VE-79). It is permanent, with one free tag."""

    type: Literal["death_of_the_vele.aspect_discovered.v1"] = "death_of_the_vele.aspect_discovered.v1"
    struggle: Slug
    aspect: Slug
    subject: Slug
    text: Text
    negative: bool
    creator: Slug


class AspectDeclared(Event):
    """A declaration said an aspect that somebody knew of (VE-79). It is permanent, with one free tag."""

    type: Literal["death_of_the_vele.aspect_declared.v1"] = "death_of_the_vele.aspect_declared.v1"
    struggle: Slug
    aspect: Slug
    subject: Slug
    text: Text
    negative: bool
    creator: Slug


class AspectRecharged(Event):
    """A sticky aspect has its free tag again (VE-78)."""

    type: Literal["death_of_the_vele.aspect_recharged.v1"] = "death_of_the_vele.aspect_recharged.v1"
    struggle: Slug
    aspect: Slug


@chapter.decides(EstablishAspect)
def establish_aspect(state: Vele, command: EstablishAspect, asker: Asker, chance: Chance) -> Events:
    """VE-78, VE-79: write the aspect won: fragile or sticky by the score for a maneuver, else permanent."""
    in_story(state, asker)
    struggle = won_for_an_aspect(state, asker)
    creator = struggle.actor.main or ""
    if command.recharge is not None:
        return recharge(state, struggle, command.recharge)
    words = found(command.text, "text_missing")
    subject = known_subject(state, command.subject or struggle.subject)
    ((slug, text),) = aspect_ids(state, [words]).items()
    if struggle.goal_type is GoalType.MANEUVER:
        sticky = struggle.score >= STICKY
        placed = AspectPlaced(
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
        return [placed, StickyPaid(struggle=struggle.id, points=STICKY if sticky else 0)]
    kind = AspectDiscovered if struggle.goal_type is GoalType.ASSESS else AspectDeclared
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
    """Events that give a sticky aspect back its spent free tag (VE-78)."""
    need(struggle.goal_type is GoalType.MANEUVER, "maneuver_recharges")
    aspect = known_aspect(state, slug)
    if aspect.durability is not Durability.STICKY or aspect.status is not AspectStatus.ACTIVE:
        raise CommandRefused("recharge_sticky_only", aspect=slug)
    need(not aspect.free_tag, "recharge_spent_only", aspect=slug)
    return [AspectRecharged(struggle=struggle.id, aspect=slug)]


@chapter.applies(StickyPaid)
def _(state: Vele, event: StickyPaid) -> None:
    struggle = struggle_of(state)
    struggle.sticky_paid += event.points
    struggle.outcome_placed = True


def won_aspect(state: Vele, event: AspectDiscovered | AspectDeclared, origin: Origin) -> None:
    """Add a permanent aspect to the state, with one free tag."""
    must(event.aspect not in state.aspects, f"there is a {event.aspect} already")
    state.aspects[event.aspect] = Aspect(
        text=event.text,
        subject=event.subject,
        origin=origin,
        free_tag=True,
        negative=event.negative,
        creator=event.creator,
    )
    struggle = struggle_of(state)
    struggle.outcome_placed = True
    note_deed(state, DeedKind.ASPECT, struggle.player, event.aspect)


@chapter.applies(AspectDiscovered, renames=True)
def _(state: Vele, event: AspectDiscovered) -> None:
    won_aspect(state, event, Origin.ASSESSMENT)


@chapter.applies(AspectDeclared, renames=True)
def _(state: Vele, event: AspectDeclared) -> None:
    won_aspect(state, event, Origin.DECLARATION)


@chapter.applies(AspectRecharged)
def _(state: Vele, event: AspectRecharged) -> None:
    aspect = aspect_of(state, event.aspect)
    must(not aspect.free_tag, f"{event.aspect} has its free tag")
    aspect.free_tag = True
    struggle_of(state).outcome_placed = True


@chapter.tells(StickyPaid, "{points:?point|points} went into the aspect")
def _(state: Vele, event: StickyPaid) -> Iterable[Fact]:
    yield told(f"{event.points} points make it last" if event.points else "it will not last", "aspect")


def aspect_changed(owner: str, slug: str, text: str, was: str, now: str, why: str) -> Fact:
    """Fact of an aspect that came, or stands otherwise."""
    return facts.StateChanged(owner=owner, group="aspects", name=slug, label=text, was=was, now=now, why=why)


def aspect_won_facts(state: Vele, event: AspectDiscovered | AspectDeclared) -> Iterable[Fact]:
    """Facts of an aspect won in a struggle."""
    why = "found out" if isinstance(event, AspectDiscovered) else "known"
    yield aspect_changed(event.subject, event.aspect, event.text, "", "free tag", why)


chapter.tells(AspectDiscovered, "It turns out: {text}")(aspect_won_facts)


chapter.tells(AspectDeclared, "It is known: {text}")(aspect_won_facts)


@chapter.tells(AspectRecharged, "{aspect} has its free tag again")
def _(state: Vele, event: AspectRecharged) -> Iterable[Fact]:
    it = state.aspects[event.aspect]
    yield aspect_changed(it.subject, event.aspect, it.text, "active", "free tag", "recharged")


def aspect_won(state: Vele, struggle: Struggle, seat: Seat) -> Iterable[Offer]:
    """Offers to write the aspect that was won, or to recharge a sticky one."""
    yield seat.offer(
        EstablishAspect, "Write the aspect", {"recharge": None, "subject": struggle.subject}, group=STRUGGLE
    )
    spent = tuple(
        Choice(slug, it.text)
        for slug, it in state.aspects.items()
        if it.status is AspectStatus.ACTIVE and it.durability is Durability.STICKY and not it.free_tag
    )
    if spent and struggle.goal_type is GoalType.MANEUVER:
        yield seat.offer(
            EstablishAspect,
            "Recharge an aspect instead",
            {"text": None},
            {"recharge": spent},
            group=STRUGGLE,
        )
