"""Tables that are known to be there, in the file that lies where a database is."""

from collections.abc import Callable, Collection, Set
from threading import Lock


class EnsuredTables:
    """The names of tables that are known to be there, so that they are looked for once.

    Another file can come to lie where the database is, and of its tables nothing is known. `place` identifies the
    file that lies there now. Safe to share between threads.
    """

    def __init__(self, place: Callable[[], object]) -> None:
        self._place = place
        self._lock = Lock()
        self._known: tuple[object, frozenset[str]] = object(), frozenset()

    def ensure(self, names: Set[str], make: Callable[[Set[str]], Collection[str]]) -> bool:
        """Have `make` look for these tables and make them, unless they are known to be there. True if it was due.

        `make` gets the names known by then and returns those that are there after it, which need not be all. What
        it raises comes out, and nothing is known by it.
        """
        here = self._place()
        if self._there(here) >= names:
            return False
        with self._lock:
            known = self._there(here)
            if not known >= names:
                self._known = here, known.union(make(known))
        return True

    def _there(self, here: object) -> frozenset[str]:
        place, known = self._known
        return known if place == here else frozenset()
