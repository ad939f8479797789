"""Reducing a consequence that was partly resisted (WO-57, WO-59)."""

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
from domain.kernel.terms import CharacterId, Slug, Text
from domain.wicked_ones.chapters.consequences.declaring import unsettled
from domain.wicked_ones.chapters.consequences.harm import usual_ticks
from domain.wicked_ones.chapters.consequences.losses import can_be_lost
from domain.wicked_ones.chapters.consequences.settling import ConsequenceAvoided, needs_choice
from domain.wicked_ones.chapters.consequences.striking import effects_of
from domain.wicked_ones.chapters.guards import gm_only, in_play
from domain.wicked_ones.chapters.phases.shock import CostDemanded
from domain.wicked_ones.lookup import pending_of
from domain.wicked_ones.phrases import settlement, words
from domain.wicked_ones.printed import COMPLICATION_TICKS, PARTIAL, lighter
from domain.wicked_ones.shapes import Change
from domain.wicked_ones.state.play import Consequence
from domain.wicked_ones.state.underworld import Underworld, made_id
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.harm import ChangeKind, Kind, Lighter, Settlement, Severity, Trouble
from domain.wicked_ones.terms.refs import ConsequenceRef
from domain.wicked_ones.terms.rolls import Attribute

chapter = Chapter[Underworld](
    "Reducing a consequence",
    {
        "worse_than_before": "Resisting makes nothing worse: {clock} ticks {most} at most, not {given}.",
        "not_resisted": "{consequence} was not resisted in part, so it is not reduced.",
        "not_lighter": "What remains is {need}, not {given}: it was {was}.",
    },
)


class ReduceConsequence(Command):
    """Say what a partial resistance leaves: one step lighter, a lighter price, or nothing.

    Needs:    the GM; a consequence that was partly resisted.
    Refused:  `only_gm`, `consequence_unknown`, `consequence_settled`, `not_resisted`, `not_lighter`,
              `choice_missing`, `too_many_shocks`, `changes_unknown`, `already_bloodied`, `amount_without_note`,
              `worse_than_before`.
    Yields:   `ConsequenceReduced` with what it does, as accepting would; or `CostDemanded`; or
              `ConsequenceAvoided`, `Bloodied`, `ClockTicked`, `ComplicationHappened`, `ShockDoubled`,
              `ShockTaken`.
    """

    type: Literal["wicked_ones.reduce_consequence"] = "wicked_ones.reduce_consequence"
    consequence: ConsequenceRef
    how: Lighter = Field(default=Lighter.LESSER, title="What is left")
    kind: Kind = Kind.COMPLICATION
    also: tuple[Kind, ...] = Field(
        title="Further kinds", default=(), max_length=3, description="Further kinds of the same consequence."
    )
    severity: Severity | None = Field(default=None, description="Left out: one step lighter, as it must be.")
    details: Text = Field(default="", description="What happens in the story.")
    attributes: tuple[Attribute, ...] = Field(title="What is shocked", default=(), max_length=3)
    trouble: Trouble | None = Field(title="Kind of complication", default=None)
    changes: tuple[Change, ...] = Field(default=(), max_length=10, description="What is lost or moves on.")
    note: Text = Field(default="", description="Why a clock ticks otherwise than the severity makes usual.")


class ConsequenceReduced(Event):
    """A partly resisted consequence is this now.

    `also`: further kinds of it; `settled` unless the house lets it be resisted again. Since v2 it has the GM's
    `note` on what is other than usual; before, none was kept.
    """

    type: Literal["wicked_ones.consequence_reduced.v2"] = "wicked_ones.consequence_reduced.v2"
    consequence: Slug
    kind: Kind
    also: tuple[Kind, ...]
    severity: Severity
    details: Text
    attributes: tuple[Attribute, ...]
    trouble: Trouble | None
    changes: tuple[Change, ...]
    note: Text
    settled: bool


@chapter.decides(ReduceConsequence)
def reduce_consequence(state: Underworld, command: ReduceConsequence, asker: Asker, dice: Dice) -> Events:
    """WO-57, WO-59: reduce by one step, to a price, or to nothing; what is left of death stays devastating."""
    gm_only(asker)
    in_play(state)
    it = unsettled(state, command.consequence)
    need(it.to_reduce, "not_resisted", consequence=command.consequence)
    death = Kind.DEATH in it.kinds
    left = Severity.DEVASTATING if death else lighter(it.severity)
    need(command.severity in (None, left), "not_lighter", was=it.severity, need=left, given=command.severity)
    if command.how is Lighter.NOTHING and not death:
        return [ConsequenceAvoided(consequence=command.consequence, by="gm")]
    if command.how is Lighter.COST and not death and left is not Severity.NONE and it.target in state.characters:
        return as_a_price(state, command, it, left)
    need(command.how is Lighter.LESSER, "not_lighter", was=it.severity, need=left, given=command.how)
    return reduced_in_place(state, command, it, left)


def as_a_price(state: Underworld, command: ReduceConsequence, it: Consequence, left: Severity) -> Events:
    """Events of a price of lighter severity in place of the consequence."""
    price = CostDemanded(
        cost=made_id("cost", command.consequence),
        character=CharacterId(it.target),
        severity=left,
        why=command.details or it.details,
    )
    return [ConsequenceAvoided(consequence=command.consequence, by="gm"), price]


def reduced_in_place(state: Underworld, command: ReduceConsequence, it: Consequence, left: Severity) -> Events:
    """Events of a lesser consequence, which takes the place of the old one and is accepted."""
    now = Consequence(
        origin=it.origin,
        target=it.target,
        kind=command.kind,
        also=list(command.also),
        severity=left,
        details=command.details,
        attributes=list(dict.fromkeys(command.attributes)),
        trouble=command.trouble,
        changes=list(command.changes),
        roll_id=it.roll_id,
    )
    no_heavier(state, it, now, command)
    again = it.resisted < state.house_rules.resists_per_consequence and left is not Severity.NONE
    reduced = ConsequenceReduced(
        consequence=command.consequence,
        kind=now.kind,
        also=now.kinds[1:],
        severity=left,
        details=now.details,
        attributes=tuple(now.attributes),
        trouble=now.trouble,
        changes=tuple(now.changes),
        note=command.note,
        settled=not again,
    )
    return [reduced] if again else [reduced, *effects_of(state, command.consequence, now)]


def no_heavier(state: Underworld, it: Consequence, now: Consequence, command: ReduceConsequence) -> None:
    """Refuse a remainder that is no lesser form of the consequence (WO-57)."""
    left = now.severity
    need(Kind.DEATH not in now.kinds, "not_lighter", was=it.severity, need=left, given=Kind.DEATH)
    if it.target not in state.characters and now.kinds != (Kind.COMPLICATION,):
        raise CommandRefused("not_lighter", was=it.severity, need=left, given=now.kind)
    victim = state.characters.get(it.target)
    if Kind.BLOODIED in now.kinds and (victim is None or victim.bloodied):
        raise CommandRefused("already_bloodied", character=it.target)
    bare = now.kinds == (Kind.COMPLICATION,) and not now.changes
    if left is Severity.NONE and not bare:
        raise CommandRefused("not_lighter", was=it.severity, need=left, given=now.kind)
    need(not needs_choice(now), "choice_missing", consequence=command.consequence)
    most = len(Attribute) if Kind.BLOODIED in it.kinds or Kind.DEATH in it.kinds else 2
    if Kind.SHOCK in now.kinds and len(now.attributes) > most:
        raise CommandRefused("too_many_shocks", most=most)
    can_be_lost(state, it.target, now.changes)
    usual_ticks(state, now.changes, left, command.note)
    no_worse(it, now)


def no_worse(it: Consequence, now: Consequence) -> None:
    """Refuse a remainder that is worse than before: even a note lets no clock tick more (WO-57)."""
    usual = COMPLICATION_TICKS[it.severity]
    for change in now.changes:
        if usual is None or change.kind is not ChangeKind.TICK_CLOCK or change.amount is None:
            continue
        same = (each.amount or 0 for each in it.changes if (each.kind, each.what) == (change.kind, change.what))
        most = max(usual, *same, 0)
        need(change.amount <= most, "worse_than_before", clock=change.what, most=most, given=change.amount)


@chapter.applies(ConsequenceReduced, renames=True)
def _(state: Underworld, event: ConsequenceReduced) -> None:
    it = pending_of(state, event.consequence)
    must(it.to_reduce, f"{event.consequence} was not resisted in part")
    it.to_reduce = False
    it.kind, it.also = event.kind, list(event.also)
    it.severity, it.details = event.severity, event.details
    it.attributes, it.trouble = list(event.attributes), event.trouble
    it.changes = list(event.changes)
    if event.settled:
        it.status = Settlement.REDUCED


@chapter.tells(
    ConsequenceReduced,
    "{consequence} is {severity:=none>nothing|annoying>only annoying|frustrating>only frustrating"
    "|devastating>only devastating} now{details:+: }",
)
def _(state: Underworld, event: ConsequenceReduced) -> Iterable[Fact]:
    now = "reduced" if event.settled else "pending"
    yield settlement(state, event.consequence, now, f"{words(event.severity)}: {event.details}", good=None)
    for text in (event.details, event.note):
        if text:
            yield facts.Turn(test="", who="", text=text, way=facts.Way.TRUE)


def reducing(slug: str, it: Consequence, what: str) -> Iterable[Offer]:
    """Offers to reduce a consequence by one step, to a price, or to nothing."""
    left = Severity.DEVASTATING if Kind.DEATH in it.kinds else lighter(it.severity)
    lesser = {"consequence": slug, "how": Lighter.LESSER.value, "severity": left.value}
    label = f"What remains, {left}: {what} ({PARTIAL[it.kind]})"
    known: dict[str, object] = {**lesser, "kind": Kind.COMPLICATION.value}
    yield Offer(command=ReduceConsequence, label=label, known=known, group="Consequences")
    if Kind.DEATH in it.kinds:
        return
    without = {**known, "also": (), "attributes": (), "changes": (), "trouble": None}
    if left is not Severity.NONE and it.target != DUNGEON:
        for said, attributes in _shocks(it):
            yield Offer(
                command=ReduceConsequence,
                label=f"{said} remains, {left}: {what}",
                known={**lesser, "kind": Kind.SHOCK.value, "also": (), "attributes": attributes},
                group="Consequences",
            )
        yield Offer(
            command=ReduceConsequence,
            label=f"A lighter price instead, {left}: {what}",
            known={
                **without,
                "how": Lighter.COST.value,
            },
            group="Consequences",
        )
    yield Offer(
        command=ReduceConsequence,
        label=f"Nothing remains: {what}",
        known={
            **without,
            "how": Lighter.NOTHING.value,
        },
        group="Consequences",
    )


def _shocks(it: Consequence) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Shocks that are lighter than a wound or a shock: all three, or one that hurts less."""
    if Kind.BLOODIED in it.kinds:
        yield "Only shock", tuple(one.value for one in Attribute)
    elif Kind.SHOCK in it.kinds:
        yield from ((f"Shock to {one}", (one.value,)) for one in Attribute)
