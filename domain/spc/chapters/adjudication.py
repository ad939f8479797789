"""Adjudications: what the Mastermind settles by word (SPC-68)."""

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, ImpossibleHistoryError, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Name, NameOrId, Slug, Text, TextOrId
from domain.spc.chapters.adventure.tracks import (
    goal_accomplished,
    goal_at_its_end,
    move_goal,
    move_purity,
    note_goal,
    note_goal_by_the_rules,
    reached_in_conflict,
    reaches_goal,
)
from domain.spc.chapters.bounds import (
    FLAGS,
    MODIFIER,
    ON_THE_SHEET,
    TRACKS,
    bounds_of,
    field_of,
    in_words,
    may_be_adjudicated,
)
from domain.spc.chapters.guards import gm_only, playing
from domain.spc.lookup import features_of, is_assigned, open_conflict, participant_of, throw_of
from domain.spc.phrases import (
    count_told,
    goal_told,
    harm_told,
    next_throw_told,
    number_told,
    pool_told,
    purity_told,
)
from domain.spc.seats import people
from domain.spc.state.adventure import Adventure
from domain.spc.state.cast import Character
from domain.spc.state.conflict import Conflict
from domain.spc.terms import ActionType, NameRef, Slot, Stage, Status

chapter = Chapter[Adventure](
    "Adjudications",
    {
        "reason_needed": "Say why: an adjudication needs a reason.",
        "nothing_changes": "That is how it stands already, so there is nothing to record.",
        "out_of_bounds": "The {field} cannot be {after}: it is {bounds}.",
    },
)


_WHOLE = re.compile(r"[+-]?[0-9]{1,7}")


class RecordAdjudication(Command):
    """Record what the Mastermind settled by word: what a power, weakness, ritual or gadget does, and all else
    that the rules leave open.

    For somebody on the cast list the fields `ambition_pool`, `cunning_pool`, `vigilance_pool`, `obstacle_rating`,
    `purity_track`, `goal_track`, `penalty_next_roll`, `penalty_next_scene`, and in a conflict `progress` and
    `abuse`, change the sheet itself. In a turn `bonus_dice`, `penalty_dice` and `base_dice` before the throw and
    `modifier.ambition`, `modifier.cunning`, `modifier.vigilance` once the dice of the subject are assigned and
    before the comparison do. Every other field is kept as plain text.

    Needs:    the Mastermind; play.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `reason_needed`, `id_empty`,
              `nothing_changes`, `out_of_bounds`, `no_tracks`, `no_turn`, `already_thrown`, `already_compared`,
              `dice_are_fixed`, `ruled_elsewhere`, `assign_first`, `rituals_throw_nothing`.
    Yields:   `AdjudicationRecorded`; then `GoalAccomplished` and `GoalSceneGranted` where a goal came to its
              end.
    """

    type: Literal["spc.record_adjudication"] = "spc.record_adjudication"
    subject: NameRef = Field(title="Whom or what")
    field: Name = Field(
        title="What changes",
        description="A number of the sheet or the turn, or anything else, such as: condition.",
    )
    after: Text = Field(
        title="To what",
        description="The new value; of bonus dice, penalty dice and modifiers, how much this adds up to.",
    )
    reason: Text
    feature: Text = Field(default="", description="The power, weakness, ritual or gadget it came from.")


class AdjudicationRecorded(Event):
    """The Mastermind settled by word what the rules leave open. `before` and `after` are values as text.

    `apart`, for a track: the same step as it moves its upper and its lower end, counted as numbers of their own.
    `reached`, in a conflict: the goal came to its end by it, and its scene is granted when the conflict is closed.
    """

    type: Literal["spc.adjudication_recorded.v2"] = "spc.adjudication_recorded.v2"
    subject: Slug
    field: NameOrId
    before: Text
    after: Text
    reason: Text
    feature: TextOrId
    apart: tuple[int, int] | None = None
    reached: bool = False


class AdjudicationRecordedV1(Event):
    """An adjudication as first recorded: whether it brought a goal to its end is not said."""

    type: Literal["spc.adjudication_recorded.v1"] = "spc.adjudication_recorded.v1"
    subject: Slug
    field: NameOrId
    before: Text
    after: Text
    reason: Text
    feature: TextOrId
    apart: tuple[int, int] | None = None


Adjudicated: TypeAlias = AdjudicationRecorded | AdjudicationRecordedV1


@chapter.decides(RecordAdjudication)
def record_adjudication(state: Adventure, command: RecordAdjudication, asker: Asker, dice: Dice) -> Events:
    """SPC-68: settle by word anything the rules leave open; numbers stay within their bounds."""
    gm_only(asker)
    playing(state)
    need(command.reason.strip(), "reason_needed")
    field = field_of(command.field)
    need(field, "id_empty", name=command.field)
    it, after = state.characters.get(command.subject), command.after.strip()
    if it is None:
        before = state.adjudicated.get(command.subject, {}).get(field, "")
        return adjudication_event(command, field, before, after)
    may_be_adjudicated(field)
    if field.partition(".")[0] == MODIFIER or field in ON_THE_SHEET:
        return sheet_adjudication(state, command, it, field, after)
    return adjudication_event(command, field, it.adjudicated.get(field, ""), after)


def adjudication_event(
    command: RecordAdjudication,
    field: str,
    before: str,
    after: str,
    apart: tuple[int, int] | None = None,
    *,
    reached: bool = False,
) -> Events:
    """The event of an adjudication; refused if nothing changes."""
    need(before != after, "nothing_changes")
    return [
        AdjudicationRecorded(
            subject=command.subject,
            field=field,
            before=before,
            after=after,
            reason=command.reason,
            feature=command.feature,
            apart=apart,
            reached=reached,
        )
    ]


def sheet_adjudication(
    state: Adventure, command: RecordAdjudication, it: Character, field: str, after: str
) -> Events:
    """Events of a number or a mark that the rules know, changed within its bounds."""
    if field in FLAGS:
        if after not in ("yes", "no"):
            raise CommandRefused("out_of_bounds", field=in_words(field), after=after, bounds="yes or no")
        return adjudication_event(command, field, "yes" if it.penalty_next_scene else "no", after)
    bounds = bounds_of(state, command.subject, it, field)
    value = number_in(after)
    if value is None or not bounds.low <= value <= bounds.high:
        raise CommandRefused("out_of_bounds", field=in_words(field), after=after, bounds=bounds.said)
    delta = value - bounds.now
    apart = (
        {"purity_track": it.purity_steps, "goal_track": it.goal_steps}[field](delta) if field in TRACKS else None
    )
    goal = 0 if apart is None else apart[0]
    reached = field == "goal_track" and reached_in_conflict(state, command.subject, delta, goal)
    events = adjudication_event(command, field, str(bounds.now), str(value), apart, reached=reached)
    if field != "goal_track" or apart is None or open_conflict(state) is not None:
        return events
    owed = reaches_goal(state, it, delta, apart[0]) and not goal_at_its_end(state, command.subject)
    return [*events, *goal_accomplished(state, command.subject)] if owed else events


def number_in(text: str) -> int | None:
    """The whole number a text says, of at most seven digits; None for any other text."""
    return int(text) if _WHOLE.fullmatch(text) else None


@chapter.applies(AdjudicationRecorded, renames=True)
def _(state: Adventure, event: AdjudicationRecorded) -> None:
    adjudicate(state, event)
    if event.reached:
        note_goal(state, event.subject)


@chapter.applies(AdjudicationRecordedV1, renames=True)
def _(state: Adventure, event: AdjudicationRecordedV1) -> None:
    adjudicate(state, event)
    if event.field == "goal_track" and event.subject in state.characters:
        note_goal_by_the_rules(state, event.subject)


def adjudicate(state: Adventure, event: Adjudicated) -> None:
    """Set the value that was settled, on a sheet or beside it."""
    it = state.characters.get(event.subject)
    if it is None:
        fields = state.adjudicated.setdefault(event.subject, {})
        settle_text(fields, event)
    elif event.field in _ON_THE_SHEET:
        _ON_THE_SHEET[event.field](state, it, event)
    elif event.field.startswith("modifier."):
        throw = throw_of(state, event.subject)
        throw.modifiers[Slot(event.field.partition(".")[2]).value] = int(event.after)
    else:
        settle_text(it.adjudicated, event)


def settle_text(fields: dict[str, str], event: Adjudicated) -> None:
    """Set a field the rules do not know; emptied, it is removed."""
    if event.after:
        fields[event.field] = event.after
    else:
        fields.pop(event.field, None)


def _number(state: Adventure, it: Character, event: Adjudicated) -> None:
    must(getattr(it, event.field) == int(event.before), f"{event.field} was not {event.before}")
    setattr(it, event.field, int(event.after))


def _flag(state: Adventure, it: Character, event: Adjudicated) -> None:
    it.penalty_next_scene = event.after == "yes"


def _apart(event: Adjudicated) -> tuple[int, int]:
    if event.apart is None:
        raise ImpossibleHistoryError("a step on a track says how its two ends move")
    return event.apart


def _purity(state: Adventure, it: Character, event: Adjudicated) -> None:
    delta = int(event.after) - int(event.before)
    must(it.purity_track == int(event.before), f"the track did not stand at {event.before}")
    move_purity(it, delta, *_apart(event))


def _goal(state: Adventure, it: Character, event: Adjudicated) -> None:
    delta = int(event.after) - int(event.before)
    must(it.goal_track == int(event.before), f"the track did not stand at {event.before}")
    move_goal(it, delta, *_apart(event))


def _count(state: Adventure, it: Character, event: Adjudicated) -> None:
    part = participant_of(state, event.subject, Stage.TURN)
    setattr(part, event.field, int(event.after))


def _dice(state: Adventure, it: Character, event: Adjudicated) -> None:
    throw = throw_of(state, event.subject)
    fields = {"bonus_dice": "adjudicated_bonus", "penalty_dice": "adjudicated_penalty", "base_dice": "base_dice"}
    setattr(throw, fields[event.field], int(event.after))


_ON_THE_SHEET = {
    **dict.fromkeys(
        ("ambition_pool", "cunning_pool", "vigilance_pool", "obstacle_rating", "penalty_next_roll"), _number
    ),
    "penalty_next_scene": _flag,
    "purity_track": _purity,
    "goal_track": _goal,
    "progress": _count,
    "abuse": _count,
    "bonus_dice": _dice,
    "penalty_dice": _dice,
    "base_dice": _dice,
}


@chapter.tells(
    AdjudicationRecorded, "The Mastermind rules on {field:_} of {subject}: {after}{feature:+, by }. {reason}"
)
def _(state: Adventure, event: AdjudicationRecorded) -> Iterable[Fact]:
    return adjudication_facts(state, event)


@chapter.tells(
    AdjudicationRecordedV1, "The Mastermind rules on {field:_} of {subject}: {after}{feature:+, by }. {reason}"
)
def _(state: Adventure, event: AdjudicationRecordedV1) -> Iterable[Fact]:
    return adjudication_facts(state, event)


def adjudication_facts(state: Adventure, event: Adjudicated) -> Iterable[Fact]:
    """Facts of what was settled, and of what it moved on a sheet."""
    yield facts.Adjudicated(
        subject=event.subject, field=event.field, before=event.before, after=event.after, reason=event.reason
    )
    if event.subject in state.characters:
        yield from moved_on_the_sheet(state, event)


def moved_on_the_sheet(state: Adventure, event: Adjudicated) -> Iterable[Fact]:
    """Facts of the number on the sheet that the adjudication moved, if it is one the rules know."""
    who, why, field = event.subject, event.reason, event.field
    if field == "penalty_next_scene":
        lifted = event.after == "no"
        yield harm_told(who, "next scene" if lifted else "", "" if lifted else "next scene", why)
        return
    numbers = ("purity_track", "goal_track", "progress", "abuse", "penalty_next_roll", "obstacle_rating")
    if field not in numbers and not field.endswith("_pool"):
        return
    now = int(event.after)
    delta = now - int(event.before)
    if field == "purity_track":
        yield from purity_told(state, who, delta, event.apart or (0, 0), why)
    elif field == "goal_track":
        yield from goal_told(state, who, delta, event.apart or (0, 0), why)
    elif field in ("progress", "abuse"):
        yield count_told(who, field, delta, now, why, good=field == "progress")
    elif field == "penalty_next_roll":
        yield next_throw_told(who, delta, now, why)
    elif field == "obstacle_rating":
        yield number_told(who, field, "Obstacle Rating", delta, now, why, low=1)
    else:
        yield pool_told(state, who, field.removesuffix("_pool"), delta, why)


def adjudications(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Offers to the Mastermind to settle by word; in a turn first of all what a feature does."""
    if not asker.is_gm or state.status is not Status.PLAYING:
        return
    conflict = open_conflict(state)
    if conflict is not None and conflict.status is Stage.TURN and not conflict.compared:
        for it in conflict.participants.values():
            if feature := it.throw.power or it.throw.weakness:
                yield from feature_effects(state, conflict, feature)
    yield Offer(
        command=RecordAdjudication,
        label="Settle something by word",
        choices={"subject": people(state, state.characters)},
        group="Adjudication",
        weight=Weight.ASIDE,
    )


def feature_effects(state: Adventure, conflict: Conflict, feature: str) -> Iterable[Offer]:
    """Offers of what a power or a weakness may do in this turn: dice before a throw, modifiers after assigning."""
    before = [
        slug
        for slug, it in conflict.participants.items()
        if not it.throw.thrown and it.throw.action_type is not ActionType.INVOKE
    ]
    after = [slug for slug, it in conflict.participants.items() if is_assigned(it.throw)]
    modifiers = [f"modifier.{slot}" for slot in Slot]
    for label, subjects, fields in (
        ("adds to a throw", before, ["bonus_dice", "penalty_dice"]),
        ("changes a die", after, modifiers),
    ):
        if subjects:
            yield Offer(
                command=RecordAdjudication,
                label=f"Settle how {features_by_name(state).get(feature, feature)} {label}",
                known={"feature": feature},
                choices={
                    "subject": people(state, subjects),
                    "field": tuple(Choice(field, in_words(field)) for field in fields),
                },
                group="Adjudication",
            )


def features_by_name(state: Adventure) -> dict[str, str]:
    """Every feature on any sheet, by name."""
    return {slug: name for it in state.characters.values() for slug, name in features_of(it).items()}
