"""The key by which an installation knows the caches that it made itself.

What lies in a ledger beside the records saves time and must never decide anything. Whoever can write to the ledger
could put a false snapshot there; so each carries an HMAC whose key lies elsewhere, and one without it is not seen.
"""

import hmac
import json
import os
import secrets
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_state_path

KEY_VARIABLE = "CAMPAIGN_SNAPSHOT_KEY"
"""Holds the key itself, for several machines that share one ledger."""
KEY_FILE = "snapshot.key"

_SHORTEST = 16
_MAC = sha256().digest_size


class Signer:
    """Signs what is kept beside the records, and opens what was signed so."""

    def __init__(self, key: Callable[[], bytes | None]) -> None:
        self._key = cache(key)

    def sign(self, about: tuple[object, ...], body: bytes) -> bytes | None:
        """These bytes behind a signature that holds for what they are `about` only; None without a key."""
        mac = self._mac(about, body)
        return None if mac is None else mac + body

    def opened(self, about: tuple[object, ...], signed: bytes) -> bytes | None:
        """The bytes that were signed, or None unless they were signed here and for the same."""
        mac, body = signed[:_MAC], signed[_MAC:]
        expected = self._mac(about, body)
        return body if expected is not None and hmac.compare_digest(mac, expected) else None

    def _mac(self, about: tuple[object, ...], body: bytes) -> bytes | None:
        key = self._key()
        if key is None:
            return None
        said = json.dumps(about).encode()
        return hmac.digest(key, len(said).to_bytes(8, "big") + said + body, "sha256")


def body_of(signed: bytes) -> bytes:
    """The body after a signature, whoever made it: only for comparing it with the records."""
    return signed[_MAC:]


def signer_of(env: Mapping[str, str]) -> Signer:
    """This installation's signer. `env` is asked for the key before the environment is."""
    given = env.get(KEY_VARIABLE) or os.environ.get(KEY_VARIABLE)
    if given is not None and given.strip():
        return Signer(lambda: _from_words(given.strip()))
    return Signer(lambda: _kept_in(user_state_path("campaign-ledger", appauthor=False) / KEY_FILE))


def _from_words(given: str) -> bytes | None:
    """A key of any text that is long enough not to be guessed."""
    return sha256(given.encode()).digest() if len(given) >= _SHORTEST else None


def _kept_in(path: Path) -> bytes | None:
    """The key in a file that nobody else can read, made anew where there is none such. None if it cannot be."""
    with suppress(OSError, ValueError):
        return _read(path) or _made(path)
    return None


def _read(path: Path) -> bytes | None:
    try:
        # Nobody waits for what is no file, such as a pipe.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    with open(handle, encoding="ascii") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            return None
        own = not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o077)
        key = bytes.fromhex(file.read(100).strip())
    return key if own and len(key) == _MAC else None


def _made(path: Path) -> bytes | None:
    """A new key in the place of none, or of one that others could read. Of two made at once, one is taken."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(secrets.token_hex(_MAC))
    try:
        if path.exists():
            new.replace(path)
        else:
            with suppress(FileExistsError):
                os.link(new, path)
    finally:
        new.unlink(missing_ok=True)
    return _read(path)


def sources_of(*packages: str) -> str:
    """The SHA-256 of every line of these packages: what they make of records may change with any of them."""
    return sha256(" ".join(map(_of_package, packages)).encode()).hexdigest()


@cache
def _of_package(package: str) -> str:
    """The SHA-256 of the lines of one, which is found and not imported: a game takes a while to load."""
    found = sha256()
    spec = find_spec(package)
    if spec is None:
        raise ModuleNotFoundError(f"There is no package {package}.")
    if spec.submodule_search_locations is None:
        sources = [(package, Path(spec.origin).read_bytes())] if spec.origin else []
    else:
        within = [Path(it) for it in spec.submodule_search_locations]
        sources = _sources(within[0] if within and within[0].is_dir() else files(package), package)
    for name, content in sources:
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()


def _sources(folder: Traversable, name: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for each in sorted(folder.iterdir(), key=lambda it: it.name):
        inside = f"{name}/{each.name}"
        if each.is_dir():
            found += _sources(each, inside) if each.name != "__pycache__" else []
        elif each.name.endswith(".py"):
            found.append((inside, each.read_bytes()))
    return found
