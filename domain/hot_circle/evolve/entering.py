"""A paper sheet, entered."""

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle, Condition, Lifepath, PermanentAsset, TemporaryAsset
from domain.hot_circle.tables import UPGRADES

from .fold import evolve, lifepath_of, must, pc_of


@evolve.on(say.SheetEntered)
def _(state: Circle, event: say.SheetEntered) -> None:
    it = pc_of(state, event.character)
    if event.fate is not None:
        must(it.fate == event.fate.was, f"{event.character} had {it.fate} fate")
        it.fate = event.fate.now
    if event.persona is not None:
        must(it.persona == event.persona.was, f"{event.character} had {it.persona} persona")
        it.persona = event.persona.now
    for path in event.lifepaths:
        known = it.lifepaths.get(path.lifepath)
        must((known.rating if known else 0) == path.rating.was, f"{path.lifepath} was rated otherwise")
        it.lifepaths[path.lifepath] = Lifepath(
            path.name, path.setting, path.position, path.is_born, path.is_bridge, path.rating.now,
            path.spent_persona.now, path.spent_fate.now, list(path.taxed),
        )  # fmt: skip
    it.traits.update((trait.trait, trait.text) for trait in event.traits)
    for one in event.conditions:
        it.conditions[one.condition] = Condition(one.text, one.rank, one.origin, one.hindered_count)
    for asset in event.assets:
        lifepath_of(state, event.character, asset.lifepath)
        if asset.kind in UPGRADES:
            it.temporary_assets[asset.asset] = TemporaryAsset(asset.lifepath, asset.kind, asset.name)
        else:
            it.permanent_assets[asset.asset] = PermanentAsset(
                asset.lifepath, asset.kind, asset.name, asset.fate_paid
            )
    it.entered = list(dict.fromkeys((*it.entered, *marks(event))))


def marks(event: say.SheetEntered) -> list[str]:
    """The paths on the sheet of what was entered."""
    points = (("fate", event.fate), ("persona", event.persona))
    return [
        *(name for name, moved in points if moved is not None),
        *(f"lifepaths.{path.lifepath}" for path in event.lifepaths),
        *(f"traits.{trait.trait}" for trait in event.traits),
        *(f"conditions.{one.condition}" for one in event.conditions),
        *(f"assets.{asset.asset}" for asset in event.assets),
    ]
