"""`carry-over`: a character taken on from an earlier campaign, with what it had earned there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.campaigns.rulings import print_answer
from cli.options import Options
from cli.outcome import usage_error
from exchange.archive.checking import check
from exchange.archive.opening import opened
from exchange.archive.storing import store
from ledger.answers import Submission
from ledger.ledger import Ledger
from wiring.library import Library, games


def carry_over(
    options: Options,
    campaign: str,
    earlier: str,
    character: str,
    *,
    by: str,
    at: int | None,
    archive: str | None,
) -> None:
    """Look up what stood there, and record it as this person's step in the new campaign."""
    with options.existing() as library, reading(library, archive) as there:
        entry, old = library.ledger.find(campaign), there.find(earlier)
        game = library.ledger.game(entry.game)
        if old.game != entry.game:
            raise usage_error(f"{earlier} is a campaign of another game than {campaign}.")
        position = there.head(old.slug) if at is None else at
        moment = there.moment(old.slug, position)
        command = game.carries(moment.game, character, (old.slug, position, moment.seal))
        if command is None:
            raise usage_error(f"There is nothing to carry over for {character!r} in {earlier}, record {position}.")
        answer = library.ledger.rule(entry.slug, Submission(command=command, by=by), earlier=there)
        print_answer(options, entry.slug, answer)


@contextmanager
def reading(library: Library, archive: str | None) -> Iterator[Ledger]:
    """The ledger the earlier campaign is read from: this one, or an archive opened for the while."""
    if archive is None:
        yield library.ledger
        return
    place = Path(archive)
    if not (place.is_file() or place.is_dir()):
        raise usage_error(f"There is no file or folder {archive}.")
    with opened(place) as found:
        ledger = Ledger(games(), {"SQLALCHEMY_URL": "sqlite://"})
        try:
            store(ledger, check(found, games()))
            yield ledger
        finally:
            ledger.close()
