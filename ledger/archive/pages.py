"""The small files of an archive: what the records mean and by which rules they came about."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter

from domain.kernel.campaign.events import HouseRulesChanged
from domain.kernel.game import AnyGame
from domain.kernel.messages import tag_of
from domain.kernel.moment import AnyMoment
from domain.kernel.vocabulary import Vocabulary
from ledger.archive.layout import SCHEMAS, RulesPage
from ledger.chain import Link
from ledger.receipts import Receipt
from ledger.records import Envelope

_HOUSE_RULES_CHANGED = tag_of(HouseRulesChanged)
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Gathered:
    """What is noted of the records while they go by, for the pages about them."""

    def __init__(self) -> None:
        self.tags: set[str] = set()
        self._versions: Counter[int] = Counter()
        self._founded_with: dict[str, Any] = {}
        self._changes: list[dict[str, Any]] = []

    def note(self, link: Link) -> None:
        """Take note of one record."""
        self.tags.add(link.tag)
        self._versions[link.rules] += 1
        if link.position == 1:
            self._founded_with = json.loads(link.stored)["data"].get("house_rules", {})
        if link.tag == _HOUSE_RULES_CHANGED:
            data = json.loads(link.stored)["data"]
            self._changes.append({"position": link.position, **data})

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


def schemas_of(game: AnyGame, tags: Iterable[str]) -> Mapping[str, dict[str, Any] | None]:
    """The JSON Schema of a whole record, for each of these tags; none for a tag that only old programs wrote."""
    events = Vocabulary(game).events
    return {tag: _record_schema(tag, events[tag]) if tag in events else None for tag in sorted(tags)}


def _record_schema(tag: str, event: Any) -> dict[str, Any]:
    schema = TypeAdapter(Envelope).json_schema()
    data = event.model_json_schema()
    schema["$defs"] = data.pop("$defs", {})
    schema["properties"]["data"] = data
    schema["properties"]["type"] = {"const": tag, "description": "What happened."}
    return {"$schema": _DIALECT, **schema, "title": tag}


def schema_path(tag: str) -> str:
    """The file of a record's schema."""
    return f"{SCHEMAS}/{tag}.json"


def receipts_page(head: Receipt, moment: AnyMoment) -> bytes:
    """Where the log stood at its end and at every sealed session: what a person keeps to check it later."""
    lines = [
        "# Receipts of this campaign: a position, and the seal of its record. Keep a copy somewhere else.",
        f"{head}  the end of the log",
    ]
    sealed = sorted(moment.journal.seals.items())
    lines += [f"{Receipt(seal.position, seal.seal)}  session {number}, sealed" for number, seal in sealed]
    return "".join(f"{line}\n" for line in lines).encode()


def receipts_in(page: bytes) -> list[Receipt]:
    """The receipts on such a page. Raises `NotAReceipt`."""
    lines = (line.strip() for line in page.decode("utf-8", "replace").splitlines())
    return [Receipt.parse(line.split()[0]) for line in lines if line and not line.startswith("#")]
