"""A contest opens: who picks up dice, and who joins (VC-10, VC-11)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Slug, Text
from domain.vicious_crucible.chapters.contests.purposes import declared_target, purposes
from domain.vicious_crucible.chapters.guards import contest_under_way, gm_only, in_play, not_ended, pc_in_story
from domain.vicious_crucible.lookup import contest_of, contest_open, gm_elements, other_pcs, pc_of, pcs, scene_of
from domain.vicious_crucible.phrases import told
from domain.vicious_crucible.seats import seat_of, side_name
from domain.vicious_crucible.state import Contest, Crucible, Scene, Side
from domain.vicious_crucible.terms import (
    GM,
    SIDE,
    CharacterRef,
    CharacterSlug,
    Purpose,
    SideId,
    SideRef,
    Stage,
    TargetRef,
)

chapter = Chapter[Crucible](
    "When to roll dice",
    {
        "only_players_open": "The GM narrates; only a player may pick up dice.",
        "aim_missing": "Say what you want to change: a contest needs an aim.",
        "nothing_to_roll": (
            "Nothing at {location} could be rolled against you: no NPC, no element, no other player."
        ),
        "already_rolled": "Dice are on the table in {contest}: it is too late for this.",
        "already_a_side": "{side} is a side of this contest already.",
    },
)


class DeclareContest(Command):
    """Take exception to what the GM narrates and pick up dice. The character becomes the first side.

    Needs:    the player for their own character, present in an open scene; no open contest.
    Refused:  `only_players_open`, `not_playing`, `no_scene`, `contest_open`, `character_unknown`,
              `npcs_gain_nothing`, `not_your_character`, `character_absent`, `aim_missing`, `target_missing`,
              `tool_missing`, `tool_not_denied`, `element_elsewhere`, `element_not_hard`, `already_softened`,
              `nothing_to_roll`.
    Yields:   `ContestDeclared`.
    """

    type: Literal["vicious_crucible.declare_contest"] = "vicious_crucible.declare_contest"
    character: CharacterRef = Field(title="Who?")
    aim: Text = Field(title="What do you want to change?", description="What the character wants to change.")
    purpose: Purpose = Field(default=Purpose.GENERAL, title="What is it for?")
    purpose_target: TargetRef | None = Field(
        title="Which tool or element is meant?",
        default=None,
        description="The tool to win back, or the hard element to soften.",
    )


class ContestDeclared(Event):
    """A player picked up dice; their character is the first side."""

    type: Literal["vicious_crucible.contest_declared.v1"] = "vicious_crucible.contest_declared.v1"
    contest: Slug
    initiator: CharacterSlug
    aim: Text
    purpose: Purpose
    purpose_target: Slug | None


@chapter.decides(DeclareContest)
def declare_contest(state: Crucible, command: DeclareContest, asker: Asker, dice: Dice) -> Events:
    """VC-10, VC-31, VC-33: open a contest, as a player, for a character who is there."""
    not_ended(state)
    need(not asker.is_gm, "only_players_open")
    in_play(state)
    pc_in_story(state, command.character, asker)
    if contest := contest_open(state):
        raise CommandRefused("contest_open", contest=contest.id)
    need(command.aim.strip(), "aim_missing")
    target = declared_target(state, command.character, command.purpose, command.purpose_target)
    if not gm_elements(state) and not other_pcs(state, command.character):
        raise CommandRefused("nothing_to_roll", location=state.scene.location if state.scene else "")
    return [
        ContestDeclared(
            contest=f"contest-{state.contests + 1}",
            initiator=command.character,
            aim=command.aim,
            purpose=command.purpose,
            purpose_target=target,
        )
    ]


@chapter.applies(ContestDeclared, renames=True)
def _(state: Crucible, event: ContestDeclared) -> None:
    scene_of(state)
    must(state.contest is None or not state.contest.open, "a contest cannot open inside another")
    pc_of(state, event.initiator)
    state.contests += 1
    state.contest = Contest(
        id=event.contest,
        status=Stage.DECLARED,
        initiator=event.initiator,
        aim=event.aim,
        purpose=event.purpose,
        purpose_target=event.purpose_target,
        sides={event.initiator: Side()},
    )


@chapter.tells(ContestDeclared, "{initiator} picks up dice: {aim}")
def _(state: Crucible, event: ContestDeclared) -> Iterable[Fact]:
    yield facts.TestOpened(test=event.contest, form="contest", sides=(event.initiator,), aim=event.aim)
    yield facts.Aim(test=event.contest, who=event.initiator, text=event.aim)


class JoinContest(Command):
    """Become a side of the declared contest.

    Needs:    nobody has rolled; the GM for `gm`, a player for their own character, present in the scene.
    Refused:  `no_contest`, `already_rolled`, `already_a_side`, `gm_only`, `character_unknown`,
              `npcs_gain_nothing`, `not_your_character`, `character_absent`, `nothing_to_roll`.
    Yields:   `ContestSideJoined`.
    """

    type: Literal["vicious_crucible.join_contest"] = "vicious_crucible.join_contest"
    side: SideRef = Field(title="Whose step is it?", description=SIDE)


class ContestSideJoined(Event):
    """Another side is in the contest."""

    type: Literal["vicious_crucible.contest_side_joined.v1"] = "vicious_crucible.contest_side_joined.v1"
    side: SideId


@chapter.decides(JoinContest)
def join_contest(state: Crucible, command: JoinContest, asker: Asker, dice: Dice) -> Events:
    """VC-11: join a contest before its roll, each side once; the GM needs an element to roll for."""
    contest = contest_under_way(state)
    need(contest.status is Stage.DECLARED, "already_rolled", contest=contest.id)
    need(command.side not in contest.sides, "already_a_side", side=command.side)
    if command.side == GM:
        gm_only(asker)
        need(gm_elements(state), "nothing_to_roll", location=state.scene.location if state.scene else "")
    else:
        pc_in_story(state, command.side, asker)
    return [ContestSideJoined(side=command.side)]


@chapter.applies(ContestSideJoined)
def _(state: Crucible, event: ContestSideJoined) -> None:
    contest = contest_of(state)
    must(event.side not in contest.sides, f"{event.side} is a side already")
    contest.sides[event.side] = Side()


@chapter.tells(ContestSideJoined, "{side} joins the contest")
def _(state: Crucible, event: ContestSideJoined) -> Iterable[Fact]:
    yield told("joins", "contest", event.side)


def openings(state: Crucible, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Each player character present may pick up dice, for one of three purposes."""
    group = "Contest"
    for slug, it in pcs(state).items():
        seat = seat_of(state, slug, asker)
        opposed = gm_elements(state) or other_pcs(state, slug)
        if seat is None or slug not in scene.present or not opposed:
            continue
        label = f"{it.name} picks up dice"
        known = {"character": slug, "purpose": Purpose.GENERAL.value, "purpose_target": None}
        yield seat.offer(DeclareContest, label, known, group=group)
        for purpose, targets, words in purposes(state, scene, it):
            yield seat.offer(
                DeclareContest,
                f"{label} {words}",
                {"character": slug, "purpose": purpose.value},
                {"purpose_target": targets},
                group=group,
            )


def joining(state: Crucible, it: Contest, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Those who may still become a side. With one character alone, the GM must."""
    group = "Contest: sides"
    for slug in scene.present:
        if slug not in it.sides and state.characters[slug].is_pc and (seat := seat_of(state, slug, asker)):
            label = f"{side_name(state, slug)} joins"
            yield seat.offer(JoinContest, label, {"side": slug}, group=group)
    if GM not in it.sides and gm_elements(state) and (seat := seat_of(state, GM, asker)):
        alone = len(it.sides) == 1 and not other_pcs(state, it.initiator)
        yield seat.offer(JoinContest, "The GM joins", {"side": GM}, group=group, forced=alone)
