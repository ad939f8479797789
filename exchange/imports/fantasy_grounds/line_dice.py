"""Dice of Fantasy Grounds, as its chat log has them behind the words of a line: `[1d20+5 = 15]`.

Only the total stands there. A face is known where one die and constants come to it, where the line names the die
that advantage dropped, and where damage is told by its types, each with its own dice and sum. Of other sums no
face is taken: those few that only one throw comes to, as 12 on two dice, would tell of nothing but sixes and ones.

Dice in colours are written with another letter: `g` and `r` where an advantage or a disadvantage had a second die
dropped, `g` as well what a critical hit adds, `p` what an effect adds or takes, `b` what was set to its highest,
`m` what is subtracted, `t` the tens of a second percentile die.
"""

import re
from collections import Counter
from dataclasses import dataclass

from domain.kernel.logged.played import LoggedDie, LoggedRoll
from exchange.imports import rolls

BEHIND = re.compile(
    r"\[([^\[\]=]{0,300}?(?<![a-z])\d*(?:[bdgmprt]\d|df)[^\[\]=]{0,300}?) = (-?\d{1,9}(?:\.\d+)?)\]", re.IGNORECASE
)
"""Dice, and their total."""
_TERM = re.compile(r"\s*([+-]?)\s*(?:(\d{0,4})([a-z])(\d{1,15})|(\d{1,9}))(?=\s*(?:[+-]|$))", re.IGNORECASE)
_DROPPED = re.compile(r"\[DROPPED (\d{1,9})\]")
_SECOND = re.compile(r"\[(?:ADV|DIS)\]")
_TYPES = re.compile(r"\[TYPE: [^\[\]()]{0,300}\(([^()=\[\]]{1,300})=(-?\d{1,9})\)\]")
_TAKEN = re.compile(r"\[EFFECTS[^\[\]]{0,300}-\s*\d*d\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Term:
    """Some dice of a formula, or a constant: then their size is 0, and `many` is the number."""

    many: int
    letter: str
    size: int

    @property
    def said(self) -> str:
        """The term in our notation, with its sign."""
        sign = "-" if self.many < 0 else "+"
        return f"{sign}{abs(self.many)}d{self.size}" if self.size else f"{sign}{abs(self.many)}"


def fallen(formula: str, total: str, words: str, label: str) -> LoggedRoll:
    """The roll of a line with these words."""
    terms = _terms(formula)
    meant, dice = _meant(terms, total, words) if terms else (formula, [])
    roll = rolls.rolled(meant, dice, total, label)
    return roll.model_copy(update={"formula": rolls.on_one_line(formula)})


def _terms(formula: str) -> list[_Term]:
    """The terms of a formula; none where it is more than a sum."""
    read: list[_Term] = []
    at = 0
    while found := _TERM.match(formula, at):
        sign, many, letter, size, constant = found.groups()
        if read and not sign:
            return []
        count = int(constant or many or 1) * (-1 if sign == "-" else 1)
        read.append(_Term(-count if letter in ("m", "M") else count, (letter or "").lower(), int(size or 0)))
        at = found.end()
    return read if at == len(formula.rstrip()) else []


def _meant(terms: list[_Term], total: str, words: str) -> tuple[str, list[LoggedDie | None]]:
    """The notation in ours, empty where it is not known, and the dice that are known."""
    letters = {it.letter for it in terms if it.size}
    if letters & {"b", "t"} or ("p" in letters and _TAKEN.search(words)):
        return "", []
    if not total.lstrip("-").isdigit():
        return _said(terms), []
    thrown = [it for it in terms if it.size]
    constants = sum(it.many for it in terms if not it.size)
    second = _SECOND.findall(words)
    coloured = [it for it in thrown if it.letter in ("g", "r") and it.size == 20 and it.many == 1]
    if len(coloured) == 1 and len(second) == 1:
        return _of_two(coloured[0], terms, int(total) - constants, words)
    if len(thrown) == 1 and abs(thrown[0].many) == 1:
        shown = (int(total) - constants) * thrown[0].many
        return _said(terms), [it for it in (rolls.die(thrown[0].size, shown),) if it]
    return _said(terms), _by_type(terms, int(total), words)


def _said(terms: list[_Term]) -> str:
    return "".join(it.said for it in terms).removeprefix("+")


def _of_two(die: _Term, terms: list[_Term], shown: int, words: str) -> tuple[str, list[LoggedDie | None]]:
    """The better or the worse of two dice, of which the line names the one that was dropped."""
    keeps = "kh1" if "[ADV]" in words else "kl1"
    said = "".join(f"+2d{it.size}{keeps}" if it is die else it.said for it in terms).removeprefix("+")
    dropped, others = _DROPPED.search(words), any(it.size for it in terms if it is not die)
    if dropped is None or others:
        return said, []
    return said, [rolls.die(die.size, shown), rolls.die(die.size, dropped[1], kept=False)]


def _by_type(terms: list[_Term], total: int, words: str) -> list[LoggedDie | None]:
    """The dice of damage whose types are told each for itself, where every type has one die and all add up."""
    parts = [(_terms(formula), int(sum_)) for formula, sum_ in _TYPES.findall(words)]
    told = [it for part, _sum in parts for it in part]
    if not told or sum(sum_ for _part, sum_ in parts) != total or _counted(told) != _counted(terms):
        return []
    faces: dict[int, list[LoggedDie | None]] = {}
    for part, sum_ in parts:
        thrown = [it for it in part if it.size]
        if len(thrown) > 1 or any(it.many != 1 for it in thrown):
            return []
        for it in thrown:
            shown = sum_ - sum(constant.many for constant in part if not constant.size)
            faces.setdefault(it.size, []).append(rolls.die(it.size, shown))
    return [faces[it.size].pop(0) for it in terms if it.size for _ in range(it.many)]


def _counted(terms: list[_Term]) -> Counter[int]:
    counted: Counter[int] = Counter()
    for it in terms:
        counted[it.size] += it.many
    return +counted
