"""The rulings about a campaign's place in its library, and about who its people are elsewhere."""

from domain.kernel.campaign.state import Campaign
from domain.kernel.decisions import Decision, refuse
from domain.kernel.journal import commands as ask
from domain.kernel.journal import events as say
from domain.kernel.journal.state import Journal
from domain.kernel.messages import Event
from domain.kernel.people import Asker

LONGEST_LABEL = 60
"""A shelf and a tag are labels, to be read at a glance."""

Placing = ask.ShelveCampaign | ask.TagCampaign | ask.PutAway | ask.TakeOut


def place(journal: Journal, command: Placing, asker: Asker) -> Decision[Event]:
    """Where a campaign stands is the GM's to say."""
    here = journal.place
    if not asker.is_gm:
        return refuse("gm_only")
    match command:
        case ask.ShelveCampaign():
            shelf = " ".join(command.shelf.split())
            if len(shelf) > LONGEST_LABEL:
                return refuse("label_wrong", most=LONGEST_LABEL)
            return refuse("no_change") if shelf == here.shelf else [say.CampaignShelved(shelf=shelf)]
        case ask.TagCampaign():
            return _tag(journal, command)
        case ask.PutAway():
            return refuse("no_change") if here.put_away else [say.CampaignPutAway()]
        case ask.TakeOut():
            return [say.CampaignTakenOut()] if here.put_away else refuse("no_change")


def _tag(journal: Journal, command: ask.TagCampaign) -> Decision[Event]:
    wanted = {" ".join(tag.split()).casefold() for tag in command.add}
    unwanted = {" ".join(tag.split()).casefold() for tag in command.remove}
    if any(len(tag) > LONGEST_LABEL or "," in tag for tag in wanted):
        return refuse("label_wrong", most=LONGEST_LABEL)
    there = set(journal.place.tags)
    added, removed = sorted(wanted - there - unwanted), sorted(unwanted & there)
    if not added and not removed:
        return refuse("no_change")
    return [say.CampaignTagged(added=tuple(added), removed=tuple(removed))]


def recognize(journal: Journal, campaign: Campaign, command: ask.RecognizePerson, asker: Asker) -> Decision[Event]:
    """Everybody may say who they are themselves; of others the GM."""
    if not asker.is_gm and asker.person != command.person:
        return refuse("gm_only")
    if command.person not in campaign.people:
        return refuse("not_at_the_table", person=command.person)
    if journal.recognized.get(command.person) == command.known_as:
        return refuse("no_change")
    return [say.PersonRecognized(person=command.person, known_as=command.known_as)]
