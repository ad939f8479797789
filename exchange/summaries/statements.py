"""From a text somebody wrote to statements: who, in which words, with which numbers and texts.

A line is one statement, or several with semicolons between them; what stands before a colon is who they are about.
`name=value` and `name="a text"` fill a field by its name, a text in quotes the next text there is, and everything
else is words. Commas part what is said of several things. `#` begins a remark.
"""

import re
import unicodedata
from dataclasses import dataclass

LONGEST_SUMMARY = 20_000
"""Characters of one summary."""
MOST_STATEMENTS = 200

_PIECE = re.compile(
    r"""(?P<name>[^\W\d]\w*)\s*=\s*(?:"(?P<text>[^"]*)"|“(?P<curly>[^”]*)”|(?P<value>[^\s;"“]+))
      | "(?P<quoted>[^"]*)" | “(?P<said>[^”]*)”
      | (?P<comma>,)
      | (?P<word>(?<!\w)\d*[dD](?:\d+|[fF]\b|%)(?:[-+*!<>=][-+*!<>=\w]*)? | [^\W_]+(?:['’.\-][^\W_]+)*)""",
    re.VERBOSE,
)
DICE = re.compile(r"\d*d(?:\d+|f|%)(?:[-+*!<>=]\S*)?")
"""A word that names dice: `2d6+1`, `d100`."""
_BREAK = re.compile(r"""("[^"]*"|“[^”]*”)|;|\s/\s""")
_WHO = re.compile(r"""^([^:;="“,]{1,80}):\s*(.*)$""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One step as it was said. `parts` are the words between commas, in lower case."""

    line: int
    text: str
    who: tuple[str, ...] = ()
    parts: tuple[tuple[str, ...], ...] = ()
    quoted: tuple[tuple[int, str], ...] = ()
    """Texts in quotes, each with the number of the part it stands in."""
    named: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """All the words there are."""
        return tuple(word for part in self.parts for word in part)


def statements_in(text: str) -> list[Statement]:
    """The statements of a text, in its order."""
    found: list[Statement] = []
    for number, raw in enumerate(text[:LONGEST_SUMMARY].splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        who, rest = "", line
        if about := _WHO.match(line):
            who, rest = about[1].strip(), about[2]
        found += [_statement(number, who, piece) for piece in _apart(rest)]
    return found[:MOST_STATEMENTS]


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text as they are compared: lower case, without accents."""
    return tuple(found["word"] for found in _PIECE.finditer(plain(text)) if found["word"])


def plain(text: str) -> str:
    """A text as it is compared."""
    apart = unicodedata.normalize("NFKD", text.replace("’", "'"))
    return "".join(char for char in apart if not unicodedata.combining(char)).casefold()


def _apart(line: str) -> list[str]:
    """The statements of a line: quoted texts may hold what parts them elsewhere."""
    pieces, begun = [], 0
    for found in _BREAK.finditer(line):
        if found[1] is None:
            pieces.append(line[begun : found.start()])
            begun = found.end()
    pieces.append(line[begun:])
    return [piece.strip() for piece in pieces if piece.strip()]


def _statement(number: int, who: str, piece: str) -> Statement:
    parts: list[list[str]] = [[]]
    quoted: list[tuple[int, str]] = []
    named: list[tuple[str, str]] = []
    for found in _PIECE.finditer(piece):
        if found["name"]:
            value = next(each for each in (found["text"], found["curly"], found["value"]) if each is not None)
            named.append((plain(found["name"]), value))
        elif found["comma"]:
            parts.append([])
        elif found["word"]:
            parts[-1].append(plain(found["word"]))
        else:
            quoted.append((len(parts) - 1, found["quoted"] if found["quoted"] is not None else found["said"]))
    return Statement(
        line=number,
        text=f"{who}: {piece}" if who else piece,
        who=words_of(who),
        parts=tuple(map(tuple, parts)),
        quoted=tuple(quoted),
        named=tuple(named),
    )
