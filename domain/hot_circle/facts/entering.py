"""A paper sheet retold: what stood here, what stands there, and that it was entered."""

from collections.abc import Iterable

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle
from domain.hot_circle.tables import UPGRADES
from domain.kernel.facts import Fact

from . import tracks
from .ability import tax
from .telling import number, standing, tells, told, words

WHY = "entered from paper"


@tells(say.SheetEntered)
def _(state: Circle, event: say.SheetEntered) -> Iterable[Fact]:
    owner = event.character
    yield told(WHY, "sheet", owner)
    for name, moved in (("fate", event.fate), ("persona", event.persona)):
        if moved is not None:
            yield from numbered(owner, name, moved, name.title())
    for path in event.lifepaths:
        yield from of_lifepath(state, owner, path)
    for trait in event.traits:
        yield standing(owner, "traits", trait.trait, "", "held", WHY, trait.text)
    for one in event.conditions:
        yield standing(owner, "conditions", one.condition, "", one.rank.value, WHY, one.text)
        yield tracks.of_condition(state, owner, one.condition)
    for asset in event.assets:
        noted = asset.kind in UPGRADES
        group, now = ("temporary_assets", "noted") if noted else ("permanent_assets", "held")
        yield standing(owner, group, asset.asset, "", now, f"{WHY}, {words(asset.kind)}", asset.name)
        if noted:
            yield tracks.of_asset(state, owner, asset.asset)


def numbered(owner: str, name: str, moved: say.Entered, label: str) -> Iterable[Fact]:
    """A number that is another on paper."""
    if moved.was != moved.now:
        yield number(owner, name, moved.now - moved.was, moved.now, WHY, label)


def of_lifepath(state: Circle, owner: str, path: say.LifepathEntered) -> Iterable[Fact]:
    """A lifepath with its dice, its tracks and its taxes."""
    base = f"lifepaths.{path.lifepath}"
    if not path.rating.was:
        yield standing(owner, "lifepaths", path.lifepath, "", "taken", WHY, path.name)
    yield from numbered(owner, f"{base}.rating", path.rating, f"{path.name}: dice")
    for name, moved in (("spent_fate", path.spent_fate), ("spent_persona", path.spent_persona)):
        what = name.removeprefix("spent_").title()
        yield from numbered(owner, f"{base}.{name}", moved, f"{what} spent as {path.name}")
    for ability in sorted({*path.taxed, *path.taxed_was}):
        was, now = ("taxed" if ability in side else "" for side in (path.taxed_was, path.taxed))
        if was != now:
            yield tax(state, owner, path.lifepath, ability.value, was, now, WHY)
    yield tracks.of_lifepath(state, owner, path.lifepath)
    yield from tracks.of_assets(state, owner, path.lifepath)
