"""Rolls as other tools write them, as rolls of earlier play. What is no die with a face stays in words."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.logged.played import LARGEST_DIE, MOST_DICE, LoggedDie, LoggedRoll
from exchange.imports.texts import clean, number, whole


def die(size: object, face: object, kept: bool = True) -> LoggedDie | None:
    """A die of this size that shows this face, if there is such a die."""
    sides, shown = whole(size), whole(face)
    if sides is None or shown is None or not 2 <= sides <= LARGEST_DIE or not 1 <= shown <= sides:
        return None
    return LoggedDie(size=sides, face=shown, kept=kept)


def rolled(
    formula: object, dice: Iterable[LoggedDie | None], total: object = "", label: object = ""
) -> LoggedRoll:
    """A roll of these dice."""
    fallen = tuple(each for each in dice if each is not None)
    return LoggedRoll(
        formula=_words(formula),
        dice=fallen if len(fallen) <= MOST_DICE else (),
        total=number(total),
        label=_words(label),
    )


def _words(value: object) -> str:
    return clean(" ".join(value.split()))[:1_000] if isinstance(value, str) else ""


def foundry(roll: Mapping[str, Any], label: str = "") -> LoggedRoll | None:
    """A roll of Foundry: its terms of class Die with their results. None when it is no roll."""
    if not isinstance(roll.get("formula"), str) and not isinstance(roll.get("terms"), list):
        return None
    dice = _foundry_dice(roll, 0) if "terms" in roll else _early_foundry_dice(roll)
    return rolled(roll.get("formula"), dice, roll.get("total", ""), label)


def _early_foundry_dice(roll: Mapping[str, Any]) -> Iterable[LoggedDie | None]:
    """Before version 0.7 a roll had no terms: its dice stood in a list, and each die called its faces rolls."""
    for each in _listed(roll.get("dice")):
        for fallen in _listed(each.get("rolls") if isinstance(each, dict) else None):
            if isinstance(fallen, dict):
                yield die(each.get("faces"), fallen.get("roll"), not fallen.get("discarded"))


def _foundry_dice(roll: Mapping[str, Any], depth: int) -> Iterable[LoggedDie | None]:
    for term in _listed(roll.get("terms")) if depth < 20 else ():
        if not isinstance(term, dict):
            continue
        for result in _listed(term.get("results")):
            if isinstance(result, dict):
                counts = result.get("active") is not False and not result.get("discarded")
                yield die(term.get("faces"), result.get("result"), counts)
        for inner in (*_listed(term.get("rolls")), term.get("roll")):
            if isinstance(inner, dict):
                yield from _foundry_dice(inner, depth + 1)


def roll20(result: Mapping[str, Any], formula: object = "", label: str = "") -> LoggedRoll | None:
    """A roll of Roll20: `rolls` of type R with their sides and results. None when it is no roll."""
    if not isinstance(result.get("rolls"), list):
        return None
    return rolled(formula, _roll20_dice(result["rolls"], 0), result.get("total", ""), label)


def _roll20_dice(rolls: Iterable[Any], depth: int) -> Iterable[LoggedDie | None]:
    for part in rolls if depth < 20 else ():
        if not isinstance(part, dict):
            continue
        for result in _listed(part.get("results")):
            if isinstance(result, dict):
                yield die(part.get("sides"), result.get("v"), not result.get("d"))
        for group in _listed(part.get("rolls")):  # a group, {2d6,1d8}kh1: lists of rolls
            yield from _roll20_dice(_listed(group), depth + 1)


_DICE = re.compile(r"(?<![\w.])(\d{0,3})d(\d{1,4})\b")
_BRACKETS = re.compile(r"[\[(]([\s\d~*_!,]{1,4000})[\])]")
_LONGEST = 4_000
"""Characters of what a bot says of a roll. A longer text tells more than one."""


def in_words(text: str) -> LoggedRoll | None:
    """A roll that a bot wrote as words, `2d6+3 (4, 2) = 9`: one formula of one size, its faces, its total.

    None unless the faces are as many as were asked for and fit the dice: a roll half understood would be a lie.
    """
    asked = _DICE.findall(text) if len(text) <= _LONGEST else []
    if len(asked) != 1:
        return None
    many, size = int(asked[0][0] or 1), int(asked[0][1])
    for group in _BRACKETS.finditer(text):
        marked = re.findall(r"(~*)[*_!]*(\d{1,4})", group[1])
        dice = [die(size, face, not struck) for struck, face in marked]
        if len(dice) >= many > 0 and all(dice):
            formula = re.search(rf"\d*d{size}(?:k[hl]?\d+|[+-]\d+)*", text)
            total = re.findall(r"(?:=|→|total\W{0,4})\s*[*_`~]*(-?\d+)", text, re.IGNORECASE)
            return rolled(formula[0] if formula else f"{many}d{size}", dice, total[-1] if total else "")
    return None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
