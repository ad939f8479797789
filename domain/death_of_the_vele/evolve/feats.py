"""How aspects won in struggles, and blocks, change."""

from domain.death_of_the_vele.events import feats as say
from domain.death_of_the_vele.state import Aspect, Block, Vele
from domain.death_of_the_vele.terms import DeedKind, Durability, Origin

from .fold import aspect_of, component_of, deed, evolve, must, scene_of, struggle_of


def won_aspect(state: Vele, event: say.AspectDiscovered | say.AspectDeclared, origin: Origin) -> None:
    """A permanent aspect, with one free tag."""
    must(event.aspect not in state.aspects, f"there is a {event.aspect} already")
    state.aspects[event.aspect] = Aspect(
        text=event.text,
        subject=event.subject,
        origin=origin,
        free_tag=True,
        negative=event.negative,
        creator=event.creator,
    )
    struggle = struggle_of(state)
    struggle.outcome_placed = True
    deed(state, DeedKind.ASPECT, struggle.player, event.aspect)


@evolve.on(say.AspectDiscovered)
def _(state: Vele, event: say.AspectDiscovered) -> None:
    won_aspect(state, event, Origin.ASSESSMENT)


@evolve.on(say.AspectDeclared)
def _(state: Vele, event: say.AspectDeclared) -> None:
    won_aspect(state, event, Origin.DECLARATION)


@evolve.on(say.AspectRecharged)
def _(state: Vele, event: say.AspectRecharged) -> None:
    aspect = aspect_of(state, event.aspect)
    must(not aspect.free_tag, f"{event.aspect} has its free tag")
    aspect.free_tag = True
    struggle_of(state).outcome_placed = True


@evolve.on(say.AspectMadeSticky)
def _(state: Vele, event: say.AspectMadeSticky) -> None:
    aspect = aspect_of(state, event.aspect)
    aspect.durability, aspect.expires_after = Durability.STICKY, None


@evolve.on(say.StickyPaid)
def _(state: Vele, event: say.StickyPaid) -> None:
    struggle = struggle_of(state)
    struggle.sticky_paid += event.points
    struggle.outcome_placed = True


@evolve.on(say.PreparationUsed)
def _(state: Vele, event: say.PreparationUsed) -> None:
    scene_of(state).prepared.append(event.preparation)


@evolve.on(say.BlockSet)
def _(state: Vele, event: say.BlockSet) -> None:
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


def block_of(state: Vele, block: str) -> Block:
    """A block that stands."""
    must(block in state.blocks, f"there is no {block}")
    return state.blocks[block]


@evolve.on(say.BlockValueFixed)
def _(state: Vele, event: say.BlockValueFixed) -> None:
    block_of(state, event.block).value = event.value


@evolve.on(say.BlockRolled)
def _(state: Vele, event: say.BlockRolled) -> None:
    """What it comes to stands in the block that is set."""
    struggle_of(state)


@evolve.on(say.BlockOvercome)
def _(state: Vele, event: say.BlockOvercome) -> None:
    block_of(state, event.block).overcome_by.append(event.component)


@evolve.on(say.BlockHeld)
def _(state: Vele, event: say.BlockHeld) -> None:
    block_of(state, event.block)


@evolve.on(say.BlockExpired)
def _(state: Vele, event: say.BlockExpired) -> None:
    block_of(state, event.block)
    del state.blocks[event.block]


@evolve.on(say.ChainApplied)
def _(state: Vele, event: say.ChainApplied) -> None:
    struggle_of(state).chained = event.target
