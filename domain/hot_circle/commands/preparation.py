"""What the gamemaster prepares between sessions, beside notes; and a campaign that begins without a map."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Name, Points, Slug, Text


class PrepareLocation(Command):
    """Sketch a place the characters may come to, or sketch it anew. Only the gamemaster reads it.

    Needs:    the gamemaster, with no session open.
    Refused:  `genre_missing`, `gm_only`, `session_open`, `text_missing`, `setting_unknown`.
    Yields:   `LocationPrepared`.
    """

    type: Literal["hot_circle.prepare_location"] = "hot_circle.prepare_location"
    name: Name
    text: Text
    setting: Slug | None = None


class PrepareObstacle(Command):
    """Plan something that may stand in a goal's way, and how hard it is. Only the gamemaster reads it.

    Needs:    the gamemaster, with no session open.
    Refused:  `genre_missing`, `gm_only`, `session_open`, `location_unknown`, `bad_level`, `bad_step`.
    Yields:   `ObstaclePrepared`.
    """

    type: Literal["hot_circle.prepare_obstacle"] = "hot_circle.prepare_obstacle"
    name: Name = Field(description="What stands in the way, as a test will call it.")
    text: Text = ""
    location: Slug | None = Field(default=None, description="Where, if at one of the places prepared.")
    level: Points | None = Field(default=None, description="0 anybody, 1 a journeyman, 2 a master.")
    step: Points | None = Field(default=None, description="1 easy, 2 moderate, 3 hard for them.")


class LeaveMapEmpty(Command):
    """Say that the first session opens although no faction stands in a relation to another yet.

    Needs:    the gamemaster, before the first session.
    Refused:  `genre_missing`, `gm_only`, `session_zero_only`, `reason_missing`, `no_change`.
    Yields:   `MapLeftEmpty`.
    """

    type: Literal["hot_circle.leave_map_empty"] = "hot_circle.leave_map_empty"
    reason: Text
