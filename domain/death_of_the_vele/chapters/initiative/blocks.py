"""Blocks (VE-81, VE-97, VE-98)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.lookup import component_of, scene_of, struggle_of
from domain.death_of_the_vele.phrases import told
from domain.death_of_the_vele.state.struggle import Block, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import OPPONENT, unit_of
from domain.death_of_the_vele.terms.struggle import Winner
from domain.death_of_the_vele.verdicts import Use, Verdict
from domain.kernel import facts
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, must
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Slug, Text

chapter = Chapter[Vele](
    "Blocks",
    {
        "block_stands": "{blocker} blocks “{action}”. Overcome that block first.",
    },
)


def block_tried(state: Vele, struggle: Struggle, verdict: Verdict) -> list[Event]:
    """Events of a block that somebody tried: its value, fixed at the first try, and whether it held (VE-81)."""
    events: list[Event] = []
    slug, actor = struggle.block or "", struggle.actor.main or ""
    if struggle.sides[OPPONENT].fixed is None:
        events.append(BlockValueFixed(block=slug, value=verdict.opponent_result))
    if verdict.winner is Winner.ACTOR:
        return [*events, BlockOvercome(block=slug, component=actor)]
    return [*events, BlockHeld(block=slug, component=actor)]


def block_value(use: Use) -> int:
    """A block's value: the result, and the power die if one was paid."""
    return use.result + max((it.value or 0 for it in use.side.power_dice), default=0)


def new_blocks(use: Use, value: int, against: list[Verdict]) -> Iterable[Event]:
    """The block that an ability sets; in a mass struggle one for each opponent it holds against."""
    if use.one_by_one:
        for number, verdict in enumerate(against):
            yield new_block(use, value, use.across(verdict), number=number)
    elif against:
        yield new_block(use, value, use.declared.targets[0] if use.declared.targets else None)


def new_block(
    use: Use, value: int, target: str | None, *, action: str = "", lasting: bool = False, number: int = 0
) -> Event:
    """A block with a value, the one after `number` others of the same effect."""
    number += use.state.blocks_set + 1 + sum(1 for it in use.before if isinstance(it, BlockSet))
    return BlockSet(
        block=f"block-{number}",
        blocker=use.declared.component,
        target=target,
        forbidden_action=action or use.declared.text,
        value=value,
        lasting=lasting,
    )


def block(use: Use) -> Iterable[Event]:
    """VE-97: on success a block with this result."""
    yield from new_blocks(use, block_value(use), [it for it in use.won if it in use.faced])


def auto_block(use: Use) -> Iterable[Event]:
    """VE-98: success is not needed; after a failure the dice are rolled again for the value."""
    if use.won:
        yield from new_blocks(use, block_value(use), use.faced)
        return
    sizes = [it.die.sides for it in use.side.pushed.values()] + [6 for _ in use.side.average_dice]
    faces = use.chance.roll(*sizes)
    yield BlockRolled(
        struggle=use.struggle.id,
        component=use.declared.component,
        rolls=tuple(zip(sizes, faces, strict=True)),
    )
    bonus = max((it.value or 0 for it in use.side.power_dice), default=0)
    yield from new_blocks(use, max(faces, default=0) + bonus, use.faced)


def unblocked(state: Vele, actor: str, *actions: str) -> None:
    """Refuse an action that a block forbids (VE-81)."""
    wanted = {" ".join(action.lower().replace("_", " ").split()) for action in actions}
    for slug, block in state.blocks.items():
        forbidden = " ".join(block.forbidden_action.lower().split())
        if forbidden not in wanted or actor in block.overcome_by or actor in unit_of(state, block.blocker):
            continue
        if block.target is None or block.target in unit_of(state, actor):
            raise CommandRefused("block_stands", block=slug, blocker=block.blocker, action=block.forbidden_action)


class BlockSet(Event):
    """Something is forbidden until the blocker's next turn (VE-81). `value` None: rolled at the first try."""

    type: Literal["death_of_the_vele.block_set.v1"] = "death_of_the_vele.block_set.v1"
    block: Slug
    blocker: Slug
    target: Slug | None
    forbidden_action: Text
    value: int | None = None
    lasting: bool = Field(default=False, description="It stands until it is overcome: fiction to see through.")


@chapter.applies(BlockSet)
def _(state: Vele, event: BlockSet) -> None:
    must(event.block not in state.blocks, f"there is a {event.block} already")
    component_of(state, event.blocker)
    state.blocks_set += 1
    state.blocks[event.block] = Block(
        blocker=event.blocker,
        target=event.target,
        forbidden_action=event.forbidden_action,
        value=event.value,
        scene=scene_of(state).number,
        lasting=event.lasting,
    )


@chapter.tells(BlockSet, "{blocker} blocks: {forbidden_action}")
def _(state: Vele, event: BlockSet) -> Iterable[Fact]:
    about = (event.blocker,) if event.target is None else (event.blocker, event.target)
    yield told(event.forbidden_action, "block", *about)


class BlockValueFixed(Event):
    """A block was rolled; its value stays (VE-81)."""

    type: Literal["death_of_the_vele.block_value_fixed.v1"] = "death_of_the_vele.block_value_fixed.v1"
    block: Slug
    value: int


def block_of(state: Vele, block: str) -> Block:
    """A block that stands; raises where it does not."""
    must(block in state.blocks, f"there is no {block}")
    return state.blocks[block]


@chapter.applies(BlockValueFixed)
def _(state: Vele, event: BlockValueFixed) -> None:
    block_of(state, event.block).value = event.value


@chapter.tells(BlockValueFixed, "The block is worth {value}")
def _(state: Vele, event: BlockValueFixed) -> Iterable[Fact]:
    yield told(f"the block is worth {event.value}", "block", state.blocks[event.block].blocker)


class BlockRolled(Event):
    """Dice rolled again for the value of an Auto-Block (VE-98)."""

    type: Literal["death_of_the_vele.block_rolled.v1"] = "death_of_the_vele.block_rolled.v1"
    struggle: Slug
    component: Slug
    rolls: tuple[tuple[int, int], ...]
    """Pairs of (size, face)."""


@chapter.applies(BlockRolled)
def _(state: Vele, event: BlockRolled) -> None:
    """No change here: the result stands in the block that is set."""
    struggle_of(state)


@chapter.tells(BlockRolled, "{component} rolls again for a block")
def _(state: Vele, event: BlockRolled) -> Iterable[Fact]:
    dice = tuple(facts.Die(f"block-{n}", size, face) for n, (size, face) in enumerate(event.rolls))
    yield facts.DiceRolled(roller=event.component, purpose="the block", dice=dice, test=event.struggle)


class BlockOvercome(Event):
    """A component beat a block, and may do what it forbids."""

    type: Literal["death_of_the_vele.block_overcome.v1"] = "death_of_the_vele.block_overcome.v1"
    block: Slug
    component: Slug


@chapter.applies(BlockOvercome)
def _(state: Vele, event: BlockOvercome) -> None:
    block_of(state, event.block).overcome_by.append(event.component)


@chapter.tells(BlockOvercome, "{component} overcomes the block")
def _(state: Vele, event: BlockOvercome) -> Iterable[Fact]:
    yield told("overcomes the block", "block", event.component)


class BlockHeld(Event):
    """A block was not beaten."""

    type: Literal["death_of_the_vele.block_held.v1"] = "death_of_the_vele.block_held.v1"
    block: Slug
    component: Slug


@chapter.applies(BlockHeld)
def _(state: Vele, event: BlockHeld) -> None:
    block_of(state, event.block)


@chapter.tells(BlockHeld, "The block holds against {component}")
def _(state: Vele, event: BlockHeld) -> Iterable[Fact]:
    yield told("does not get past the block", "block", event.component)


class BlockExpired(Event):
    """A block is over."""

    type: Literal["death_of_the_vele.block_expired.v1"] = "death_of_the_vele.block_expired.v1"
    block: Slug


@chapter.applies(BlockExpired)
def _(state: Vele, event: BlockExpired) -> None:
    block_of(state, event.block)
    del state.blocks[event.block]


@chapter.tells(BlockExpired, "The block is over")
def _(state: Vele, event: BlockExpired) -> Iterable[Fact]:
    yield told("a block is over", "block")
