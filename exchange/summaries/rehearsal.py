"""A summary played on a copy of the moment: the rulings it comes to, or the step at which it sticks.

Nothing is recorded here. Statements are taken in their order as far as the steps on offer allow it; what one
person says keeps its own order, and a step that is not in order yet waits for the others. Where nothing that was
said can be done, a step that leaves nobody a choice is taken, if it draws no dice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from domain.kernel.available_offers import offers_at
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.facts import Retelling
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer, Weight
from domain.kernel.ruling import decide, names_at, refusal_in_words
from exchange.command_forms.fields import said_labels
from exchange.command_forms.forced import MOST_IN_A_ROW, forced_step, played
from exchange.summaries.matching import StepMatch, meanings, named_outright
from exchange.summaries.statements import Statement, statements_in
from ledger.answers import Submission

NEAREST = 4
OPENS = "this shows what is still hidden: record what comes before it, then choose this step by itself"


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """One ruling of a rehearsal. `statement` is None for a step that followed of itself."""

    label: str
    command: Command
    by: str
    faces: tuple[int, ...]
    retellings: tuple[Retelling, ...]
    statement: Statement | None = None
    ends: bool = False
    """True if it ends what play does not come back from."""

    def submission(self, key: str | None = None) -> Submission:
        """The ruling as it is sent to the ledger."""
        return Submission(command=self.command, by=self.by, faces=self.faces, key=key)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnplayableStatement:
    """The statement that could not be played, why not, and the refusal's code where the rules said no."""

    statement: Statement
    why: str
    code: str = ""
    could_be: tuple[str, ...] = ()
    several: bool = False
    """True if it is stuck because it may mean several steps that are in order."""


@dataclass(slots=True)
class Rehearsal:
    """The outcome of a summary."""

    taken: list[Taken] = field(default_factory=list)
    stuck: UnplayableStatement | None = None


def rehearse(game: AnyGame, moment: AnyMoment, text: str, by: str) -> Rehearsal:
    """Play a summary on this moment, which is changed by it: give a copy. `by` is who records it."""
    stage, come = _Stage(game, moment, by), Rehearsal()
    waiting = stage.outright(text) or statements_in(text)
    while waiting:
        tried: dict[int, UnplayableStatement] = {}
        step = None
        for statement in stage.in_turn(waiting):
            if stage.take(statement, come, tried):
                step = statement
                break
            if statement is waiting[0] and tried[id(statement)].several:
                come.stuck = tried[id(statement)]
                return come
        if step is not None:
            waiting.remove(step)
        elif not stage.follow(come):
            come.stuck = tried.get(id(waiting[0])) or next(iter(tried.values()))
            return come
    for _ in range(MOST_IN_A_ROW):
        if not stage.follow(come):
            break
    return come


class _Stage:
    def __init__(self, game: AnyGame, moment: AnyMoment, by: str) -> None:
        self.game, self.moment, self.by = game, moment, by
        self.may_see_all = moment.campaign.asker(by).is_gm

    def outright(self, text: str) -> list[Statement]:
        """The words of one step as they stand on its button, whatever else they might be read as."""
        offers = offers_at(self.game, self.moment, self.by)
        named = named_outright(offers, text, names_at(self.game, self.moment), self.game.choices)
        return [] if named is None else [Statement(line=1, text=text.strip())]

    def in_turn(self, waiting: Sequence[Statement]) -> Iterator[Statement]:
        """Yield what may be tried now: of each person the first thing said, and of nobody's only the very
        first.
        """
        heard: set[tuple[str, ...]] = set()
        for statement in waiting:
            if statement.who not in heard:
                heard.add(statement.who)
                yield statement
            if not statement.who:
                return

    def take(self, statement: Statement, come: Rehearsal, tried: dict[int, UnplayableStatement]) -> bool:
        """Play one statement, or note why it cannot be played."""
        offers = offers_at(self.game, self.moment, self.by)
        named = named_outright(offers, statement.text, names_at(self.game, self.moment), self.game.choices)
        found = [named] if named is not None else self._likeliest(offers, statement)
        able = [meant for meant in found if meant.command is not None]
        if not able:
            tried[id(statement)] = self._unclear(statement, found, offers)
            return False
        if _alike(able):
            able = [meant for meant in able if self._passes(meant)] or able
        if _alike(able):
            words = tuple(meant.offer.label for meant in able[:NEAREST])
            tried[id(statement)] = UnplayableStatement(
                statement=statement, why="this may mean several steps", could_be=words, several=True
            )
            return False
        if any(self._opens(meant.command) for meant in able):
            tried[id(statement)] = UnplayableStatement(statement=statement, why=OPENS, code="opens")
            return False
        for meant in able:
            refusal = self._play(meant, statement, come)
            if refusal is None:
                return True
            said = refusal_in_words(self.game, self.moment, refusal)
            tried.setdefault(id(statement), UnplayableStatement(statement=statement, why=said, code=refusal.code))
        return False

    def _likeliest(self, offers: Sequence[Offer], statement: Statement) -> list[StepMatch]:
        """Meanings that a statement may have: a step of what is under way, else of the game, else of the table."""
        flows = list(self.game.flows(self.moment.game))
        under_way = [offer for offer in offers if any(flow.has(offer.group) for flow in flows)]
        own = [offer for offer in offers if offer.tag.startswith(f"{self.game.key}.")]
        names, cast = names_at(self.game, self.moment), self.game.cast(self.moment.game).values()
        nearest: list[StepMatch] = []
        for among, people in ((under_way, cast), (own, None if under_way else cast), (offers, None)):
            found = meanings(among, statement, names, self.game.choices, people)
            if any(meant.command is not None for meant in found):
                return found
            nearest = nearest or found
        return nearest

    def follow(self, come: Rehearsal) -> bool:
        """Take a step that leaves nobody a choice, if there is one."""
        alone = 0
        for each in reversed(come.taken):
            alone += each.statement is None
            if each.statement is not None:
                break
        after = type(come.taken[-1].command) if come.taken else None
        found = forced_step(self.game, self.moment, self.by, after) if alone < MOST_IN_A_ROW else None
        if found is None:
            return False
        offer, command, asker = found
        if self._opens(command):
            return False
        return self._rule(offer, command, asker, (), None, come) is None

    def _opens(self, command: Command | None) -> bool:
        """True if this shows what is kept from somebody: whoever it may be kept from cannot rehearse it."""
        return command is not None and not self.may_see_all and bool(self.game.opens(command))

    def _passes(self, meant: StepMatch) -> bool:
        assert meant.command is not None
        decision = decide(self.game, self.moment, meant.command, meant.offer.by or self.by, TypedDice(meant.faces))
        return not isinstance(decision, Refusal)

    def _play(self, meant: StepMatch, statement: Statement, come: Rehearsal) -> Refusal | None:
        assert meant.command is not None
        by = meant.offer.by or self.by
        return self._rule(meant.offer, meant.command, by, meant.faces, statement, come)

    def _rule(
        self,
        offer: Offer,
        command: Command,
        by: str,
        faces: tuple[int, ...],
        statement: Statement | None,
        come: Rehearsal,
    ) -> Refusal | None:
        told = played(self.game, self.moment, command, by, faces)
        if isinstance(told, Refusal):
            return told
        come.taken.append(
            Taken(
                label=offer.label,
                command=command,
                by=by,
                faces=faces,
                retellings=told,
                statement=statement,
                ends=offer.weight is Weight.ENDING,
            )
        )
        return None

    def _unclear(
        self, statement: Statement, found: Sequence[StepMatch], offers: Sequence[Offer]
    ) -> UnplayableStatement:
        if found:
            nearest = found[0]
            problems = [f"{it.label}: {it.message}" for it in nearest.checked.problems]
            missing = [f"still to say: {said_labels(nearest.checked.missing)}"] if nearest.checked.missing else []
            why = f"{nearest.offer.label}: {'; '.join([*missing, *problems])}"
            return UnplayableStatement(statement=statement, why=why)
        near = [offer.label for offer in offers if set(statement.who) & set(offer.label.casefold().split())]
        first = near or [offer.label for offer in offers if offer.tag.startswith(f"{self.game.key}.")]
        return UnplayableStatement(
            statement=statement, why="no step in order now is meant by this", could_be=tuple(first[:NEAREST])
        )


def _alike(able: Sequence[StepMatch]) -> bool:
    """True if as many words speak for another step as for the likeliest, and it was not named outright."""
    first = able[0]
    if first.score[-1] == 0 or len(able) < 2:
        return len(able) > 1 and first.score == able[1].score and first.command != able[1].command
    return any(it.score[:-1] == first.score[:-1] and it.command != first.command for it in able[1:])
