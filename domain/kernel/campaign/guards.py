"""Refusals that any command of a campaign may meet, and the guards that raise them."""

from domain.kernel.campaign.state import Campaign, TakenSeat
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import found, need
from domain.kernel.history.past import Past
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker, Role

chapter = Chapter[AnyMoment, Past](
    "Who may ask, and with what",
    {
        "not_founded": "This campaign has not been founded yet. Found it first.",
        "not_seated": "{person} has no seat at this table. Ask the {gm_called} for one, or take a player's seat.",
        "not_at_the_table": "{person} has no seat at this table.",
        "gm_only": "Only the {gm_called} may do this.",
        "no_change": "That is how it stands already, so there is nothing to record.",
        "reason_missing": "Say why: this needs a reason.",
        "no_such_position": "There is no moment {position}: the last is {last}.",
        "dice_missing": "This takes {asked}: {lacking}{given:+ after }.",
        "dice_wrong": "{what} cannot show {face}.",
        "dice_unread": "This takes {asked}, and more was given: nothing asks for {unread}. Leave that out.",
        "not_proven": "{problem}",
    },
)


def must_be_founded(campaign: Campaign) -> None:
    """Refuse anything but its founding before a campaign is founded."""
    need(campaign.founded, "not_founded")


def must_be_seated(asker: Asker) -> None:
    """Refuse somebody without a seat, who may only look, and take one."""
    need(asker.role is not Role.READER, "not_seated", person=asker.person)


def plays_here(campaign: Campaign, asker: Asker) -> Asker:
    """The one whose step of the game this is: somebody with a seat, or a player who has left.

    What such a player began is ended in their name, by whoever runs the game. Refused for anybody else.
    """
    if asker.role is Role.READER and asker.person in campaign.formerly:
        return Asker(asker.person, Role.PLAYER)
    must_be_seated(asker)
    return asker


def gm_only(asker: Asker) -> None:
    """Refuse anybody but the one who runs the game."""
    need(asker.is_gm, "gm_only")


def reason_given(reason: str) -> None:
    """Refuse an empty reason."""
    need(reason.strip(), "reason_missing")


def seat_of(campaign: Campaign, person: str) -> TakenSeat:
    """The seat of somebody at the table; refused for anybody else."""
    return found(campaign.people.get(person), "not_at_the_table", person=person)


def must_be_recorded(position: int, last: int) -> None:
    """Refuse a position without a record; the last one there is lies at `last`."""
    need(position <= last, "no_such_position", position=position, last=last)
