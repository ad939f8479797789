"""What anybody at any table may ask for, whatever the game."""

from typing import Literal

from pydantic import Field, JsonValue

from domain.kernel.alternatives import Alternative, Settlement
from domain.kernel.messages import Command
from domain.kernel.people import Role
from domain.kernel.references import FactionRef, NewCampaign, NewFaction, NewPerson, PersonRef
from domain.kernel.terms import DisputeNumber, Name, Position, RulingNumber, Text


class FoundCampaign(Command):
    """Begin a campaign. Whoever asks takes the GM's seat.

    Refused:  `already_founded`, `house_rule_unknown`, `house_rule_wrong`.
    Yields:   `CampaignFounded`, `PersonSeated`.
    """

    type: Literal["campaign.found"] = "campaign.found"
    game: str = Field(description="Key of the game: the name of its folder.")
    title: Name
    slug: NewCampaign = Field(description="What the campaign is called in commands and links.")
    house_rules: dict[str, JsonValue] = Field(default_factory=dict)
    gm_name: Name = Field(default="Game master", description="How the GM is called on the screens.")


class SeatPerson(Command):
    """Give a person a seat at the table.

    Needs:    the GM asks, or the person asks for a player's seat of their own.
    Refused:  `gm_only`, `already_seated`, `gm_taken`, `not_a_seat`.
    Yields:   `PersonSeated`.
    """

    type: Literal["campaign.seat_person"] = "campaign.seat_person"
    person: NewPerson
    name: Name
    role: Role = Role.PLAYER


class LeaveSeat(Command):
    """Give up a seat. What the person did stays in the journal.

    Refused:  `gm_only` (for somebody else's seat), `not_at_the_table`, `gm_cannot_leave`.
    Yields:   `PersonLeft`.
    """

    type: Literal["campaign.leave_seat"] = "campaign.leave_seat"
    person: PersonRef


class HandOverGm(Command):
    """Pass the GM's seat to another seated person, taking theirs.

    Refused:  `gm_only`, `not_at_the_table`, `gm_already`.
    Yields:   `GmHandedOver`.
    """

    type: Literal["campaign.hand_over_gm"] = "campaign.hand_over_gm"
    person: PersonRef


class RenameCampaign(Command):
    """Give the campaign another title. Its slug, and every link to it, stays.

    Refused:  `gm_only`, `no_change`.
    Yields:   `CampaignRenamed`.
    """

    type: Literal["campaign.rename"] = "campaign.rename"
    title: Name


class OpenSession(Command):
    """Begin an evening of play.

    Refused:  `gm_only`, `session_open`, and whatever the game wants settled first.
    Yields:   `SessionOpened`.
    """

    type: Literal["campaign.open_session"] = "campaign.open_session"
    title: Text = Field(default="", description="What the evening will be remembered as; may stay empty.")


class CloseSession(Command):
    """End the evening.

    Refused:  `gm_only`, `no_open_session`, and whatever the game wants settled first.
    Yields:   `SessionClosed`.
    """

    type: Literal["campaign.close_session"] = "campaign.close_session"


class ChangeHouseRules(Command):
    """Read a rule otherwise from now on. What was ruled before stays as it was ruled.

    Refused:  `gm_only`, `house_rule_unknown`, `house_rule_wrong`, `no_change`, `reason_missing`.
    Yields:   `HouseRulesChanged`.
    """

    type: Literal["campaign.change_house_rules"] = "campaign.change_house_rules"
    changes: dict[str, JsonValue] = Field(description="Settings by name, with their new values.")
    reason: Text


class NameFaction(Command):
    """Put a faction, place of power or circle of people on the map, or change what it is.

    Refused:  `gm_only`, `no_change`.
    Yields:   `FactionNamed`.
    """

    type: Literal["campaign.name_faction"] = "campaign.name_faction"
    faction: NewFaction
    name: Name
    weight: int = Field(default=1, ge=1, le=6, description="How much it matters, 1 to 6.")
    group: Text = Field(default="", description="What it belongs to: a district, a setting; may stay empty.")


class RemoveFaction(Command):
    """Take a faction off the map, with its relations.

    Refused:  `gm_only`, `faction_unknown`.
    Yields:   `FactionRemoved`.
    """

    type: Literal["campaign.remove_faction"] = "campaign.remove_faction"
    faction: FactionRef


class RelateFactions(Command):
    """Say how one faction stands towards another; an empty relation cuts the tie.

    Refused:  `gm_only`, `faction_unknown`, `relation_to_itself`, `no_change`.
    Yields:   `RelationSet`.
    """

    type: Literal["campaign.relate_factions"] = "campaign.relate_factions"
    source: FactionRef
    target: FactionRef
    relation: Text = Field(description="In a word or two: owes, hunts, shelters.")
    friendly: bool | None = Field(default=None, description="Whether the tie helps, hurts, or neither.")


class UndoRuling(Command):
    """Take back the last ruling of play, or everything after `to`. It stays readable, on a line of its own.

    Free for whoever made what is taken back, as long as no dice fell in it; else the GM's, with a reason.

    Refused:  `nothing_to_undo`, `no_such_position`, `not_on_the_line`, `inside_a_ruling`, `inside_an_intake`,
              `no_change`, `undo_is_the_gms`, `reason_missing`.
    Yields:   `LineRewound`.
    """

    type: Literal["campaign.undo_ruling"] = "campaign.undo_ruling"
    to: Position | None = Field(
        default=None, description="The position to return to; empty: before the last ruling."
    )
    reason: Text = ""


class RedoRuling(Command):
    """Bring back what was undone last, or the line that ended at `to`.

    Refused:  `nothing_to_redo`, `no_such_position`, `on_the_line_already`, `inside_a_ruling`,
              `inside_an_intake`, `undo_is_the_gms`, `reason_missing`.
    Yields:   `LineRewound`.
    """

    type: Literal["campaign.redo_ruling"] = "campaign.redo_ruling"
    to: Position | None = Field(
        default=None, description="Where the line to bring back ended; empty: the last undone."
    )
    reason: Text = ""


class RewindLine(Command):
    """Go to any position of any line. The records after it stay readable, on a line of their own.

    Refused:  `no_such_position`, `inside_a_ruling`, `inside_an_intake`, `no_change`, `undo_is_the_gms`,
              `reason_missing`.
    Yields:   `LineRewound`.
    """

    type: Literal["campaign.rewind_line"] = "campaign.rewind_line"
    to: Position
    reason: Text


class OverturnRuling(Command):
    """Let one past ruling have gone otherwise, and decide everything after it once more with the same dice.

    What then cannot stand must be settled first. The line so far stays readable.

    Refused:  `gm_only`, `reason_missing`, `ruling_unknown`, `ruling_abandoned`, `ruling_is_a_rewind`,
              `ruling_is_of_the_journal`, `founding_stands`, `dispute_unknown`, `dispute_settled`,
              `dispute_of_another_ruling`, `head_moved`, `settles_unknown`, `settled_twice`, `unsettled`,
              `changes_nothing`.
    Yields:   `LineRewound`, `RulingOverturned`; then, as rulings of their own, those that follow it anew.
    """

    type: Literal["campaign.overturn_ruling"] = "campaign.overturn_ruling"
    ruling: RulingNumber
    alternative: Alternative
    settlements: tuple[Settlement, ...] = Field(
        default=(), description="What becomes of rulings that cannot stand."
    )
    head: Position | None = Field(default=None, description="The last position there was when this was examined.")
    dispute: DisputeNumber | None = Field(default=None, description="The dispute this settles.")
    reason: Text


COMMANDS: tuple[type[Command], ...] = (
    FoundCampaign,
    SeatPerson,
    LeaveSeat,
    HandOverGm,
    RenameCampaign,
    OpenSession,
    CloseSession,
    ChangeHouseRules,
    NameFaction,
    RemoveFaction,
    RelateFactions,
    UndoRuling,
    RedoRuling,
    RewindLine,
    OverturnRuling,
)
