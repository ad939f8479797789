"""Declaring a consequence: how heavy, and on whom (WO-38, WO-52)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, CharacterId, Slug, Text
from domain.wicked_ones.chapters.consequences.harm import (
    NEVER_RESISTED,
    for_anybody,
    kind_choices,
    may_befall,
    usual_ticks,
)
from domain.wicked_ones.chapters.consequences.owed import fitting, is_terrible, terrible_enough
from domain.wicked_ones.chapters.guards import gm_only, in_play, reason_given
from domain.wicked_ones.lookup import count_number, must_be_new, pending_of, roll_owes
from domain.wicked_ones.phrases import state_of, told, words
from domain.wicked_ones.printed import USUAL_SEVERITY
from domain.wicked_ones.seats import action_words, alive, threats
from domain.wicked_ones.shapes import Harm
from domain.wicked_ones.state.play import ActionRoll, Consequence
from domain.wicked_ones.state.underworld import Underworld, asked_id, next_id, number_of
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.harm import Kind, Origin, Settlement, Severity
from domain.wicked_ones.terms.refs import ActionRef, ClockRef, NewConsequence
from domain.wicked_ones.terms.rolls import Action, Position, Result, RollStatus

chapter = Chapter[Underworld](
    "Declaring a consequence",
    {
        "deadly_means_death": "{roll} was framed deadly; a mixed or failed result brings death or an equally "
        "terrible fate. Declare that first.",
        "negates_success": "A mixed result still succeeds; choose a consequence that does not cancel it.",
        "no_consequence_on_success": "This roll earned no consequence: {result}.",
        "severity_without_note": "The usual severity here is {usual}, not {given}; note why it differs.",
        "consequence_unknown": "There is no such consequence{there:+. Those that wait: }.",
        "consequence_settled": "That was settled already{consequence:+: }.",
    },
)


class DeclareConsequence(Harm, Command):
    """Declare a consequence. It is pending: nothing changes on a sheet before it is settled.

    Needs:    the GM; for a roll, one that failed or was mixed.
    Refused:  `only_gm`, `roll_unknown`, `not_rolled`, `no_consequence_on_success`, `negates_success`,
              `deadly_means_death`, `target_missing`, `dead`, `reason_missing`, `why_not_missing`,
              `severity_without_note`, `amount_without_note`, `scene_missing`, `not_deadly`, `already_bloodied`,
              `cannot_reduce`, `already_deadly`, `too_many_shocks`, `changes_unknown`.
    Yields:   `ConsequenceDeclared`; `DeathDeclared` when it would kill.
    """

    type: Literal["wicked_ones.declare_consequence"] = "wicked_ones.declare_consequence"
    origin: Origin
    roll: ActionRef | None = Field(default=None, description="The action it comes from.")
    clock: ClockRef | None = Field(default=None, description="The full clock it comes from.")
    note: Text = Field(default="", description="Why it is lighter or heavier than usual.")
    reason: Text = Field(default="", description="What in the story brings it, when no roll does.")
    cancels_goal: bool = Field(
        title="It takes back what the roll achieved",
        default=False,
        description="Whether it takes back what the roll achieved.",
    )
    id: NewConsequence | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class ConsequenceDeclared(Harm, Event):
    """A consequence is pending over its target.

    `usual`: the severity the position made likely; `note`: why it is another; `action` and `performer`: those of
    the roll it comes from; `reason`: what brings it without a roll.
    """

    type: Literal["wicked_ones.consequence_declared.v1"] = "wicked_ones.consequence_declared.v1"
    consequence: Slug
    origin: Origin
    usual: Severity | None
    roll: Slug | None
    clock: Slug | None
    action: Action | None
    performer: Character | None
    note: Text
    reason: Text


class DeathDeclared(Event):
    """A pending consequence would kill this character."""

    type: Literal["wicked_ones.death_declared.v1"] = "wicked_ones.death_declared.v1"
    consequence: Slug
    character: Character


@chapter.decides(DeclareConsequence)
def declare_consequence(state: Underworld, command: DeclareConsequence, asker: Asker, dice: Dice) -> Events:
    """WO-38, WO-52: declare a consequence, pending until it is accepted, resisted or avoided."""
    gm_only(asker)
    in_play(state)
    roll: ActionRoll | None = None
    if command.origin is Origin.ACTION_ROLL:
        roll = earning_roll(state, command)
    elif command.origin is Origin.INFLICTED:
        reason_given(command.reason)
    usual = USUAL_SEVERITY[roll.position] if roll else None
    severity = command.severity or usual or Severity.FRUSTRATING
    may_befall(state, command, command.origin, roll, command.roll, command.clock)
    if usual is not None and severity is not usual and not command.note.strip():
        raise CommandRefused("severity_without_note", usual=usual, given=severity)
    usual_ticks(state, command.changes, severity, command.note)
    return declaration(
        state, command, severity, command.origin, roll, command.roll, usual, command, wanted=command.id
    )


def earning_roll(state: Underworld, command: DeclareConsequence) -> ActionRoll:
    """The roll of a command, if it failed or was mixed (WO-31, WO-33); refused otherwise."""
    roll = one_there(state.rolls, command.roll, "roll_unknown")
    need(roll.status is RollStatus.ROLLED, "not_rolled", roll=command.roll)
    need(
        roll.result not in (Result.SUCCESS, Result.CRITICAL),
        "no_consequence_on_success",
        roll=command.roll,
        result=roll.result,
    )
    if roll.result is Result.MIXED and command.cancels_goal:
        raise CommandRefused("negates_success", roll=command.roll)
    if (
        roll.position is Position.DEADLY
        and not is_terrible(command, roll)
        and not terrible_enough(state, roll, command.roll)
    ):
        raise CommandRefused("deadly_means_death", roll=command.roll)
    return roll


def declaration(
    state: Underworld,
    harm: Harm,
    severity: Severity,
    origin: Origin,
    roll: ActionRoll | None,
    roll_id: str | None,
    usual: Severity | None,
    words: DeclareConsequence | None = None,
    note: str = "",
    wanted: str | None = None,
    part_id: str | None = None,
) -> list[Event]:
    """Events of a declared consequence, and of the death it would bring."""
    slug = part_id or asked_id(state, "consequence", wanted)
    threat = harm.threat.strip() or ("wounds" if {Kind.BLOODIED, Kind.DEATH} & set(harm.kinds) else "")
    never = NEVER_RESISTED.get(origin)
    event = ConsequenceDeclared(
        consequence=slug,
        origin=origin,
        usual=usual,
        roll=roll_id if roll else None,
        clock=words.clock if words else None,
        action=roll.action if roll else None,
        performer=CharacterId(roll.character) if roll else None,
        note=words.note if words else note,
        reason=words.reason if words else "",
        target=harm.target,
        kind=harm.kind,
        also=harm.kinds[1:],
        severity=severity,
        details=harm.details,
        threat=threat,
        attributes=tuple(dict.fromkeys(harm.attributes)),
        trouble=harm.trouble,
        changes=harm.changes,
        hopeless=harm.hopeless,
        resistible=harm.resistible and never is None,
        why_not=harm.why_not or never or "",
    )
    if Kind.DEATH not in harm.kinds:
        return [event]
    return [event, DeathDeclared(consequence=slug, character=CharacterId(harm.target))]


def unsettled(state: Underworld, slug: str) -> Consequence:
    """A consequence that is still pending; refused for any other."""
    it = state.consequences.get(slug)
    if it is None:
        number = number_of(slug)
        seen = slug == f"consequence-{number}" and 0 < number <= state.counts.get("consequence", 0)
        need(not seen, "consequence_settled", consequence="")
        raise CommandRefused(
            "consequence_unknown", there=[known for known, one in state.consequences.items() if one.pending]
        )
    need(it.pending, "consequence_settled", consequence=slug)
    return it


def settle(state: Underworld, consequence: str, how: Settlement) -> Consequence:
    """Settle a pending consequence in this way, and give it back."""
    it = pending_of(state, consequence)
    it.status = how
    it.to_reduce = False
    return it


@chapter.applies(ConsequenceDeclared, renames=True)
def _(state: Underworld, event: ConsequenceDeclared) -> None:
    if event.consequence.rpartition("-")[0] not in state.consequences:  # A part is named after the whole.
        count_number(state, "consequence", event.consequence)
    must_be_new(state.consequences, event.consequence)
    state.consequences[event.consequence] = Consequence(
        origin=event.origin,
        target=event.target,
        kind=event.kind,
        also=list(event.also),
        severity=event.severity or Severity.NONE,
        details=event.details,
        threat=event.threat,
        attributes=list(event.attributes),
        trouble=event.trouble,
        changes=list(event.changes),
        hopeless=list(event.hopeless),
        resistible=event.resistible,
        why_not=event.why_not,
        roll_id=event.roll,
        action=event.action,
        performer=event.performer,
    )
    if event.origin is Origin.ENGAGEMENT and state.scene is not None:
        state.scene.answered = True


@chapter.tells(ConsequenceDeclared, "{target} faces a consequence ({severity} {kind}{also:+ and }){details:+: }")
def _(state: Underworld, event: ConsequenceDeclared) -> Iterable[Fact]:
    kinds = " and ".join(words(kind) for kind in event.kinds)
    why = event.reason or event.note or words(event.origin)
    yield state_of(
        event.target,
        "consequences",
        event.consequence,
        "",
        "pending",
        f"{words(event.severity or '')} {kinds}: {why}",
        label=event.details or kinds,
        good=False,
    )
    if event.details:
        yield facts.Turn(test=event.roll or "", who="", text=event.details, way=facts.Way.TRUE)


@chapter.applies(DeathDeclared)
def _(state: Underworld, event: DeathDeclared) -> None:
    must(Kind.DEATH in pending_of(state, event.consequence).kinds, f"{event.consequence} would not kill")


@chapter.tells(DeathDeclared, "Death reaches for {character}")
def _(state: Underworld, event: DeathDeclared) -> Iterable[Fact]:
    yield told("death, unless somebody stops it", "death", event.character)


def bad_start(state: Underworld) -> Iterable[Offer]:
    """Offers of a consequence for a failed engagement."""
    people = alive(state)
    if people:
        yield Offer(
            command=DeclareConsequence,
            label="Declare what the bad start brings",
            known={
                "id": next_id(state, "consequence"),
                "origin": Origin.ENGAGEMENT.value,
                "roll": None,
                "clock": None,
            },
            choices={"target": people, "kind": for_anybody(state)},
            suggested=threats(state),
            group="Consequences",
        )


def declarations(state: Underworld, slug: str, roll: ActionRoll) -> Iterable[Offer]:
    """Offers of what a roll earned: at deadly stakes death or worse, otherwise what the position makes usual."""
    usual = USUAL_SEVERITY[roll.position]
    known: dict[str, object] = {
        "id": next_id(state, "consequence"),
        "origin": Origin.ACTION_ROLL.value,
        "roll": slug,
        "clock": None,
    }
    mine = {**known, "target": roll.character}
    owing = (it for other, it in state.rolls.items() if roll_owes(state, other, it))
    about = action_words(state, roll, owing)
    for kind in fitting(state, roll):
        words = kind.value.replace("_", " ")
        yield Offer(
            command=DeclareConsequence,
            label=f"Declare {words}, {usual}, from {about}",
            known={**mine, "kind": kind.value},
            suggested=threats(state),
            group="Action",
        )
    others = alive(state, but=roll.character)
    if others and roll.position is not Position.DEADLY:
        yield Offer(
            command=DeclareConsequence,
            label=f"Declare a consequence for somebody else, {usual}, from {about}",
            known=known,
            choices={
                "target": others,
                "kind": kind_choices((Kind.COMPLICATION, Kind.SHOCK)),
            },
            suggested=threats(state),
            group="Action",
        )


def inflictions(state: Underworld, people: tuple[Choice, ...]) -> Iterable[Offer]:
    """Offers of consequences that no roll earned."""
    inflicted: dict[str, object] = {
        "id": next_id(state, "consequence"),
        "origin": Origin.INFLICTED.value,
        "roll": None,
        "clock": None,
    }
    yield Offer(
        command=DeclareConsequence,
        label="Inflict a consequence",
        known=inflicted,
        choices={"target": people, "kind": for_anybody(state)},
        suggested=threats(state),
        group="Dangers",
    )
    yield Offer(
        command=DeclareConsequence,
        label=f"Inflict a complication on {state.dungeon.name}",
        known={**inflicted, "target": DUNGEON, "kind": Kind.COMPLICATION.value},
        suggested=threats(state),
        group="Dangers",
    )
