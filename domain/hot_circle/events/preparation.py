"""What the gamemaster prepared, and that a campaign began without a map."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Name, Points, Slug, Text


class LocationPrepared(Event):
    """The gamemaster sketched a place."""

    type: Literal["hot_circle.location_prepared.v1"] = "hot_circle.location_prepared.v1"
    location: Slug
    name: Name
    text: Text
    setting: Slug | None


class ObstaclePrepared(Event):
    """The gamemaster planned an obstacle. Level and step are None where it is open how hard it is."""

    type: Literal["hot_circle.obstacle_prepared.v1"] = "hot_circle.obstacle_prepared.v1"
    obstacle: Slug
    name: Name
    text: Text
    location: Slug | None
    level: Points | None
    step: Points | None


class MapLeftEmpty(Event):
    """The first session opens without any relation between factions, and the table knows."""

    type: Literal["hot_circle.map_left_empty.v1"] = "hot_circle.map_left_empty.v1"
    reason: Text
