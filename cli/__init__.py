"""The command line: the console script `campaign`. Light to import; each command loads what it needs."""

import os
import signal
import sys
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_SOON = 0.01
"""Seconds after which a Ctrl-C that Python dropped is pressed once more."""


def main() -> None:
    """Run the command line and leave with its exit status."""
    sys.unraisablehook = press_again
    try:
        from cli.app import command

        command()(prog_name="campaign")
    except KeyboardInterrupt:  # before there was anything to stop, or after all was done
        sys.stderr.write("Stopped.\n")
        sys.exit(130)


def press_again(dropped: "UnraisableHookArgs") -> None:
    """Press a Ctrl-C once more that came while memory was freed: there Python drops it, and goes on."""
    if dropped.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(dropped)
        return
    again = Timer(_SOON, _press)
    again.daemon = True
    again.start()


def _press() -> None:
    if os.name == "posix":  # it reaches the thread that can be waiting for something, and wakes it
        os.kill(os.getpid(), signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)
