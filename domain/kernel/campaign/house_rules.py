"""House rules: the settings a campaign's rules are read by, changed from now on."""

from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import Field, JsonValue, ValidationError

from domain.kernel import facts
from domain.kernel.campaign.guards import gm_only, reason_given
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.history.past import Past
from domain.kernel.messages import CHOSEN, Command, Event, HouseRules
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Text
from domain.kernel.wording.faults import fault_said, place_said

chapter = Chapter[AnyMoment, Past](
    "House rules",
    {
        "house_rule_unknown": "This game has no house rule called {name}. It has: {known}.",
        "house_rule_wrong": "The house rule {name} cannot be set to that: {problem}.",
    },
)


class ChangeHouseRules(Command):
    """Change house rules from now on. What was ruled before stays as it was ruled.

    Refused:  `gm_only`, `house_rule_unknown`, `house_rule_wrong`, `no_change`, `reason_missing`.
    Yields:   `HouseRulesChanged`.
    """

    type: Literal["campaign.change_house_rules"] = "campaign.change_house_rules"
    changes: dict[str, JsonValue] = Field(description="Settings by name, with their new values.")
    reason: Text


class HouseRulesChanged(Event):
    """Some settings have other values from here on."""

    type: Literal["campaign.house_rules_changed.v1"] = "campaign.house_rules_changed.v1"
    changes: dict[str, JsonValue]
    reason: Text


def settings_allowed(rules: HouseRules, changes: Mapping[str, JsonValue]) -> None:
    """Refuse settings the game does not have, and values they may not have."""
    known = type(rules).model_fields
    for name in changes:
        need(name in known, "house_rule_unknown", name=name, known=sorted(known))
    try:
        type(rules).model_validate({**rules.model_dump(), **changes}, context=CHOSEN)
    except ValidationError as error:
        first = error.errors()[0]
        raise CommandRefused("house_rule_wrong", name=place_said(first), problem=fault_said(first)) from error


@chapter.decides(ChangeHouseRules)
def change_house_rules(moment: AnyMoment, command: ChangeHouseRules, asker: Asker, past: Past) -> Events:
    """Change house rules; only what really changes is recorded."""
    gm_only(asker)
    reason_given(command.reason)
    rules: HouseRules = moment.game.house_rules
    settings_allowed(rules, command.changes)
    before = rules.model_dump(mode="json")
    changed = {name: value for name, value in command.changes.items() if before[name] != value}
    need(changed, "no_change")
    return [HouseRulesChanged(changes=changed, reason=command.reason)]


@chapter.applies(HouseRulesChanged)
def _(moment: AnyMoment, event: HouseRulesChanged) -> None:
    """The settings live in the game's state, which adopts them (`kernel.parts`); the campaign is as before."""


@chapter.tells(HouseRulesChanged, "House rules change ({changes}): {reason}")
def _(moment: AnyMoment, event: HouseRulesChanged) -> Iterable[facts.Fact]:
    for name, value in event.changes.items():
        said = ("no", "yes")[value] if isinstance(value, bool) else str(value)
        yield facts.Adjudicated(subject="house-rules", field=name, before="", after=said, reason=event.reason)


def offers_to_the_gm() -> Iterable[Offer]:
    """Offer to the GM of other house rules."""
    yield Offer(command=ChangeHouseRules, label="Change a house rule", group="Table")
