"""What is prepared, retold to the gamemaster; and a map left empty."""

from collections.abc import Iterable

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle
from domain.kernel.facts import Fact
from domain.kernel.people import GM_ONLY

from .telling import tells, told


@tells(say.LocationPrepared)
def _(state: Circle, event: say.LocationPrepared) -> Iterable[Fact]:
    yield told(f"{event.name}: {event.text}", "location", to=GM_ONLY)


@tells(say.ObstaclePrepared)
def _(state: Circle, event: say.ObstaclePrepared) -> Iterable[Fact]:
    yield told(f"{event.name}: {event.text}" if event.text else event.name, "obstacle to come", to=GM_ONLY)


@tells(say.MapLeftEmpty)
def _(state: Circle, event: say.MapLeftEmpty) -> Iterable[Fact]:
    yield told(event.reason, "map left empty")
