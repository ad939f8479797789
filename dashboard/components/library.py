"""The open ledger, one for the whole process, and what to draw when it cannot be opened or read."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec

import streamlit as st

from dashboard.access import guard
from dashboard.components.remembered import Remembered
from dashboard.components.states import state_html
from dashboard.wiring import Library, database_url, open_library
from ledger.errors import LedgerError
from ledger.recorder.errors import LedgerUnavailable

P = ParamSpec("P")

_log = logging.getLogger(__name__)


@st.cache_resource(show_spinner=False)
def _opened(url: str) -> Library:
    opened = open_library(url)
    guard(opened.ledger)
    return opened


@st.cache_resource(show_spinner=False)
def _remembered(url: str) -> Remembered:
    return Remembered(_opened(url).ledger)


def library() -> Library:
    """The ledger and its read models, shared by every session. Raises `LedgerUnavailable` with one sentence."""
    return _opened(database_url())


def remembered() -> Remembered:
    """Views as of positions, kept between steps."""
    return _remembered(database_url())


@contextmanager
def drawn_errors() -> Iterator[None]:
    """Whatever goes wrong inside is drawn as a page of its own, in a sentence; the details go to the log."""
    try:
        yield
    except LedgerUnavailable as error:
        st.html(state_html("The ledger cannot be read", [str(error)], broken=True))
    except LedgerError as error:
        st.html(state_html("This cannot be shown", [str(error)], broken=True))
    except Exception:
        _log.exception("a screen could not be drawn")
        told = "Nothing was recorded or lost. What happened is in the log of the terminal that runs the dashboard."
        st.html(state_html("Something broke on this screen", [told], broken=True))


def guarded(screen: Callable[P, None]) -> Callable[P, None]:
    """A screen, or a fragment of one, that draws its own errors."""

    @wraps(screen)
    def inside(*args: P.args, **kwargs: P.kwargs) -> None:
        with drawn_errors():
            screen(*args, **kwargs)

    return inside
