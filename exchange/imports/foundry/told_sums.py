"""Sums of Foundry's rolls that our notation cannot say, worked out from what the source tells of each die.

Two kinds: dice of the system `CoC7` that count tens, and dice of which only some are thrown again, `2d20r1=1kh`.
"""

import operator
import re
from collections.abc import Mapping
from typing import Any

from exchange.imports.texts import number, whole

_SOME_AGAIN = re.compile(r"rr?(\d{1,3})(<=|>=|=|<|>)(\d{1,4})")
"""The most dice that are thrown again, and for which faces."""
_KEEPS = re.compile(r"(?:k([hl]?)|d([lh]?))(\d{0,3})")
_COMPARED = {"=": operator.eq, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}


def tells_each_die(roll: Mapping[str, Any]) -> bool:
    """True if a roll is a sum with such dice, their results are all there and they come to its total."""
    came, sign, special = 0, 1, False
    for term in _listed(roll.get("terms")):
        if not isinstance(term, dict):
            return False
        kind = str(term.get("class"))
        if kind == "OperatorTerm":
            sign = {"+": 1, "-": -1}.get(str(term.get("operator")), 0)
            continue
        is_tens = kind.startswith("CoC7DecaderDie")
        worth = _tens(term) if is_tens else _of_dice(term) if "Die" in kind else whole(term.get("number"))
        if not sign or worth is None or ("Die" not in kind and kind != "NumericTerm"):
            return False
        special = special or is_tens or any(map(_SOME_AGAIN.fullmatch, _modifiers(term)))
        came, sign = came + sign * worth, 1
    return special and number(roll.get("total")) == str(came)


def _tens(term: Mapping[str, Any]) -> int | None:
    """The sum of dice of which a 10 counts nothing and any other its tens."""
    shown = [whole(it.get("result")) for it in _results(term)]
    return sum((it or 0) % 10 * 10 for it in shown) if shown and None not in shown else None


def _of_dice(term: Mapping[str, Any]) -> int | None:
    """The sum of dice that may have been thrown again and kept or dropped; None unless all of that fits."""
    shown = [
        (whole(it.get("result")), it.get("active") is not False, bool(it.get("rerolled"))) for it in _results(term)
    ]
    many = whole(term.get("number"))
    if many is None or any(face is None for face, _counts, _again in shown):
        return None
    again = [face or 0 for face, _counts, thrown in shown if thrown]
    stayed = sorted((face or 0, counts) for face, counts, thrown in shown if not thrown)
    counted = sorted(face for face, counts in stayed if counts)
    if len(stayed) != many:
        return None
    wanted = sorted(face for face, _counts in stayed)
    for modifier in _modifiers(term):
        if some := _SOME_AGAIN.fullmatch(modifier):
            fits = all(_COMPARED[some[2]](face, int(some[3])) for face in again)
            if not fits or len(again) > int(some[1]):
                return None
        elif keeps := _KEEPS.fullmatch(modifier):
            wanted = _kept(wanted, keeps)
        else:
            return None
    return sum(counted) if counted == wanted else None


def _kept(faces: list[int], keeps: re.Match[str]) -> list[int]:
    """Those of sorted faces that are kept."""
    many = int(keeps[3] or 1)
    if keeps[0].startswith("k"):
        return faces[:many] if keeps[1] == "l" else faces[max(len(faces) - many, 0) :]
    return faces[: max(len(faces) - many, 0)] if keeps[2] == "h" else faces[many:]


def _modifiers(term: Mapping[str, Any]) -> list[str]:
    return [str(it) for it in _listed(term.get("modifiers"))]


def _results(term: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [it for it in _listed(term.get("results")) if isinstance(it, dict)]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
