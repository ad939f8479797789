"""Preparation of a dungeon: the steps it still needs before its first scene, in the order of the rulebook."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from domain.kernel.campaign.state import Campaign
from domain.kernel.offers import Offer
from domain.kernel.people import Asker, Role
from domain.kernel.preparation.players import PLAYERS
from domain.kernel.preparation.steps import Preparation, Step
from domain.kernel.terms import PersonId

from .chapters.founding.dungeon import founding
from .chapters.founding.monsters import newcomers
from .chapters.phases.cycle import lurking
from .chapters.phases.scenes import first_scene
from .forms.factions import FACTIONS
from .forms.secrets import SECRETS
from .lookup import nothing_pending_over_anybody
from .state.underworld import Underworld
from .terms.frame import Phase, Stage

MONSTERS = "Monsters"


def prepares(state: Underworld, campaign: Campaign) -> Preparation | None:
    """The steps up to the first scene; None from then on, or while something else is under way."""
    if state.scene is not None or state.stage is Stage.ENDED or state.phase is Phase.RAIDING:
        return None
    if not nothing_pending_over_anybody(state) or (
        _setup(state) and state.dungeon.name and not list(lurking(state))
    ):
        return None
    begins = None if _setup(state) else first_scene(state)
    return Preparation(title="Before the first scene", steps=tuple(_steps(state, campaign)), begins=begins)


def _setup(state: Underworld) -> bool:
    """True until lurking began: what is missing later keeps nobody from playing."""
    return state.phase is Phase.NONE


def _steps(state: Underworld, campaign: Campaign) -> Iterator[Step]:
    monsters = tuple(_monsters(state, campaign))
    yield _dungeon(state)
    if state.dungeon.name:
        yield _factions(state)
    yield from monsters
    if state.dungeon.name:
        yield SECRETS_KEPT
    yield _lurking(state, monsters)


def _dungeon(state: Underworld) -> Step:
    name = state.dungeon.name
    return Step(
        key="dungeon",
        label="The dungeon",
        why="The home they share, and what they are after in the end.",
        have=int(bool(name)),
        need=1,
        missing=() if name else ("a name for the dungeon",),
        asks=() if name else tuple(founding()),
    )


def _factions(state: Underworld) -> Step:
    return Step(
        key="factions",
        label="Factions",
        why="The powers around it: whom to rob, and who comes looking.",
        have=len(state.sandbox),
        after=("dungeon",),
        form=FACTIONS,
    )


def _monsters(state: Underworld, campaign: Campaign) -> Iterator[Step]:
    """One for each player, in the order in which they sit."""
    living = {it.player: it for it in state.characters.values() if it.alive}
    for number, person in enumerate(campaign.players, start=1):
        mine, name = living.get(person), campaign.people[person].name
        yield Step(
            key=f"monster:{person}",
            label="A monster to play" if mine is None else mine.name,
            why="A calling, a dark impulse, dice in nine actions, and gear that keeps one thing off.",
            whose=frozenset({person}),
            subject=str(number),
            have=int(mine is not None),
            need=1 if _setup(state) or mine is not None else None,
            after=("dungeon",),
            missing=() if mine is not None or not _setup(state) else (f"a monster for {name}",),
            asks=() if mine is not None else _to_make(state, person),
            under=MONSTERS,
        )


def _to_make(state: Underworld, person: PersonId) -> tuple[Offer, ...]:
    asker = Asker(person, Role.PLAYER)
    return tuple(replace(offer, by=person) for offer in newcomers(state, asker))


SECRETS_KEPT = Step(
    key="secrets",
    label="Secrets",
    why="What only the GM knows, until a monster learns it.",
    after=("dungeon",),
    form=SECRETS,
)
"""The step for secrets. Their number is a secret too, so they are not counted."""


def _lurking(state: Underworld, monsters: Iterable[Step]) -> Step:
    begun = not _setup(state)
    return Step(
        key="lurking",
        label="Lurking begins",
        why="The first half of a cycle: time at home, to plan and to scheme.",
        have=int(begun),
        need=1,
        after=() if begun else (PLAYERS, "dungeon", *(step.key for step in monsters)),
        missing=() if begun else ("the word to begin",),
        asks=() if begun else tuple(lurking(state)),
    )
