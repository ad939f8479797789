"""What happened to fate and persona, and to what they pay for."""

from typing import Literal

from domain.hot_circle.terms import Ability, AssetKind, CompelStatus, FateCause, PersonaCause, Source, TestId
from domain.kernel.messages import Event
from domain.kernel.terms import Character, Points, Slug, Text


class FateAwarded(Event):
    """A character gained fate points. `source` says for what on the sheet."""

    type: Literal["hot_circle.fate_awarded.v1"] = "hot_circle.fate_awarded.v1"
    character: Character
    amount: Points
    cause: FateCause
    source: Source | None
    test: TestId | None
    complication: Text


class PersonaAwarded(Event):
    """A character gained persona points. `source` says for what on the sheet."""

    type: Literal["hot_circle.persona_awarded.v1"] = "hot_circle.persona_awarded.v1"
    character: Character
    amount: Points
    cause: PersonaCause
    source: Source | None


class FateSpent(Event):
    """Fate points paid for a reroll, and count towards an asset of the lifepath."""

    type: Literal["hot_circle.fate_spent.v1"] = "hot_circle.fate_spent.v1"
    character: Character
    amount: Points
    lifepath: Slug
    test: TestId


class PersonaSpent(Event):
    """Persona points paid for a reroll, and count towards the lifepath's next rating."""

    type: Literal["hot_circle.persona_spent.v1"] = "hot_circle.persona_spent.v1"
    character: Character
    amount: Points
    lifepath: Slug | None
    test: TestId


class GmPersonaSpent(Event):
    """The gamemaster's own pool paid for a reroll."""

    type: Literal["hot_circle.gm_persona_spent.v1"] = "hot_circle.gm_persona_spent.v1"
    character: Character
    amount: Points
    test: TestId


class CompelOffered(Event):
    """One player offers another a fate point for a bad choice."""

    type: Literal["hot_circle.compel_offered.v1"] = "hot_circle.compel_offered.v1"
    compel: Slug
    compeller: Character
    target: Character
    choice: Text
    cause: FateCause
    source: Slug


class CompelJudged(Event):
    """The gamemaster said whether it is worth it."""

    type: Literal["hot_circle.compel_judged.v1"] = "hot_circle.compel_judged.v1"
    compel: Slug
    verdict: CompelStatus


class CompelAccepted(Event):
    """The choice is made. `clears` says that hindering is to clear something."""

    type: Literal["hot_circle.compel_accepted.v1"] = "hot_circle.compel_accepted.v1"
    compel: Slug
    target: Character
    clears: bool


class CompelRefused(Event):
    """The choice is not made."""

    type: Literal["hot_circle.compel_refused.v1"] = "hot_circle.compel_refused.v1"
    compel: Slug
    target: Character


class FateTransferred(Event):
    """A fate point went from one character to another."""

    type: Literal["hot_circle.fate_transferred.v1"] = "hot_circle.fate_transferred.v1"
    giver: Character
    taker: Character
    amount: Points
    compel: Slug


class TaxCleared(Event):
    """Every ability of a lifepath is free again."""

    type: Literal["hot_circle.tax_cleared.v1"] = "hot_circle.tax_cleared.v1"
    character: Character
    lifepath: Slug
    abilities: tuple[Ability, ...]
    test: TestId


class ConditionHindered(Event):
    """A condition hindered a test towards its clearing."""

    type: Literal["hot_circle.condition_hindered.v1"] = "hot_circle.condition_hindered.v1"
    character: Character
    condition: Slug
    count: Points
    test: TestId


class ConditionCleared(Event):
    """A condition is gone."""

    type: Literal["hot_circle.condition_cleared.v1"] = "hot_circle.condition_cleared.v1"
    character: Character
    condition: Slug
    test: TestId


class LifepathRaised(Event):
    """A lifepath rose; what was spent on it is erased."""

    type: Literal["hot_circle.lifepath_raised.v1"] = "hot_circle.lifepath_raised.v1"
    character: Character
    lifepath: Slug
    was: Points
    now: Points
    erased: Points


class AssetUpgraded(Event):
    """A temporary asset became permanent; its price is erased from the lifepath."""

    type: Literal["hot_circle.asset_upgraded.v1"] = "hot_circle.asset_upgraded.v1"
    character: Character
    asset: Slug
    lifepath: Slug
    was: AssetKind
    now: AssetKind
    erased: Points
