"""What may be asked at a moment, by this person: the game's offers and those every table has."""

from collections.abc import Iterable

from pydantic import ValidationError

from domain.kernel.campaign import commands as campaign
from domain.kernel.decisions import CommandRefused
from domain.kernel.game import AnyGame
from domain.kernel.journal import commands as journal
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker, Role


def offers_at(game: AnyGame, moment: AnyMoment, by: str) -> list[Offer]:
    """Everything in order now: steps of play first, then the table's own, then the journal's.

    A game may offer a step of the table's in its own place, such as closing a session; it is not listed twice.
    """
    asker = moment.campaign.asker(by)
    if asker.role is Role.READER:
        return [
            Offer(
                command=campaign.SeatPerson,
                label="Take a player's seat",
                known={"person": by, "role": "player"},
                group="Table",
            )
        ]
    of_the_game = list(game.offers(moment.game, asker))
    placed = {offer.command for offer in of_the_game}
    of_the_table = (
        it
        for it in _campaign_offers(game, moment, asker)
        if it.command not in placed and _would_pass(game, moment, it, asker)
    )
    return [*of_the_game, *of_the_table, *_journal_offers(asker)]


def _would_pass(game: AnyGame, moment: AnyMoment, offer: Offer, asker: Asker) -> bool:
    """Whether the game lets this offer stand, as far as that can be said before its open fields are filled."""
    if offer.command in game.replaces:
        return False
    try:
        command = offer.command.model_validate(dict(offer.known))
    except ValidationError:
        return True
    try:
        return game.objects(moment.game, moment.campaign, command, asker) is None
    except CommandRefused:
        return False


def _campaign_offers(game: AnyGame, moment: AnyMoment, asker: Asker) -> Iterable[Offer]:
    if not asker.is_gm:
        yield Offer(
            command=campaign.LeaveSeat, label="Leave the table", known={"person": asker.person}, group="Table"
        )
        return
    it = moment.campaign
    if it.session and it.session.open:
        yield Offer(
            command=campaign.CloseSession,
            label=f"Close session {it.session.number}",
            forced=False,
            group="Table",
        )
    else:
        yield Offer(command=campaign.OpenSession, label="Open a session", group="Table")
    yield Offer(command=campaign.SeatPerson, label="Add a player", group="Table")
    others = tuple(Choice(p, seat.name) for p, seat in it.people.items() if p != asker.person)
    if others:
        yield Offer(command=campaign.LeaveSeat, label="Free a seat", choices={"person": others}, group="Table")
        yield Offer(
            command=campaign.HandOverGm,
            label="Hand over the GM's seat",
            choices={"person": others},
            group="Table",
        )
    factions = tuple(Choice(f, known.name) for f, known in it.factions.items())
    yield Offer(command=campaign.NameFaction, label="Put a faction on the map", group="Map")
    if len(factions) > 1:
        yield Offer(
            command=campaign.RelateFactions,
            label="Relate two factions",
            choices={"source": factions, "target": factions},
            group="Map",
        )
    if factions:
        yield Offer(
            command=campaign.RemoveFaction,
            label="Take a faction off the map",
            choices={"faction": factions},
            group="Map",
        )
    yield Offer(command=campaign.ChangeHouseRules, label="Change a house rule", group="Table")
    yield Offer(command=campaign.RenameCampaign, label="Rename the campaign", group="Table")


def _journal_offers(asker: Asker) -> Iterable[Offer]:
    visibilities: tuple[Choice, ...] = (Choice("table", "The whole table"),)
    if asker.is_gm:
        visibilities = (*visibilities, Choice("gm", "Only the GM"))
    yield Offer(
        command=journal.WriteNote, label="Write a note", choices={"visibility": visibilities}, group="Journal"
    )
    yield Offer(
        command=journal.CommentOnRecord,
        label="Comment on a record",
        choices={"visibility": visibilities},
        group="Journal",
    )
    if asker.is_gm:
        yield Offer(command=journal.SealSession, label="Seal the last session", group="Journal")
