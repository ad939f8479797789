"""What happened to a campaign, whatever the game."""

from enum import StrEnum
from typing import Literal

from pydantic import Field, JsonValue

from domain.kernel.messages import Event
from domain.kernel.people import Role
from domain.kernel.terms import Name, Person, Position, Slug, Text


class CampaignFounded(Event):
    """A campaign began. Always the first record."""

    type: Literal["campaign.founded.v1"] = "campaign.founded.v1"
    game: str
    title: Name
    slug: Slug
    house_rules: dict[str, JsonValue]


class PersonSeated(Event):
    """A person took a seat."""

    type: Literal["campaign.person_seated.v1"] = "campaign.person_seated.v1"
    person: Person
    name: Name
    role: Role


class PersonLeft(Event):
    """A person gave up their seat."""

    type: Literal["campaign.person_left.v1"] = "campaign.person_left.v1"
    person: Person


class GmHandedOver(Event):
    """The GM's seat went from one person to another, who swapped places."""

    type: Literal["campaign.gm_handed_over.v1"] = "campaign.gm_handed_over.v1"
    was: Person
    now: Person


class CampaignRenamed(Event):
    """The campaign has another title."""

    type: Literal["campaign.renamed.v1"] = "campaign.renamed.v1"
    title: Name


class SessionOpened(Event):
    """An evening of play began; sessions are counted from 1 along the line."""

    type: Literal["campaign.session_opened.v1"] = "campaign.session_opened.v1"
    session: int
    title: Text


class SessionClosed(Event):
    """The evening ended."""

    type: Literal["campaign.session_closed.v1"] = "campaign.session_closed.v1"
    session: int


class HouseRulesChanged(Event):
    """Some settings have other values from here on."""

    type: Literal["campaign.house_rules_changed.v1"] = "campaign.house_rules_changed.v1"
    changes: dict[str, JsonValue]
    reason: Text


class FactionNamed(Event):
    """A faction is on the map, or is now called, weighed or grouped otherwise."""

    type: Literal["campaign.faction_named.v1"] = "campaign.faction_named.v1"
    faction: Slug
    name: Name
    weight: int
    group: Text


class FactionRemoved(Event):
    """A faction is off the map, and so are its relations."""

    type: Literal["campaign.faction_removed.v1"] = "campaign.faction_removed.v1"
    faction: Slug


class RelationSet(Event):
    """One faction now stands so towards another; empty: no tie."""

    type: Literal["campaign.relation_set.v1"] = "campaign.relation_set.v1"
    source: Slug
    target: Slug
    relation: Text
    friendly: bool | None


class RewindForm(StrEnum):
    """Why a line was left."""

    UNDO = "undo"
    REDO = "redo"
    REWIND = "rewind"
    OVERTURN = "overturn"


class LineRewound(Event):
    """The next records grow from an earlier position. This record's parent is that position."""

    type: Literal["campaign.line_rewound.v1"] = "campaign.line_rewound.v1"
    to: Position
    reason: Text
    form: RewindForm = RewindForm.REWIND
    left: int = Field(default=0, ge=0, description="Rulings of play that are off the line now.")
    regained: int = Field(default=0, ge=0, description="Rulings of play that are on the line again.")


EVENTS: tuple[type[Event], ...] = (
    CampaignFounded,
    PersonSeated,
    PersonLeft,
    GmHandedOver,
    CampaignRenamed,
    SessionOpened,
    SessionClosed,
    HouseRulesChanged,
    FactionNamed,
    FactionRemoved,
    RelationSet,
    LineRewound,
)
