"""Rolls as other tools write them, as rolls of earlier play. What is no die with a face stays in words."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kernel.logged.played import LARGEST_DIE, MOST_DICE, Grade, LoggedDie, LoggedRoll
from exchange.imports.foundry.told_sums import tells_each_die
from exchange.imports.grading import graded, told_apart
from exchange.imports.texts import clean, number, whole


def die(size: object, face: object, kept: bool = True, extra: bool = False, label: str = "") -> LoggedDie | None:
    """A die of this size that shows this face, if there is such a die."""
    sides, shown = whole(size), whole(face)
    if sides is None or shown is None or not 1 <= shown <= sides <= LARGEST_DIE:
        return None
    return LoggedDie(size=sides, face=shown, kept=kept, extra=extra, label=label)


def rolled(
    formula: object,
    dice: Iterable[LoggedDie | None],
    total: object = "",
    label: object = "",
    *,
    in_words: bool = False,
    each_told: bool = False,
    program: str = "",
) -> LoggedRoll:
    """A roll of these dice, graded by whether its formula, as `program` spells it, comes to its total with them.

    `each_told`: the source tells each die as a value of its own, under a formula that ours cannot say.
    """
    fallen = tuple(dice)
    known = tuple(each for each in fallen if each is not None)
    asked, came = on_one_line(formula), number(total)
    notation, grade = graded(asked, known, came, program)
    if not notation and program == "roll20" and (told := _LABELLED.fullmatch(asked)):
        notation, grade = graded(told[1], known, came, program)
        notation = notation if grade is Grade.EXACT else ""
    if grade is Grade.EXACT:
        known = tuple(told_apart(notation or asked, notation, known, came, program))
    if each_told and grade is not Grade.EXACT:
        notation, grade = "", Grade.EXACT
    if len(known) < len(fallen):
        grade = Grade.TOTAL
    return LoggedRoll(
        formula=asked,
        notation=notation,
        dice=known[:MOST_DICE],
        total=came,
        label=on_one_line(label),
        grade=Grade.WORDS if in_words else Grade.TOTAL if len(known) > MOST_DICE else grade,
    )


def on_one_line(value: object) -> str:
    """A formula or a label as a roll holds it; empty for what is no text."""
    return clean(" ".join(value.split()))[:LONGEST] if isinstance(value, str) else ""


LONGEST = 1_000
"""Characters of a formula or a label. A longer one is none."""


def in_parts(roll: LoggedRoll, dice: Iterable[LoggedDie | None]) -> list[LoggedRoll]:
    """A roll with all of its dice. Too many for one come in several, and the first has the total."""
    known = tuple(each for each in dice if each is not None)
    if len(known) <= MOST_DICE:
        return [roll]
    starts = range(MOST_DICE, len(known), MOST_DICE)
    more = [{"dice": known[it : it + MOST_DICE], "total": "", "notation": ""} for it in starts]
    return [roll, *(roll.model_copy(update=each) for each in more)]


_Fallen: TypeAlias = LoggedDie | str | None
"""A die; or in words what one shows that is no face; or nothing that can be told."""


def foundry(roll: Mapping[str, Any], label: str = "") -> list[LoggedRoll]:
    """A roll of Foundry with all its dice, in parts where they are very many. Empty when it is no roll."""
    if not isinstance(roll.get("formula"), str) and not isinstance(roll.get("terms"), list):
        return []
    if "terms" not in roll:
        return _of(roll, list(_early_foundry_dice(roll)), label)
    dice, beside = list(_foundry_dice(roll, 0)), list(_beside_terms(roll, 0))
    if not beside:
        return _of(roll, dice, label)
    # Beside the terms stand the dice of functions and parentheses, in some versions in the terms as well.
    extra = list((Counter(beside) - Counter(dice)).elements())
    for several in (dice, [*dice, *beside], [*dice, *extra]):
        read = _of(roll, several, label)
        if read[0].grade is Grade.EXACT and len(several) >= len(beside):
            return read
    return read


def _of(roll: Mapping[str, Any], fallen: Sequence[_Fallen], label: str) -> list[LoggedRoll]:
    told = ", ".join(filter(None, (label, *(it for it in fallen if isinstance(it, str)))))
    dice = [None if isinstance(it, str) else it for it in fallen]
    asked, total = roll.get("formula"), roll.get("total", "")
    whole_roll = rolled(asked, dice, total, told, each_told=tells_each_die(roll), program="foundry")
    return in_parts(whole_roll, dice)


def _shown(size: object, result: object, counts: bool, extra: bool = False, coin: str = "") -> _Fallen:
    shown = die(size, result, counts, extra, coin)
    if shown is not None or not isinstance(result, int | float | str):
        return shown
    return f"a d{number(size) or '?'} shows {number(result)}"


def _early_foundry_dice(roll: Mapping[str, Any]) -> Iterator[_Fallen]:
    """Before version 0.7 a roll had no terms: its dice stood in a list, and each die called its faces rolls."""
    for each in _listed(roll.get("dice")):
        for fallen in _listed(each.get("rolls") if isinstance(each, dict) else None):
            if isinstance(fallen, dict):
                yield _shown(each.get("faces"), fallen.get("roll"), not fallen.get("discarded"))


def _foundry_dice(roll: Mapping[str, Any], depth: int) -> Iterator[_Fallen]:
    for term in _listed(roll.get("terms")) if depth < 20 else ():
        if not isinstance(term, dict):
            continue
        yield from _of_terms([term])
        for inner in _rolls_in(term):
            yield from _foundry_dice(inner, depth + 1)


def _rolls_in(term: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rolls that a term is made of: those of a pool, or of what stands in parentheses.

    A term that bears others, as those of the system `pf2e` do, counts as a roll of them.
    """
    inner: list[Mapping[str, Any]] = []
    inner += (it for it in (*_listed(term.get("rolls")), term.get("roll")) if isinstance(it, dict))
    borne = [*_listed(term.get("operands")), *(term.get(it) for it in ("term", "number", "faces", "die"))]
    if terms := [it for it in borne if isinstance(it, dict)]:
        inner.append({"terms": terms})
    return inner


def _beside_terms(roll: Mapping[str, Any], depth: int) -> Iterator[_Fallen]:
    """The dice that a roll lists beside its terms, and those of the rolls in its pools."""
    yield from _of_terms(roll.get("dice"))
    for term in _listed(roll.get("terms")) if depth < 20 else ():
        for inner in _rolls_in(term) if isinstance(term, dict) else ():
            yield from _beside_terms(inner, depth + 1)


_KINDS = {"FateDie": (3, 2), "Coin": (2, 1)}
"""Dice whose results are not their faces: their size, and how much is added to a result."""


def _of_terms(terms: object) -> Iterator[_Fallen]:
    """The results of terms that are dice."""
    for term in _listed(terms):
        if not isinstance(term, dict) or _rolls_in(term):
            continue  # the results of a pool are what its rolls came to, and no dice
        size, more = _KINDS.get(str(term.get("class")), (term.get("faces"), 0))
        many = whole(term.get("number"))
        for place, result in enumerate(_listed(term.get("results"))):
            if isinstance(result, dict):
                counts = result.get("active") is not False and not result.get("discarded")
                shown = whole(result.get("result"))
                coin = ("heads" if shown else "tails") if term.get("class") == "Coin" else ""
                face = result.get("result") if shown is None else shown + more
                yield _shown(size, face, counts, many is not None and place >= many, coin)


_LABELLED = re.compile(r"(.{0,200}?[\d)}])\s+[^\W\d_].*")
"""A formula with words behind it, which say what it is for: `1d20+4 vs Reflex`."""
_SHOWN = re.compile(r"-?\d+(?:\.\d+)?\s*\[([^\[\]]+)\]")
_NAMED = re.compile(r"\d*d(?:\d|%|f)", re.IGNORECASE)


def names_dice(formula: object) -> bool:
    """True if dice stand in a formula, which else is only a sum."""
    return isinstance(formula, str) and _NAMED.search(formula[:LONGEST]) is not None


_FORMULA = re.compile(r"[\dd+\-*/() ]{2,200}", re.IGNORECASE)


def is_formula(words: str) -> bool:
    """True if these words are dice and numbers, and nothing else."""
    return _FORMULA.fullmatch(words) is not None and names_dice(words)


def rolled_elsewhere(formula: object) -> str:
    """The formula behind a number rolled in another tool and only shown, as `9 [1d20 + 2]`; else empty."""
    told = _SHOWN.fullmatch(formula[:LONGEST].strip()) if isinstance(formula, str) else None
    return told[1].strip() if told and names_dice(told[1]) else ""


def roll20(result: Mapping[str, Any], formula: object = "", label: str = "") -> LoggedRoll | None:
    """A roll of Roll20: `rolls` of type R with their sides and results. None when no die fell."""
    if not isinstance(result.get("rolls"), list):
        return None
    fallen = list(_roll20_dice(result["rolls"], 0))
    if not (fallen or names_dice(formula)):
        return None  # what Roll20 only worked out, as `[[2+3]]`: no die fell
    asked = rolled_elsewhere(formula) if not fallen else ""
    return rolled(asked or formula, fallen, result.get("total", ""), label, program="roll20")


def _roll20_dice(rolls: Iterable[Any], depth: int) -> Iterator[LoggedDie | None]:
    for part in rolls if depth < 20 else ():
        if not isinstance(part, dict):
            continue
        for result in _listed(part.get("results")):
            if isinstance(result, dict):
                shown = whole(result.get("v"))
                if part.get("fate") and shown is not None:
                    yield die(3, shown + 2, not result.get("d"))
                else:
                    yield die(part.get("sides"), result.get("v"), not result.get("d"))
        for group in _listed(part.get("rolls")):  # a group, {2d6,1d8}kh1: lists of rolls
            yield from _roll20_dice(_listed(group), depth + 1)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
