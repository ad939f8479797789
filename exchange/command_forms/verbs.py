"""The verb of a step, as a button says it: from its own offer, else from what its command says of itself."""

import re
from functools import cache
from inspect import cleandoc

from domain.kernel.messages import Command, tag_of
from domain.kernel.offers import Offer

LONGEST = 40
"""A button says no more letters than these."""
_PART = re.compile(r"[.:;(]")
_CAPITALS = {"gm": "GM", "npc": "NPC", "npcs": "NPCs", "pc": "PC", "pcs": "PCs", "xp": "XP"}
_NO_VERBS = frozenset(("a", "an", "the", "it", "they", "what", "whoever", "loot", "dice")) | frozenset(
    ("somebody", "something", "everybody", "everything", "nothing")
)
"""Sentences that begin so tell what is the case, and ask for nothing."""


def verb_of(command: type[Command], offer: Offer | None = None) -> str:
    """The verb of a step: `Show the bids`."""
    own = _own(command)
    verbs = {_first(own), _first(_told(command))}
    return offer.label if offer and len(offer.label) <= LONGEST and _first(offer.label) in verbs else own


@cache
def _own(command: type[Command]) -> str:
    told = _PART.split(_told(command), maxsplit=1)[0].strip()
    name = tag_of(command).rpartition(".")[2].split("_")
    says_more = " " in told or len(name) == 1  # `Cut` says less than `Close scene`
    if told and says_more and len(told) <= LONGEST and _first(told) not in _NO_VERBS:
        return told
    words = [_CAPITALS.get(word, word) for word in name]
    said = " ".join(words)
    return said[:1].upper() + said[1:]


def _told(command: type[Command]) -> str:
    return cleandoc(command.__doc__ or "").split("\n\n")[0].replace("\n", " ")


def _first(words: str) -> str:
    return words.partition(" ")[0].lower()
