"""Work on campaigns that goes on until it is stopped: what `rebuild` and `verify` are given to do in a test."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cli.parallel import Step
from wiring.library import Library

AT_WORK = "SLOW_WORK_IN"
"""Names the folder in which each process leaves a file with its number, once it is at work."""


def endless(library: Library, slugs: Sequence[str], step: Step, **given: Any) -> list[Any]:
    """Reads a campaign again and again."""
    (Path(os.environ[AT_WORK]) / str(os.getpid())).touch()
    while True:
        library.views.catch_up(slugs[0])
        step(1)
        time.sleep(0.01)
