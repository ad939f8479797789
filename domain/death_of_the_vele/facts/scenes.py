"""Scenes retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import scenes as say
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import Die, Home, Pool
from domain.kernel import facts
from domain.kernel.facts import Fact

from .components import trait_state
from .telling import dice_moved, tells, told, words


@tells(say.SceneOpened)
def _(state: Vele, event: say.SceneOpened) -> Iterable[Fact]:
    when = ", ".join(part for part in (event.place, event.time) if part)
    kind = "" if event.kind.value == "normal" else f" ({words(event.kind.value)})"
    yield facts.SceneOpened(
        scene=f"scene-{event.scene}", title=f"{event.title}{kind}", place=when, present=event.cast
    )


@tells(say.SceneCastChanged)
def _(state: Vele, event: say.SceneCastChanged) -> Iterable[Fact]:
    yield told("enters the scene" if event.enters else "leaves the scene", "scene", event.component)


@tells(say.ExclusionOffered)
def _(state: Vele, event: say.ExclusionOffered) -> Iterable[Fact]:
    yield told(f"offers a {event.die}", "exclusion", event.component, event.narrator)


@tells(say.ExclusionAccepted)
def _(state: Vele, event: say.ExclusionAccepted) -> Iterable[Fact]:
    yield told("stays out of the scene", "exclusion", event.component)


def rounds(player: str, die: Die | None, rolls: tuple[int, ...]) -> Iterable[Fact]:
    """What one of the two rolled, the last die being the one that counts."""
    if die is not None:
        dice = tuple(
            facts.Die(f"{die}-{n}", die.sides, face, kept=n == len(rolls)) for n, face in enumerate(rolls, start=1)
        )
        yield facts.DiceRolled(roller=player, purpose="exclusion", dice=dice, reading=str(rolls[-1]))


@tells(say.ExclusionContested)
def _(state: Vele, event: say.ExclusionContested) -> Iterable[Fact]:
    yield from rounds(event.owner, event.owner_die, event.owner_rolls)
    yield from rounds(event.narrator, event.narrator_die, event.narrator_rolls)
    out = event.winner == event.narrator
    yield told("stays out of the scene" if out else "is in the scene", "exclusion", event.component)


@tells(say.FictionVetoed)
def _(state: Vele, event: say.FictionVetoed) -> Iterable[Fact]:
    yield told(event.fiction, "veto", event.player)


@tells(say.ComponentRecovered)
def _(state: Vele, event: say.ComponentRecovered) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.component, group="status", name="status", label="Status", was="taken out", now="active",
        why="the scene is over", good=True,
    )  # fmt: skip


@tells(say.ControlMarksCleared)
def _(state: Vele, event: say.ControlMarksCleared) -> Iterable[Fact]:
    for slug in event.traits:
        trait = state.components[event.component].traits[slug]
        now = "ready" if trait.usable else "disabled"
        yield trait_state(event.component, slug, trait.name, "controlled", now, "the scene is over", good=True)


@tells(say.ControlEnded)
def _(state: Vele, event: say.ControlEnded) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.component, field="controller", text=event.owner)


@tells(say.SceneClosed)
def _(state: Vele, event: say.SceneClosed) -> Iterable[Fact]:
    yield facts.SceneClosed(scene=f"scene-{event.scene}")


@tells(say.DiceReplenished)
def _(state: Vele, event: say.DiceReplenished) -> Iterable[Fact]:
    home = Home(pool=Pool.ALLOCATED, owner=event.component)
    yield from dice_moved(state, Home(pool=Pool.BOWL), home, event.dice, f"{event.gap} points were missing")


@tells(say.GroupHandedOut)
def _(state: Vele, event: say.GroupHandedOut) -> Iterable[Fact]:
    for slug in state.groups[event.group].members:
        if slug in event.assignments:
            yield facts.TextSet(owner=slug, field="played_by", text=event.assignments[slug])


@tells(say.GroupReturned)
def _(state: Vele, event: say.GroupReturned) -> Iterable[Fact]:
    group = state.groups[event.group]
    for slug in group.members:
        yield facts.TextSet(owner=slug, field="played_by", text=group.owner)
