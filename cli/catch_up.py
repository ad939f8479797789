"""Lists across all campaigns that an upgrade has left to be made anew."""

from cli.progress import bar
from projections.tables.shelf_catch_up import AT_ONCE
from wiring.library import Library


def bring_up_to_date(library: Library) -> None:
    """Make the rows of all campaigns that are behind their logs, under a bar where that takes a while."""
    if library.views.shelf.lacking() > AT_ONCE:
        with bar("Bringing the lists up to date") as moved:
            library.views.shelf.run(moved)
