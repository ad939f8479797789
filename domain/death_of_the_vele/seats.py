"""Seats that a step belongs to, and the words for what can be chosen."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.death_of_the_vele.lookup import player_for
from domain.death_of_the_vele.names import about, person
from domain.death_of_the_vele.state.act import Scene
from domain.death_of_the_vele.state.struggle import Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import player_of_component
from domain.death_of_the_vele.terms.cast import ComponentStatus
from domain.kernel import offers
from domain.kernel.offers import Choice
from domain.kernel.people import Asker

SETUP = "Setting up the act"
ASPECTS = "Aspects"
COMPONENTS = "Components"
ABILITIES = "Abilities"
FRAMEWORK = "The framework"
NARRATION = "Narration"
STRUGGLE = "Struggle"
FATE = "Fate"
THE_SCENE = "The scene"
VOTES = "The table votes"
TABLE = "The table"
TURNS = "Turns"
SCENE = "In the scene"


def quoted(state: Vele, slugs: Iterable[str]) -> tuple[Choice, ...]:
    """Aspects to choose from, in their words."""
    return tuple(
        Choice(slug, state.aspects[slug].text, about(state, state.aspects[slug].subject)) for slug in slugs
    )


@dataclass(frozen=True, slots=True)
class Seat(offers.Seat):
    """A player these offers are for."""

    player: str

    @property
    def who(self) -> str:
        """The player as a label names them."""
        return person(self.player)


def seat_of(player: str, asker: Asker) -> Seat:
    """The seat of a player, as this asker sees it."""
    return Seat(player, by=None if player == asker.person else player)


def seats(state: Vele, asker: Asker) -> Iterator[Seat]:
    """The players whose steps this asker is shown: their own; everybody's for whoever keeps the journal."""
    for player in state.story.players:
        if player == asker.person:
            yield Seat(player)
    for player in state.story.players:
        if player != asker.person and asker.is_gm:
            yield Seat(player, by=player)


def one_seat(state: Vele, asker: Asker) -> Seat | None:
    """The first of them: for steps that anybody may take."""
    return next(seats(state, asker), None)


def components(state: Vele, slugs: Iterable[str]) -> tuple[Choice, ...]:
    """Components to choose from, by name."""
    return tuple(Choice(slug, state.components[slug].name) for slug in slugs)


def played_by(state: Vele, player: str) -> list[str]:
    """The components a player plays now, those still in the story."""
    return [slug for slug, it in state.components.items() if player_for(it) == player and it.present]


def players(state: Vele, among: Iterable[str] | None = None) -> tuple[Choice, ...]:
    """Players to choose from."""
    return tuple(Choice(player, person(player)) for player in (state.story.players if among is None else among))


def active_cast(state: Vele, scene: Scene) -> list[str]:
    """The components of a scene that can do something."""
    known = (slug for slug in scene.cast if slug in state.components)
    able = (slug for slug in known if state.components[slug].status is ComponentStatus.ACTIVE)
    return [slug for slug in able if not state.components[slug].beyond_dice]


def sides(state: Vele, struggle: Struggle) -> tuple[Choice, ...]:
    """The sides, by their main components."""
    return tuple(
        Choice(name, state.components[side.main].name if side.main else "the scenery")
        for name, side in struggle.sides.items()
    )


def mine(state: Vele, scene: Scene, seat: Seat) -> list[str]:
    """The components of a scene this player plays and that can act."""
    return [
        slug
        for slug in scene.cast
        if slug in state.components
        and player_of_component(state, slug) == seat.player
        and state.components[slug].status is ComponentStatus.ACTIVE
    ]
