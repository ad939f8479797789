"""Times of a search in a large ledger: `python benchmarks/searching.py [RECORDS] [CAMPAIGNS] [postgres]`.

Notes of made-up sentences, the same in every run, in several campaigns, on SQLite or the PostgreSQL of the tests.
Times are of one run on one machine; the first search also puts every text into the index.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.journal.notes import Visibility, WriteNote
from domain.kernel.terms import PersonId
from ledger.answers import Submission
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from projections.tables.search.finder import Finder
from projections.tables.search.query import Wanted
from tests.support.postgres import running_postgres
from tests.support.toy import GAME

RECORDS, CAMPAIGNS, AT_ONCE, ROUNDS, WORDS = 100_000, 10, 2_000, 5, 4_000
SYLLABLES = ("ka", "mor", "thel", "ing", "dra", "vas", "un", "eri", "sol", "tam", "bre", "ost", "fin", "wy", "gar")


def vocabulary(chance: random.Random) -> list[str]:
    return ["".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(WORDS)]


def note(chance: random.Random, known: list[str]) -> WriteNote:
    # Common words are very common, as in any language.
    words = [known[int(WORDS * chance.random() ** 4)] for _ in range(chance.randint(6, 22))]
    seen = Visibility.GM if chance.random() < 0.1 else Visibility.TABLE
    return WriteNote(text=" ".join(words).capitalize() + ".", visibility=seen)


@contextmanager
def address(folder: str, kind: str) -> Iterator[str]:
    if kind != "postgres":
        yield f"sqlite:///{folder}/ledger.sqlite3"
        return
    with running_postgres() as server:
        yield server.fresh_database()


def timed(views: ReadModels, wanted: Wanted, person: str | None) -> tuple[float, int]:
    times, total = [], 0
    for _ in range(ROUNDS):
        started = perf_counter()
        total = views.find(wanted, PersonId(person) if person else None, everything=person is None).total
        times.append(perf_counter() - started)
    return median(times) * 1000, total


def main(records: int, campaigns: int, kind: str) -> None:
    chance = random.Random(7)
    known = vocabulary(chance)
    with tempfile.TemporaryDirectory() as folder, address(folder, kind) as url:
        ledger = Ledger({"toy": GAME}, {"SQLALCHEMY_URL": url})
        slugs = [f"tale-{number}" for number in range(campaigns)]
        for slug in slugs:
            ledger.found(FoundCampaign(game="toy", title=slug, slug=slug))
            for _ in range(max(1, round(records / campaigns / AT_ONCE))):
                ledger.rule_all(slug, [Submission(command=note(chance, known), by="gm") for _ in range(AT_ONCE)])
        views = ReadModels(ledger)
        started = perf_counter()
        views.summaries()
        print(f"rows of {records:,} records in {campaigns} campaigns: {perf_counter() - started:.1f} s")
        started = perf_counter()
        views.find(Wanted(words="x"))
        print(f"first search, indexing them: {perf_counter() - started:.1f} s")
        asked = {
            "a word in most texts": known[0],
            "a rarer word": known[1_500],
            "two words": f"{known[3]} {known[40]}",
            "a phrase": f'"{known[0]} {known[1]}"',
            "what begins with three letters": known[700][:3],
            "nothing there": "xyzzy",
            "no words: the newest": "",
        }
        for what, words in asked.items():
            found, total = timed(views, Wanted(words=words), None)
            by_one, fewer = timed(views, Wanted(words=words), "ann")
            one, _ = timed(views, Wanted(words=words, campaigns=(slugs[0],)), None)
            print(
                f"{what}: {total:,} in {found:.0f} ms; as a player {fewer:,} in {by_one:.0f} ms; "
                f"in one campaign {one:.0f} ms"
            )
        views.finder = Finder(views.database)
        views.finder._index = None
        found, total = timed(views, Wanted(words=known[1_500]), None)
        print(f"a rarer word with no index, read through: {total:,} in {found:.0f} ms")
        ledger.close()


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    many, parts = (*numbers, *(RECORDS, CAMPAIGNS)[len(numbers) :])
    main(many, parts, sys.argv[-1])
