"""A campaign's place in its library, and who its people are elsewhere."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel.campaign.guards import gm_only, seat_of
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.facts import Fact
from domain.kernel.history.past import Past
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker
from domain.kernel.references import PersonRef
from domain.kernel.terms import Name, Person, Slug, Text

chapter = Chapter[AnyMoment, Past](
    "The campaign in its library",
    {
        "label_wrong": "A shelf or a tag is a short label: {most} signs at most, and no comma in a tag.",
    },
)

LONGEST_LABEL = 60
"""A shelf and a tag are labels, to be read at a glance."""


class ShelveCampaign(Command):
    """Put the campaign on a shelf of the library, or, with an empty name, on none.

    Refused:  `gm_only`, `no_change`, `label_wrong`.
    Yields:   `CampaignShelved`.
    """

    type: Literal["journal.shelve_campaign"] = "journal.shelve_campaign"
    shelf: Text = ""


class CampaignShelved(Event):
    """The campaign stands on this shelf from now on; on none, if it is empty."""

    type: Literal["journal.campaign_shelved.v1"] = "journal.campaign_shelved.v1"
    shelf: Text


@chapter.decides(ShelveCampaign)
def shelve_campaign(moment: AnyMoment, command: ShelveCampaign, asker: Asker, past: Past) -> Events:
    """Shelve the campaign; asked by the GM, as is all that follows but for people."""
    gm_only(asker)
    shelf = " ".join(command.shelf.split())
    need(len(shelf) <= LONGEST_LABEL, "label_wrong", most=LONGEST_LABEL)
    need(shelf != moment.journal.place.shelf, "no_change")
    return [CampaignShelved(shelf=shelf)]


@chapter.applies(CampaignShelved)
def _(moment: AnyMoment, event: CampaignShelved) -> None:
    moment.journal.place.shelf = event.shelf


@chapter.tells(CampaignShelved, "The shelf of the campaign: {shelf}")
def _(moment: AnyMoment, event: CampaignShelved) -> Iterable[Fact]:
    return ()


class TagCampaign(Command):
    """Give the campaign tags, or take some from it.

    Refused:  `gm_only`, `no_change`, `label_wrong`.
    Yields:   `CampaignTagged`.
    """

    type: Literal["journal.tag_campaign"] = "journal.tag_campaign"
    add: tuple[Name, ...] = ()
    remove: tuple[Name, ...] = ()


class CampaignTagged(Event):
    """The campaign got tags, or lost some."""

    type: Literal["journal.campaign_tagged.v1"] = "journal.campaign_tagged.v1"
    added: tuple[Name, ...]
    removed: tuple[Name, ...]


@chapter.decides(TagCampaign)
def tag_campaign(moment: AnyMoment, command: TagCampaign, asker: Asker, past: Past) -> Events:
    """Give tags and take tags, written in lower case; only what really changes is recorded."""
    gm_only(asker)
    wanted = {" ".join(tag.split()).casefold() for tag in command.add}
    unwanted = {" ".join(tag.split()).casefold() for tag in command.remove}
    if any(len(tag) > LONGEST_LABEL or "," in tag for tag in wanted):
        raise CommandRefused("label_wrong", most=LONGEST_LABEL)
    there = set(moment.journal.place.tags)
    added, removed = sorted(wanted - there - unwanted), sorted(unwanted & there)
    need(added or removed, "no_change")
    return [CampaignTagged(added=tuple(added), removed=tuple(removed))]


@chapter.applies(CampaignTagged)
def _(moment: AnyMoment, event: CampaignTagged) -> None:
    there = set(moment.journal.place.tags)
    possible = there.isdisjoint(event.added) and there.issuperset(event.removed)
    must(possible, "a tag is added that is there, or removed that is not")
    moment.journal.place.tags = sorted((there | set(event.added)) - set(event.removed))


@chapter.tells(CampaignTagged, "Tags of the campaign{added:+ that came: }{removed:+ that went: }")
def _(moment: AnyMoment, event: CampaignTagged) -> Iterable[Fact]:
    return ()


class PutAway(Command):
    """Put the campaign away: it is over, or rests. It can be read, found and played as before.

    Refused:  `gm_only`, `no_change`.
    Yields:   `CampaignPutAway`.
    """

    type: Literal["journal.put_away"] = "journal.put_away"


class CampaignPutAway(Event):
    """The campaign was put away."""

    type: Literal["journal.campaign_put_away.v1"] = "journal.campaign_put_away.v1"


@chapter.decides(PutAway)
def put_away(moment: AnyMoment, command: PutAway, asker: Asker, past: Past) -> Events:
    """Put the campaign away; refused where it is put away already."""
    gm_only(asker)
    need(not moment.journal.place.put_away, "no_change")
    return [CampaignPutAway()]


@chapter.applies(CampaignPutAway)
def _(moment: AnyMoment, event: CampaignPutAway) -> None:
    moment.journal.place.put_away = True


@chapter.tells(CampaignPutAway, "The campaign is put away")
def _(moment: AnyMoment, event: CampaignPutAway) -> Iterable[Fact]:
    return ()


class TakeOut(Command):
    """Take a campaign out again that was put away.

    Refused:  `gm_only`, `no_change`.
    Yields:   `CampaignTakenOut`.
    """

    type: Literal["journal.take_out"] = "journal.take_out"


class CampaignTakenOut(Event):
    """The campaign was taken out again."""

    type: Literal["journal.campaign_taken_out.v1"] = "journal.campaign_taken_out.v1"


@chapter.decides(TakeOut)
def take_out(moment: AnyMoment, command: TakeOut, asker: Asker, past: Past) -> Events:
    """Take the campaign out again; refused where it is not put away."""
    gm_only(asker)
    need(moment.journal.place.put_away, "no_change")
    return [CampaignTakenOut()]


@chapter.applies(CampaignTakenOut)
def _(moment: AnyMoment, event: CampaignTakenOut) -> None:
    moment.journal.place.put_away = False


@chapter.tells(CampaignTakenOut, "The campaign is taken out again")
def _(moment: AnyMoment, event: CampaignTakenOut) -> Iterable[Fact]:
    return ()


class RecognizePerson(Command):
    """Say which person of the library somebody at this table is.

    Needs:    the GM asks, or the person.
    Refused:  `gm_only` (for somebody else), `not_at_the_table`, `no_change`.
    Yields:   `PersonRecognized`.
    """

    type: Literal["journal.recognize_person"] = "journal.recognize_person"
    person: PersonRef
    known_as: Slug = Field(description="The same in every campaign this person plays in.")


class PersonRecognized(Event):
    """Somebody at this table is this person of the library."""

    type: Literal["journal.person_recognized.v1"] = "journal.person_recognized.v1"
    person: Person
    known_as: Slug


@chapter.decides(RecognizePerson)
def recognize_person(moment: AnyMoment, command: RecognizePerson, asker: Asker, past: Past) -> Events:
    """Say which person of the library somebody is: each of themselves, the GM of anybody."""
    if asker.person != command.person:
        gm_only(asker)
    seat_of(moment.campaign, command.person)
    need(moment.journal.recognized.get(command.person) != command.known_as, "no_change")
    return [PersonRecognized(person=command.person, known_as=command.known_as)]


@chapter.applies(PersonRecognized)
def _(moment: AnyMoment, event: PersonRecognized) -> None:
    moment.journal.recognized[event.person] = event.known_as


@chapter.tells(PersonRecognized, "{person} is known as {known_as} in every campaign")
def _(moment: AnyMoment, event: PersonRecognized) -> Iterable[Fact]:
    return ()
