"""Pieces of a paragraph, and which of them make one sentence: several who say the same, or one who loses a lot."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.kernel.facts import Came, Fact, Outcome, Turn, Way
from domain.kernel.people import EVERYONE


@dataclass(frozen=True, slots=True)
class StoryPiece:
    """A fact of the story, or the sentence of a record that tells none. `words` are what people wrote in that.

    With `own` the sentence is told even where its words are told already or stand beside it.
    """

    fact: Fact | None = None
    own: bool = False
    headline: str = ""
    words: tuple[str, ...] = ()
    who: str = ""
    secret: bool = False


def alike(pieces: Sequence[StoryPiece]) -> list[list[StoryPiece]]:
    """Pieces by the sentence they make: ballots for the same word about the same character share one, those who
    got what they wanted in one test, and what somebody loses at once.
    """
    found: list[list[StoryPiece]] = []
    for piece in pieces:
        same = next((it for it in reversed(found) if _same_ballot(it[0], piece) or _both_got(it[0], piece)), None)
        if same is None and found and _both_lost(found[-1][-1], piece):
            same = found[-1]
        if same is None:
            found.append([piece])
        else:
            same.append(piece)
    return found


def _same_ballot(one: StoryPiece, other: StoryPiece) -> bool:
    first, second = one.fact, other.fact
    return (
        isinstance(first, Turn)
        and isinstance(second, Turn)
        and first.way in (Way.CALLS, Way.CALLS_NO_MORE)
        and not (first.text or second.text)
        and (first.way, first.to, first.what) == (second.way, second.to, second.what)
        and is_secret(one) == is_secret(other)
    )


def same_vote(one: StoryPiece, story: Sequence[Fact]) -> bool:
    """True if the vote in which a ballot was cast goes on: with another about the same character, whatever it
    says, or with a record that tells nothing, as of whoever abstains.
    """
    first, ballots = one.fact, (Way.CALLS, Way.CALLS_NO_MORE)
    return (
        isinstance(first, Turn)
        and first.way in ballots
        and all(isinstance(it, Turn) and (first.way, first.to) == (it.way, it.to) for it in story)
    )


def _both_got(one: StoryPiece, other: StoryPiece) -> bool:
    first, second = one.fact, other.fact
    return (
        isinstance(first, Outcome)
        and isinstance(second, Outcome)
        and first.came is second.came is Came.AS_WANTED
        and not (first.text or second.text or first.called or second.called)
        and first.test == second.test
        and first.who != second.who
        and is_secret(one) == is_secret(other)
    )


def _both_lost(one: StoryPiece, other: StoryPiece) -> bool:
    first, second = one.fact, other.fact
    return (
        isinstance(first, Turn)
        and isinstance(second, Turn)
        and first.way is second.way
        and first.way in (Way.LOSES, Way.HEALED)
        and first.who == second.who
        and bool(first.what and second.what)
        and not (first.text or second.text or first.to or second.to)
        and is_secret(one) == is_secret(other)
    )


def is_secret(piece: StoryPiece) -> bool:
    """True for a piece that is not for everybody at the table."""
    return piece.secret or (piece.fact is not None and piece.fact.audience != EVERYONE)
