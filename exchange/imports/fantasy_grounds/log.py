"""The chat log of Fantasy Grounds (`chatlog.html`): a line a message, and dice behind its words.

A line bears neither its time nor the faces of its dice; `line_dice` says where they follow from its sum.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import LoggedRoll
from exchange.imports import rolls
from exchange.imports.entries import NOBODY, Item, Remarked, Said
from exchange.imports.fantasy_grounds import line_dice
from exchange.imports.fantasy_grounds.sessions import LineIds, standing_again
from exchange.imports.markup import Element, tree
from exchange.imports.pieces import whole_lines
from exchange.imports.source import Clock, ImportFile
from exchange.imports.texts import clean, decoded, in_another_encoding, name, verbatim

BEGINS = re.compile(
    r"(?:Session|Chat log) started at (\d{1,4})[-./](\d{1,2})[-./](\d{1,4}) / (\d{1,2}):(\d{2})(?::(\d{2}))?"
)
_NAMED = re.compile(
    r"\s*(?:-> )?([^:<>\[\]\n]{1,60}?)(?: (\([^()\n]{1,40}\)|\[[^\[\]\n]{1,40}\]))?: ?(?=(.*))", re.DOTALL
)
"""A name, and how it speaks: as whom, or in which language."""
_EACH = re.compile(r"((?:\[d\d{1,15}=\d{1,15}\]\s*)+)((?:\[[+-]\d{1,9}\]\s*)*)=?", re.IGNORECASE)
"""Dice of sizes that lie on no table, each in the words with its face, and constants: `[d22=15] [d22=3] [+4]`."""
_FIRST = re.compile(r"\[d\d{1,15}=\d", re.IGNORECASE)
_CAME_TO = re.compile(r"\[(?:-?\d{1,12} = )?(-?\d{1,12})\]")
"""The total of such dice, which stands outside the words; some versions write it twice: `[27 = 27]`."""
_ENDS = re.compile(rb"<br ?/?>\s*$", re.IGNORECASE)
_SECRET = re.compile(r"\[(?:TOWER|GM)\]")
"""Before dice that fell where the game master alone sees them: in the tower, or behind the screen."""
_ARROW = re.compile(r"-(?:>|&gt;) ")
_WHISPERED = re.compile(r"\s*[^:<>\[\]\n]{0,60}-> ")
_MOST_NAMES = 5_000
_QUOTE_BEGINS, _QUOTE_ENDS = re.compile(r"(?<!\S)'\S"), re.compile(r"\S'(?!\S)")
_LONGEST_NAME = 5
"""Words of a name. Longer ones are the beginning of a sentence with a colon."""


def read(source: ImportFile) -> Iterator[Item]:
    """The lines of the log, in its order."""
    ids, others, fresh, evening = LineIds(), 0, None, ""
    with source.opened() as stream:
        base = stream.tell()
        known = _names(stream, source.name)
        end = stream.tell() - base
        stream.seek(base)
        again = standing_again(stream, source.name, BEGINS)
        stream.seek(base)
        ends = True
        for piece in whole_lines(stream, source.name):
            line, utf8 = decoded(piece.raw)
            others += not utf8
            ended, ends = ends, piece.line == 1 or _ENDS.search(piece.raw) is not None
            if piece.line in again.halves:
                yield Remarked(f"line {piece.line}", "it is cut off, and stands whole further below", unread=1)
                continue
            if ended and not ends and piece.start + len(piece.raw) >= end:
                yield Remarked(f"line {piece.line}", "the file is cut off in it", broken=True, unread=1)
                break
            if begun := BEGINS.search(line) if " started at " in line else None:
                fresh = _time(begun, source.clock)
                evening = (fresh or begun[0].rpartition(" / ")[0].rpartition(" at ")[2])[:10]
                ids.begin(evening, again.heads.get(piece.line, piece.line))
                continue
            said = _line(line, known)
            if said is None:
                continue
            speaker, text, fallen, marks, why = said
            whispered = (
                _WHISPERED.match(tree(line).words()) is not None if "->" in line or "-&gt;" in line else False
            )
            hidden = any(_SECRET.match(it.label) for it in fallen) or _SECRET.match(text) is not None
            told = verbatim(line) if why else text
            form = EntryForm.ROLL if fallen else _form(speaker)
            yield Said(
                id=f"fantasy-grounds:{ids.id_of(line)}",
                place=f"line {piece.line}",
                span=(base + piece.start, len(piece.raw)),
                speaker=speaker,
                alias="" if speaker == NOBODY else speaker,
                form=EntryForm.VERBATIM if why else EntryForm.WHISPER if whispered else form,
                when=fresh,
                text=told,
                rolls=tuple(fallen),
                marks=marks,
                secret=whispered or hidden,
                evening=evening,
                why=why,
            )
            fresh = None  # the log tells when a session began, and nothing of the lines after that
    if others:
        yield Remarked("the whole file", in_another_encoding(others))


def _form(speaker: str) -> EntryForm:
    """The form of words without dice: a name in brackets speaks as the player and not as the character."""
    if speaker == NOBODY:
        return EntryForm.STORY
    return EntryForm.TALK if speaker.startswith("(") and speaker.endswith(")") else EntryForm.SPEECH


def _time(begun: re.Match[str], clock: Clock) -> str | None:
    one, two, three = int(begun[1]), int(begun[2]), int(begun[3])
    if one > 31:
        year, month, day = one, two, three
    else:  # 3.5.2015 is the 3rd of May wherever dates are written with dots
        dots = begun[0].count(".") > 1
        year, month, day = (three, two, one) if dots or clock.day_first or one > 12 else (three, one, two)
    return clock.stamp(year, month, day, int(begun[4]), int(begun[5]), int(begun[6] or 0))


def _names(stream: BinaryIO, file: str) -> frozenset[str]:
    """The speakers: a name stands before the words of two lines, or of one with dice."""
    told: Counter[str] = Counter()
    for piece in whole_lines(stream, file):
        words, dice, _rest = _parts(tree(decoded(piece.raw)[0]))
        found = _NAMED.match(words)
        if found and (found[1] in told or len(told) < _MOST_NAMES):
            told[found[1]] += 2 if dice else 1
    return frozenset(it for it, many in told.items() if many > 1 and _is_name(it))


def _is_name(words: str) -> bool:
    """True if a few words may be a name: no quotation begins in them that ends behind the colon."""
    begun = len(_QUOTE_BEGINS.findall(words)) > len(_QUOTE_ENDS.findall(words))
    return not begun and len(words.split()) <= _LONGEST_NAME


def _parts(root: Element) -> tuple[str, list[tuple[str, str]], str]:
    """The words of a line, its dice with what they came to, and what else stands outside the words."""
    drawn = [it for it in root.inside if isinstance(it, Element)]
    outside = "".join(it for it in root.inside if isinstance(it, str))
    if not any(it.tag in ("font", "b", "i", "a") for it in drawn):
        return root.words(), [], ""  # an older log, whose words stand in nothing
    words = "\n".join(part for it in drawn if (part := it.words()))
    return words, line_dice.BEHIND.findall(outside), line_dice.BEHIND.sub("", outside).strip()


def _line(line: str, known: frozenset[str]) -> tuple[str, str, list[LoggedRoll], tuple[str, ...], str] | None:
    """The speaker, the words, the rolls, what stood beside them, and why the line is not understood."""
    root = tree(line)
    words, dice, rest = _parts(root)
    found = _NAMED.match(words)
    speaker = NOBODY
    if found and found[1] in known:
        speaker, words = name(found[1], NOBODY), words[found.end() :]
        words = f"{found[2]} {words}" if found[2] else words
    text = clean("\n".join(part for part in (words, rest) if part)).strip()
    one_by_one = None if dice else _told_one_by_one(words, rest)
    label = text if dice and len(text) <= rolls.LONGEST and "\n" not in text else ""
    fallen = [line_dice.fallen(formula, total, words, label) for formula, total in dice]
    marks = tuple(url for it in root.each() if it.tag == "a" and (url := clean(it.attributes.get("href", ""))))
    if one_by_one is not None:
        return speaker, "", one_by_one, marks, ""
    text = "" if label else text
    if not text and not fallen:
        if not marks and speaker == NOBODY:
            return None
        return speaker, "", [], marks, "it has neither words nor dice"
    return speaker, text, fallen, marks, ""


def _told_one_by_one(words: str, rest: str) -> list[LoggedRoll] | None:
    """A roll whose dice stand one by one in the words: what was asked for, or a table's name, is before them."""
    came, first = _CAME_TO.fullmatch(rest), _FIRST.search(words)
    found = _EACH.fullmatch(words, first.start()) if came and first else None
    if came is None or first is None or found is None:
        return None
    shown = re.findall(r"d(\d+)=(\d+)", found[1], re.IGNORECASE)
    fallen = [rolls.die(size, face) for size, face in shown]
    asked = " ".join(words[: first.start()].split())
    if rolls.is_formula(asked):
        formula, label = asked, ""
    else:
        many = Counter(size for size, _face in shown)
        formula = "+".join(f"{count}d{size}" for size, count in many.items())
        formula, label = formula + "".join(re.findall(r"[+-]\d+", found[2])), asked
    if len(label) > rolls.LONGEST:
        return None
    return rolls.in_parts(rolls.rolled(formula, fallen, came[1], label), fallen)
