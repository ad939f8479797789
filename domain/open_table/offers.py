"""Offers of the moment, in their order."""

from collections.abc import Iterable

from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.open_table.chapters.judging import judging
from domain.open_table.chapters.people.characters import entering
from domain.open_table.chapters.people.leaving import leaving
from domain.open_table.chapters.rolling.rerolls import rerolling
from domain.open_table.chapters.rolling.rolls import rolling
from domain.open_table.chapters.scenes import ending, opening
from domain.open_table.chapters.sheets.advances import advancing
from domain.open_table.chapters.sheets.numbers import changing
from domain.open_table.chapters.sheets.texts import writing
from domain.open_table.chapters.sheets.things import tagging
from domain.open_table.chapters.sheets.tracks import tracking

from .state import OpenTable


def offers(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """A scene first, then rolls, then what stands on sheets, then who is there."""
    yield from opening(state, asker)
    yield from rolling(state, asker)
    yield from rerolling(state, asker)
    yield from changing(state, asker)
    yield from tagging(state, asker)
    yield from writing(state, asker)
    yield from tracking(state, asker)
    yield from advancing(state, asker)
    yield from entering(state, asker)
    yield from leaving(state, asker)
    yield from judging(state, asker)
    yield from ending(state, asker)
