"""Words of a card that Foundry does not show to everybody: taken out of it, for the game master alone.

Foundry sends a message whole to whoever sits there, and its systems and modules take out what is not for a player
when it is drawn. Sources: `section.secret` of Foundry itself; `data-visibility` of Pathfinder 2; classes
for the game master or the owner of a character in Monk's TokenBar, Call of Cthulhu, Pathfinder 1, Midi QOL, the
game systems that follow them, and difficulties in D&D 5; `hide-option` under `data-hide` in Warhammer and GURPS.
"""

import re
from collections.abc import Iterator

from exchange.imports.markup import Element

MAY_HIDE = re.compile(r"gm|only|secret|visib|hide|whisper|blind", re.IGNORECASE)
"""A sign that something may be hidden, to be looked for before a tree is walked."""
_CLASS = re.compile(
    r"(?:.*[-_])?(?:gm|dm|gamemaster)[-_]?(?:(?:visible[-_]?)?only|message|sensitive(?:[-_]always)?|secrets?|notes?|info)"
    r"|(?:.*[-_])?(?:only|for)[-_]?(?:gm|dm)"
    r"|visible-dc|chat-button-gm|midi-qol-target-npc-gm|midi-qol-gmtokenname",
    re.IGNORECASE,
)
_OF_ONE = re.compile(r"(?:.*[-_])?(?:owner|author)[-_]?(?:visible[-_]?)?only", re.IGNORECASE)
"""Classes for whose character it is. Buttons under them say what that player may do, and are no secret."""
_FOR_OTHERS = re.compile(r"(?:^|[-_])(?:non|not)[-_]", re.IGNORECASE)
_HIDDEN = frozenset(("gm", "owner", "none"))
_REVEALED = frozenset(("revealed",))


def taken_out(*cards: Element | None, shown: frozenset[str] = frozenset()) -> Element | None:
    """Take out of cards what not everybody sees, and give it as a card of its own; None where there is nothing.

    `shown`: classes of hidden elements that were revealed to everybody since.
    """
    hidden = Element("")
    for card in cards:
        for it in _take(card, shown, asked=False) if card is not None else ():
            hidden.inside += ["\n", it]
    return hidden if hidden.inside else None


def says_more(hidden: Element, shown: str) -> bool:
    """True if something hidden is not said in the words that all see, as a name that they know is."""
    there = " ".join(shown.split()).casefold()
    return any(it.text.casefold() not in there for it in hidden.inside if isinstance(it, Element))


def is_whispered(card: Element) -> bool:
    """True if the message holds another as it was drawn, which was a whisper or a blind roll."""
    return any(
        "whisper-to" in it.classes or ("chat-message" in it.classes and it.classes & {"whisper", "blind"})
        for it in card.each()
    )


def _take(around: Element, shown: frozenset[str], *, asked: bool) -> Iterator[Element]:
    kept: list[str | Element] = []
    for it in around.inside:
        if isinstance(it, Element):
            here = asked or ("data-hide" in it.raw and it.attributes.get("data-hide") == "true")
            if _is_hidden(it, here) and not it.classes & shown:
                yield it
                continue
            yield from _take(it, shown, asked=here)
        kept.append(it)
    around.inside = kept


def _is_hidden(it: Element, asked: bool) -> bool:
    if "secret" in it.classes and not it.classes & _REVEALED:
        return True
    if asked and "hide-option" in it.classes:
        return True
    classes = [each for each in it.classes if not _FOR_OTHERS.search(each)]
    if any(map(_CLASS.fullmatch, classes)) or (any(map(_OF_ONE.fullmatch, classes)) and not _is_buttons(it)):
        return True
    if "data-visibility" in it.raw and it.attributes.get("data-visibility", "").lower() in _HIDDEN:
        return True
    return "data-gm-" in it.raw and any(key.startswith("data-gm-sensitive") for key in it.attributes)


def _is_buttons(it: Element) -> bool:
    buttons = [it] if it.tag == "button" else [each for each in it.each() if each.tag == "button"]
    return bool(buttons) and not it.words(buttons).strip() if it not in buttons else True
