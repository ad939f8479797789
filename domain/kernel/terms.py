"""Words and bounds that every message is built from.

A slug is what people and scripts call a thing (`sanna`, `old-sabre`): lower-case letters and digits
of any script, joined by hyphens, so that dotted paths like `characters.sanna.heat` stay readable.
"""

import re
import unicodedata
from enum import Enum
from typing import Annotated, NewType

from pydantic import AfterValidator, Field, StringConstraints

LONGEST_SLUG = 80
LONGEST_NAME = 20_000
LONGEST_TEXT = 200_000


class Holds(Enum):
    """The words of a person that stand in a field. They can be taken out of a record: `schema.personal_words`."""

    TEXT = "text"
    """A person's words, or what something is called."""
    PERSON = "person"
    """A person's id."""
    COMMAND = "command"
    """A command, or some fields of one: every text in it may be somebody's words."""
    FILE = "file"
    """The digest of a file: who has the file could show by it that it was here, so it goes out with the file."""


class Spelling(Enum):
    """Ways to say a field of words in a sentence, other than as it is written."""

    OR_ID = "or id"
    """Some rulings write the id of a thing there: what has that id is said by its name."""


_FORBIDDEN_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def _printable(text: str) -> str:
    """Control characters have no meaning in a journal and some databases cannot hold them."""
    if not text.isprintable() and _FORBIDDEN_CONTROLS.search(text):  # the first is quick, and nearly always true
        raise ValueError("text must not contain control characters")
    return text


def _one_line(text: str) -> str:
    if "\n" in text or "\r" in text:
        raise ValueError("a name is one line")
    return text


def _lower(text: str) -> str:
    if text != text.lower():
        raise ValueError("an id is written in lower case")
    return text


SLUG_PATTERN = r"^[^\W_]+(?:-[^\W_]+)*$"

Slug = Annotated[
    str,
    StringConstraints(min_length=1, max_length=LONGEST_SLUG, pattern=SLUG_PATTERN),
    AfterValidator(_lower),
]
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME),
    AfterValidator(_printable),
    AfterValidator(_one_line),
    Holds.TEXT,
]
Text = Annotated[str, StringConstraints(max_length=LONGEST_TEXT), AfterValidator(_printable), Holds.TEXT]
"""May be empty: whether a rule needs it filled is for the rule to refuse, in its own words."""
NameOrId = Annotated[Name, Spelling.OR_ID]
TextOrId = Annotated[Text, Spelling.OR_ID]

Sha256 = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9a-f]{64}$"),
    Field(examples=["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"]),
]
Points = Annotated[int, Field(ge=0, le=1_000_000_000)]
Delta = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
Position = Annotated[int, Field(ge=1, le=2**53)]
RulingNumber = Annotated[int, Field(ge=1, le=2**53)]
DisputeNumber = Annotated[int, Field(ge=1, le=2**53)]

PersonId = NewType("PersonId", str)
CharacterId = NewType("CharacterId", str)

Person = Annotated[PersonId, *Slug.__metadata__, Holds.PERSON]
Character = Annotated[CharacterId, *Slug.__metadata__]


def slugify(name: str) -> str:
    """The slug a name suggests: `Old Sabre` -> `old-sabre`. Empty when the name has no letter or digit."""
    plain = unicodedata.normalize("NFKC", name).lower()
    words = re.findall(r"[^\W_]+", plain.replace("'", "").replace("’", ""))
    return "-".join(words)[:LONGEST_SLUG].strip("-")
