"""The statements that change or take out a record: one for removing words, one for what a repair has moved."""

import re

from tests.architecture.test_layers import PACKAGES, ROOT

TABLE = r"(?:(?:\w+\.)?events\b(?!\.c)|\{(?:\w+\.)?events\b|ledger_events)"
CHANGES = re.compile(rf"\b(update|delete)\(\s*{TABLE}|\b(UPDATE|DELETE\s+FROM)\s+{TABLE}")


def found_in(text: str) -> list[str]:
    return [(found[1] or found[2]).split()[0].lower() for found in CHANGES.finditer(text)]


def test_no_other_statement_changes_a_record() -> None:
    assert found_in("sql.update(schema.events); delete(events)") == ["update", "delete"]
    assert found_in('f"DELETE FROM {schema.events.name}"; "UPDATE ledger_events SET"') == ["delete", "update"]
    files = sorted(file for folder in PACKAGES for file in (ROOT / folder).rglob("*.py"))
    found = {str(it.relative_to(ROOT)): made for it in files if (made := found_in(it.read_text("utf-8")))}
    assert found == {"ledger/care/redaction.py": ["update"], "ledger/care/repair/on_server.py": ["delete"]}
