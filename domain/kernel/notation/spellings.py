"""Notations as other programs spell them, said in ours: Foundry, Roll20, Fantasy Grounds, BCDice, copied chats."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from domain.kernel.notation.errors import NotationWrong
from domain.kernel.notation.reading import LONGEST, parse
from domain.kernel.notation.tree import Notation


@dataclass(frozen=True, slots=True)
class Spelled:
    """The answer of `spelled`: the notation in ours, or why it is not known."""

    notation: Notation | None
    why: str = ""
    """A whole sentence where there is none."""
    label: str = ""
    """Words that stood in or behind it: `fire`, `attack with the left hand`."""


_KINDS = "kh|kl|k|dh|dl|df|d|rr|ro|r|xo|x|!!|!p|!|cs|cf|sf|f|ms|min|max|mx|sa|sd|s|even|odd"
_COMPARES = "<=|>=|<|>|="
_MODIFIER = re.compile(rf"(?P<kind>{_KINDS})(?P<compares>{_COMPARES})?(?P<number>\d+)?|({_COMPARES})(\d+)", re.I)
_SOME_REROLLED = re.compile(rf"(?P<kind>rr?)(?P<most>\d+)(?=(?:{_COMPARES})\d)", re.I)
"""In Foundry, the most dice that are thrown again for the condition that follows: `r1=1`, one that shows a 1."""
_TERM = re.compile(
    r"(?<![a-z@_.\d])(?P<many>\d*)(?P<of>[dwb])(?P<size>00|\d+|%|f)"
    rf"(?P<rest>(?:(?:{_KINDS})(?:{_COMPARES})?\d*(?![a-z(]*[(])|(?:{_COMPARES})\d+)*)",
    re.I,
)
_COIN = re.compile(r"(?<![a-z@_.\d])(\d*)dc(?![a-z\d])", re.I)
"""Coins of Foundry: heads are 1 and tails 0."""
_AS_LARGE = re.compile(r"(?<![a-z@_.\d])sizeRoll\(\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*4\s*(?:,\s*4\s*)?)?\)", re.I)
"""Dice of Foundry's system `pf1` for somebody of medium size, where they are thrown as they are written."""
_JOINED = re.compile(r"(?<![a-z@_.\d])(\d*d\d+)([a-z]{4,})\d*(?![a-z(\d])", re.I)
"""A word behind dice. Where Foundry has no command of that name, it takes those that its beginning is made of."""
_OF_FOUNDRY = re.compile("even|odd|min|max|kh|kl|dh|dl|rr|xo|cs|cf|df|sf|ms|r|x|k|d")
_NOTHING_ADDED = re.compile(r"\s*[+-]\s*$")
"""The end of a sum whose last part was empty, as Foundry and Roll20 keep it: `1d20 + 3 + `."""
_REMARK = re.compile(r"\s+\((?![^()]*\dd\d)[^()]*[a-z]{2}[^()]*\)\s*$", re.I)
"""Words in parentheses behind a roll, which Roll20 passes over: `2d6+3 (+2 in the rain)`."""
_MOST_ALONE = 20
"""The most dice that are bounded each for itself: then every one of them is a term of its own."""
_WITHIN = re.compile(r"\[\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\]")
_LABEL = re.compile(r"\[([^\[\]]*)\]")
_BEFORE = re.compile(r"^\s*(?:[/!][a-z]+\b|rolling\b)\s*|^\s*s(?=\d*[db]\d)", re.I)
_BEHIND = re.compile(r"\s*(?:#|\\|//).*$", re.S)
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "÷": "/", "≥": ">=", "≧": ">=", "≤": "<=", "≦": "<="})


class _Unknown(Exception):
    """Ends the reading of a notation that cannot be said in ours; says why."""


@lru_cache(maxsize=4_096)
def spelled(text: str, program: str = "") -> Spelled:
    """The notation that a text of another program means, without labels and commands; None where it is unknown.

    `program` decides where programs mean different things by one spelling: `foundry` (`r` rerolls once), `roll20`
    (`>n` behind dice counts n or more, `fn` takes one away, `cs` changes no total), `bcdice` (`>=` compares the
    total).
    """
    if len(text) > LONGEST:
        return Spelled(None, f"It is longer than {LONGEST:,} characters.")
    plain = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    labels = [found.strip() for found in _LABEL.findall(_WITHIN.sub(r" \1 ", plain)) if found.strip()]
    plain = _LABEL.sub("", _WITHIN.sub(r"\1", plain))
    plain = _BEHIND.sub("", _BEFORE.sub("", plain, count=1)).strip()
    plain = re.sub(r"^ccb?(?=<=)", "1d100", plain, flags=re.I)
    if program in ("foundry", "roll20"):
        plain = _NOTHING_ADDED.sub("", plain if program == "foundry" else _REMARK.sub("", plain))
    if program == "foundry":
        plain = _JOINED.sub(_commands, plain)
        plain = _AS_LARGE.sub(r"\1d\2", plain)
        plain = _COIN.sub(lambda found: f"({found[1]}d2 - {found[1] or 1})", plain)
    try:
        ours = _TERM.sub(lambda found: _Term(found, program).said(), plain)
        notation, rest = _read(ours)
    except _Unknown as unknown:
        return Spelled(None, f"{unknown}.")
    except NotationWrong as wrong:
        return Spelled(None, f"{wrong.problem} (character {wrong.column} of “{ours}”).")
    return Spelled(notation, label=", ".join([*labels, *([rest] if rest else [])]))


def _commands(found: re.Match[str]) -> str:
    """The dice with the commands that Foundry finds in a word: `1d6reroll1` throws a 1 again, once."""
    word, at, taken = found[2].lower(), 0, ""
    while command := _OF_FOUNDRY.match(word, at):
        taken += "r1" if command[0] == "r" else command[0]
        at = command.end()
    return found[1] + taken if taken and at < len(word) else found[0]


def _read(text: str) -> tuple[Notation, str]:
    """The notation, and words that follow it after a space."""
    try:
        return parse(text), ""
    except NotationWrong as wrong:
        cut = text.rfind(" ", 0, wrong.column)
        rest = text[cut + 1 :]
        if cut < 0 or rest[:1] in "0123456789.,+-*/(){}<>=@!%":
            raise
        try:
            return parse(text[:cut]), rest
        except NotationWrong:
            raise wrong from None


class _Term:
    """Dice with what is written behind them, in another program's spelling."""

    def __init__(self, found: re.Match[str], program: str) -> None:
        self._program = program
        self._many, self._of, size, rest = (part.lower() for part in found.group("many", "of", "size", "rest"))
        self._alone = self._many in ("", "1") and not found.string[: found.start()].rstrip().endswith(")")
        self._size = {"00": "100", "%": "100"}.get(size, size)
        self._rerolls: list[tuple[str, str]] = []
        self._once = self._compound = False
        self._keeps = self._counts = self._less = self._explodes = self._tests = ""
        self._bounds: list[tuple[str, str]] = []
        self._times = ""
        if program == "foundry":
            rest = _SOME_REROLLED.sub(self._without_most, rest)
        for part in _MODIFIER.finditer(rest):
            kind, compares, number = part.group("kind", "compares", "number")
            self._take(kind or "", compares or part[4] or "", number or part[5] or "")

    def _without_most(self, found: re.Match[str]) -> str:
        if not (self._alone or int(found["most"]) >= int(self._many or 1)):
            raise _Unknown("Only some of these dice are thrown again")
        return found["kind"]

    def said(self) -> str:
        """The same in ours."""
        if self._of == "b" and not self._counts:
            raise _Unknown("Dice that are neither added up nor counted come to no total")
        if self._compound and (self._keeps or self._counts):
            raise _Unknown("Dice that explode into themselves cannot be kept or counted here")
        counts = self._counts + self._less
        ours = f"{self._many}d{self._size}{self._rerolled()}{self._keeps}{counts}{self._explodes}"
        if self._bounds:
            ours = self._bounded(ours)
        return (f"({ours} * {self._times})" if self._times else ours) + self._tests

    def _bounded(self, ours: str) -> str:
        """The dice, each or what is kept of them at least or at most some number."""
        many = 1 if self._alone or self._keeps in ("kh1", "kl1") else int(self._many or 0)
        if many > 1:
            if ours != f"{self._many}d{self._size}" or many > _MOST_ALONE or not self._many:
                raise _Unknown(f"“{self._bounds[0][1]}” at least or at most is asked of several dice")
            ours = f"1d{self._size}"
        elif not many:
            raise _Unknown(f"“{self._bounds[0][1]}” at least or at most is asked of several dice")
        for function, number in self._bounds:
            ours = f"{function}({ours}, {number})"
        return ours if many == 1 else f"({' + '.join([ours] * many)})"

    def _take(self, kind: str, compares: str, number: str) -> None:
        match kind:
            case "kh" | "k" | "kl" | "dl" | "d" | "dh" if not compares and not self._keeps:
                self._keeps = {"k": "kh", "d": "dl"}.get(kind, kind) + (number or "1")
            case "r" | "ro" | "rr":
                self._once = kind == "ro" or (kind == "r" and self._program == "foundry")
                self._rerolls.append((self._closed(compares), number))
            case "x" | "!" | "!!":
                self._compound = kind == "!!"
                self._explode(self._closed(compares), number)
            case "cs" | "cf" if self._program == "roll20":
                pass
            case "cs":
                self._count(compares or "=", number or self._size)
            case "cf" if self._program == "foundry" and not self._counts:
                self._count(compares or "=", number or "1")
            case "df" if self._program == "foundry" and self._counts:
                self._less = f"f{compares.removeprefix('=')}{number or 1}"
            case "f" if self._program == "roll20" and self._counts and number:
                self._less = f"f{self._closed(compares)}{number}"
            case "min" | "max" if number and not compares:
                self._bounds.append(({"min": "max", "max": "min"}[kind], number))
            case "mx" if self._program == "foundry" and number and not compares:
                self._times = number
            case "s" | "sa" | "sd" if not number:
                pass
            case "" if self._program == "roll20":
                self._count(self._closed(compares), number)
            case "" if compares == ">=" and self._program != "bcdice":
                self._count(compares, number)
            case "" if self._of == "b":
                self._count(compares, number)
            case "":
                self._tests = f" {compares} {number}"
            case _:
                raise _Unknown(f"“{kind}{compares}{number}” behind dice has no counterpart here")

    def _closed(self, compares: str) -> str:
        """Roll20 writes `>` where it means `>=`."""
        return f"{compares}=" if self._program == "roll20" and compares in ("<", ">") else compares

    def _explode(self, compares: str, number: str) -> None:
        if compares in (">", ">="):
            self._explodes = f"!{compares}{number}"
        elif compares in ("", "=") and number in ("", self._size):
            self._explodes = "!"
        else:
            raise _Unknown(f"Dice that explode at {compares.strip('=')}{number} have no counterpart here")

    def _count(self, compares: str, number: str) -> None:
        if not number.isdecimal():
            raise _Unknown("These dice cannot be counted")
        if compares in (">", ">="):
            self._counts = f">={int(number) + (compares == '>')}"
        elif compares == "=" and number == self._size:
            self._counts = f">={number}"
        else:
            self._counts = f"cs{compares}{number}"

    def _rerolled(self) -> str:
        if not self._rerolls:
            return ""
        kind = "ro" if self._once else "r"
        if len(self._rerolls) == 1:
            compares, number = self._rerolls[0]
            return kind + compares.removeprefix("=") + number
        faces = {int(number) for compares, number in self._rerolls if number and compares in ("", "=")}
        if faces != set(range(1, len(self._rerolls) + 1)):
            raise _Unknown("These faces are not rerolled together here")
        return f"{kind}<={len(faces)}"
