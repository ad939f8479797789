"""Reading a system file: every fault is one sentence with line and column, and nothing is half read."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice, product

from pydantic import ValidationError

from domain.kernel.notation import NotationWrong
from domain.kernel.wording.faults import fault_said
from domain.open_table.system.formulas import names_in, names_in_notation
from domain.open_table.system.model import KINDS, Of, Roll, SystemFile
from domain.open_table.system.places import place_of
from domain.open_table.system.system import System
from domain.open_table.terms import RESERVED_IDS

MOST_BYTES = 64 * 1024
MOST_DECLARED = 400
"""Declarations of one file."""
DEEPEST = 40
"""Numbers worked out of numbers, one out of the other."""
MOST_FILLED = 500
"""The most ways to fill the places of one roll that are tried."""

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)|\(at end of document\)")
_RESERVED = frozenset({*RESERVED_IDS, "name", "player", "tracks", "present"})
_SAID = {  # where TOML has words of its own
    "extra_forbidden": "nothing of this name can be declared here",
    "string_type": "a text is wanted",
    "string_too_short": "a text is wanted, and it is empty",
    "string_pattern_mismatch": "use small letters, digits and underscores, beginning with a letter",
    "model_type": "a table is wanted, with keys and values",
    "model_attributes_type": "a table is wanted, with keys and values",
    "dict_type": "a table is wanted, with keys and values",
}


class SystemProblem(ValueError):
    """A text that is no system file. The message is one sentence without its full stop."""

    def __init__(self, problem: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.problem, self.line, self.column = problem, line, column


@lru_cache(maxsize=128)
def read_system(text: str) -> System:
    """The system in this text. Raises `SystemProblem`."""
    if len(text.encode()) > MOST_BYTES:
        raise SystemProblem(f"a system file has at most {MOST_BYTES // 1024} KB")
    if "\0" in text:
        raise SystemProblem("this is no text")
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(text, str(error)) from error
    except RecursionError as error:
        raise SystemProblem("tables and lists lie too deep within each other") from error
    try:
        file = SystemFile.model_validate(raw)
    except ValidationError as error:
        raise _not_valid(text, error) from error
    system = System(file, tuple(key for kind in raw if kind in KINDS for key in raw[kind]))
    for path, problem in _problems(system):
        raise SystemProblem(problem, *place_of(text, path))
    return system


def _not_toml(text: str, message: str) -> SystemProblem:
    place = _PLACE.search(message)
    said = _PLACE.sub("", message).strip() or "this cannot be read"
    if place is not None and place[1]:
        return SystemProblem(f"this is not TOML ({said})", int(place[1]), int(place[2]))
    lines = text.splitlines() or [""]
    return SystemProblem(f"this is not TOML ({said})", len(lines), len(lines[-1]) + 1)


def _not_valid(text: str, error: ValidationError) -> SystemProblem:
    found = error.errors(include_url=False)
    # Where a number or a formula may stand, words are no number: what is wrong with them is said of the formula.
    first = next((it for it in found if not (isinstance(it["input"], str) and it["type"] == "int_type")), found[0])
    path = tuple(part for part in first["loc"] if isinstance(part, str) and part != "[key]")
    while path and _of_pydantic(path[-1]):
        path = path[:-1]
    said = _SAID.get(first["type"]) or fault_said(first)
    if path == ("format",):
        said = "write format = 1"
    name = f"{'.'.join(path)}: " if path else ""
    return SystemProblem(f"{name[:90]}{said[:1].lower()}{said[1:200]}", *place_of(text, path))


def _of_pydantic(part: str) -> bool:
    """A word that pydantic puts where several types are allowed, which no file has as a key."""
    return part in {"int", "str", "bool"} or "[" in part or part.startswith("constrained-")


Problems = Iterator[tuple[tuple[str, ...], str]]


def _problems(system: System) -> Problems:
    yield from _keys(system)
    yield from _formulas(system)
    yield from _circles(system)
    yield from _numbers(system)
    yield from _rolls(system)
    yield from _advances(system)


def _keys(system: System) -> Problems:
    kind_of: dict[str, str] = {}
    file = system.file
    if sum(len(getattr(file, kind)) for kind in (*KINDS, "roll")) > MOST_DECLARED:
        yield (), f"a system file declares at most {MOST_DECLARED} things"
    for kind in KINDS:
        for key in getattr(file, kind):
            if key in kind_of:
                yield (kind, key), f"{key} is declared already, under {kind_of[key]}"
            if key in _RESERVED:
                yield (kind, key), f"nothing can be called {key}: the table itself uses that word"
            kind_of[key] = kind
    for key, pool in file.pool.items():
        for size in pool.sizes:
            if f"{key}_d{size}" in kind_of:
                yield ("pool", key), f"{key}_d{size} is declared already, under {kind_of[f'{key}_d{size}']}"


def _formulas(system: System) -> Problems:
    """Formulas that cannot be read, or that name what is not there."""
    for path, formula, of in every_formula(system):
        try:
            named = names_in(formula)
        except NotationWrong as wrong:
            yield path, in_formula(wrong)
            continue
        yield from _unknown(system, path, named, of)


def every_formula(system: System) -> Iterator[tuple[tuple[str, ...], int | str, Of]]:
    """Yield every formula of a file: where it stands, itself, and whose numbers it may name."""
    file = system.file
    for key, it in file.number.items():
        for field in ("low", "high", "start"):
            formula = getattr(it, field)
            if formula is not None:
                yield ("number", key, field), formula, it.of
    for key, derived in file.derived.items():
        yield ("derived", key, "is"), derived.formula, derived.of
    for key, advance in file.advance.items():
        if advance.needs is not None:
            yield ("advance", key, "needs"), advance.needs, advance.of


def in_formula(wrong: NotationWrong) -> str:
    """A fault of a formula, in words that go on from its place in the file."""
    said = wrong.problem
    return f"{said[:1].lower()}{said[1:]} (character {wrong.column} of it)"


def _unknown(system: System, path: tuple[str, ...], named: frozenset[str], of: Of) -> Problems:
    for name in sorted(named):
        if name not in system.numeric:
            yield path, f"there is no number called {name}"
        elif of == "table" and system.of(name) != "table":
            yield path, f"{name} is a number of characters, and the table has none"


def _circles(system: System) -> Problems:
    """Numbers that are worked out of themselves."""
    above: Mapping[str, frozenset[str]] = {
        **{key: names_in(it.formula) for key, it in system.file.derived.items()},
        **{key: names_in(it.start) for key, it in system.file.number.items() if it.start is not None},
    }
    known: set[str] = set()
    for key in above:
        problem = _circle(above, key, (), known)
        if problem is not None:
            yield ("derived" if key in system.file.derived else "number", key), problem
            return


def _circle(above: Mapping[str, frozenset[str]], key: str, path: tuple[str, ...], known: set[str]) -> str | None:
    if key in path:
        circle = (*path[path.index(key) :], key)
        return f"{' comes of '.join(circle)}: a circle that never comes to a number"
    if len(path) > DEEPEST:
        return f"{path[0]} comes of more than {DEEPEST} numbers, one out of the other"
    if key not in known:
        for name in sorted(above.get(key, ())):
            if (problem := _circle(above, name, (*path, key), known)) is not None:
                return problem
        known.add(key)
    return None


def _numbers(system: System) -> Problems:
    for key, it in system.file.number.items():
        if it.form != "pool" and it.high is None:
            yield ("number", key, "form"), "what is drawn like this has an end: give it a high"
        if it.ends is not None and it.form != "two_ended":
            yield ("number", key, "ends"), "only a two_ended number has ends"
        if isinstance(it.low, int) and isinstance(it.high, int) and it.low > it.high:
            yield ("number", key, "high"), f"the high, {it.high}, is below the low, {it.low}"
        if isinstance(it.start, int) and not _within(it.low, it.start, it.high):
            yield ("number", key, "start"), f"the start, {it.start}, is out of its own bounds"


def _within(low: int | str | None, value: int, high: int | str | None) -> bool:
    return not (isinstance(low, int) and value < low) and not (isinstance(high, int) and value > high)


def _rolls(system: System) -> Problems:
    for key, roll in system.file.roll.items():
        yield from _asks(key, roll)
        for text, field, formula in filled(roll):
            path = ("roll", key, *field)
            try:
                named = names_in(text) if formula else names_in_notation(text)
            except NotationWrong as wrong:
                yield path, f"filled in as {text[:80]}: {in_formula(wrong)}"
                break
            yield from _unknown(system, path, named, roll.of)


def _asks(key: str, roll: Roll) -> Problems:
    texts = [roll.dice, roll.each or "", *_conditions(roll)]
    if isinstance(roll.against, str):
        texts.append(roll.against)
    for ask in roll.ask:
        if not roll.options(ask):
            yield ("roll", key, "ask", ask), "there is nothing to choose from"
        if not any(f"{{{ask}}}" in text for text in texts):
            yield ("roll", key, "ask", ask), f"nothing in the roll has a place for {{{ask}}}"
    for text in texts:
        for named in re.findall(r"\{([a-z][a-z0-9_]*)\}", text):
            if named not in roll.ask:
                yield ("roll", key, "dice"), f"{{{named}}} has no ask.{named} that says what may stand there"
    if roll.each is not None and roll.against is not False:
        yield ("roll", key, "against"), "a roll is either against a number or against each of some dice"
    if roll.shift and not roll.bands:
        yield ("roll", key, "shift"), "there are no bands to move between"


def _conditions(roll: Roll) -> list[str]:
    return [it for band in roll.bands for it in (band.at_least, band.at_most) if isinstance(it, str)]


def filled(roll: Roll) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """Yield every text of a roll with its places filled in: text, field, and whether it is a formula."""
    conditions = _conditions(roll)
    options = [[(ask, text) for text in roll.options(ask).values()] for ask in roll.ask]
    for chosen in islice(product(*options), MOST_FILLED):
        asks = dict(chosen)
        yield fill(roll.dice, asks), ("dice",), False
        if roll.each is not None:
            yield fill(roll.each, asks), ("each",), False
        if isinstance(roll.against, str):
            yield fill(roll.against, asks), ("against",), True
        for text in conditions:
            yield fill(text, asks), ("bands",), True


def fill(text: str, asks: Mapping[str, str]) -> str:
    """A notation with its places filled."""
    for ask, chosen in asks.items():
        text = text.replace(f"{{{ask}}}", chosen)
    return text


def _advances(system: System) -> Problems:
    for key, it in system.file.advance.items():
        for field in ("counts", "raises"):
            name = getattr(it, field)
            if name is not None and name not in system.changeable:
                yield ("advance", key, field), f"there is no number called {name} that goes up and down"
        if it.needs is not None and it.counts is None:
            yield ("advance", key, "needs"), "say what it counts"
        if it.spends and it.needs is None:
            yield ("advance", key, "spends"), "what is spent is what it needs: say how much that is"
