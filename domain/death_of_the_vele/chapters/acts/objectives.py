"""Objectives and spotlights (VE-37, VE-110, VE-111)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.aspects import award_with_narrator
from domain.death_of_the_vele.chapters.cast.buying_off import BOUGHT_OFF, BOUGHT_OFF_SHARE
from domain.death_of_the_vele.chapters.experience import Awards
from domain.death_of_the_vele.chapters.guards import group_of_act, in_story, not_turned_down
from domain.death_of_the_vele.choices import OUTCOMES
from domain.death_of_the_vele.lookup import act_of, group_of, narrator_of, player_of
from domain.death_of_the_vele.phrases import STORY, words
from domain.death_of_the_vele.printed import MOST_PC_SPOTLIGHTS
from domain.death_of_the_vele.seats import ASPECTS, one_seat, players, seats
from domain.death_of_the_vele.state.table import Objective, Spotlight
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.play import (
    ActStatus,
    ApprovalKind,
    ObjectiveOutcome,
    ObjectiveScope,
    SpotlightStatus,
    XpReason,
)
from domain.death_of_the_vele.terms.references import GroupRef, PlayerRef, SpotlightRef
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import found, must, need, one_there
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Person, Slug, Text

chapter = Chapter[Vele](
    "Objectives and spotlights",
    {
        "group_unknown": "There is no such group in this act{there:+. Those there are: }.",
        "no_objective": "The {scope} has no objective.",
        "objective_resolved": "That objective is settled already: {outcome}.",
        "no_pc": "Bring a PC first.",
        "spotlights_used": "Your PC had all its spotlights of this story, and {most} are all there are.",
        "group_has_card": "{group} has its card already, one for each act.",
        "spotlight_untied": "Tie the card of {group} to a player whose PC is connected to it.",
        "spotlight_unknown": "There is no such card{there:+. Those that lie out: }.",
        "spotlight_closed": "The card {spotlight} is closed.",
        "narrator_or_owner": "Only the narrator, {narrator}, or {player}, whose card it is, may say so.",
    },
)


SPOTLIGHT, SPOTLIGHT_SHARE = 5, 3


def objective_of(state: Vele, scope: ObjectiveScope) -> Objective | None:
    """The objective of the story, or of the act."""
    if scope is ObjectiveScope.STORY:
        return state.story.objective
    return state.act.objective if state.act is not None else None


class ResolveObjective(Command):
    """Say what became of an objective: achieved or failed by the PCs, or lapsed.

    Needs:    an open objective; the table's approval.
    Refused:  `no_objective`, `objective_resolved`, `not_accepted`.
    Yields:   `ObjectiveBoughtOff` and `ExperienceAwarded` each, or `ObjectiveLapsed`; `LevelDieGained`.
    """

    type: Literal["death_of_the_vele.resolve_objective"] = "death_of_the_vele.resolve_objective"
    scope: ObjectiveScope = Field(title="Of the act, or of the story")
    outcome: ObjectiveOutcome
    reason: Text = Field(default="", title="Reason")


class ObjectiveLapsed(Event):
    """An objective is over without having been settled by the PCs; it pays no XP."""

    type: Literal["death_of_the_vele.objective_lapsed.v1"] = "death_of_the_vele.objective_lapsed.v1"
    scope: ObjectiveScope
    outcome: ObjectiveOutcome
    reason: Text


class ObjectiveBoughtOff(Event):
    """The PCs achieved an objective, or failed it by their own doing (VE-110)."""

    type: Literal["death_of_the_vele.objective_bought_off.v1"] = "death_of_the_vele.objective_bought_off.v1"
    scope: ObjectiveScope
    outcome: ObjectiveOutcome
    reason: Text


@chapter.decides(ResolveObjective)
def resolve_objective(state: Vele, command: ResolveObjective, asker: Asker, chance: Chance) -> Events:
    """VE-110: close an objective: achieved or failed by the PCs it pays everybody with a PC, else it lapses."""
    in_story(state, asker)
    objective = found(objective_of(state, command.scope), "no_objective", scope=command.scope)
    need(objective.outcome is None, "objective_resolved", outcome=objective.outcome)
    not_turned_down(state, ApprovalKind.OBJECTIVE, objective.text)
    if not command.outcome.pays:
        return [ObjectiveLapsed(scope=command.scope, outcome=command.outcome, reason=command.reason)]
    awards = Awards(state)
    among = [player for player, it in state.story.players.items() if it.pc is not None]
    award_with_narrator(
        state, awards, among, BOUGHT_OFF, BOUGHT_OFF_SHARE, XpReason.OBJECTIVE, command.scope.value
    )
    done = ObjectiveBoughtOff(scope=command.scope, outcome=command.outcome, reason=command.reason)
    return [done, *awards.events]


def close_objective(state: Vele, scope: ObjectiveScope, outcome: ObjectiveOutcome) -> None:
    """Close an objective."""
    objective = state.story.objective if scope is ObjectiveScope.STORY else act_of(state).objective
    must(objective is not None and objective.outcome is None, "no such objective is open")
    if objective is not None:
        objective.outcome = outcome


@chapter.applies(ObjectiveLapsed)
def _(state: Vele, event: ObjectiveLapsed) -> None:
    close_objective(state, event.scope, event.outcome)


@chapter.applies(ObjectiveBoughtOff)
def _(state: Vele, event: ObjectiveBoughtOff) -> None:
    close_objective(state, event.scope, event.outcome)


def objective_closed(state: Vele, event: ObjectiveBoughtOff | ObjectiveLapsed) -> Iterable[Fact]:
    """Facts of an objective that is no longer open."""
    objective = state.story.objective if event.scope.value == STORY else state.act and state.act.objective
    yield facts.StateChanged(
        owner=STORY,
        group="objectives",
        name=event.scope.value,
        label=objective.text if objective else "",
        was="open",
        now=words(event.outcome.value),
        why=event.reason,
        lasting=True,
    )


chapter.tells(ObjectiveBoughtOff, "The objective of the {scope} is {outcome}{reason:+: }")(objective_closed)


chapter.tells(ObjectiveLapsed, "The objective of the {scope} lapses, {outcome}{reason:+: }")(objective_closed)


class CreateSpotlight(Command):
    """Lay out the card: it asks for a scene about somebody.

    Needs:    for one's PC at most two in a story; for a group one card, tied to a PC by a connection.
    Refused:  `no_pc`, `spotlights_used`, `group_unknown`, `not_your_group`, `group_has_card`, `spotlight_untied`.
    Yields:   `SpotlightCreated`.
    """

    type: Literal["death_of_the_vele.create_spotlight"] = "death_of_the_vele.create_spotlight"
    group: GroupRef | None = Field(default=None, description="A group of one's own; left out, one's PC.")
    highlight: Name = Field(description="What is to be shown.")
    motivation: Text = ""
    tie: PlayerRef | None = Field(
        title="Player whose PC is tied to it",
        default=None,
        description="For a group: the player whose PC it is tied to.",
    )


class SpotlightCreated(Event):
    """A card asks for a scene about `subject` (VE-37).

    `highlight`: what the scene shows; `tie`: a PC for a group's card.
    """

    type: Literal["death_of_the_vele.spotlight_created.v1"] = "death_of_the_vele.spotlight_created.v1"
    spotlight: Slug
    subject: Slug
    highlight: Name
    motivation: Text
    creator: Person
    group: Slug | None
    tie: Slug | None


@chapter.decides(CreateSpotlight)
def create_spotlight(state: Vele, command: CreateSpotlight, asker: Asker, chance: Chance) -> Events:
    """VE-37: lay out a card: two for one's PC in a story; one for each group, tied to a PC."""
    in_story(state, asker)
    player = state.story.players[asker.person]
    subject = player.pc
    if command.group is None:
        need(subject is not None, "no_pc")
        need(player.spotlights_created < MOST_PC_SPOTLIGHTS, "spotlights_used", most=MOST_PC_SPOTLIGHTS)
    else:
        group = group_of_act(state, command.group)
        need(group.owner == asker.person, "not_your_group", group=command.group, player=group.owner)
        need(group.spotlight is None, "group_has_card", group=command.group)
        need(command.tie in group.connected_by, "spotlight_untied", group=command.group)
        subject = command.group
    number = len(state.story.spotlights) + 1
    return [
        SpotlightCreated(
            spotlight=f"spotlight-{number}",
            subject=subject,
            highlight=command.highlight,
            motivation=command.motivation,
            creator=asker.person,
            group=command.group,
            tie=command.tie if command.group is not None else None,
        )
    ]


@chapter.applies(SpotlightCreated, renames=True)
def _(state: Vele, event: SpotlightCreated) -> None:
    must(event.spotlight not in state.story.spotlights, f"there is a {event.spotlight} already")
    state.story.spotlights[event.spotlight] = Spotlight(
        subject=event.subject,
        highlight=event.highlight,
        motivation=event.motivation,
        creator=event.creator,
        group=event.group,
        tie=event.tie,
    )
    if event.group is None:
        player_of(state, event.creator).spotlights_created += 1
    else:
        group_of(state, event.group).spotlight = event.spotlight


@chapter.tells(SpotlightCreated, "{creator} lays out a spotlight on {subject}: {highlight}")
def _(state: Vele, event: SpotlightCreated) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.subject,
        group="spotlights",
        name=event.spotlight,
        label=event.highlight,
        was="",
        now="open",
        why=event.motivation,
    )


class CompleteSpotlight(Command):
    """Say that it had its scene: what a spotlight asked for has happened, and well.

    Needs:    an open card; the narrator, or whoever laid it out.
    Refused:  `spotlight_unknown`, `spotlight_closed`, `narrator_or_owner`.
    Yields:   `SpotlightSucceeded`, `ExperienceAwarded` each.
    """

    type: Literal["death_of_the_vele.complete_spotlight"] = "death_of_the_vele.complete_spotlight"
    spotlight: SpotlightRef


class SpotlightSucceeded(Event):
    """The scene a card asked for has happened (VE-111)."""

    type: Literal["death_of_the_vele.spotlight_succeeded.v1"] = "death_of_the_vele.spotlight_succeeded.v1"
    spotlight: Slug
    narrator: Person | None


@chapter.decides(CompleteSpotlight)
def complete_spotlight(state: Vele, command: CompleteSpotlight, asker: Asker, chance: Chance) -> Events:
    """VE-111: pay a card: 5 XP to its owner, 3 to the narrator; not both to one person."""
    in_story(state, asker)
    card = one_there(
        state.story.spotlights,
        command.spotlight,
        "spotlight_unknown",
        (one.highlight for one in state.story.spotlights.values() if one.status is SpotlightStatus.OPEN),
    )
    need(card.status is SpotlightStatus.OPEN, "spotlight_closed", spotlight=command.spotlight)
    narrator = narrator_of(state)
    need(asker.person in (narrator, card.creator), "narrator_or_owner", narrator=narrator, player=card.creator)
    awards = Awards(state)
    awards.give(card.creator, SPOTLIGHT, XpReason.SPOTLIGHT_SUCCEEDED, command.spotlight)
    awards.share(narrator, card.creator, SPOTLIGHT_SHARE, XpReason.SPOTLIGHT_SUCCEEDED, command.spotlight)
    return [SpotlightSucceeded(spotlight=command.spotlight, narrator=narrator), *awards.events]


@chapter.applies(SpotlightSucceeded)
def _(state: Vele, event: SpotlightSucceeded) -> None:
    card = state.story.spotlights.get(event.spotlight)
    must(card is not None and card.status is SpotlightStatus.OPEN, f"{event.spotlight} is not open")
    if card is not None:
        card.status = SpotlightStatus.SUCCEEDED


@chapter.tells(SpotlightSucceeded, "The spotlight {spotlight} has had its scene")
def _(state: Vele, event: SpotlightSucceeded) -> Iterable[Fact]:
    card = state.story.spotlights[event.spotlight]
    yield facts.StateChanged(
        owner=card.subject,
        group="spotlights",
        name=event.spotlight,
        label=card.highlight,
        was="open",
        now="succeeded",
        why="the scene was played",
        good=True,
    )


def objectives(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers to close objectives that are open."""
    anybody = one_seat(state, asker)
    if anybody is None or state.act is None or state.act.status is not ActStatus.PLAYING:
        return
    for scope in ObjectiveScope:
        objective = objective_of(state, scope)
        if objective is not None and objective.outcome is None:
            yield anybody.offer(
                ResolveObjective,
                f"What became of “{objective.text[:60]}”",
                {"scope": scope.value},
                {"outcome": OUTCOMES},
                group=ASPECTS,
            )


def spotlights(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers to lay out cards, and to complete those whose scene may have happened."""
    if state.act is None or state.act.status is ActStatus.ENDED:
        return
    narrator = narrator_of(state)
    for seat in seats(state, asker):
        player = state.story.players[seat.player]
        if player.pc is not None and player.spotlights_created < MOST_PC_SPOTLIGHTS:
            yield seat.offer(
                CreateSpotlight,
                f"{seat.who} lays out a spotlight for the PC",
                {"group": None, "tie": None},
                group="Spotlights",
            )
        for slug, group in state.groups.items():
            tied = players(state, group.connected_by)
            if group.owner == seat.player and group.active and group.spotlight is None and tied:
                yield seat.offer(
                    CreateSpotlight,
                    f"{seat.who} lays out a spotlight for {group.name}",
                    {"group": slug},
                    {"tie": tied},
                    group="Spotlights",
                )
        cards = tuple(
            Choice(slug, card.highlight)
            for slug, card in state.story.spotlights.items()
            if card.status is SpotlightStatus.OPEN and seat.player in (narrator, card.creator)
        )
        if cards and narrator is not None:
            yield seat.offer(
                CompleteSpotlight, "A spotlight has had its scene", {}, {"spotlight": cards}, group="Spotlights"
            )
