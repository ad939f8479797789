"""Dice that people write into their notes: `2d6 = 7`, `(d100=43)`, `d: 4d6=6,5,4,2 -> a hit`, `1d20+3: 15`.

Notation and result stand together and alone: at the beginning of a line or behind a mark, in parentheses, brackets
or code, and behind them nothing of a sentence. A number of dice has the faces that are written and no others; a
single die that nothing is added to shows its result. What does not add up, what no such dice come to, tables,
averages and any other prose are words.

Source: the notation for solo play that such journals share (`d:` rolls, `tbl:` looks into a table, `->` tells).
"""

import re
from collections.abc import Sequence

from domain.kernel.logged.played import Grade, LoggedRoll
from exchange.imports import rolls
from exchange.imports.grading import graded
from exchange.imports.readers.told_totals import TERM, size_of, total_of
from exchange.imports.readers.worded_rolls import in_words

_DICE = r"(?<![\w.])\d{0,3}[dD](?:\d{1,4}|%|F)(?:k[hl]?\d{1,3}|d[hl]?\d{1,3})?(?!\w)"
_FORMULA = rf"{_DICE}(?:\s*[+-]\s*(?:{_DICE}|\d{{1,4}}(?![\w.])))*"
_NUMBERS = r"\d{1,5}(?:\s*[,+-]\s*\d{1,5})*(?![\d.]*\d)"
_AFTER = (
    r"(?:\s*$|\s*[)\]`};]|\s*[,.](?!\d)(?=\s|$)|\s*(?:->|→|=>|⇒|\|)|\s+[–—]\s|\s+(?:vs|against|versus)\b"
    r"|\s*[<>≤≥]|\s*\()"
)
"""Ends behind a result: of the line, of what encloses it, or what it was held against."""
_WITHOUT_MORE = r"(?!\s*[-+*/x=–—]\s*\d|[\w%–—])"
_EDGE = r"(?:\s*(?P<edge>\((?:dis)?adv(?:antage)?\)|with (?:dis)?advantage\b))?"
_SHAPE = (
    rf"(?P<formula>{_FORMULA})(?P<named>(?:\s*[+-]\s*[^\W\d]\w{{0,30}}){{0,3}}){_EDGE}"
    rf"\s*(?P<sign>=|:|->|→)\s*(?P<open>[\[(]?)(?P<first>{_NUMBERS})[\])]?(?:\s*=\s*(?P<total>\d{{1,5}}))?"
    r"(?:\s*[(\[]\s*(?P<behind>\d{1,4}(?:[\s,+]+\d{1,4})*)\s*[)\]])?"
)
_BEFORE = r"(?P<before>^|[(\[`;|,]\s*|[.?!:)\]]\s+|(?:->|→|=>|⇒|\b(?:vs\.?|against))\s*)"
_ALONE = re.compile(rf"{_BEFORE}{_SHAPE}(?={_AFTER})")
_MARKED = re.compile(rf"(?P<before>^|(?<=[\s(,;])){_SHAPE}{_WITHOUT_MORE}")
"""Behind the mark of a roll the name of what is tried may stand before it, and words behind."""
_MARK = re.compile(r"(?:d|tbl|gen):\s*")
_MARKS = re.compile(r"^\s*(?:(?:>|[-*+•]|\d{1,3}[.)])\s+|#{1,6}\s+|\[[ xX]\]\s+)*")
_DRAWN = re.compile(r"\*+|__?(?=\W|$)|(?<!\w)__?")
_NO_PLAY = re.compile(r"\b(?:averag\w*|avg|mean|maximum|minimum|max|min|expect\w*|odds|chance\w*|if|when)\b", re.I)
"""Words of lines that tell of dice what may come, not what came."""
_ENCLOSED = ("(", "[", "`")
_FENCE = re.compile(r"\s{0,3}(?:>\s?)*(`{3,}|~{3,})\s*([\w-]*)")
_OF_PEOPLE = frozenset(("", "text", "txt", "plaintext", "log", "md", "markdown", "lonelog", "solo"))
"""Languages of blocks that hold what people write; `ad-…` is a box."""
_LONGEST = 1_000
_MOST = 50


class NotedRolls:
    """The rolls of a note, paragraph by paragraph; code of programs, which may go on in the next one, has none.

    `marked`: only behind a mark, as in a text that is no journal; `passed` counts those that stayed words for it.
    """

    def __init__(self, *, marked: bool = False) -> None:
        self._fence = ""
        self._of_a_program = False
        self._marked = marked
        self.passed = 0

    def rolls_in(self, text: str) -> list[LoggedRoll]:
        """The rolls that the next paragraph tells, line by line."""
        found: list[LoggedRoll] = []
        for line in text.split("\n"):
            if fence := _FENCE.match(line):
                self._pass(fence[1], fence[2].lower())
            elif not (self._of_a_program or _tells_no_play(line)):
                bare = _DRAWN.sub("", _MARKS.sub("", line))
                here = in_words(line) or _of_line(bare)
                counts = not self._marked or _MARK.match(bare) is not None
                found += here if counts else []
                self.passed += 0 if counts else len(here)
        return found[:_MOST]

    def _pass(self, fence: str, language: str) -> None:
        if not self._fence:
            self._fence = fence
            self._of_a_program = language not in _OF_PEOPLE and not language.startswith("ad-")
        elif fence.startswith(self._fence) and not language:
            self._fence, self._of_a_program = "", False


def _tells_no_play(line: str) -> bool:
    return len(line) > _LONGEST or line.lstrip().startswith("|") or _NO_PLAY.search(line) is not None


def _of_line(line: str) -> list[LoggedRoll]:
    mark = _MARK.match(line)
    line = line[mark.end() :] if mark else line
    found = (_roll(it, line) for it in (_MARKED if mark else _ALONE).finditer(line))
    return [it for it in found if it is not None]


def _roll(told: re.Match[str], line: str) -> LoggedRoll | None:
    before, named, loose = told["before"].strip(), told["named"], told["sign"] != "="
    follows = line[told.end() :].lstrip()
    if loose and (named or not (before in ("", *_ENCLOSED) or before.endswith((":", "vs", "vs.", "against")))):
        return None
    if loose and follows[:1] in (",", ".", ";") and follows[1:].strip():
        return None
    if before.endswith((".", "?", "!", ")", "]")) and follows[:1] not in ("", "-", "→", "=", "⇒"):
        return None
    return _read(" ".join(f"{told['formula']}{named}".split()), bool(named), told)


def _read(formula: str, named: bool, told: re.Match[str]) -> LoggedRoll | None:
    """The roll, where what is written of it agrees with itself; else None."""
    numbers = [int(it) for it in re.findall(r"\d+", told["first"])]
    if told["edge"]:
        return None if named or told["behind"] else _with_edge(formula, told["edge"], numbers, told)
    added = "+" in told["first"] or "-" in told["first"]
    many = sum(int(it[1] or 1) for it in TERM.findall(formula) if it[2])
    total = told["total"] or ""
    if len(numbers) == 1 and not told["open"]:
        if total and total != told["first"]:
            return None
        if told["behind"]:
            faces = [int(it) for it in re.findall(r"\d+", told["behind"])]
            return _with_faces(formula, faces, told["first"]) if len(faces) == many else None
        return rolls.rolled(formula, [], numbers[0]) if named else total_of(formula, numbers[0])
    if named or (added and not total):
        return None
    if not added and len(numbers) == many:
        return _with_faces(formula, numbers, total)
    return _summed(formula, told["first"], numbers, many, total) if added else None


def _with_edge(formula: str, edge: str, numbers: Sequence[int], told: re.Match[str]) -> LoggedRoll | None:
    """A roll of one die with advantage or disadvantage: by its total alone, or with the two dice that are told."""
    (_, many, size, how, *_), *added = TERM.findall(formula)
    if many not in ("", "1") or not size or size == "F" or how or any(it[2] for it in added):
        return None
    if len(numbers) == 1 and not told["total"]:
        whole = total_of(formula, numbers[0])
        return whole and rolls.rolled(f"{formula} {edge}", [], numbers[0])
    if len(numbers) != 2 or "," not in told["first"]:
        return None
    more = "".join(f"{sign or '+'}{number}" for sign, *_, number in added)
    keeps = "kl1" if "dis" in edge else "kh1"
    dice = [rolls.die(size_of(size), it) for it in numbers]
    worth = (min if "dis" in edge else max)(numbers) + sum(int(it) for it in re.findall(r"[+-]\d+", more))
    if not all(dice) or (told["total"] and told["total"] != str(worth)):
        return None
    return rolls.rolled(f"2d{size_of(size)}{keeps}{more}", dice, worth, in_words=True)


def _with_faces(formula: str, faces: Sequence[int], total: str) -> LoggedRoll | None:
    """A roll whose faces are all written, each on a die that there is; a written total agrees with them."""
    if "F" in formula:
        return None
    sizes = [size_of(size) for _, many, size, *_ in TERM.findall(formula) if size for _ in range(int(many or 1))]
    dice = [rolls.die(size, face) for size, face in zip(sizes, faces, strict=True)]
    if not all(dice):
        return None
    known = [it for it in dice if it is not None]
    if total and graded(formula, known, total)[1] is not Grade.EXACT:
        return None
    return rolls.rolled(formula, known, total, in_words=True)


def _summed(formula: str, said: str, numbers: Sequence[int], many: int, total: str) -> LoggedRoll | None:
    """A roll told as a sum, `12+3 = 15`: with what its notation adds, or of one die with what is added to it.

    Two dice could be told so, and as well their sum with something added: it is one of them where the numbers
    cannot be the other.
    """
    signed = "".join(said.split())
    worth = sum(int(it) for it in re.findall(r"[+-]?\d+", signed))
    if str(worth) != total:
        return None
    added = [f"{sign or '+'}{number}" for sign, *_, number in TERM.findall(formula) if number]
    shown = re.findall(r"[+-]?\d+", signed)
    if added:
        fits = shown[many:] == added and len(shown) == many + len(added)
        return _with_faces(formula, numbers[:many], total) if fits else None
    if many == 1:
        return _with_faces(formula + "".join(shown[1:]), numbers[:1], total)
    if many == len(numbers) == 2:
        faces = _with_faces(formula, numbers, total) if "-" not in signed else None
        came = total_of(formula, numbers[0])
        return faces if came is None else None if faces else rolls.rolled(formula + shown[1], [], total)
    return _with_faces(formula, numbers, total) if len(numbers) == many > 2 and "-" not in signed else None
