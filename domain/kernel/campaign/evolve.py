"""How a campaign's own events change its state."""

from domain.kernel.campaign import events as say
from domain.kernel.campaign.state import Campaign, Faction, Relation, Seat, Session
from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.evolution import Evolution
from domain.kernel.people import Role

evolve = Evolution[Campaign]()


@evolve.on(say.CampaignFounded)
def _(campaign: Campaign, event: say.CampaignFounded) -> None:
    if campaign.founded:
        raise ImpossibleHistoryError("a campaign is founded once")
    campaign.title = event.title
    campaign.slug = event.slug


@evolve.on(say.PersonSeated)
def _(campaign: Campaign, event: say.PersonSeated) -> None:
    if event.person in campaign.people:
        raise ImpossibleHistoryError(f"{event.person} already has a seat")
    campaign.people[event.person] = Seat(event.name, event.role)
    campaign.formerly.pop(event.person, None)


@evolve.on(say.PersonLeft)
def _(campaign: Campaign, event: say.PersonLeft) -> None:
    seat = campaign.people.pop(event.person, None)
    if seat is None:
        raise ImpossibleHistoryError(f"{event.person} has no seat to leave")
    campaign.formerly[event.person] = seat.name


@evolve.on(say.GmHandedOver)
def _(campaign: Campaign, event: say.GmHandedOver) -> None:
    if campaign.gm != event.was or event.now not in campaign.people:
        raise ImpossibleHistoryError(f"{event.was} cannot hand the GM's seat to {event.now}")
    campaign.people[event.was].role = campaign.people[event.now].role
    campaign.people[event.now].role = Role.GM


@evolve.on(say.CampaignRenamed)
def _(campaign: Campaign, event: say.CampaignRenamed) -> None:
    campaign.title = event.title


@evolve.on(say.SessionOpened)
def _(campaign: Campaign, event: say.SessionOpened) -> None:
    if campaign.session and campaign.session.open:
        raise ImpossibleHistoryError("a session cannot open inside another")
    campaign.session = Session(event.session, event.title, open=True)


@evolve.on(say.SessionClosed)
def _(campaign: Campaign, event: say.SessionClosed) -> None:
    if not (campaign.session and campaign.session.open):
        raise ImpossibleHistoryError("no session is open to be closed")
    campaign.session.open = False


@evolve.on(say.HouseRulesChanged)
def _(campaign: Campaign, event: say.HouseRulesChanged) -> None:
    """The settings live in the game's state, which adopts them; the campaign itself is as before."""


@evolve.on(say.FactionNamed)
def _(campaign: Campaign, event: say.FactionNamed) -> None:
    campaign.factions[event.faction] = Faction(event.name, event.weight, event.group)


@evolve.on(say.FactionRemoved)
def _(campaign: Campaign, event: say.FactionRemoved) -> None:
    if campaign.factions.pop(event.faction, None) is None:
        raise ImpossibleHistoryError(f"{event.faction} is not on the map")
    campaign.relations.pop(event.faction, None)
    for ties in campaign.relations.values():
        ties.pop(event.faction, None)


@evolve.on(say.RelationSet)
def _(campaign: Campaign, event: say.RelationSet) -> None:
    if event.source not in campaign.factions or event.target not in campaign.factions:
        raise ImpossibleHistoryError(f"{event.source} and {event.target} are not both on the map")
    ties = campaign.relations.setdefault(event.source, {})
    if event.relation:
        ties[event.target] = Relation(event.relation, event.friendly)
    else:
        ties.pop(event.target, None)


@evolve.on(say.LineRewound)
def _(campaign: Campaign, event: say.LineRewound) -> None:
    """The line itself was changed by where this record hangs; the state there is what it was."""


evolve.complete(say.EVENTS)
