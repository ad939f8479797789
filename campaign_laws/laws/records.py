"""Laws of records: all that a game ever wrote can be read, kept in its folder `golden` or written today."""

import json
from collections.abc import Mapping

from campaign_laws.base import Laws, only_where
from domain.kernel.game import AnyGame
from domain.kernel.messages import tag_of
from domain.kernel.schema.upcasts import superseded
from domain.kernel.vocabulary import event_data
from ledger.records.codec import Codec
from wiring.golden_records import kept_in, records_of_scenarios


def keeps_records(game: AnyGame) -> bool:
    """There are kept records in its package."""
    return bool(kept_in(game))


class RecordLaws(Laws):
    """Tags are the game's own, and its records are read as they were written."""

    def test_every_tag_begins_with_the_key_of_its_game(self) -> None:
        tags = [tag_of(kind) for kind in (*self.game.commands, *self.game.events)]
        assert not [tag for tag in tags if not tag.startswith(f"{self.game.key}.")]

    def test_a_record_of_each_event_is_read_as_it_is_written(self) -> None:
        reads(self.game, records_of_scenarios(self.game))

    @only_where(keeps_records)
    def test_a_record_of_every_version_that_ever_shipped_can_be_read(self) -> None:
        kept = kept_in(self.game)
        reads(self.game, kept)
        written = {tag_of(event) for event in self.game.events}
        missing = written - superseded(written) - kept.keys()
        assert not missing, f"keep a record of {sorted(missing)}: campaign keep-records {self.game.key}"


def reads(game: AnyGame, records: Mapping[str, bytes]) -> None:
    """Read records by their tags, and compare what is read with what was written."""
    codec = Codec(game)
    for tag, line in records.items():
        record = codec.read(tag, line)
        assert record.stored == line
        if tag in codec.vocabulary.events:
            assert event_data(record.event) == json.loads(line)["data"], f"{tag} is not read as it was written"
        else:
            assert tag in game.upcasts, f"{tag} was shipped, and nothing brings it to today's shape"
