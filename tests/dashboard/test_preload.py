"""Loading ahead: pages wait for it, and what goes wrong meanwhile is left for them to say."""

import gc
import subprocess
import sys
from pathlib import Path
from weakref import ref

import pytest

from dashboard import preload
from dashboard.server import give_back_memory
from wiring.library import DATABASE_VARIABLE


def test_pages_wait_until_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(preload, "_loading", [])
    monkeypatch.setattr(preload, "_load", lambda: done.append("loaded"))
    preload.finish()
    assert done == []
    preload.begin()
    preload.finish()
    assert done == ["loaded"]


def test_a_ledger_that_cannot_be_opened_is_left_to_the_page(tmp_path: Path) -> None:
    foreign = tmp_path / "holiday.jpg"
    foreign.write_bytes(b"\xff\xd8\xff not a database" * 400)
    asked = (
        "import sys; from dashboard import preload; preload.begin(); preload.finish();"
        "print('dashboard.ui.page_context' in sys.modules, 'pandas' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", asked],
        env={DATABASE_VARIABLE: str(foreign), "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == ["True", "False"]


class _Session:
    """Something that holds itself, as sessions do that were dropped."""

    def __init__(self) -> None:
        self.own = self


def test_what_was_dropped_is_freed_without_waiting_for_python_to_look() -> None:
    gc.disable()
    try:
        left = ref(_Session())
        assert left() is not None
        give_back_memory()
        assert left() is None
    finally:
        gc.enable()
