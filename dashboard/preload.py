"""Loading of what the first page needs, while the server starts and the browser opens, not when it is asked for.

Loading happens in one thread, and every page waits for it to end: two threads never import the same modules.
"""

import logging
from importlib import import_module
from pkgutil import walk_packages
from threading import Thread

from dashboard import pages, ui

SCRIPT = ".page"
"""The ending of the names of modules that are run anew for each look at a page, and never imported."""
_log = logging.getLogger(__name__)
_loading: list[Thread] = []


def begin() -> None:
    """Begin to load what every screen needs, and what the campaign last played does."""
    thread = Thread(target=_load, name="preload", daemon=True)
    _loading.append(thread)
    thread.start()


def finish() -> None:
    """Wait for what was begun; at once where nothing was."""
    for thread in _loading:
        thread.join()


def _load() -> None:
    try:
        for package in (ui, pages):
            for module in walk_packages(package.__path__, f"{package.__name__}."):
                if not module.name.endswith(SCRIPT):
                    import_module(module.name)
        _open_last_played()
    except Exception:  # the page meets the same, and says it to whoever looks
        _log.debug("loading ahead came to an end", exc_info=True)


def _open_last_played() -> None:
    from dashboard.ui.open_ledger import library

    opened = library()
    last = next(iter(opened.views.summaries()), None)
    if last is not None:
        opened.ledger.moment(last.slug)
