"""Towers with files beside their records."""

import io
from hashlib import sha256
from typing import Any

import sqlalchemy as sa

from domain.kernel.journal.files import AttachFile
from domain.kernel.logged.chapters.intakes import BeginIntake, EndIntake
from ledger.answers import Ruled, Submission
from ledger.files.tables import file_parts, files
from ledger.ledger import Ledger

CONTENT = bytes(range(256)) * 2_600
"""Two whole parts and some more."""
DIGEST = sha256(CONTENT).hexdigest()


def naming(digest: str) -> list[Submission]:
    """An intake of nothing, from a file."""
    begin = BeginIntake(source="Foundry", file="messages.db", sum=digest, blob=digest)
    return [Submission(command=begin), Submission(command=EndIntake())]


def keep(ledger: Ledger, campaign: str, content: bytes = CONTENT) -> str:
    """Put a file in with the record that names it; its digest."""
    digest = ledger.files.stage(ledger.find(campaign).id, io.BytesIO(content), rest=0).digest
    assert all(isinstance(it, Ruled) for it in ledger.rule_all_or_none(campaign, naming(digest)))
    return digest


def attach(ledger: Ledger, campaign: str, content: bytes, **other: Any) -> str:
    """Put a file in with the record that attaches it; its digest."""
    digest = ledger.files.stage(ledger.find(campaign).id, io.BytesIO(content), rest=0).digest
    fields = {"media": "image/jpeg", "size": len(content), "name": "Ada at home.jpg", "role": "picture"}
    command = AttachFile.model_validate({"digest": digest, **fields, **other})
    assert isinstance(ledger.rule(campaign, Submission(command=command)), Ruled)
    return digest


def content_of(ledger: Ledger, campaign: str, digest: str = DIGEST) -> bytes:
    """A kept file, read back."""
    return b"".join(ledger.files.read(ledger.find(campaign).id, digest))


def spoil(ledger: Ledger, digest: str = DIGEST, **instead: Any) -> None:
    """Change the first part of a file; with nothing to change it to, take the whole file away."""
    assert ledger.store.database
    with ledger.store.database.writing() as connection:
        if instead:
            place = sa.and_(file_parts.c.digest == digest, file_parts.c.n == 0)
            connection.execute(sa.update(file_parts).where(place).values(instead))
            return
        for table in (files, file_parts):
            connection.execute(sa.delete(table).where(table.c.digest == digest))
