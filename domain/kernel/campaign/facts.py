"""A campaign's own events in the published language."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.campaign import events as say
from domain.kernel.campaign.state import Campaign
from domain.kernel.messages import Event
from domain.kernel.people import Role


def retell(campaign: Campaign, event: Event) -> Iterable[facts.Fact]:
    """The facts in an event, given the campaign just after it."""
    match event:
        case say.PersonSeated():
            yield facts.PersonSeated(person=event.person, name=event.name, role=event.role)
        case say.PersonLeft():
            yield facts.PersonLeft(person=event.person)
        case say.GmHandedOver():
            for person in (event.was, event.now):
                seat = campaign.people[person]
                yield facts.PersonSeated(person=person, name=seat.name, role=Role(seat.role))
        case say.SessionOpened():
            yield facts.SessionOpened(session=event.session, title=event.title)
        case say.SessionClosed():
            yield facts.SessionClosed(session=event.session)
        case say.HouseRulesChanged():
            for name, value in event.changes.items():
                said = ("no", "yes")[value] if isinstance(value, bool) else str(value)
                yield facts.Adjudicated(
                    subject="house-rules", field=name, before="", after=said, reason=event.reason
                )
        case say.FactionNamed():
            yield facts.NodeSet(
                node=event.faction,
                name=event.name,
                node_kind="faction",
                weight=event.weight,
                group=event.group,
            )
        case say.FactionRemoved():
            yield facts.NodeSet(node=event.faction, name=event.faction, node_kind="faction", removed=True)
        case say.RelationSet():
            yield facts.RelationSet(
                source=event.source, target=event.target, relation=event.relation, friendly=event.friendly
            )
        case say.LineRewound():
            yield facts.Told(text=event.reason, form="rewind", about_position=event.to)
