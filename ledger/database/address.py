"""Address of a ledger, read once and strictly.

An address may hold a password. So what begins like one and is none is refused, never taken for the name of a file
and never repeated; and what is shown of an address is made of its parts, without any that may be secret.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

import sqlalchemy as sa
from sqlalchemy import exc

from ledger.database.errors import LedgerUnavailable

POSTGRES_NAMES = frozenset(("postgres", "postgresql", "postgresql+psycopg"))
SHAPES = "It is the name of a file, or postgresql://USER@HOST/DATABASE."

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_SQLITE = re.compile(r"sqlite(?:\+pysqlite)?://(?:/(?P<path>[^?]*))?(?:\?mode=(?P<mode>ro|rw))?", re.DOTALL)
_PASSWORD = re.compile(r":[^/\\]*@")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_HOST = re.compile(r"[\w.,:%\[\]\-]*")
_HOSTS = re.compile(r"[\w.,:%\[\]/\-]*")
_PORTS = re.compile(r"[0-9,]*")
_PLAIN = "/\\: "
"""Signs of a path that stand for themselves in an address."""
_NAME = re.compile(r"[^@:/?\s]*")


class WrongAddress(LedgerUnavailable):
    """The text typed is no address of a ledger. The message repeats nothing of it."""


@dataclass(frozen=True, slots=True, repr=False)
class Address:
    """The address of a ledger that was understood."""

    file: Path | None = None
    """The file of a SQLite ledger."""
    read_only: bool = False
    server: sa.URL | None = None
    """A PostgreSQL database. Neither this nor a file: a ledger in memory."""

    @classmethod
    def parse(cls, text: str, *, relative: bool = True) -> "Address":
        """The address in this text: `sqlite:///path`, `sqlite://` (in memory), `postgresql://…`, or a file's name.

        `sqlite:///path?mode=ro` only reads. Unless `relative`, a file is named by its whole path.
        Raises `WrongAddress`.
        """
        if not text.strip() or _CONTROL.search(text):
            raise WrongAddress(f"The address of the ledger is not understood. {SHAPES}")
        if os.name == "nt" and _DRIVE.match(text):
            return cls._of_file(text)
        scheme = _SCHEME.match(text)
        if scheme is None:
            if _PASSWORD.search(text) or not (relative or os.path.isabs(text)):
                raise WrongAddress(f"The address of the ledger is not understood. {SHAPES}")
            return cls._of_file(text)
        name = scheme.group()[:-1].lower()
        if name in ("sqlite", "sqlite+pysqlite"):
            return cls._of_sqlite(text)
        if name in POSTGRES_NAMES:
            return cls._of_server(text)
        raise WrongAddress(
            f"The address of the ledger is not understood: a ledger is kept in SQLite or PostgreSQL. {SHAPES}"
        )

    @classmethod
    def _of_file(cls, name: str, *, read_only: bool = False) -> "Address":
        try:
            return cls(Path(os.path.abspath(Path(name).expanduser())), read_only)
        except RuntimeError as error:
            raise WrongAddress("The address of the ledger names a home folder that there is not.") from error

    @classmethod
    def _of_sqlite(cls, text: str) -> "Address":
        found = _SQLITE.fullmatch(text)
        if found is None:
            raise WrongAddress(
                "The address of the ledger is not understood: a SQLite ledger is sqlite:///PATH, and after the "
                "path only ?mode=ro or ?mode=rw may stand."
            )
        read_only = found["mode"] == "ro"
        if found["path"] in (None, "", ":memory:"):
            return cls(read_only=read_only)
        return cls._of_file(unquote(found["path"]), read_only=read_only)

    @classmethod
    def _of_server(cls, text: str) -> "Address":
        wrong = WrongAddress(f"The address of the ledger is not understood. {SHAPES}")
        try:
            url = sa.make_url(text)
        except (exc.ArgumentError, ValueError):
            raise wrong from None  # the error holds the address, and with it the password
        names = (url.username or "", url.database or "")
        fits = bool(_HOST.fullmatch(url.host or "")) and all(map(_NAME.fullmatch, names)) and "://" in text
        for option, fitting in (("host", _HOSTS), ("port", _PORTS)):
            given = url.query.get(option, "")
            fits = fits and all(map(fitting.fullmatch, [given] if isinstance(given, str) else given))
        if not fits:
            raise wrong
        return cls(server=url.set(drivername="postgresql+psycopg"))

    @property
    def is_sqlite(self) -> bool:
        """True if the ledger is kept in SQLite."""
        return self.server is None

    @property
    def text(self) -> str:
        """The address for another part of the program, with all that is needed to get there: never to be shown."""
        if self.server is not None:
            return self.server.render_as_string(hide_password=False)
        if self.file is None:
            return "sqlite://"
        return f"sqlite:///{quote(str(self.file), _PLAIN)}{'?mode=ro' if self.read_only else ''}"

    def __str__(self) -> str:
        """The ledger as its owner knows it, without the options of the address: some of them are secrets."""
        if self.server is None:
            return "sqlite://" if self.file is None else f"sqlite:///{self.file}"
        query = {word: given for word, given in self.server.query.items() if word in ("host", "port")}
        shown = self.server.set(drivername="postgresql", query=query)
        return shown.render_as_string(hide_password=True)

    def __repr__(self) -> str:
        return f"<Address {self}>"

    def without_secrets(self, words: str) -> str:
        """The message of a driver, without the password and the options that it may have repeated."""
        if self.server is None:
            return words
        given = [it for word, it in self.server.query.items() if word not in ("host", "port", "sslmode")]
        secrets = {self.server.password or ""}.union(*({it} if isinstance(it, str) else set(it) for it in given))
        for secret in sorted(filter(None, secrets), key=len, reverse=True):
            words = words.replace(secret, "…")
        return words
