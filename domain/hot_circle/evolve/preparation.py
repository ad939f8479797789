"""What is prepared, and a map left empty."""

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle, Location, PreparedObstacle

from .fold import evolve


@evolve.on(say.LocationPrepared)
def _(state: Circle, event: say.LocationPrepared) -> None:
    state.locations[event.location] = Location(event.name, event.text, event.setting)


@evolve.on(say.ObstaclePrepared)
def _(state: Circle, event: say.ObstaclePrepared) -> None:
    state.obstacles[event.obstacle] = PreparedObstacle(
        event.name, event.text, event.location, event.level, event.step
    )


@evolve.on(say.MapLeftEmpty)
def _(state: Circle, event: say.MapLeftEmpty) -> None:
    state.map.left_empty = True
