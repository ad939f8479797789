"""The small files of an archive: what the records mean and by which rules they came about."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter

from domain.kernel.campaign.house_rules import HouseRulesChanged
from domain.kernel.game import AnyGame
from domain.kernel.messages import tag_of
from domain.kernel.moment import AnyMoment
from domain.kernel.vocabulary import Vocabulary
from exchange.archive.layout import SCHEMAS, RulesPage
from ledger.care.log_check import Tallies
from ledger.log.chain import Link, Withheld
from ledger.log.receipts import Receipt
from ledger.log.record import described_envelope
from ledger.log.tags import SEALED

_HOUSE_RULES_CHANGED = tag_of(HouseRulesChanged)
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Gathered:
    """Notes on the records while they go by, for the pages about them."""

    def __init__(self, withheld: Mapping[int, Withheld]) -> None:
        self.tags: set[str] = set()
        self.tallies = Tallies(withheld)
        self._tally_at: dict[int, str] = {}
        self._versions: Counter[int] = Counter()
        self._founded_with: dict[str, Any] = {}
        self._changes: list[dict[str, Any]] = []

    def note(self, link: Link) -> None:
        """Take note of one record. Raises `BrokenLedger` where it carries another tally than those before have."""
        if link.aside:
            self.tallies.pass_over(link.stored)
            return
        self.tallies.take_in(link, json.loads(link.stored))
        if link.tally is not None and link.tag == SEALED:
            # A session is sealed at the record before the one that says so.
            self._tally_at[link.position - 1] = link.tally
        self.tags.add(link.tag)
        self._versions[link.rules] += 1
        if link.position == 1:
            self._founded_with = json.loads(link.stored)["data"].get("house_rules", {})
        if link.tag == _HOUSE_RULES_CHANGED:
            data = json.loads(link.stored)["data"]
            self._changes.append({"position": link.position, **data})

    @property
    def format(self) -> int:
        """2 where records carry a tally, else 1."""
        return 2 if self.tallies.carried else 1

    @property
    def head_tally(self) -> str | None:
        """The tally of all that were noted; None in format 1, which has none."""
        return self.tallies.after if self.tallies.carried else None

    def receipts_page(self, head: Receipt, moment: AnyMoment) -> bytes:
        """List the receipts of the log at its end and at every sealed session: what a person keeps to check it
        later.
        """
        parts = "its seal and its tally" if head.tally else "the seal of its record"
        lines = [
            f"# Receipts of this campaign: a position, and {parts}. Keep a copy somewhere else.",
            f"{head}  the end of the log",
        ]
        for number, seal in sorted(moment.journal.seals.items()):
            receipt = Receipt(seal.position, seal.seal, self._tally_at.get(seal.position, ""))
            lines.append(f"{receipt}  session {number}, sealed")
        return "".join(f"{line}\n" for line in lines).encode()

    def rules_page(self, game: AnyGame, moment: AnyMoment) -> bytes:
        """By which rules the campaign was judged; `moment` is the last."""
        page = RulesPage(
            game=game.key,
            rules_versions={str(version): many for version, many in sorted(self._versions.items())},
            founded_with=self._founded_with,
            house_rules=moment.game.house_rules.model_dump(mode="json"),
            changes=self._changes,
            settings=game.house_rules.model_json_schema(),
        )
        return page.model_dump_json(indent=2).encode() + b"\n"


def schemas_of(game: AnyGame, tags: Iterable[str], number: int) -> Mapping[str, dict[str, Any] | None]:
    """The JSON Schema of a whole record, for each of these tags; none for a tag that only old programs wrote.

    `number` is the format's.
    """
    events = Vocabulary(game).events
    return {tag: _record_schema(tag, events[tag], number) if tag in events else None for tag in sorted(tags)}


def _record_schema(tag: str, event: Any, number: int) -> dict[str, Any]:
    schema = TypeAdapter(described_envelope()).json_schema()
    for later in ("salt", "tally", "words") if number == 1 else ():
        del schema["properties"][later]
    data = event.model_json_schema()
    schema["$defs"] = data.pop("$defs", {})
    schema["properties"]["data"] = data
    schema["properties"]["type"] = {"const": tag, "description": "What happened."}
    return {"$schema": _DIALECT, **schema, "title": tag}


def schema_path(tag: str) -> str:
    """The file of a record's schema."""
    return f"{SCHEMAS}/{tag}.json"


def receipts_in(page: bytes) -> list[Receipt]:
    """The receipts on such a page. Raises `NotAReceipt`."""
    lines = (line.strip() for line in page.decode("utf-8", "replace").splitlines())
    return [Receipt.parse(line.split()[0]) for line in lines if line and not line.startswith("#")]
