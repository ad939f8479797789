"""Character sheets as of a moment."""

from domain.kernel.game import AnyGame
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Viewer
from domain.kernel.sheet import Sheet


def sheets_of(game: AnyGame, moment: AnyMoment) -> list[Sheet]:
    """The sheet of everybody in the cast, and of every other page, in their order, with everything on it."""
    return [game.sheet(moment.game, one) for one in game.listed(moment.game)]


def seen_by(viewer: Viewer, sheets: list[Sheet]) -> list[Sheet]:
    """The sheets as this viewer may see them. A sheet of which nothing may be seen is left out."""
    seen = ((sheet, sheet.seen_by(viewer)) for sheet in sheets)
    return [mine for whole, mine in seen if mine.sections or not whole.sections]
