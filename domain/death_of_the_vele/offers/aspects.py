"""Aspects, objectives and spotlights on offer."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands import aspects as ask
from domain.death_of_the_vele.rules.aspects import objective_of, players_of
from domain.death_of_the_vele.rules.common import narrator_of
from domain.death_of_the_vele.slots import aspect_slots, lasting_aspects
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.tables import LEADER_ASPECTS, MOST_PC_SPOTLIGHTS
from domain.death_of_the_vele.terms import (
    ActStatus,
    AspectStatus,
    ComponentKind,
    ObjectiveOutcome,
    ObjectiveScope,
    SpotlightStatus,
)
from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker

from .seats import Seat, one_seat, played_by, seats

GROUP = "Aspects"


def aspects(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Aspects to write, to play to, to settle."""
    for seat in seats(state, asker):
        yield from writing(state, seat)
        mine = [
            slug
            for slug, it in state.aspects.items()
            if it.status is AspectStatus.ACTIVE and seat.player in owners(state, it.subject)
        ]
        if state.act is None or state.act.status is not ActStatus.PLAYING:
            continue
        if mine:
            yield seat.offer(
                ask.HitAspect,
                f"{seat.who} plays to an aspect",
                {},
                {"aspect": quoted(state, mine)},
                group=GROUP,
            )
        if to_settle := [slug for slug in mine if can_go(state, slug)]:
            yield seat.offer(
                ask.BuyOffAspect, f"{seat.who} buys an aspect off", {}, {"aspect": quoted(state, to_settle)},
                group=GROUP,
            )  # fmt: skip


def owners(state: Vele, subject: str) -> list[str]:
    """The players an aspect belongs to; nobody for scenes and places."""
    return players_of(state, subject) if allowed(players_of, state, subject) else []


def can_go(state: Vele, slug: str) -> bool:
    """Whether an aspect can be bought off: not one of a story component."""
    it = state.components.get(state.aspects[slug].subject)
    return it is None or it.kind is ComponentKind.PC


def quoted(state: Vele, slugs: Iterable[str]) -> tuple[Choice, ...]:
    """Aspects to choose from, in their words."""
    return tuple(Choice(slug, state.aspects[slug].text, state.aspects[slug].subject) for slug in slugs)


def writing(state: Vele, seat: Seat) -> Iterable[Offer]:
    """Open aspect slots, and those a new level opened again."""
    room = [
        Choice(slug, state.components[slug].name)
        for slug in played_by(state, seat.player)
        if len(lasting_aspects(state, slug)) < aspect_slots(state, state.components[slug])
    ]
    room += [
        Choice(slug, group.name)
        for slug, group in state.groups.items()
        if group.owner == seat.player and group.active and len(lasting_aspects(state, slug)) < LEADER_ASPECTS
    ]
    if room:
        yield seat.offer(ask.AddAspect, f"{seat.who} writes an aspect", {}, {"subject": tuple(room)}, group=GROUP)
    old = [aspect for slug in played_by(state, seat.player) for aspect in state.components[slug].replaceable]
    if old:
        yield seat.offer(
            ask.ReplaceBoughtOffAspect, f"{seat.who} replaces an aspect bought off", {},
            {"old": quoted(state, old)}, group=GROUP,
        )  # fmt: skip


def objectives(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Objectives still open."""
    anybody = one_seat(state, asker)
    if anybody is None or state.act is None or state.act.status is not ActStatus.PLAYING:
        return
    for scope in ObjectiveScope:
        objective = objective_of(state, scope)
        if objective is not None and objective.outcome is None:
            outcomes = tuple(Choice(it.value, it.value) for it in ObjectiveOutcome)
            yield anybody.offer(
                ask.ResolveObjective, f"What became of “{objective.text[:60]}”", {"scope": scope.value},
                {"outcome": outcomes}, group=GROUP,
            )  # fmt: skip


def spotlights(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Cards to lay out, and those whose scene may have happened."""
    if state.act is None or state.act.status is ActStatus.ENDED:
        return
    narrator = narrator_of(state)
    for seat in seats(state, asker):
        player = state.story.players[seat.player]
        if player.pc is not None and player.spotlights_created < MOST_PC_SPOTLIGHTS:
            yield seat.offer(
                ask.CreateSpotlight, f"{seat.who} lays out a spotlight for the PC",
                {"group": None, "tie": None}, group="Spotlights",
            )  # fmt: skip
        for slug, group in state.groups.items():
            tied = tuple(Choice(who, who) for who in group.connected_by)
            if group.owner == seat.player and group.active and group.spotlight is None and tied:
                yield seat.offer(
                    ask.CreateSpotlight, f"{seat.who} lays out a spotlight for {group.name}", {"group": slug},
                    {"tie": tied}, group="Spotlights",
                )  # fmt: skip
        cards = tuple(
            Choice(slug, card.highlight)
            for slug, card in state.story.spotlights.items()
            if card.status is SpotlightStatus.OPEN and seat.player in (narrator, card.creator)
        )
        if cards and narrator is not None:
            yield seat.offer(
                ask.CompleteSpotlight, "A spotlight has had its scene", {}, {"spotlight": cards},
                group="Spotlights",
            )  # fmt: skip
