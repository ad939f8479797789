"""An adventure: its seats, its characters and their tracks (SPC-01 to SPC-04, SPC-12 to SPC-15)."""

from . import adventures, characters, goons, seats, sheets, tracks

CHAPTERS = (
    seats.chapter,
    adventures.chapter,
    sheets.chapter,
    characters.chapter,
    goons.chapter,
    tracks.chapter,
)
