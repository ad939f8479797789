"""Files that the program puts together, each named by its content, so that a browser keeps them for good."""

import hashlib
from dataclasses import dataclass

FOLDER = "app/static/made/"
"""The path under which the server has them, below the address of the program."""


@dataclass(frozen=True, slots=True)
class NamedFile:
    """One of them."""

    name: str
    content: bytes

    @property
    def address(self) -> str:
        """Its address, as a page says it: relative, for the program may lie below a path of its server."""
        return f"./{FOLDER}{self.name}"


def named(stem: str, ending: str, content: str) -> NamedFile:
    """The file of that content, under a name that no other content has."""
    told = content.encode()
    return NamedFile(f"{stem}.{hashlib.sha256(told).hexdigest()[:16]}.{ending}", told)
