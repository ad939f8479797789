"""Traits, components and abilities as people jot them down, a line each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from domain.death_of_the_vele.choices import EFFECTS
from domain.death_of_the_vele.terms.cast import EffectPrinted, TraitPrinted
from domain.death_of_the_vele.terms.dice import Die
from domain.kernel.forms.layouts import FormProblem
from domain.kernel.forms.line_grammar import Item, Line

_TRAIT = Item(die="die", marks={"!": "is_focus"})
TRAIT = Line(example="River Pilot d10!", head=_TRAIT)
"""One trait with its die; an exclamation mark for the focus."""
COMPONENT = Line(example="Toll-Reeve: Halberd d10!, Ledger d8, Gout d4", items="traits", item=_TRAIT)
"""A component and its traits."""
ABILITY = Line(
    example="Boat Hook: River Pilot, Power Attack 8", items="brings", item=Item(number="size", marks={})
)
"""An ability, the trait it rests on, and its effects with their sizes."""
ASPECTS = Line(example="Toll-Reeve: Paid by both banks", items="texts")
"""Something and its aspects."""


def trait(line: Mapping[str, Any]) -> TraitPrinted:
    """A trait as written. Raises `FormProblem` where no die stands with it, or one there is not."""
    name, sides = line["name"], line.get("die")
    if sides is None:
        raise FormProblem(f"{name}: say its die, as in “{name} d8”.")
    return TraitPrinted(name=name, die=die(sides, name), is_focus=bool(line.get("is_focus")))


def die(sides: int, what: str) -> Die:
    """A die by its sides. Raises `FormProblem` for one there is not."""
    if f"d{sides}" not in set(Die):
        raise FormProblem(f"{what}: the dice are d4, d6, d8, d10 and d12; d{sides} is none.")
    return Die(f"d{sides}")


@dataclass(frozen=True, slots=True)
class AbilityWritten:
    """An ability as written: its name, the things it names before its effects, and the effects."""

    name: str
    of: tuple[str, ...]
    effects: tuple[EffectPrinted, ...]

    @property
    def price(self) -> int:
        """Points to set aside for it."""
        return sum(it.size.points for it in self.effects)


def ability(line: Mapping[str, Any]) -> AbilityWritten:
    """An ability as written. Raises `FormProblem` for effects there are not."""
    brings = line.get("brings", [])
    return AbilityWritten(
        line["name"],
        tuple(it["name"] for it in map(_as_item, brings) if "size" not in it),
        tuple(_effect(it) for it in map(_as_item, brings) if "size" in it),
    )


def _as_item(item: Any) -> Mapping[str, Any]:
    return item if isinstance(item, Mapping) else {"name": str(item)}


def _effect(item: Mapping[str, Any]) -> EffectPrinted:
    value = closest(item["name"], {it.label: it.value for it in EFFECTS}, "effect")
    return EffectPrinted.model_validate({"effect": value, "size": die(item["size"], item["name"])})


def closest(said: str, known: Mapping[str, Any], kind: str) -> Any:
    """The thing a name means. Raises `FormProblem` with a guess for a name there is not."""
    names = {_key(name): value for name, value in known.items()}
    if _key(said) in names:
        return names[_key(said)]
    labels = {_key(name): name for name in known}
    near = get_close_matches(_key(said), list(labels), n=1)
    hint = f": did you mean {labels[near[0]]}?" if near else "."
    raise FormProblem(f"There is no {kind} {said[:60]}{hint}")


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def points(prices: Iterable[int]) -> str:
    """A number of points in words."""
    total = sum(prices)
    return f"{total} point" if total == 1 else f"{total} points"
