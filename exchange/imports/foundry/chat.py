"""Foundry's chat: NeDB (`messages.db`), and its messages as JSON, in an array or in an exported world.

Sources: foundryvtt.com/api for versions 8 to 14, and files in the wild. In NeDB the last line of an id wins, a
line with `$$deleted` takes it out, and lines are not in the order of time.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO
from urllib.parse import unquote

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import LoggedDie, LoggedRoll
from exchange.imports import rolls
from exchange.imports.entries import NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.foundry.people import People
from exchange.imports.markup import Element
from exchange.imports.markup import read as read_markup
from exchange.imports.pieces import Piece, elements, lines
from exchange.imports.places import Places
from exchange.imports.source import Source, json_value
from exchange.imports.texts import clean, from_millis, verbatim

_FORMS = {
    0: EntryForm.STORY,
    1: EntryForm.TALK,
    2: EntryForm.SPEECH,
    3: EntryForm.EMOTE,
    4: EntryForm.WHISPER,
    5: EntryForm.ROLL,
}
_DICE_OF_A_CARD = ("dice-roll", "dice-formula", "roll", "dice-total", "inline-roll")
_OF_A_TEMPLATE = ("roll-flavor", "roll-result", "label-roll", "roll-die", "roll-extra")


def read_lines(source: Source) -> Iterator[Item]:
    """The messages of a NeDB file, or of one message a line, in the order of time."""
    with source.opened() as stream:
        yield from _in_order(stream, lines(stream), nedb=True)


def read_document(source: Source) -> Iterator[Item]:
    """The messages of a JSON array, or of a world that was exported, in the order of time."""
    with source.opened() as stream:
        yield from _in_order(stream, elements(stream, "messages"), nedb=False)


def _in_order(stream: BinaryIO, found: Iterator[Piece], *, nedb: bool) -> Iterator[Item]:
    """Read once for where each message stands, and again in the order of time: never all of them at once."""
    base = stream.tell()  # after a mark of its encoding, if there is one
    people = People()
    ids, index, removed = Occurrences(), Places(), 0
    for piece in found:
        place = f"line {piece.line}" if nedb else f"byte {piece.start}"
        if not piece.whole and not nedb:
            yield Remarked(place, "the file is cut off here, or an element is too large", broken=True)
            break
        if piece.key is not None:
            if piece.key in ("users", "actors"):
                people.listed(json_value(piece.raw))
            continue
        document = json_value(piece.raw) if piece.whole else None
        if not isinstance(document, dict):
            yield _kept(ids, piece.raw, place, "it is no JSON object")
            continue
        if any(key.startswith("$$") and key != "$$deleted" for key in document):
            continue  # the database's own remarks about its indexes
        given = document.get("_id")
        known = clean(given)[:120] if isinstance(given, str) and given else ids.id_of(verbatim(piece.raw))
        if nedb and document.get("$$deleted"):
            removed += index.drop(known)
            continue
        people.heard(document)
        index.put(known, _millis(document), piece.start, len(piece.raw), place)
    if index.replaced:
        what = f"{index.replaced} messages stand in it more than once: the last counts"
        yield Remarked("the whole file", what)
    if removed:
        yield Remarked("the whole file", f"{removed} messages were deleted in the other tool and are left out")
    for known, start, length, place in index.in_order():
        stream.seek(base + start)
        yield from _message(json_value(stream.read(length)), f"foundry:{known}", place, people)


def _kept(ids: Occurrences, raw: bytes, place: str, why: str) -> Said:
    """What is broken may have been a secret once, so it is for the GM alone."""
    text = verbatim(raw)
    return Said(
        id=f"foundry:{ids.id_of(text)}",
        place=place,
        speaker=NOBODY,
        form=EntryForm.VERBATIM,
        text=text,
        secret=True,
        why=why,
    )


def _millis(document: Mapping[str, Any]) -> float:
    at = document.get("timestamp")
    return float(at) if isinstance(at, int | float) and abs(at) < 1e17 else 0.0


def _message(document: Any, known: str, place: str, people: People) -> Iterator[Said]:
    if not isinstance(document, dict):
        return
    content, flavor = document.get("content"), document.get("flavor")
    words, marked = (
        read_markup(content, *_DICE_OF_A_CARD, *_OF_A_TEMPLATE) if isinstance(content, str) else ("", [])
    )
    label = read_markup(flavor)[0] if isinstance(flavor, str) else ""
    fallen = [*_rolls(document, label), *_inline(marked)]
    if not fallen:
        fallen = _of_a_card(marked, label) or _of_a_template(marked)
        if fallen and isinstance(content, str):
            words, _ = read_markup(content, aside=("dice-roll", "roll-extra"))
    elif words.replace(".", "", 1).lstrip("-").isdigit():
        words = ""  # where a roll is the message, its content is the total and nothing else
    if fallen or words.split("\n")[0] == label:
        label = ""  # a roll has it already, and so have cards that begin with it
    text = "\n".join(part for part in (label, words) if part)
    form = _form(document, bool(fallen), bool(words))
    secret = bool(document.get("whisper")) or bool(document.get("blind")) or form is EntryForm.WHISPER
    why = ""
    if not text.strip() and not fallen:
        form, text, why, secret = EntryForm.VERBATIM, _bare(document), "it has neither words nor a roll", True
    yield Said(
        id=known,
        place=f"{place}, message {known.partition(':')[2]}",
        speaker=people.speaker(document),
        form=form,
        when=from_millis(document.get("timestamp")),
        text=clean(text),
        rolls=tuple(fallen),
        secret=secret,
        why=why,
    )


def _bare(document: Mapping[str, Any]) -> str:
    return verbatim(json.dumps(document, ensure_ascii=False, sort_keys=True))


def _form(document: Mapping[str, Any], rolled: bool, words: bool) -> EntryForm:
    style = document.get("style", document.get("type"))
    form = _FORMS.get(style) if isinstance(style, int) and not isinstance(style, bool) else None
    if document.get("whisper"):
        return EntryForm.WHISPER
    if document.get("emote"):
        return EntryForm.EMOTE
    if rolled and form in (None, EntryForm.STORY, EntryForm.ROLL):
        return EntryForm.ROLL
    if form is EntryForm.ROLL:
        return EntryForm.STORY if words else EntryForm.ROLL
    return form or EntryForm.STORY


def _rolls(document: Mapping[str, Any], label: str) -> Iterator[LoggedRoll]:
    several = document.get("rolls")
    for given in (document.get("roll"), *(several if isinstance(several, list) else ())):
        value = json_value(given) if isinstance(given, str) else given
        if isinstance(value, dict) and (roll := rolls.foundry(value, label)):
            yield roll


def _inline(marked: list[Element]) -> Iterator[LoggedRoll]:
    for element in marked:
        if "inline-roll" in element.classes and (given := element.attributes.get("data-roll")):
            value = json_value(unquote(given))
            if isinstance(value, dict) and (roll := rolls.foundry(value)):
                yield roll


def _of_a_card(marked: list[Element], label: str) -> list[LoggedRoll]:
    """Rolls that stand only in the HTML, as many systems draw them."""
    found: list[LoggedRoll] = []
    formula = ""
    dice: list[LoggedDie | None] = []
    for element in marked:
        if "dice-formula" in element.classes:
            formula, dice = element.text, []
        elif "roll" in element.classes:
            sizes = [it[1:] for it in element.classes if it[:1] == "d" and it[1:].isdigit()]
            counts = not element.classes & {"discarded", "rerolled"}
            dice += [rolls.die(size, element.text, counts) for size in sizes[:1]]
        elif "dice-total" in element.classes and (formula or dice):
            found.append(rolls.rolled(formula, dice, element.text, label))
            formula, dice = "", []
    return found


def _of_a_template(marked: list[Element]) -> list[LoggedRoll]:
    """A roll as the system Sandbox draws it: groups of dice under a label that ends in their formula, `(3d6):`."""
    told = {kind: it.text for it in reversed(marked) for kind in it.classes}
    formulas: list[str] = []
    dice: list[LoggedDie | None] = []
    for element in marked:
        asked = re.search(r"\((\d{1,3}d(\d{1,4}))\)", element.text) if "label-roll" in element.classes else None
        if asked:
            formulas.append(asked[1])
        elif "roll-die" in element.classes and formulas:
            dice.append(rolls.die(formulas[-1].partition("d")[2], element.text))
    if not any(dice):
        return []
    return [rolls.rolled(", ".join(formulas), dice, told.get("roll-result", ""), told.get("roll-flavor", ""))]
