"""Foundry's chat: NeDB (`messages.db`), and its messages as JSON, in an array or in an exported world.

Sources: foundryvtt.com/api for versions 8 to 14, and files in the wild. In NeDB the last line of an id wins, a
line with `$$deleted` takes it out, and lines are not in the order of time.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, BinaryIO
from urllib.parse import unquote

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import Grade, LoggedRoll
from exchange.imports import rolls
from exchange.imports.entries import (
    FOR_THE_GM,
    NOBODY,
    About,
    Item,
    Occurrences,
    Remarked,
    Said,
    earlier_version,
    stands_twice,
)
from exchange.imports.foundry import better_rolls, hidden
from exchange.imports.foundry.card_roll import CardRoll
from exchange.imports.foundry.cards import drawn_in
from exchange.imports.foundry.people import People
from exchange.imports.grading import differs
from exchange.imports.markup import Element, plain, tree
from exchange.imports.pieces import FilePiece, elements, lines
from exchange.imports.places import Places
from exchange.imports.source import ImportFile, json_value
from exchange.imports.texts import clean, from_millis, identifier, name, verbatim

_FORMS = {
    0: EntryForm.STORY,
    1: EntryForm.TALK,
    2: EntryForm.SPEECH,
    3: EntryForm.EMOTE,
    4: EntryForm.WHISPER,
    5: EntryForm.ROLL,
}

_LONGEST_ADDRESS = 2_000
_MOST_OFF = 12
"""The most messages whose dice do not come to their totals that are listed one by one."""


def read_lines(source: ImportFile) -> Iterator[Item]:
    """The messages of a NeDB file, or of one message a line, in the order of time."""
    with source.opened() as stream:
        yield from source.remarks
        yield from _in_order(source, stream, lines(stream), nedb=True)


def read_document(source: ImportFile) -> Iterator[Item]:
    """The messages of a JSON array, or of a world that was exported, in the order of time."""
    with source.opened() as stream:
        yield from _in_order(source, stream, elements(stream, "messages"), nedb=False)


def _in_order(source: ImportFile, stream: BinaryIO, found: Iterator[FilePiece], *, nedb: bool) -> Iterator[Item]:
    """Read once for where each message stands, and again in the order of time: never all of them at once."""
    base = stream.tell()  # after a mark of its encoding, if there is one
    people, ids, index, removed = People(), Occurrences(), Places(), Places()
    for piece in found:
        place = f"line {piece.line}" if nedb else f"byte {piece.start}"
        if not piece.whole and not nedb:
            yield Remarked(place, "the file is cut off here, or an element is too large", broken=True)
            break
        if piece.key is not None:
            yield from _about(people, piece.key, json_value(piece.raw))
            continue
        document = json_value(piece.raw) if piece.whole else None
        if not isinstance(document, dict):
            yield _kept(ids, piece, base, place, "it is no JSON object")
            continue
        if any(key.startswith("$$") and key != "$$deleted" for key in document):
            for key, value in document.items():  # the database's own remarks about its indexes say nothing
                yield from _about(people, key.removeprefix("$$"), value)
            continue
        given = document.get("_id")
        known = identifier(given) if isinstance(given, str) and given else ids.id_of(verbatim(piece.raw))
        if nedb and document.get("$$deleted"):
            if last := index.drop(known):
                removed.put(*last)
            continue
        people.heard(document)
        index.put(known, _millis(document), piece.start, len(piece.raw), place)
        removed.drop(known)
    yield from _counted(index, removed, source.deleted)
    yield from _earlier(index, stream, base, source, people)
    off = parted = 0
    for places in (index, removed) if source.deleted else (index,):
        for known, start, length, place in places.in_order():
            for said in _at((known, start, length, place), stream, base, source, people):
                parted += said.id.endswith(FOR_THE_GM)
                yield replace(said, deleted=True, secret=True) if places is removed else said
                off += 1 if (differing := list(_off(said))) else 0
                yield from differing if off <= _MOST_OFF else ()
    if parted:
        hold = "1 message holds" if parted == 1 else f"{parted} messages hold"
        what = f"{hold} words that only the GM was shown: they are entries of their own, for the GM alone"
        yield Remarked("the whole file", what)
    if off > _MOST_OFF:
        yield Remarked(
            "the whole file", f"the dice of {off - _MOST_OFF} more messages do not come to their totals"
        )


def _at(
    place: tuple[str, int, int, str],
    stream: BinaryIO,
    base: int,
    source: ImportFile,
    people: People,
    *,
    whole: bool = False,
) -> Iterator[Said]:
    """The message of this id that begins there and is so long, and what of it only the GM was shown.

    `whole`: both as one.
    """
    known, start, length, line = place
    stream.seek(base + start)
    shown = f"message {known}" if source.joined else f"{line}, message {known}"
    where = {"id": f"foundry:{known}", "place": shown, "span": (base + start, length)}
    yield from _message(json_value(stream.read(length)), where, people, whole=whole)


def _earlier(index: Places, stream: BinaryIO, base: int, source: ImportFile, people: People) -> Iterator[Said]:
    """Earlier versions of messages, as far as they say what the last does not say any more."""
    for number, (before, (start, length)) in enumerate(index.earlier(), start=1):
        (now,) = _at((before[0], start, length, ""), stream, base, source, people, whole=True)
        (then,) = _at(before, stream, base, source, people, whole=True)
        said = earlier_version(then, now, number)
        if said is not None:
            yield said


def _counted(index: Places, removed: Places, wanted: bool) -> Iterator[Remarked]:
    if index.replaced:
        yield Remarked("the whole file", stands_twice(index.replaced))
    if count := len(removed):
        one = count == 1
        said = f"{count} {'message was' if one else 'messages were'} deleted in the other tool, and "
        what = f"{'is' if one else 'are'} {'taken in with a mark' if wanted else 'left out'}"
        yield Remarked("the whole file", said + what, deleted=0 if wanted else count)


def _about(people: People, key: str, value: object) -> Iterator[Item]:
    """Read the lists beside the messages: who there is, which maps, what the world is called."""
    if key in ("users", "actors", "scenes"):
        people.listed(key, value)
    elif key == "world" and isinstance(value, dict):
        yield About(name(value.get("title")), name(value.get("system")))


def _kept(ids: Occurrences, piece: FilePiece, base: int, place: str, why: str) -> Said:
    """An entry for a broken piece. It may have been a secret once, so it is for the GM alone."""
    text = verbatim(piece.raw)
    return Said(
        id=f"foundry:{ids.id_of(text)}",
        place=place,
        span=(base + piece.start, len(piece.raw)),
        speaker=NOBODY,
        form=EntryForm.VERBATIM,
        text=text,
        secret=True,
        why=why,
    )


def _millis(document: Mapping[str, Any]) -> float:
    at = document.get("timestamp")
    return float(at) if isinstance(at, int | float) and abs(at) < 1e17 else 0.0


def _message(document: Any, where: dict[str, Any], people: People, *, whole: bool) -> Iterator[Said]:
    """A message, and behind it an entry for what of it only the GM was shown; `whole`: both as one."""
    content, flavor = document.get("content"), document.get("flavor")
    card = tree(content) if isinstance(content, str) else None
    label = plain(flavor) if isinstance(flavor, str) else ""
    out, whispered = None, False
    if not whole and not document.get("blind") and hidden.MAY_HIDE.search(f"{content}{flavor}"):
        head = tree(flavor) if isinstance(flavor, str) else None
        whispered = card is not None and hidden.is_whispered(card)
        out = None if whispered else hidden.taken_out(head, card, shown=_revealed(document))
        label = head.words() if out and head else label
    native = list(_rolls(document, _titled(label)))
    beneath = _drawn_only_in(out, card, native) if out else []
    open_ones = [it for it in native if it not in beneath]
    said = _said(document, where, people, card, label, open_ones, parted=out is not None)
    if out is None:
        yield replace(said, secret=True) if whispered else said
        return
    if said.why:
        yield replace(next(_message(document, where, people, whole=True)), secret=True, heard_by=(), scene="")
        return
    yield said
    apart = {**where, "id": where["id"] + FOR_THE_GM}
    part = _said(document, apart, people, out, "", beneath, parted=True)
    seen = "\n".join((said.text, *(it.label for it in said.rolls)))
    if not part.why and (part.rolls or hidden.says_more(out, seen)):
        yield replace(part, secret=True, heard_by=(), scene="")


def _titled(label: str) -> str:
    return label if len(label) <= rolls.LONGEST else ""


def _said(
    document: Mapping[str, Any],
    where: dict[str, Any],
    people: People,
    card: Element | None,
    label: str,
    native: list[LoggedRoll],
    *,
    parted: bool,
) -> Said:
    """The entry of a card under a label; `parted`: something of it was taken out."""
    titled = _titled(label)
    fallen, aside = _fallen(document, card, titled, native)
    words = card.words(aside) if card and (aside or parted) else plain(document["content"]) if card else ""
    if words in {it.total for it in fallen if it.total}:
        words = ""  # where a roll is the message, its content is the total and nothing else
    if any(titled and it.label.startswith(titled) for it in fallen) or words.split("\n")[0] == label:
        label = ""  # a roll has it already, and so have cards that begin with it
    text = "\n".join(part for part in (label, words) if part)
    form = _form(document, bool(fallen), bool(words))
    secret = bool(document.get("whisper")) or bool(document.get("blind")) or form is EntryForm.WHISPER
    why = ""
    pictures: tuple[str, ...] = ()
    if not text.strip() and not fallen:
        pictures = tuple(it for it in map(_picture, card.each() if card else ()) if it)
    if not text.strip() and not fallen and not pictures:
        form, text, why, secret = EntryForm.VERBATIM, _bare(document), "it has neither words nor a roll", True
    who = people.speaker(document)
    return Said(
        **where,
        speaker=who.name,
        alias=who.alias,
        actor=who.actor,
        user=who.user,
        form=form,
        when=from_millis(document.get("timestamp")),
        text=clean(text),
        rolls=tuple(fallen),
        marks=pictures,
        secret=secret,
        heard_by=people.listeners(document),
        scene="" if secret else people.scene(document),
        why=why,
    )


def _picture(element: Element) -> str:
    """The address of a picture, as far as it is none that lies in the message itself; empty for what is none."""
    address = element.attributes.get("src", "") if element.tag == "img" else ""
    return "" if address.startswith("data:") else clean(address).strip()[:_LONGEST_ADDRESS]


def _revealed(document: Mapping[str, Any]) -> frozenset[str]:
    """The classes of hidden elements that were shown to all since, as Call of Cthulhu notes it."""
    flags = document.get("flags")
    of_system = flags.get("CoC7") if isinstance(flags, dict) else None
    seen = isinstance(of_system, dict) and of_system.get("checkRevealed")
    return frozenset(("gm-visible-only",)) if seen else frozenset()


def _drawn_only_in(out: Element, card: Element | None, native: list[LoggedRoll]) -> list[LoggedRoll]:
    """The rolls that are drawn where only the GM sees them, and nowhere else."""
    left = list(native)
    for one in drawn_in(card) if card else ():
        if found := next((it for it in left if one.is_of(it)), None):
            left.remove(found)
    return [it for it in left if any(one.is_of(it) for one in drawn_in(out))]


def _fallen(
    document: Mapping[str, Any], card: Element | None, label: str, native: list[LoggedRoll]
) -> tuple[list[LoggedRoll], list[Element]]:
    """The rolls of a message, from what is to be trusted most; and what of its card only says them once more."""
    content = document["content"] if card else ""
    inline = [it for it in _inline(card) if it not in native] if card and "data-roll" in content else []
    drawn = list(drawn_in(card)) if card and ("dice-roll" in content or "roll-die" in content) else []
    fallen = [*_with_totals(native, drawn), *inline]
    same = [(one, [it for it in fallen if one.is_of(it)]) for one in drawn]
    aside = [it for one, rolls_of_it in same if rolls_of_it for it in one.said_by(rolls_of_it)]
    if any(it.dice for it in native):
        return fallen, aside
    # What stands among words, as `[[4]]` in the text of a spell, says nothing of the dice thrown beside it.
    others = [one for one, rolls_of_it in same if not rolls_of_it]
    if others and better_rolls.drew_in(card):
        fallen = [it for it in fallen if it.dice or it.formula != better_rolls.EMPTY]
    return [*fallen, *(one.roll(label) for one in others)], [*aside, *(it for one in others for it in one.aside)]


def _with_totals(native: list[LoggedRoll], drawn: list[CardRoll]) -> list[LoggedRoll]:
    """The native rolls, each that tells no total with the one that its card draws beside the same dice."""
    left, told = list(drawn), list[LoggedRoll]()
    for roll in native:
        if roll.dice and not roll.total and (one := next((it for it in left if it.shows_dice_of(roll)), None)):
            left.remove(one)
            roll = rolls.rolled(roll.formula, roll.dice, one.total, roll.label, program="foundry")
        told.append(roll)
    return told


def _off(said: Said) -> Iterator[Remarked]:
    """Rolls whose dice do not come to what the source says they came to."""
    for roll in said.rolls:
        if roll.grade is Grade.TOTAL and differs(roll.formula, roll.dice, roll.total, "foundry"):
            yield Remarked(said.place, f"the dice of {roll.formula} do not come to the {roll.total} that it says")


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
        if isinstance(value, dict):
            yield from rolls.foundry(value, label)


def _inline(card: Element) -> Iterator[LoggedRoll]:
    for element in card.all("inline-roll"):
        if given := element.attributes.get("data-roll"):
            value = json_value(unquote(given))
            if isinstance(value, dict):
                yield from rolls.foundry(value)
