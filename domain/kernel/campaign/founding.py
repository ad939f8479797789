"""Founding a campaign, and giving it another title."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field, JsonValue

from domain.kernel.campaign.guards import gm_only
from domain.kernel.campaign.house_rules import settings_allowed
from domain.kernel.campaign.seats import PersonSeated
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.facts import Fact
from domain.kernel.history.past import Past
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.people import Asker, Role
from domain.kernel.references import NewCampaign
from domain.kernel.terms import Name, Slug

chapter = Chapter[AnyMoment, Past](
    "Founding",
    {"already_founded": "This campaign was founded already: it is called {title}."},
)


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
    gm_name: Name = Field(
        default="Game master", title="Name of the GM", description="How the GM is called on the screens."
    )


class CampaignFounded(Event):
    """A campaign began. Always the first record."""

    type: Literal["campaign.founded.v1"] = "campaign.founded.v1"
    game: str
    title: Name
    slug: Slug
    house_rules: dict[str, JsonValue]


@chapter.decides(FoundCampaign)
def found_campaign(moment: AnyMoment, command: FoundCampaign, asker: Asker, past: Past) -> Events:
    """Begin the campaign, as its first ruling; the asker takes the GM's seat."""
    need(not moment.campaign.founded, "already_founded", title=moment.campaign.title)
    settings_allowed(moment.game.house_rules, command.house_rules)
    return [
        CampaignFounded(
            game=command.game,
            title=command.title,
            slug=command.slug,
            house_rules={**moment.game.house_rules.recorded(), **command.house_rules},
        ),
        PersonSeated(person=asker.person, name=command.gm_name, role=Role.GM),
    ]


@chapter.applies(CampaignFounded)
def _(moment: AnyMoment, event: CampaignFounded) -> None:
    """The game's state begins with it too (`kernel.parts`)."""
    must(not moment.campaign.founded, "a campaign is founded once")
    moment.campaign.title = event.title
    moment.campaign.slug = event.slug


@chapter.tells(CampaignFounded, "The campaign {title} begins")
def _(moment: AnyMoment, event: CampaignFounded) -> Iterable[Fact]:
    return ()


class RenameCampaign(Command):
    """Give the campaign another title. Its slug, and every link to it, stays.

    Refused:  `gm_only`, `no_change`.
    Yields:   `CampaignRenamed`.
    """

    type: Literal["campaign.rename"] = "campaign.rename"
    title: Name


class CampaignRenamed(Event):
    """The campaign has another title."""

    type: Literal["campaign.renamed.v1"] = "campaign.renamed.v1"
    title: Name


@chapter.decides(RenameCampaign)
def rename_campaign(moment: AnyMoment, command: RenameCampaign, asker: Asker, past: Past) -> Events:
    """Rename the campaign; asked by the GM."""
    gm_only(asker)
    need(command.title != moment.campaign.title, "no_change")
    return [CampaignRenamed(title=command.title)]


@chapter.applies(CampaignRenamed)
def _(moment: AnyMoment, event: CampaignRenamed) -> None:
    moment.campaign.title = event.title


@chapter.tells(CampaignRenamed, "The campaign is now called {title}")
def _(moment: AnyMoment, event: CampaignRenamed) -> Iterable[Fact]:
    return ()


def offers_to_the_gm() -> Iterable[Offer]:
    """Offer to the GM of another title."""
    yield Offer(command=RenameCampaign, label="Rename the campaign", group="Table")
