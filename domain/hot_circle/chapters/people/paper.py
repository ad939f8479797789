"""The parts of a paper sheet, and what one can show, whatever play has led there (HC-15, HC-60 to HC-63)."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict, Field

from domain.hot_circle.chapters.guards import known_setting
from domain.hot_circle.chapters.people.lifepaths import childhood
from domain.hot_circle.printed import HIGHEST_RATING, PERSONA_TO_RAISE, STARTING_RATING, TESTS_TO_CLEAR
from domain.hot_circle.refs import SettingRef
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.terms import Ability, AssetKind, ConditionOrigin, Rank
from domain.hot_circle.words import normalised, same
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.terms import Name, Points, Slug

chapter = Chapter[Circle](
    "What a paper sheet can show",
    {
        "lifepath_setting_missing": "Say which setting {lifepath} belongs to.",
        "rating_wrong": "A lifepath has 3 to 6 dice, so {lifepath} cannot have {rating}.",
        "track_full": "With {spent} persona spent {lifepath} has risen already: at {rating} dice it rises with "
        "{need}. Enter the dice it has now, and what was spent since.",
        "condition_exists": "{condition} is on the sheet already; raise it, or choose another word.",
        "already_cleared": "A {rank} condition that has hindered {count:?test|tests} is cleared, so {condition} "
        "stands on no sheet.",
        "one_voluntary": "You already chose one, {condition}; change it instead.",
    },
)


class PaperLifepath(BaseModel):
    """A lifepath as it stands on paper. One that is known by this name is brought to these numbers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    setting: SettingRef | None = Field(default=None, description="Needed unless the lifepath is here already.")
    rating: Points = Field(description="Its dice, 3 to 6.")
    spent_persona: Points = Field(default=0, description="Since it last rose.")
    spent_fate: Points = Field(default=0, description="Not yet used for an asset.")
    taxed: tuple[Ability, ...] = ()


class PaperCondition(BaseModel):
    """A condition as it stands on paper, with the tests it has hindered towards its clearing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: Name
    rank: Rank
    hindered_count: Points = 0
    chosen: bool = Field(default=False, description="Whether the player chose it.")


class PaperAsset(BaseModel):
    """An asset as it stands on paper, under its lifepath's name, and the fate that made it last."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    kind: AssetKind
    lifepath: Name = Field(description="The name of the lifepath it stands under.")
    fate_paid: Points = Field(default=0, description="What made it last; nothing for a starting asset.")


class Entered(BaseModel):
    """A number as it stood here, and as it stands on paper."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    was: Points
    now: Points


class LifepathEntered(BaseModel):
    """A lifepath as it stands on paper. One that is new here was nothing before."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lifepath: Slug
    name: Name
    setting: Slug | None
    position: Points
    is_born: bool
    is_bridge: bool
    rating: Entered
    spent_persona: Entered
    spent_fate: Entered
    taxed_was: tuple[Ability, ...]
    taxed: tuple[Ability, ...]


class ConditionEntered(BaseModel):
    """A condition as it stands on paper."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    condition: Slug
    text: Name
    rank: Rank
    origin: ConditionOrigin
    hindered_count: Points


class AssetEntered(BaseModel):
    """An asset as it stands on paper. `fate_paid` is 0 for starting assets and for what is only noted."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    asset: Slug
    lifepath: Slug
    kind: AssetKind
    name: Name
    fate_paid: Points


def repeated(names: Iterable[str]) -> str | None:
    """The first name that comes twice."""
    seen: set[str] = set()
    for name in names:
        if normalised(name) in seen:
            return name
        seen.add(normalised(name))
    return None


def known_path(it: Character, name: str) -> str | None:
    """The lifepath on the sheet that goes by this name."""
    return next((slug for slug, path in it.lifepaths.items() if same(path.name, name)), None)


def lifepath_fits(state: Circle, it: Character, path: PaperLifepath) -> None:
    """Refuse a lifepath that cannot stand so on a sheet."""
    if path.setting is not None:
        known_setting(state, path.setting)
    if path.setting is None and known_path(it, path.name) is None:
        raise CommandRefused("lifepath_setting_missing", lifepath=path.name)
    need(STARTING_RATING <= path.rating <= HIGHEST_RATING, "rating_wrong", lifepath=path.name, rating=path.rating)
    full = PERSONA_TO_RAISE.get(path.rating)
    if full is not None and path.spent_persona >= full:
        raise CommandRefused(
            "track_full", lifepath=path.name, rating=path.rating, spent=path.spent_persona, need=full
        )


def life_story_fits(state: Circle, it: Character, paths: tuple[PaperLifepath, ...]) -> None:
    """HC-15: the first lifepath is a childhood, and no later one is."""
    coming = [path for path in paths if known_path(it, path.name) is None]
    if coming and not it.lifepaths:
        first, *coming = coming
        if not childhood(first.name):
            setting = state.settings[first.setting].name if first.setting else ""
            raise CommandRefused("born_first", setting=setting)
    later = next((path.name for path in coming if childhood(path.name)), None)
    need(later is None, "born_later", lifepath=later)


def conditions_fit(it: Character, conditions: tuple[PaperCondition, ...]) -> None:
    """Refuse conditions that a sheet cannot show beside its own."""
    chosen = next((slug for slug, one in it.conditions.items() if one.origin is ConditionOrigin.VOLUNTARY), None)
    for one in conditions:
        for slug, known in it.conditions.items():
            need(not same(known.text, one.text), "condition_exists", condition=slug)
        need(
            one.hindered_count < TESTS_TO_CLEAR[one.rank],
            "already_cleared",
            condition=one.text,
            rank=one.rank,
            count=one.hindered_count,
        )
        if one.chosen and chosen is not None:
            raise CommandRefused("one_voluntary", condition=chosen)
        chosen = one.text if one.chosen else chosen
