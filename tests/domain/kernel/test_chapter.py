"""A rulebook binds chapters: each message once, each event both applied and told, refusals as values outside."""

from collections.abc import Iterable
from typing import Literal

import pytest

from domain.kernel.chapter import Chapter, Events, Rulebook
from domain.kernel.decisions import (
    CommandRefused,
    ImpossibleHistoryError,
    Refusal,
    allowed,
    answer_of,
    found,
    must,
    need,
)
from domain.kernel.dice import Dice, TypedDice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import EVERYONE, GM_ONLY, Asker, Audience, Role
from domain.kernel.terms import PersonId


class Pot:
    """A state: coins in a pot."""

    coins = 0


class Pay(Command):
    """Put coins into the pot."""

    type: Literal["pot.pay"] = "pot.pay"
    coins: int


class Paid(Event):
    """Coins lie in the pot."""

    type: Literal["pot.paid.v1"] = "pot.paid.v1"
    coins: int


def gm_alone(state: Pot, event: Event) -> Audience:
    """For the GM."""
    return GM_ONLY


def paying() -> Chapter[Pot]:
    """A whole chapter."""
    chapter = Chapter[Pot]("Paying", {"too_few": "Pay at least one."})

    @chapter.decides(Pay)
    def pay(state: Pot, command: Pay, asker: Asker, dice: Dice) -> Events:
        need(command.coins > 0, "too_few", have=command.coins)
        return [Paid(coins=command.coins)]

    @chapter.applies(Paid, renames=True)
    def paid(state: Pot, event: Paid) -> None:
        must(event.coins > 0, "nothing was paid")
        state.coins += event.coins

    @chapter.tells(Paid, "{coins:?coin|coins}", to=gm_alone)
    def told(state: Pot, event: Paid) -> Iterable[Fact]:
        return ()

    return chapter


ANA = Asker(PersonId("ana"), Role.PLAYER)


def test_a_rulebook_has_the_tables_a_game_asks_for() -> None:
    book, pot = Rulebook(paying()), Pot()
    (event,) = book.decide(pot, Pay(coins=2), ANA, TypedDice(()))
    book.evolve.apply(pot, event)
    assert pot.coins == 2
    assert (book.commands, book.events, book.naming) == ((Pay,), (Paid,), {Paid})
    assert book.wording.events == {"pot.paid.v1": "{coins:?coin|coins}"}
    assert book.wording.refusals == book.refusals == {"too_few": "Pay at least one."}
    assert not list(book.tell(pot, event))
    assert book.audience(pot, event) == GM_ONLY != EVERYONE


def test_a_refusal_says_with_what() -> None:
    with pytest.raises(CommandRefused) as caught:
        Rulebook(paying()).decide(Pot(), Pay(coins=0), ANA, TypedDice(()))
    assert (caught.value.refusal.code, dict(caught.value.refusal.params)) == ("too_few", {"have": 0})


def test_what_is_not_there_is_refused_and_what_a_rule_refuses_is_not_allowed() -> None:
    assert found(0, "nothing") == 0
    with pytest.raises(CommandRefused):
        found(None, "nothing")
    assert allowed(need, True, "never")
    assert not allowed(need, False, "always")
    assert answer_of(found, 3, "never") == 3
    assert answer_of(found, None, "always") == Refusal("always")
    with pytest.raises(ZeroDivisionError):
        allowed(lambda: 1 // 0)


def test_an_event_that_cannot_be_is_no_refusal() -> None:
    with pytest.raises(ImpossibleHistoryError, match="nothing was paid"):
        Rulebook(paying()).evolve.apply(Pot(), Paid(coins=0))


def test_a_message_has_one_place() -> None:
    chapter = paying()
    with pytest.raises(TypeError, match="Pay is decided twice"):
        chapter.decides(Pay)(lambda state, command, asker, dice: ())
    with pytest.raises(TypeError, match="in two chapters: "):
        Rulebook(paying(), paying())
    half = Chapter[Pot]("Half")
    half.applies(Paid)(lambda state, event: None)
    with pytest.raises(TypeError, match="applied or told, not both: \\['Paid'\\]"):
        Rulebook(half)


def test_what_everybody_may_know_needs_no_audience() -> None:
    chapter = paying()
    chapter.audiences.clear()
    assert Rulebook(chapter).audience(Pot(), Paid(coins=1)) == EVERYONE
