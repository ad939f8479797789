"""Outcomes: one for each loser, of the winner's choice, and the close (VC-27, VC-29, VC-30, VC-32, VC-34)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact, HeadlineTold
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, Slug
from domain.vicious_crucible.chapters.contests.rolling import delayed_heat
from domain.vicious_crucible.chapters.guards import not_denied, won_contest
from domain.vicious_crucible.chapters.heat_and_flux import HeatGained
from domain.vicious_crucible.lookup import acts_for, character_of, contest_of, npcs_in_hand, side_of, unanswered
from domain.vicious_crucible.phrases import told, tool_state, words
from domain.vicious_crucible.printed import PREPARED_HEAT
from domain.vicious_crucible.seats import seat_of, side_name
from domain.vicious_crucible.state import Contest, Crucible, Side
from domain.vicious_crucible.terms import (
    GM,
    OWNER,
    CharacterSlug,
    HeatReason,
    OwnerRef,
    SideId,
    SideRef,
    Stage,
    ToolRef,
    WinnersChoice,
)

chapter = Chapter[Crucible](
    "What winning does",
    {
        "not_the_winner": "Only the winner, {winner}, may choose.",
        "not_a_loser": "{side} did not lose this contest.",
        "purpose_was_the_outcome": "At this table what the contest was declared for is all that winning brings.",
        "outcome_chosen": "{loser} has an outcome already: {outcome}. One for each loser.",
        "outcome_missing": "Choose convince, prepare or deny; to choose nothing, close the contest.",
        "gm_holds_no_heat": "The GM holds no Heat, so there is nothing to prepare.",
        "tool_to_deny_missing": "Name the tool to deny.",
        "npc_tool_missing": "No NPC whose element was rolled has a tool “{tool}”. Name one of theirs.",
        "convince_unanswered": "{sides} must answer the bribe first.",
    },
)


GROUP = "Contest: outcome"


class ChooseOutcome(Command):
    """Say what winning does to one loser.

    Needs:    the winner asks; this loser has no outcome yet.
    Refused:  `no_contest`, `contest_not_won`, `contest_closed`, `not_the_winner`, `not_a_loser`,
              `outcome_chosen`, `outcome_missing`, `gm_holds_no_heat`, `tool_to_deny_missing`, `tool_missing`,
              `npc_tool_missing`, `tool_denied`,
              `npc_not_in_hand`, `purpose_was_the_outcome`.
    Yields:   `OutcomeChosen`, then `HeatGained` for prepare or `ToolDenied` for deny.
    """

    type: Literal["vicious_crucible.choose_outcome"] = "vicious_crucible.choose_outcome"
    loser: SideRef = Field(title="Who lost?")
    outcome: WinnersChoice = Field(title="What do you do?")
    tool: ToolRef | None = Field(default=None, description="For deny: the tool.")
    owner: OwnerRef | None = Field(title="Whose is it?", default=None, description=OWNER)


class OutcomeChosen(Event):
    """The winner said what becomes of one loser."""

    type: Literal["vicious_crucible.outcome_chosen.v1"] = "vicious_crucible.outcome_chosen.v1"
    winner: SideId
    loser: SideId
    outcome: WinnersChoice
    tool: Slug | None


class ToolDenied(Event):
    """A tool is out of use until it is won back."""

    type: Literal["vicious_crucible.tool_denied.v1"] = "vicious_crucible.tool_denied.v1"
    character: CharacterSlug
    tool: Slug
    contest: Slug


def winners_own(state: Crucible, contest: Contest, asker: Asker) -> str:
    """Id of the winner, asked for by whoever rolled for it; refused otherwise."""
    winner = contest.winner or ""
    need(acts_for(state, winner, asker), "not_the_winner", winner=winner)
    return winner


@chapter.decides(ChooseOutcome)
def choose_outcome(state: Crucible, command: ChooseOutcome, asker: Asker, dice: Dice) -> Events:
    """VC-27, VC-29, VC-30: choose one outcome for each loser."""
    contest = won_contest(state)
    winner = winners_own(state, contest, asker)
    if command.loser == winner or command.loser not in contest.sides:
        raise CommandRefused("not_a_loser", side=command.loser)
    if state.house_rules.purpose_replaces_outcome and contest.purpose_met:
        raise CommandRefused("purpose_was_the_outcome", purpose=contest.purpose)
    loser = contest.sides[command.loser]
    need(loser.outcome is WinnersChoice.NONE, "outcome_chosen", loser=command.loser, outcome=loser.outcome)
    follows: list[Event] = []
    match command.outcome:
        case WinnersChoice.NONE:
            raise CommandRefused("outcome_missing")
        case WinnersChoice.PREPARE:
            need(winner != GM, "gm_holds_no_heat")
            follows.append(
                HeatGained(
                    character=CharacterId(winner),
                    amount=PREPARED_HEAT,
                    reason=HeatReason.PREPARE,
                    earmarked=state.house_rules.prepare_earmarked,
                )
            )
        case WinnersChoice.DENY:
            follows.append(deny(state, contest, command, loser))
    tool = command.tool if command.outcome is WinnersChoice.DENY else None
    chosen = OutcomeChosen(winner=winner, loser=command.loser, outcome=command.outcome, tool=tool)
    return [chosen, *follows]


def deny(state: Crucible, contest: Contest, command: ChooseOutcome, loser: Side) -> ToolDenied:
    """VC-30: one available tool of the loser; of the GM, one of an NPC whose element was rolled."""
    slug = found(command.tool, "tool_to_deny_missing")
    owners = npcs_in_hand(state, loser) if command.loser == GM else [command.loser]
    if command.loser == GM and command.owner is not None:
        need(command.owner in owners, "npc_not_in_hand", character=command.owner)
    having = [it for it in owners if slug in state.characters[it].tools and command.owner in (None, it)]
    if not having and command.loser == GM:
        raise CommandRefused("npc_tool_missing", tool=slug)
    need(having, "tool_missing", character=command.loser, tool=slug)
    owner = next((it for it in having if state.characters[it].tools[slug].available), having[0])
    not_denied(slug, state.characters[owner].tools[slug])
    return ToolDenied(character=CharacterId(owner), tool=slug, contest=contest.id)


@chapter.applies(OutcomeChosen)
def _(state: Crucible, event: OutcomeChosen) -> None:
    loser = side_of(state, event.loser)
    must(loser.outcome is WinnersChoice.NONE, f"{event.loser} has an outcome already")
    loser.outcome = event.outcome


@chapter.tells(
    OutcomeChosen,
    "{winner} chooses {outcome:=convince>to convince|prepare>to prepare against|deny>to deny a tool to} {loser}",
)
def _(state: Crucible, event: OutcomeChosen) -> Iterable[Fact]:
    yield told(words(event.outcome), "outcome", event.winner, event.loser)


@chapter.applies(ToolDenied)
def _(state: Crucible, event: ToolDenied) -> None:
    tool = character_of(state, event.character).tools.get(event.tool)
    must(tool is not None and tool.available, f"{event.tool} is not there to be denied")
    denied = character_of(state, event.character).tools[event.tool]
    denied.available = False
    denied.denied_by_contest = event.contest


@chapter.tells(ToolDenied, "{tool} is out of use for {character}")
def _(state: Crucible, event: ToolDenied) -> Iterable[Fact]:
    yield tool_state(state, event.character, event.tool, "available", "denied", event.contest)
    yield HeadlineTold()


class CloseContest(Command):
    """End the contest; outcomes not chosen are let go.

    Needs:    the winner asks; every convince is answered.
    Refused:  `no_contest`, `contest_not_won`, `contest_closed`, `not_the_winner`, `convince_unanswered`.
    Yields:   `HeatGained` where the house delays it for d4s, `ContestClosed`.
    """

    type: Literal["vicious_crucible.close_contest"] = "vicious_crucible.close_contest"


class ContestClosed(Event):
    """The contest is over, and its dice with it."""

    type: Literal["vicious_crucible.contest_closed.v1"] = "vicious_crucible.contest_closed.v1"
    contest: Slug


@chapter.decides(CloseContest)
def close_contest(state: Crucible, command: CloseContest, asker: Asker, dice: Dice) -> Events:
    """VC-34: close a contest once every bribe is answered; what the winner did not choose is let go."""
    contest = won_contest(state)
    winners_own(state, contest, asker)
    waiting = unanswered(contest)
    need(not waiting, "convince_unanswered", sides=waiting)
    return [*delayed_heat(state, contest), ContestClosed(contest=contest.id)]


@chapter.applies(ContestClosed)
def _(state: Crucible, event: ContestClosed) -> None:
    contest = contest_of(state)
    must(contest.id == event.contest and contest.status is Stage.WON, f"{event.contest} cannot be closed now")
    contest.status = Stage.CLOSED
    for side in contest.sides.values():
        side.hand = []
        side.presented_die = None
        side.pinned = side.passed = False
        side.sparks_used = []


@chapter.tells(ContestClosed, "The contest is over")
def _(state: Crucible, event: ContestClosed) -> Iterable[Fact]:
    yield told("closed", "contest", *(state.contest.sides if state.contest else ()))


def still_open(state: Crucible, it: Contest, loser: str) -> bool:
    """True if the winner may still choose what becomes of this loser."""
    barred = state.house_rules.purpose_replaces_outcome and it.purpose_met
    return it.sides[loser].outcome is WinnersChoice.NONE and not barred


def choices_against(state: Crucible, it: Contest, loser: str, asker: Asker) -> Iterable[Offer]:
    """Convince, prepare, or deny one tool."""
    winner = seat_of(state, it.winner or "", asker)
    if winner is None or not still_open(state, it, loser):
        return
    name = side_name(state, loser)
    convince = {"loser": loser, "outcome": WinnersChoice.CONVINCE.value, "tool": None}
    yield winner.offer(ChooseOutcome, f"Convince {name}", convince, group=GROUP)
    if winner.side != GM:
        prepare = {"loser": loser, "outcome": WinnersChoice.PREPARE.value, "tool": None}
        yield winner.offer(ChooseOutcome, f"Prepare, having beaten {name}", prepare, group=GROUP)
    owners = npcs_in_hand(state, it.sides[loser]) if loser == GM else [loser]
    for owner in owners:
        character = state.characters[owner]
        tools = tuple(Choice(slug, tool.name) for slug, tool in character.tools.items() if tool.available)
        if tools:
            yield winner.offer(
                ChooseOutcome,
                f"Deny {character.name} a tool",
                {"loser": loser, "outcome": WinnersChoice.DENY.value, "owner": owner},
                {"tool": tools},
                group=GROUP,
            )


def closing(state: Crucible, it: Contest, asker: Asker) -> Iterable[Offer]:
    """The close, when every bribe is answered."""
    winner = seat_of(state, it.winner or "", asker)
    if winner is None or unanswered(it):
        return
    unchosen = any(still_open(state, it, slug) for slug in it.sides if slug != it.winner)
    label = "Close the contest, choosing nothing more" if unchosen else "Close the contest"
    yield winner.offer(CloseContest, label, group=GROUP, forced=not unchosen and it.rulesheet is None)
