"""The rulings every table shares. A game may object to any of them first (`Game.objects`)."""

from collections.abc import Mapping

from pydantic import JsonValue, ValidationError

from domain.kernel.campaign import commands as ask
from domain.kernel.campaign import events as say
from domain.kernel.campaign.rewinding import overturn, redo, rewind, undo
from domain.kernel.campaign.state import Campaign, Faction, Relation
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Command, Event, HouseRules
from domain.kernel.past import Past
from domain.kernel.people import Asker, Role


def decide(
    campaign: Campaign, rules: HouseRules, position: int, command: Command, asker: Asker, past: Past
) -> Decision[Event]:
    """What follows when somebody asks this of a campaign at `position` under these house rules."""
    match command:
        case ask.FoundCampaign():
            return found(campaign, rules, command, asker)
        case _ if not campaign.founded:
            return refuse("not_founded")
        case ask.SeatPerson():
            return seat_person(campaign, command, asker)
        case ask.LeaveSeat():
            return leave_seat(campaign, command, asker)
        case ask.UndoRuling() | ask.RedoRuling() | ask.RewindLine() if asker.role is Role.READER:
            return refuse("not_seated", person=asker.person)
        case ask.UndoRuling():
            return undo(past, position, command, asker)
        case ask.RedoRuling():
            return redo(past, position, command, asker)
        case ask.RewindLine():
            return rewind(past, position, command, asker)
        case _ if not asker.is_gm:
            return refuse("gm_only")
        case ask.HandOverGm():
            return hand_over_gm(campaign, command, asker)
        case ask.RenameCampaign():
            same = command.title == campaign.title
            return refuse("no_change") if same else [say.CampaignRenamed(title=command.title)]
        case ask.OpenSession():
            return open_session(campaign, command)
        case ask.CloseSession():
            return close_session(campaign)
        case ask.ChangeHouseRules():
            return change_house_rules(rules, command)
        case ask.NameFaction():
            return name_faction(campaign, command)
        case ask.RemoveFaction():
            known = command.faction in campaign.factions
            return [say.FactionRemoved(faction=command.faction)] if known else unknown(command.faction)
        case ask.RelateFactions():
            return relate_factions(campaign, command)
        case ask.OverturnRuling():
            return overturn(past, position, command)
    raise TypeError(f"{command.type} is no command of a campaign")


def unknown(faction: str) -> Refusal:
    """The refusal for a faction that is not on the map."""
    return refuse("faction_unknown", faction=faction)


def found(campaign: Campaign, rules: HouseRules, command: ask.FoundCampaign, asker: Asker) -> Decision[Event]:
    """The first ruling. The asker takes the GM's seat."""
    if campaign.founded:
        return refuse("already_founded", title=campaign.title)
    if wrong := wrong_house_rule(rules, command.house_rules):
        return wrong
    return [
        say.CampaignFounded(
            game=command.game,
            title=command.title,
            slug=command.slug,
            house_rules={**rules.recorded(), **command.house_rules},
        ),
        say.PersonSeated(person=asker.person, name=command.gm_name, role=Role.GM),
    ]


def seat_person(campaign: Campaign, command: ask.SeatPerson, asker: Asker) -> Decision[Event]:
    """The GM seats anybody; anybody may take a player's seat themselves."""
    if not asker.is_gm and command.person != asker.person:
        return refuse("gm_only")
    if command.role is Role.READER:
        return refuse("not_a_seat")
    if command.person in campaign.people:
        seat = campaign.people[command.person]
        return refuse("already_seated", person=command.person, role=seat.role)
    if command.role is Role.GM:
        return refuse("gm_taken", gm=campaign.gm or "")
    return [say.PersonSeated(person=command.person, name=command.name, role=command.role)]


def leave_seat(campaign: Campaign, command: ask.LeaveSeat, asker: Asker) -> Decision[Event]:
    """One's own seat, or anybody's for the GM; the GM hands over first."""
    if not asker.is_gm and command.person != asker.person:
        return refuse("gm_only")
    if command.person not in campaign.people:
        return refuse("not_at_the_table", person=command.person)
    if command.person == campaign.gm:
        return refuse("gm_cannot_leave")
    return [say.PersonLeft(person=command.person)]


def hand_over_gm(campaign: Campaign, command: ask.HandOverGm, asker: Asker) -> Decision[Event]:
    """The two people swap seats."""
    if command.person not in campaign.people:
        return refuse("not_at_the_table", person=command.person)
    if command.person == asker.person:
        return refuse("gm_already", person=command.person)
    return [say.GmHandedOver(was=asker.person, now=command.person)]


def open_session(campaign: Campaign, command: ask.OpenSession) -> Decision[Event]:
    """Sessions follow one another."""
    last = campaign.session
    if last and last.open:
        return refuse("session_open", session=last.number)
    return [say.SessionOpened(session=last.number + 1 if last else 1, title=command.title)]


def close_session(campaign: Campaign) -> Decision[Event]:
    """Only one that is open."""
    if not (campaign.session and campaign.session.open):
        return refuse("no_open_session")
    return [say.SessionClosed(session=campaign.session.number)]


def wrong_house_rule(rules: HouseRules, changes: Mapping[str, JsonValue]) -> Refusal | None:
    """Why these settings cannot be had, or None."""
    known = type(rules).model_fields
    for name in changes:
        if name not in known:
            return refuse("house_rule_unknown", name=name, known=sorted(known))
    try:
        type(rules).model_validate({**rules.model_dump(), **changes})
    except ValidationError as error:
        first = error.errors()[0]
        return refuse("house_rule_wrong", name=".".join(map(str, first["loc"])), problem=first["msg"])
    return None


def change_house_rules(rules: HouseRules, command: ask.ChangeHouseRules) -> Decision[Event]:
    """Only what really changes is recorded."""
    if not command.reason.strip():
        return refuse("reason_missing")
    if wrong := wrong_house_rule(rules, command.changes):
        return wrong
    before = rules.model_dump(mode="json")
    changed = {name: value for name, value in command.changes.items() if before[name] != value}
    if not changed:
        return refuse("no_change")
    return [say.HouseRulesChanged(changes=changed, reason=command.reason)]


def name_faction(campaign: Campaign, command: ask.NameFaction) -> Decision[Event]:
    """New, or known under the same id and then changed."""
    faction = Faction(name=command.name, weight=command.weight, group=command.group)
    if campaign.factions.get(command.faction) == faction:
        return refuse("no_change")
    return [
        say.FactionNamed(faction=command.faction, name=command.name, weight=command.weight, group=command.group)
    ]


def relate_factions(campaign: Campaign, command: ask.RelateFactions) -> Decision[Event]:
    """Directed: how the source stands towards the target."""
    for faction in (command.source, command.target):
        if faction not in campaign.factions:
            return unknown(faction)
    if command.source == command.target:
        return refuse("relation_to_itself", faction=command.source)
    relation = command.relation.strip()
    now = Relation(relation, command.friendly) if relation else None
    if campaign.relations.get(command.source, {}).get(command.target) == now:
        return refuse("no_change")
    return [
        say.RelationSet(source=command.source, target=command.target, relation=relation, friendly=command.friendly)
    ]
