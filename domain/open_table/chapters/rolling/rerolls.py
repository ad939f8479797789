"""Dice of one's last roll, rolled again (OT-14)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Person, Text
from domain.open_table.chapters.guards import acts, rows
from domain.open_table.chapters.rolling.outcomes import Planned, cast, planned
from domain.open_table.chapters.rolling.rolls import (
    CAME,
    DieFallen,
    closed,
    fact_of,
    kept_dice,
    purpose_of,
    reading_of,
    seen_by,
    told_dice,
)
from domain.open_table.lookup import owner_id
from domain.open_table.seats import ROLL_GROUP
from domain.open_table.state import Fallen, OpenTable, Thrown
from domain.open_table.terms import CharacterRef, DieRef

chapter = Chapter[OpenTable](
    "Rolling again",
    {
        "nothing_rolled": "There is no roll there to roll dice of again.",
        "die_unknown": "That roll has no such die: choose among its dice.",
    },
)


class Reroll(Command):
    """Roll dice of the last roll again; the others lie as they fell. What came of it is judged anew.

    Needs:    your own character, in play, and a reason.
    Refused:  `character_unknown`, `not_yours`, `has_left`, `tables_own`, `nothing_rolled`, `die_unknown`,
              `reason_missing`, `roll_unknown`, `ask_missing`, `ask_wrong`, `notation_wrong`, `number_unknown`,
              `formula_fails`, `not_of_this`.
    Yields:   `DiceRerolled`.
    """

    type: Literal["open_table.reroll"] = "open_table.reroll"
    who: CharacterRef | None = Field(default=None, title="Whose roll", description="Empty: the table's.")
    dice: tuple[DieRef, ...] = Field(min_length=1, max_length=100, title="Which dice")
    why: Text = Field(title="Reason", description="What lets them be rolled again.")


class DieAgain(BaseModel):
    """A die that was rolled again."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(pattern=r"^d[0-9]+$", max_length=8)]
    size: int
    was: int
    now: int


class DiceRerolled(Event):
    """Dice of a roll were rolled again. `dice` are all that lie there now."""

    type: Literal["open_table.dice_rerolled.v1"] = "open_table.dice_rerolled.v1"
    roll: int
    who: CharacterSlug | None
    called: Name
    again: tuple[DieAgain, ...]
    dice: tuple[DieFallen, ...]
    versus: int | None
    total: Text
    outcome: Text
    good: bool | None
    why: Text
    secret: bool
    seen_by: Person | None


class Lying:
    """Dice that lie there already, but for those that are rolled again."""

    def __init__(self, lying: Sequence[Fallen], again: frozenset[str], real: Dice) -> None:
        self._real = real
        self._left: dict[int, list[int | None]] = {}
        for die in lying:
            self._left.setdefault(die.size, []).append(None if die.id in again else die.face)

    def roll(self, *sizes: int) -> tuple[int, ...]:
        """A face for each size: as it lies, or drawn."""
        faces = [self._left[size].pop(0) if self._left.get(size) else None for size in sizes]
        missing = [size for size, face in zip(sizes, faces, strict=True) if face is None]
        drawn = iter(self._real.roll(*missing)) if missing else iter(())
        return tuple(next(drawn) if face is None else face for face in faces)


def last_roll(state: OpenTable, who: str | None, asker: Asker) -> Thrown | None:
    """The last roll there, as far as this person knows of it."""
    owner = owner_id(who)
    open_one, secret = state.last.get(owner), state.hidden.get(owner)
    if secret is not None and not asker.is_gm and secret.seen_by != asker.person:
        secret = None
    if open_one is None or secret is None:
        return open_one or secret
    return max(open_one, secret, key=lambda it: it.roll)


@chapter.decides(Reroll)
def reroll(state: OpenTable, command: Reroll, asker: Asker, dice: Dice) -> Events:
    """OT-14: dice of the last roll, with a reason; numbers are as they are now."""
    acts(state, command.who, asker)
    need(command.why.strip(), "reason_missing")
    last = found(last_roll(state, command.who, asker), "nothing_rolled")
    lying = {die.id: die for die in last.dice}
    again = frozenset(command.dice)
    if not again <= lying.keys():
        raise CommandRefused("die_unknown")
    plan = Planned(last.notation, versus=last.versus)
    if last.form:
        plan = planned(state, command.who, last.form, last.asks, last.versus)
    source = Lying(last.dice, again, dice)
    came = cast(state, command.who, plan, source, purpose_of(state, command.who, last.called))
    now = {die.id: die for die in came.dice}
    changed = tuple(
        DieAgain(id=it.id, size=it.size, was=it.face, now=now[it.id].face)
        for it in last.dice
        if it.id in again and it.id in now
    )
    return [
        DiceRerolled(
            roll=last.roll,
            who=command.who,
            called=last.called,
            again=changed,
            dice=told_dice(came.dice),
            versus=plan.versus,
            total=came.total_written,
            outcome=came.outcome,
            good=came.good,
            why=command.why,
            secret=last.secret,
            seen_by=last.seen_by,
        )
    ]


@chapter.applies(DiceRerolled)
def _(state: OpenTable, event: DiceRerolled) -> None:
    last = (state.hidden if event.secret else state.last).get(owner_id(event.who))
    must(last is not None and last.roll == event.roll, f"roll {event.roll} does not lie there")
    if last is not None:
        last.dice, last.total = kept_dice(event.dice), event.total


@chapter.tells(
    DiceRerolled,
    "{called}{who:+, }, rolled again: it comes to {total}{outcome:+, }{why:+: }",
    to=lambda state, event: seen_by(secret=event.secret, person=event.seen_by),
)
def _(state: OpenTable, event: DiceRerolled) -> Iterable[Fact]:
    audience = seen_by(secret=event.secret, person=event.seen_by)
    test, roller = f"roll-{event.roll}", owner_id(event.who)
    reading = reading_of(event.total, event.versus, event.outcome)
    for die in event.again:
        yield facts.DieChanged(
            roller=roller,
            die=die.id,
            size=die.size,
            was=die.was,
            now=die.now,
            why=event.why,
            rerolled=True,
            test=test if event.outcome else None,
            reading=reading,
            audience=audience,
        )
    yield facts.DiceSorted(
        roller=roller,
        dice=tuple(map(fact_of, event.dice)),
        test=test if event.outcome else None,
        reading=reading,
        audience=audience,
    )
    if event.outcome:
        yield closed(test, roller, event.outcome, event.good, audience)
        if event.who is not None:
            again = facts.Way.ROLLS_AGAIN
            yield facts.Turn(test=test, who=event.who, text=event.why, way=again, audience=audience)
            yield facts.Outcome(
                test=test,
                who=event.who,
                came=CAME[event.good],
                called=event.outcome,
                proof=event.total,
                audience=audience,
            )


def rerolling(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """Dice of the last roll of one's own."""
    for who in rows(state, asker):
        last = last_roll(state, who, asker)
        if last is None or not last.dice:
            continue
        name = "the table" if who is None else state.characters[who].name
        dice = tuple(
            Choice(it.id, f"{it.face - 2 if it.fudge else it.face} on a d{'F' if it.fudge else it.size}")
            for it in last.dice
        )
        yield Offer(
            command=Reroll,
            label=f"Roll dice again: {last.called}, {name}",
            known={"who": who},
            choices={"dice": dice},
            group=ROLL_GROUP,
            weight=Weight.ASIDE,
        )
