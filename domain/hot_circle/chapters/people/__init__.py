"""The people: player characters with their lifepaths, the supporting cast, paper sheets (HC-10 to HC-21)."""

from . import bridges, cast, characters, lifepaths, paper, paper_sheets, starting_assets

CHAPTERS = (
    characters.chapter,
    bridges.chapter,
    lifepaths.chapter,
    starting_assets.chapter,
    cast.chapter,
    paper.chapter,
    paper_sheets.chapter,
)
