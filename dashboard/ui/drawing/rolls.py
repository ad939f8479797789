"""The dice of a roll as they lie on the table at a moment: found in the facts, drawn as dice."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dashboard.ui.drawing.luck import likely
from domain.kernel.facts import (
    DiceRolled,
    DiceSorted,
    DieChanged,
    SceneClosed,
    SceneOpened,
    SessionClosed,
    SessionOpened,
    TestClosed,
    TestOpened,
)
from domain.kernel.people import Viewer, may_see
from exchange.documents.html.dice import ShownDie, die_html
from exchange.documents.html.markup import joined, people, text
from ledger.answers import ToldRecord
from projections.views.odds import likelihood
from projections.views.recap_words import teams_words

_BEYOND = (SceneOpened, SceneClosed, SessionOpened, SessionClosed)
_ANY = (*_BEYOND, TestOpened, TestClosed, DiceRolled, DieChanged, DiceSorted)
STILL_FRESH = 8
"""The number of records ago that a test may have been settled and still be what everything is about."""


@dataclass(slots=True)
class Hand:
    """The dice that one roller has on the table, by die id, and what they came to."""

    roller: str
    purpose: str
    reading: str
    dice: dict[str, ShownDie]
    odds: str = ""
    """The odds of its falling so, where the game looks at one number."""


@dataclass(slots=True)
class OnTable:
    """A roll, or everything rolled within one test, as of a position."""

    test: str | None
    form: str = ""
    aim: str = ""
    teams: tuple[tuple[str, ...], ...] = ()
    """Names of those who act together, then of those against them."""
    outcome: str = ""
    winner: str = ""
    hands: list[Hand] = field(default_factory=list)
    position: int = 0
    ruling: int = 0
    settled: bool = False


def on_table(told: Iterable[ToldRecord], viewer: Viewer, at: int) -> OnTable | None:
    """The last test or roll in these records, as far as this viewer may know it; None when no die fell.

    Dice that fell or turned in the record at `at` are marked fresh.
    """
    table: OnTable | None = None
    for each in told:
        facts = [fact for fact in each.retelling.facts if isinstance(fact, _ANY)]  # most records have none
        if not facts or not may_see(viewer, each.retelling.audience):
            continue
        names, envelope = each.retelling.names, each.record.envelope
        for fact in facts:
            if not may_see(viewer, fact.audience):
                continue
            if isinstance(fact, _BEYOND):
                table = None  # dice leave the table with their scene and their session
                continue
            if isinstance(fact, TestOpened):
                teams = tuple(tuple(names.get(side, side) for side in team) for team in fact.teams)
                table = OnTable(test=fact.test, form=fact.form, aim=names.get(fact.aim, fact.aim), teams=teams)
            elif isinstance(fact, DiceRolled):
                if table is None or not _belongs(table, fact.test, envelope.ruling):
                    table = OnTable(test=fact.test)
                table.hands.append(_hand(fact, names, envelope.position == at))
            elif isinstance(fact, DieChanged) and table is not None:
                _turn(table, fact, names, envelope.position == at)
            elif isinstance(fact, DiceSorted) and table is not None:
                _sort(table, fact, names)
            elif isinstance(fact, TestClosed) and table is not None and fact.test == table.test:
                table.outcome, table.settled = fact.outcome, True
                table.winner = names.get(fact.winner, fact.winner) if fact.winner else ""
            else:
                continue
            table.position, table.ruling = envelope.position, envelope.ruling
    return table if table is not None and (table.hands or not table.settled) else None


def _belongs(table: OnTable, test: str | None, ruling: int) -> bool:
    """True if a roll joins what lies there: the same test, or, outside any test, the same ruling."""
    return test == table.test if test is not None else table.test is None and table.ruling == ruling


def _hand(fact: DiceRolled, names: Mapping[str, str], fresh: bool) -> Hand:
    dice = {
        die.id: ShownDie(
            die.size, die.face, names.get(die.label, die.label), die.kept, fresh=fresh, fudge=die.fudge
        )
        for die in fact.dice
    }
    found = likelihood(fact)
    odds = likely(found) if found else ""
    return Hand(names.get(fact.roller, fact.roller), fact.purpose, fact.reading, dice, odds)


def _turn(table: OnTable, fact: DieChanged, names: Mapping[str, str], fresh: bool) -> None:
    roller = names.get(fact.roller, fact.roller)
    for hand in reversed(table.hands):
        die = hand.dice.get(fact.die)
        if die is not None and hand.roller == roller:
            die.was, die.face, die.why, die.fresh = fact.was, fact.now, fact.why, fresh
            hand.reading = fact.reading
            return


def _sort(table: OnTable, fact: DiceSorted, names: Mapping[str, str]) -> None:
    roller = names.get(fact.roller, fact.roller)
    for hand in reversed(table.hands):
        if hand.roller == roller and all(die.id in hand.dice for die in fact.dice):
            for die in fact.dice:
                lying = hand.dice[die.id]
                lying.kept, lying.label = die.kept, names.get(die.label, die.label)
            hand.reading = fact.reading
            return


# --- drawing ---------------------------------------------------------------------------------------------


def table_html(table: OnTable | None, at: int, ruling: int) -> str:
    """The dice on the table. Without any, a quiet line; once play went on, the last roll at half strength."""
    if table is None:
        return '<p class="quiet">No dice on the table.</p>'
    past = table.settled and table.ruling != ruling and at - table.position > STILL_FRESH
    head = ""
    if table.form or table.teams:
        against = teams_words(table.teams, people)
        aim = people(table.aim, "em") if table.aim else ""
        head = f'<p class="test"><b>{text(_words(table.form) or "Test")}</b> {against}{aim}</p>'
    hands = joined(_hand_html(hand) for hand in table.hands)
    hands = hands or '<p class="quiet">No die has fallen yet.</p>'
    outcome = ""
    if table.settled:
        said = text(_words(table.outcome))
        if table.winner:
            said = f"{people(table.winner)}: {said[:1].lower() + said[1:]}"
        outcome = f'<p class="outcome">{said}</p>'
    css = "hands past" if past else "hands"
    return f'<div class="{css}">{head}{hands}{outcome}</div>'


def _words(term: str) -> str:
    """A game's own term as words: underscores are spaces, and it begins a line."""
    words = term.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _hand_html(hand: Hand) -> str:
    dice = joined(die_html(die) for die in hand.dice.values())
    purpose = f" <small>{text(hand.purpose.replace('_', ' '))}</small>" if hand.purpose else ""
    reading = people(hand.reading, "span", "reading") if hand.reading else ""
    said = f"<p>{people(hand.roller, 'b')}{purpose}{reading}</p>"
    odds = f'<p class="odds">{text(hand.odds)}</p>' if hand.odds else ""
    return f'<div class="hand">{said}<div class="dice">{dice}</div>{odds}</div>'
