"""The unit for systemd: the program lives under the filter of system calls that it sets.

The filter is set here by the kernel itself, over the same calls, and with what the unit says of whoever makes one.
"""

import ctypes
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import DOCS

UNIT = (DOCS / "howto" / "server" / "campaign-ledger.service").read_text("utf-8")
FORBIDDEN = {
    "@resources": {
        **{"mbind": 237, "set_mempolicy": 238, "migrate_pages": 256, "move_pages": 279, "ioprio_set": 251},
        **{"sched_setaffinity": 203, "sched_setattr": 314, "sched_setparam": 142, "sched_setscheduler": 144},
        **{"setpriority": 141, "setrlimit": 160},
    },
    "@privileged": {
        **{"chown": 92, "fchown": 93, "lchown": 94, "fchownat": 260, "setuid": 105, "setgroups": 116},
        **{"capset": 126, "chroot": 161, "bpf": 321, "quotactl": 179, "settimeofday": 164},
    },
}
"""Calls of the groups that the unit forbids, by their numbers on x86-64."""
_EPERM = 1
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000 | _EPERM, 0x80000000
_LOAD_NUMBER, _JUMP_IF, _RETURN = 0x20, 0x15, 0x06
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_LIVING = """
from dashboard import app, server
from wiring.library import open_library

open_library({file!r}).close()
print("lives")
"""


class _Step(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_ushort),
        ("then", ctypes.c_ubyte),
        ("otherwise", ctypes.c_ubyte),
        ("number", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.POINTER(_Step)))


def settings(name: str) -> list[str]:
    """The values of a setting of the unit, in order."""
    return [line.partition("=")[2] for line in UNIT.splitlines() if line.startswith(f"{name}=")]


def forbid(numbers: list[int], answer: int) -> None:
    """Let this process make these calls no more, nor any that it starts."""
    steps = [_Step(_LOAD_NUMBER, 0, 0, 0)]
    steps += [_Step(_JUMP_IF, len(numbers) - place, 0, number) for place, number in enumerate(numbers)]
    steps += [_Step(_RETURN, 0, 0, _ALLOW), _Step(_RETURN, 0, 0, answer)]
    program = _Program(len(steps), (_Step * len(steps))(*steps))
    control = ctypes.CDLL(None, use_errno=True).prctl
    assert control(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
    assert control(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0, os.strerror(ctypes.get_errno())


@pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="the numbers are those of Linux on x86-64"
)
def test_the_dashboard_lives_under_the_units_filter_of_system_calls(tmp_path: Path) -> None:
    groups = settings("SystemCallFilter")[-1].removeprefix("~").split()
    assert set(groups) == set(FORBIDDEN)
    numbers = [number for group in groups for number in FORBIDDEN[group].values()]
    answer = _REFUSE if settings("SystemCallErrorNumber") == ["EPERM"] else _KILL
    code = _LIVING.format(file=str(tmp_path / "campaigns.sqlite3"))
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: forbid(numbers, answer),
    )
    assert (ran.returncode, ran.stdout) == (0, "lives\n"), ran.stderr


def test_whom_nobody_named_may_not_look_at_a_service_that_was_just_installed() -> None:
    assert "CAMPAIGN_ACCESS=login" in settings("Environment")
