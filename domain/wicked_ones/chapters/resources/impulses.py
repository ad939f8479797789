"""Dark impulses: compelled by the GM, suppressed or followed by the player (WO-17)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, CharacterId, Slug, Text
from domain.wicked_ones.chapters.guards import Described, described, gm_only, in_play, living, own
from domain.wicked_ones.chapters.resources.stress import segment_left, stress_spent
from domain.wicked_ones.lookup import count_number, required
from domain.wicked_ones.phrases import told
from domain.wicked_ones.seats import seat_of
from domain.wicked_ones.state.play import Compel
from domain.wicked_ones.state.underworld import Underworld, asked_id, next_id
from domain.wicked_ones.state.world import WickedOne
from domain.wicked_ones.terms.holdings import StressReason
from domain.wicked_ones.terms.refs import ImpulseRef, MonsterRef, NewImpulse

chapter = Chapter[Underworld](
    "Dark impulses",
    {
        "compelled_already": "An impulse pushes {character} already: {compel}.",
        "compel_unknown": "No such impulse pushes anybody now.",
    },
)


class CompelImpulse(Command):
    """Compel a dark impulse: the monster acts on it.

    Needs:    the GM; no impulse pushing it already.
    Refused:  `only_gm`, `unknown_character`, `dead`, `compelled_already`.
    Yields:   `ImpulseCompelled`.
    """

    type: Literal["wicked_ones.compel_impulse"] = "wicked_ones.compel_impulse"
    character: MonsterRef
    act: Text = Field(
        title="What it would do now", default="", description="What it would do now; left out: the impulse itself."
    )
    id: NewImpulse | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class ImpulseCompelled(Event):
    """The GM compels a monster by its dark impulse; `act` is what it would do."""

    type: Literal["wicked_ones.impulse_compelled.v1"] = "wicked_ones.impulse_compelled.v1"
    compel: Slug
    character: Character
    act: Text


@chapter.decides(CompelImpulse)
def compel_impulse(state: Underworld, command: CompelImpulse, asker: Asker, dice: Dice) -> Events:
    """WO-17: compel a monster, one compel at a time."""
    gm_only(asker)
    in_play(state)
    it = living(state, command.character)
    for slug, compel in state.compels.items():
        need(compel.character != command.character, "compelled_already", character=command.character, compel=slug)
    act = command.act.strip() or it.dark_impulse
    return [ImpulseCompelled(compel=asked_id(state, "compel", command.id), character=command.character, act=act)]


@chapter.applies(ImpulseCompelled, renames=True)
def _(state: Underworld, event: ImpulseCompelled) -> None:
    count_number(state, "compel", event.compel)
    state.compels[event.compel] = Compel(event.character, event.act)


@chapter.tells(ImpulseCompelled, "The dark impulse pushes {character}: {act}")
def _(state: Underworld, event: ImpulseCompelled) -> Iterable[Fact]:
    yield told(event.act, "dark impulse", event.character)


class SuppressImpulse(Described):
    """Suppress a dark impulse: it takes one segment of stress.

    Needs:    your own living monster, pushed, with a segment left.
    Refused:  `compel_unknown`, `no_stress_left`, `describe_first`, `not_your_character`, `dead`.
    Yields:   `ImpulseSuppressed`, `StressSpent`; `WentFeral` with the last segment.
    """

    type: Literal["wicked_ones.suppress_impulse"] = "wicked_ones.suppress_impulse"
    compel: ImpulseRef


class ImpulseSuppressed(Event):
    """A dark impulse was suppressed."""

    type: Literal["wicked_ones.impulse_suppressed.v1"] = "wicked_ones.impulse_suppressed.v1"
    compel: Slug
    character: Character
    description: Text


@chapter.decides(SuppressImpulse)
def suppress_impulse(state: Underworld, command: SuppressImpulse, asker: Asker, dice: Dice) -> Events:
    """WO-17: suppress a dark impulse, for one segment of stress."""
    in_play(state)
    described(command)
    it = compelled_monster(state, command.compel, asker)
    character = state.compels[command.compel].character
    held = ImpulseSuppressed(
        compel=command.compel, character=CharacterId(character), description=command.description
    )
    segment_left(it, character)
    return [held, *stress_spent(it, character, 1, StressReason.SUPPRESS_IMPULSE)]


def compelled_monster(state: Underworld, compel: str, asker: Asker) -> WickedOne:
    """One's own monster that this compel is on; refused for any other."""
    it = found(state.compels.get(compel), "compel_unknown", compel=compel)
    return own(state, it.character, asker)


def end_compel(state: Underworld, compel: str, character: str) -> None:
    """Take a compel off a monster, once it is suppressed or followed."""
    must(required(state.compels, compel, "impulse").character == character, f"{compel} pushes somebody else")
    del state.compels[compel]


@chapter.applies(ImpulseSuppressed, renames=True)
def _(state: Underworld, event: ImpulseSuppressed) -> None:
    end_compel(state, event.compel, event.character)


@chapter.tells(ImpulseSuppressed, "{character} holds it down: {description}")
def _(state: Underworld, event: ImpulseSuppressed) -> Iterable[Fact]:
    yield told(event.description, "impulse held down", event.character)
    yield facts.Turn(test="", who=event.character, text=event.description, way=facts.Way.HOLDS_OUT)


class FollowImpulse(Described):
    """Follow a dark impulse.

    Needs:    your own living monster, pushed.
    Refused:  `compel_unknown`, `describe_first`, `not_your_character`, `dead`.
    Yields:   `ImpulseFollowed`.
    """

    type: Literal["wicked_ones.follow_impulse"] = "wicked_ones.follow_impulse"
    compel: ImpulseRef


class ImpulseFollowed(Event):
    """A dark impulse was followed."""

    type: Literal["wicked_ones.impulse_followed.v1"] = "wicked_ones.impulse_followed.v1"
    compel: Slug
    character: Character
    description: Text


@chapter.decides(FollowImpulse)
def follow_impulse(state: Underworld, command: FollowImpulse, asker: Asker, dice: Dice) -> Events:
    """WO-17: follow a dark impulse, for nothing."""
    in_play(state)
    described(command)
    compelled_monster(state, command.compel, asker)
    character = CharacterId(state.compels[command.compel].character)
    return [ImpulseFollowed(compel=command.compel, character=character, description=command.description)]


@chapter.applies(ImpulseFollowed, renames=True)
def _(state: Underworld, event: ImpulseFollowed) -> None:
    end_compel(state, event.compel, event.character)


@chapter.tells(ImpulseFollowed, "{character} gives in: {description}")
def _(state: Underworld, event: ImpulseFollowed) -> Iterable[Fact]:
    yield told(event.description, "impulse followed", event.character)
    yield facts.Turn(test="", who=event.character, text=event.description, way=facts.Way.GIVES_IN)


def answers(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Offers to suppress or to follow a dark impulse."""
    for slug, compel in state.compels.items():
        seat = seat_of(state, compel.character, asker)
        if seat is None:
            continue
        label = f"{seat.name} gives in: {compel.act}"
        yield seat.offer(FollowImpulse, label, {"compel": slug}, group="Impulse")
        if seat.it.stress_left:
            held = f"{seat.name} holds it down for 1 stress"
            yield seat.offer(SuppressImpulse, held, {"compel": slug}, group="Impulse")


def compels(state: Underworld, people: tuple[Choice, ...]) -> Iterable[Offer]:
    """Offers to compel those on whom no compel is yet."""
    pushed = {it.character for it in state.compels.values()}
    free = tuple(choice for choice in people if choice.value not in pushed)
    if free:
        yield Offer(
            command=CompelImpulse,
            label="Push a dark impulse",
            known={"id": next_id(state, "compel")},
            choices={"character": free},
            group="Dangers",
        )
