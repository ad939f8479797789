"""Words as they were typed, bounded and turned into commands: whatever is off is told in one plain sentence."""

import sys
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from cli.outcome import usage_error
from domain.kernel.terms import Text
from domain.kernel.wording.faults import first_problem
from ledger.log.receipts import Receipt

LONGEST_JSON = 4_000_000
"""Characters of one command: twenty texts as long as texts may be."""


class GivenReason(BaseModel):
    """A reason by itself, as every command takes one."""

    reason: Text


M = TypeVar("M", bound=BaseModel)


def validated(kind: type[M], **fields: object) -> M:
    """A command of this kind with these fields as typed. Raises `CommandFailed` when one of them will not do."""
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        raise usage_error(first_problem(error)) from error


def receipt(text: str | None) -> Receipt | None:
    """The receipt typed after --expect, if one was. Raises `NotAReceipt`."""
    return None if text is None else Receipt.parse(text)


def json_from(text: str) -> str:
    """JSON given as a word, or on stdin for `-`. Raises `CommandFailed` for what is longer than any command."""
    if text == "-":
        try:
            text = sys.stdin.read(LONGEST_JSON + 1)
        except UnicodeDecodeError as error:
            raise usage_error("What came on stdin is not UTF-8.") from error
    if len(text) > LONGEST_JSON:
        raise usage_error(f"A command has {LONGEST_JSON:,} characters at the most.")
    return text
