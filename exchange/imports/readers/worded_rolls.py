"""Rolls that bots and people write as words: `1d20 (13) + 5 = 18`, `[2d6+3] Roll: [4, 2] Result: 9`.

Words only say a roll where everything agrees: as many groups of faces as dice, as many faces as were asked for,
and their sum by the notation is the total that stands there. A roll half understood would be a lie.
"""

import re
from collections.abc import Iterator

from domain.kernel.logged.played import Grade, LoggedDie, LoggedRoll
from exchange.imports import rolls
from exchange.imports.grading import graded
from exchange.imports.readers.told_totals import total_of

_TERM = r"\d{0,3}d\d{1,4}(?:k[hl]?\d+|d[hl]?\d+|!)?"
_TERMS = re.compile(rf"(?<![\w.]){_TERM}(?!\w)")
_DICE = re.compile(r"(\d*)d(\d+)(\D?.*)")
_SUM = re.compile(rf"{_TERM}(?:\s*[+-]\s*(?:{_TERM}|\d{{1,9}}(?![\dd])))*")
_WHOLE = re.compile(
    rf"(?<![\w.)])-?[(\s]*{_TERM}(?:{_TERM}|[-+*/()\s]|(?<![\w.])\d{{1,9}}(?![\w.])){{0,200}}(?==)"
)
"""A formula with parentheses, up to the total: `-(1d4 + 2) =`, `(4d10) / 2 =`."""
_FACES = re.compile(r"[\[(]([\d\s~,+]{1,4000})[\])]")
_KIND = re.compile(r"\[[^\[\]\d]{0,60}\]")
"""The kind of a part of a roll, as in `3 [slashing]`."""
_TOTAL = re.compile(
    r"(?:=|→|(?:total|result)\W{0,4}?)\s*(-?\d{1,12})(?![\d.]*[\dd]|\s*[+*/\-]\s*\d)|(-?\d{1,12})\s*(?:⟵|←|<-)",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\[(\d{0,3})d(\d{1,4})\s?=\s?(\d{1,5}(?:,\s?\d{1,5})*)\]", re.IGNORECASE)
"""Dice with their result in brackets, as programs on IRC write them: `[1d20=13]`, `[1d20=4]+3 = 7`."""
_ASKED = rf"(?:(?P<times>\d{{1,2}})#)?(?P<formula>{_TERM}(?:\s*[+-]\s*(?:{_TERM}|\d{{1,4}}(?![\dd])))*)"
_GOT = r" (?:and gets|and got) (?P<totals>-?\d{1,6}(?:, -?\d{1,6})*)[.!]?\s*$"
_GETS = re.compile(rf"\broll(?:s|ed) (?:an? )?{_ASKED}(?: (?!and g[eo]t)[^\n]{{1,200}}?)?{_GOT}", re.IGNORECASE)
"""As dice programs on IRC write: `Wren rolls a d20+3 to swim and gets 12.`, `Wren rolls 2#d6 and gets 2, 6.`"""
_ADDED = re.compile(r"(?:\s*[-+]\s*\d{1,5}(?!\d))*")
_COMES_TO = re.compile(r"\s*=\s*(-?\d{1,6})(?![\d.]*\d|\s*[+*/\-]\s*\d)")
_DRAWN = re.compile(r"[_`]|(?<! )\*|\*(?! )")
"""Signs for bold and slanted letters. A star between spaces multiplies."""
_LONGEST = 4_000
"""Characters of what a bot says of its rolls. A longer text tells a story."""
_MOST = 300
"""Rolls in one message."""


def in_words(text: str) -> list[LoggedRoll]:
    """The rolls that stand in a text, a line each; the total may stand in the line below."""
    if len(text) > _LONGEST or not _TERMS.search(_DRAWN.sub("", text)):
        return []
    lines = _DRAWN.sub("", text).split("\n")
    found = [it for line in lines for it in (*_bracketed(line), *_gotten(line))]
    if found:
        return found[:_MOST]
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        terms = _TERMS.findall(line)
        if terms and not _TOTAL.search(line) and not _TERMS.search(below):
            line = f"{line}\n{below}"
        if terms and (roll := _roll(line, terms)):
            found.append(roll)
    return found[:_MOST]


def _bracketed(line: str) -> Iterator[LoggedRoll]:
    """The rolls of a line whose dice have their results in brackets, each or as one sum with its total."""
    told = list(_BRACKETED.finditer(line))
    for number, one in enumerate(told):
        followed = line[one.end() : told[number + 1].start() if number + 1 < len(told) else len(line)]
        added = _ADDED.match(followed)
        behind = added[0] if added else ""
        comes = _COMES_TO.match(followed, len(behind))
        if len(told) > 1 and (_joins(behind, followed) or comes):
            return  # several are summed up: none of them is the roll
        many, results = int(one[1] or 1), [int(it) for it in one[3].split(",")]
        dice = [rolls.die(one[2], face) for face in results] if len(results) == many else []
        worth = sum(results) + sum(map(int, re.findall(r"[-+]\d+", "".join(behind.split()))))
        possible = all(dice) and (bool(dice) or (len(results) == 1 and many <= results[0] <= many * int(one[2])))
        if not possible or (comes and int(comes[1]) != worth) or (behind and not comes):
            continue
        total = str(worth) if comes or len(results) == 1 else ""
        yield rolls.rolled(f"{one[1]}d{one[2]}{behind}", dice, total, in_words=True)


def _gotten(line: str) -> Iterator[LoggedRoll]:
    """The rolls of a line in which a program says who rolls what and gets what, several times where it says so."""
    told = _GETS.search(line)
    if told is None:
        return
    totals = [int(it) for it in told["totals"].split(",")]
    if len(totals) != int(told["times"] or 1) or len(_TERMS.findall(line)) > len(_TERMS.findall(told["formula"])):
        return
    each = [total_of("".join(told["formula"].split()), total) for total in totals]
    if all(each):
        yield from (it for it in each if it is not None)


def _joins(behind: str, followed: str) -> bool:
    return followed[len(behind) :].strip() in ("+", "-", "*", "/")


def _roll(said: str, terms: list[str]) -> LoggedRoll | None:
    groups = _FACES.findall(said)
    totals = [told[1] or told[2] for told in _TOTAL.finditer(said)]
    if len(groups) != len(terms) or not totals:
        return None
    dice: list[LoggedDie] = []
    for term, group in zip(terms, groups, strict=True):
        fallen = _fallen(term, group)
        if fallen is None:
            return None
        dice += fallen
    for formula in _formulas(said, len(terms)):
        if graded(formula, dice, totals[-1])[1] is Grade.EXACT:
            return rolls.rolled(formula, dice, totals[-1], in_words=True)
        halved = f"floor({formula})"  # as programs halve what is odd
        if "/" in formula and graded(halved, dice, totals[-1])[1] is Grade.EXACT:
            return rolls.rolled(halved, dice, totals[-1], in_words=True).model_copy(update={"formula": formula})
    return None


def _fallen(term: str, group: str) -> list[LoggedDie] | None:
    """The dice of a term: as many as it asks for, or more where they may explode."""
    asked = _DICE.fullmatch(term)
    many = int(asked[1] or 1) if asked else 0
    marked = re.findall(r"(~*)(\d{1,4})", group)
    dice = [die for struck, face in marked if (die := rolls.die(asked and asked[2], face, not struck))]
    fits = len(marked) > many if asked and asked[3] == "!" else False
    return dice if len(dice) == len(marked) and (fits or len(marked) == many > 0) else None


def _formulas(said: str, terms: int) -> Iterator[str]:
    """The notation of a roll, before the faces of its dice or with them behind it."""
    for words in (_KIND.sub("", _FACES.sub("", said)), said):
        first = _TERMS.search(words)
        whole = _SUM.match(words, first.start()) if first else None
        if whole and len(_TERMS.findall(whole[0])) == terms:
            yield whole[0]
        if (whole := _WHOLE.search(words)) and len(_TERMS.findall(whole[0])) == terms:
            yield " ".join(whole[0].split())
