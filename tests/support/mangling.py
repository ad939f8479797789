"""Files as they arrive from strangers: cut, mis-encoded, shuffled, doubled, spliced with others."""

import random
from pathlib import Path

from exchange.imports.entries import NotTaken
from exchange.imports.recognising import FORMATS, format_of
from exchange.imports.source import ImportFile
from exchange.imports.spool import spooled
from exchange.imports.survey import survey
from tests.support.intake import FILES, SAMPLES

SECRETS = (
    "0a5eeeb9c218212e92d413c4a8ad90ad379eec18ab17487542c7744921cdd025",
    "bee8d0ef2a94eec8bf7fe260edd38155dd1d29ce920d37babdb10c0886618cc6",
)
"""The beginning of the hash of a password, and its salt, as they stand in a sample."""
TRICKY = (
    *(
        b"\x00",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\xc3\x28",
        b"\xed\xa0\x80",
        b"\\ud800",
        b"\r\n",
        b"\x1b[2J",
        b"\x7f",
    ),
    *(b"{", b"}", b"[" * 300, b"]", b'"', b"\\", b",", b":", b"null", b"NaN", b"-1e999", b"9" * 400, b"1e5"),
    *(b"<div>" * 300, b"</div>", b"<![CDATA[", b"<!", b"&#0;", b"&#xD800;", b"<script>", b'class="message x"'),
    *(
        b"```",
        b"```iron-vault-mechanics\n",
        b"`iv-",
        b"|",
        b"/-",
        b"{{",
        b"$[[0]]",
        b"$[[99999]]",
        b"0d0",
        b"99d99999",
    ),
    *(
        b"---\n",
        b"# Text Elements\n",
        b"[1g20+1p4-2r6 = 18]",
        b"[ADV] [DROPPED 99]",
        b"[TYPE: x (1d6=2)]" * 40,
        b'{"term":' * 300,
        b"[x,persistent]",
        b"0dc",
        b"99d9min9",
    ),
    *("\u202e".encode(), "\U0001f9db".encode(), "\u2028".encode(), b"A" * 3_000),
)


def mangled(chance: random.Random) -> bytes:
    """A sample after one to five accidents."""
    data = (FILES / chance.choice(SAMPLES)).read_bytes()
    for _ in range(chance.randint(1, 5)):
        data = _accident(data, chance)
    return data


def _accident(data: bytes, chance: random.Random) -> bytes:
    first, last = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    match chance.randrange(10):
        case 0:
            return data[:last]
        case 1:
            return data[first:]
        case 2:
            return data[:first] + data[last:]
        case 3:
            return data[:last] + data[first:]  # a stretch twice
        case 4:
            return data[:first] + chance.choice(TRICKY) + data[first:]
        case 5:
            noise = bytes(byte ^ (chance.randrange(256) if chance.random() < 0.02 else 0) for byte in data)
            return noise
        case 6:
            lines = data.split(b"\n")
            chance.shuffle(lines)
            return b"\n".join(lines)
        case 7:
            other = (FILES / chance.choice(SAMPLES)).read_bytes()
            return data[:first] + other[chance.randrange(len(other)) :]
        case 8:
            lines = data.split(b"\n")
            return b"\n".join(line for line in lines for _ in range(chance.choice((0, 1, 1, 1, 2))))
        case _:
            encoding = chance.choice(("utf-16", "utf-32", "cp1252", "utf-8-sig"))
            return data.decode("utf-8", "replace").encode(encoding, "replace")


def read_through(path: Path, chance: random.Random) -> str:
    """Read a file as what it seems to be, or as any format at all; what came of it, in a word.

    Whatever it holds, only `NotTaken` may be raised.
    """
    source = ImportFile(path, path.name)
    try:
        form = chance.choice(list(FORMATS.values())) if chance.random() < 0.3 else format_of(source)
    except NotTaken:
        return "not taken"
    with spooled(source, form) as spool:
        found = survey(spool)
        assert found.entries == spool.entries
        for said in spool:
            assert not any(secret in said.text for secret in SECRETS)
        return "broken off" if spool.broken else "read"
