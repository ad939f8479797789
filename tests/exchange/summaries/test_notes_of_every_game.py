"""A whole contest out of somebody's notes, in all five games; and what happens to notes that do not pass."""

from collections.abc import Iterator

import pytest

from domain.registry import games
from exchange.summaries.rehearsal import Rehearsal, rehearse
from exchange.summaries.statements import statements_in
from ledger.answers import Refused, Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from tests.support.playing import MEMORY
from tests.support.summaries import NOTES, Notes, begun

SLUG = "evening"
OF_CRUCIBLE = NOTES[0]


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    opened = Ledger(games(), MEMORY)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def untouched() -> Iterator[Ledger]:
    """A contest about to begin, for notes that record nothing."""
    opened = Ledger(games(), MEMORY)
    begun(opened, OF_CRUCIBLE, SLUG)
    yield opened
    opened.close()


def come_of(ledger: Ledger, notes: Notes, text: str | None = None) -> Rehearsal:
    moment = ledger.moment(SLUG)
    return rehearse(
        ledger.game(notes.game), moment, notes.text if text is None else text, moment.campaign.gm or ""
    )


def sent(come: Rehearsal) -> list[Submission]:
    return [taken.submission(f"notes:{n}") for n, taken in enumerate(come.taken)]


@pytest.mark.parametrize("notes", NOTES, ids=[notes.game for notes in NOTES])
def test_notes_become_the_rulings_of_a_whole_contest(ledger: Ledger, notes: Notes) -> None:
    begun(ledger, notes, SLUG)
    head = ledger.head(SLUG)
    come = come_of(ledger, notes)
    assert come.stuck is None
    assert ledger.head(SLUG) == head, "a rehearsal records nothing"
    answers = ledger.rule_all_or_none(SLUG, sent(come))
    assert [type(answer) for answer in answers] == [Ruled] * notes.rulings
    for answer, taken in zip(answers, come.taken, strict=True):
        assert isinstance(answer, Ruled)
        assert tuple(told.retelling.headline for told in answer.told) == tuple(
            it.headline for it in taken.retellings
        )
    alone = [taken for taken in come.taken if taken.statement is None]
    assert not any(taken.faces for taken in alone)
    assert verify(ledger, SLUG).sound
    again = ledger.rule_all_or_none(SLUG, sent(come))
    assert all(isinstance(answer, Ruled) and answer.repeated for answer in again)


@pytest.mark.parametrize(
    ("was", "wrong", "line", "why", "code"),
    [
        ("4 2 3", "4 2 9", 4, "9", "dice_wrong"),
        ("4 2 3", "4 2", 4, "", "dice_missing"),
        ("weigher helps", "swordplay helps", 4, "no step in order now", ""),
        ("let it settle 2", "let it settle twice", 6, "no step in order now", ""),
        ('picks up dice "Say', 'dances "Say', 2, "no step in order now", ""),
        ('"Seventeen years."', '""', 4, "", "description_missing"),
    ],
)
def test_the_step_that_does_not_pass_is_named(
    untouched: Ledger, was: str, wrong: str, line: int, why: str, code: str
) -> None:
    head = untouched.head(SLUG)
    assert was in OF_CRUCIBLE.text
    come = come_of(untouched, OF_CRUCIBLE, OF_CRUCIBLE.text.replace(was, wrong))
    assert come.stuck is not None
    assert come.stuck.statement.line == line
    assert why in come.stuck.why
    assert come.stuck.code == code
    assert untouched.head(SLUG) == head


def test_rulings_that_no_longer_pass_are_none_of_them_recorded(ledger: Ledger) -> None:
    """Somebody else was faster: what was rehearsed is decided again, and the first refusal takes all with it."""
    begun(ledger, OF_CRUCIBLE, SLUG)
    come = come_of(ledger, OF_CRUCIBLE)
    late = sent(come)[5:]
    head = ledger.head(SLUG)
    ledger.rule_all_or_none(SLUG, sent(come)[:1])
    answers = ledger.rule_all_or_none(SLUG, [sent(come)[1], *late])
    assert isinstance(answers[-1], Refused)
    assert ledger.head(SLUG) == head + len(ledger_records(ledger, head))
    assert ledger.moment(SLUG).game.contest.sides.keys() == {"anselm"}
    assert all(isinstance(answer, Ruled) for answer in ledger.rule_all_or_none(SLUG, sent(come)[1:]))


def ledger_records(ledger: Ledger, since: int) -> list[int]:
    return [record.position for record, _ in ledger.line(SLUG, since=since)]


def test_a_field_may_be_called_as_the_form_calls_it(ledger: Ledger) -> None:
    notes = next(it for it in NOTES if it.game == "death_of_the_vele")
    begun(ledger, notes, SLUG)
    as_labelled = notes.text.replace("opponents=", "whom=").replace("subject=", "About=")
    assert as_labelled != notes.text
    by_name, by_label = (come_of(ledger, notes, text) for text in (notes.text, as_labelled))
    assert by_label.stuck is None
    assert [it.command for it in by_label.taken] == [it.command for it in by_name.taken]


@pytest.mark.parametrize("text", ["", "# a remark", ";;; ,,", "\x00\x01", "GM:", '"' * 300, "=" * 300, "a=" * 300])
def test_what_says_nothing_is_stuck_or_nothing(untouched: Ledger, text: str) -> None:
    come = come_of(untouched, OF_CRUCIBLE, text)
    assert not come.taken
    assert (come.stuck is None) == (not statements_in(text))


def test_a_line_may_hold_several_statements_about_one_person() -> None:
    first, second, third = statements_in('Odile Rask: picks up dice "Now; or never"; voice, iron helps / 6 3 4')
    assert first.who == second.who == third.who == ("odile", "rask")
    assert first.quoted == ((0, "Now; or never"),)
    assert second.parts == (("voice",), ("iron", "helps"))
    assert third.words == ("6", "3", "4")
