"""Note of when a ledger was last backed up and last verified from here, for whoever asks how it is looked after.

It is kept outside of the ledger, in the state folder of this account: looking after a ledger changes nothing in
it, and who may only read it can look after it too. So it knows what this account did on this computer only.
"""

import json
import os
import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from ledger.clock import Clock, stamp, system_clock
from ledger.database.address import Address

FILE = "upkeep.json"
_LONGEST = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Upkeep:
    """Times as records have them; None for what was never done, as far as is known."""

    backed_up: str | None = None
    backed_up_records: int = 0
    """The number of records in the last backup."""
    verified: str | None = None
    """The time all of the ledger was last verified, or a part of it was found not to be sound."""
    sound: bool = True
    """True if that found it sound."""


def upkeep_of(address: str) -> Upkeep:
    """The upkeep known of the ledger at an address."""
    known = _read(_place()).get(_name(address), {})
    backed_up, records = known.get("backed_up"), known.get("backed_up_records")
    verified, sound = known.get("verified"), known.get("sound")
    return Upkeep(
        backed_up=backed_up if isinstance(backed_up, str) else None,
        backed_up_records=records if isinstance(records, int) else 0,
        verified=verified if isinstance(verified, str) else None,
        sound=sound is not False,
    )


def note_backup(address: str, records: int, clock: Clock = system_clock) -> None:
    """A backup was made and checked."""
    _note(address, replace(upkeep_of(address), backed_up=stamp(clock()), backed_up_records=records))


def note_verified(address: str, *, sound: bool, whole: bool, clock: Clock = system_clock) -> None:
    """The ledger was verified: all of it, or one campaign, which says something only if it is not sound."""
    if whole or not sound:
        _note(address, replace(upkeep_of(address), verified=stamp(clock()), sound=sound))


def _note(address: str, now: Upkeep) -> None:
    """Write it down. Where that cannot be, the next look finds what was known before."""
    place = _place()
    content = json.dumps({**_read(place), _name(address): asdict(now)}, indent=1, sort_keys=True)
    new = place.with_name(f"{place.name}.{os.getpid()}-{secrets.token_hex(4)}")
    with suppress(OSError):
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                file.write(content)
            new.replace(place)
        finally:
            new.unlink(missing_ok=True)


def _place() -> Path:
    return user_state_path("campaign-ledger", appauthor=False) / FILE


def _name(address: str) -> str:
    known = Address.parse(address)
    return str(known.file.resolve()) if known.file is not None else str(known)


def _read(place: Path) -> Mapping[str, dict[str, Any]]:
    with suppress(OSError, ValueError, RecursionError):
        # Nobody waits for what is no file: a pipe would give its words to whoever reads first.
        handle = os.open(place, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with open(handle, encoding="utf-8") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return {}
            found = json.loads(file.read(_LONGEST))
        if isinstance(found, dict):
            return {name: it for name, it in found.items() if isinstance(it, dict)}
    return {}
