"""Reasons why a PostgreSQL server was not reached, in words that say what to do about it.

Where there is no connection there is no code either: the driver's own words are all there is to go by.
"""

import re

_ADVICE: tuple[tuple[str, str], ...] = (
    (
        r"no pg_hba\.conf entry .*no encryption",
        "its server does not let this account in from here without encryption. Ask for it in the address with"
        " sslmode=verify-full and sslrootcert=FILE, or at least with sslmode=require",
    ),
    (
        r"no pg_hba\.conf entry|pg_hba\.conf rejects",
        "its server does not let this account in from here. Whoever keeps it can change that in its pg_hba.conf",
    ),
    (
        r"does not support SSL",
        "its server speaks no TLS. Switch it on there (ssl = on), or leave sslmode out of the address where nobody"
        " can listen in between",
    ),
    (
        r"root certificate file .* does not exist",
        "there is no certificate to check the server by. Name that of its authority in the address with"
        " sslrootcert=FILE, or sslrootcert=system for an authority that everybody trusts",
    ),
    (
        r"could not read root certificate file",
        "the file that sslrootcert names in the address is no certificate. Name that of the server's authority",
    ),
    (
        r"certificate verify failed",
        "its certificate is not of the authority that sslrootcert names, or has run out. Make sure whose server"
        " this is before you name another one",
    ),
    (
        r'server certificate for "([^"]*)".* does not match host name',
        r'its certificate is for "\1". Write that name in the address, if this is the server you mean',
    ),
    (
        r"requires a valid client certificate",
        "its server asks for a certificate of yours. Name it in the address with sslcert=FILE and sslkey=FILE",
    ),
    (
        r"authentication failed|no password supplied",
        "the name or the password is wrong, or there is none. Put it into ~/.pgpass or PGPASSWORD",
    ),
)

_FULL = re.compile(
    r"too many clients|connection slots are reserved|too many connections|no more connections allowed"
)
_WHERE = re.compile(
    r"^connection (?:failed|is bad): |connection to server (?:at|on) .*? failed: |(?:FATAL|ERROR): +"
)


def connection_advice(words: str, name: str) -> str | None:
    """The sentence for what the driver said, or None where it says nothing that a person could act on."""
    flat = " ".join(words.split())
    if _FULL.search(flat):
        return f"{name} is busy: its server takes no more connections. Try again."
    for pattern, advice in _ADVICE:
        if found := re.search(pattern, flat):
            return f"{name} cannot be reached: {found.expand(advice)}."
    return None


def connection_error(words: str, name: str) -> str:
    """The same, with the driver's own last words where nothing better is known."""
    last = words.strip().splitlines()[-1].strip() if words.strip() else "nothing was said"
    return connection_advice(words, name) or f"{name} cannot be reached: {_WHERE.sub('', last)}"
