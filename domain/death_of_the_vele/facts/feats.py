"""Aspects won in struggles, blocks and Chain, retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import feats as say
from domain.death_of_the_vele.state import Vele
from domain.kernel import facts
from domain.kernel.facts import Fact

from .telling import tells, told


def aspect(owner: str, slug: str, text: str, was: str, now: str, why: str) -> Fact:
    """An aspect came, or stands otherwise."""
    return facts.StateChanged(owner=owner, group="aspects", name=slug, label=text, was=was, now=now, why=why)


@tells(say.AspectDiscovered)
@tells(say.AspectDeclared)
def _(state: Vele, event: say.AspectDiscovered | say.AspectDeclared) -> Iterable[Fact]:
    why = "found out" if isinstance(event, say.AspectDiscovered) else "known"
    yield aspect(event.subject, event.aspect, event.text, "", "free tag", why)


@tells(say.AspectRecharged)
def _(state: Vele, event: say.AspectRecharged) -> Iterable[Fact]:
    it = state.aspects[event.aspect]
    yield aspect(it.subject, event.aspect, it.text, "active", "free tag", "recharged")


@tells(say.AspectMadeSticky)
def _(state: Vele, event: say.AspectMadeSticky) -> Iterable[Fact]:
    it = state.aspects[event.aspect]
    yield told("it lasts to the end of the scene", "aspect", it.subject)


@tells(say.StickyPaid)
def _(state: Vele, event: say.StickyPaid) -> Iterable[Fact]:
    yield told(f"{event.points} points make it last" if event.points else "it will not last", "aspect")


@tells(say.PreparationUsed)
def _(state: Vele, event: say.PreparationUsed) -> Iterable[Fact]:
    yield told(event.preparation, "preparation", event.component)


@tells(say.BlockSet)
def _(state: Vele, event: say.BlockSet) -> Iterable[Fact]:
    about = (event.blocker,) if event.target is None else (event.blocker, event.target)
    yield told(event.forbidden_action, "block", *about)


@tells(say.BlockValueFixed)
def _(state: Vele, event: say.BlockValueFixed) -> Iterable[Fact]:
    yield told(f"the block is worth {event.value}", "block", state.blocks[event.block].blocker)


@tells(say.BlockRolled)
def _(state: Vele, event: say.BlockRolled) -> Iterable[Fact]:
    dice = tuple(facts.Die(f"block-{n}", size, face) for n, (size, face) in enumerate(event.rolls))
    yield facts.DiceRolled(roller=event.component, purpose="the block", dice=dice, test=event.struggle)


@tells(say.BlockOvercome)
def _(state: Vele, event: say.BlockOvercome) -> Iterable[Fact]:
    yield told("overcomes the block", "block", event.component)


@tells(say.BlockHeld)
def _(state: Vele, event: say.BlockHeld) -> Iterable[Fact]:
    yield told("does not get past the block", "block", event.component)


@tells(say.BlockExpired)
def _(state: Vele, event: say.BlockExpired) -> Iterable[Fact]:
    yield told("a block is over", "block")


@tells(say.ChainApplied)
def _(state: Vele, event: say.ChainApplied) -> Iterable[Fact]:
    yield told(f"chained, with a score of {event.score}", "effect", event.target)
