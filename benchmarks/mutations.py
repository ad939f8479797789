"""Small changes put into the games' rules at random: how many of them do the tests notice?

`python -m benchmarks.mutations --count 140 --seed 1` needs `pip install cosmic-ray`, which makes the changes. Each
is made in a copy of the program, where the tests of its game run until one fails; without the change that one must
pass. What noticed a change is printed with it. Of those that nothing noticed a few change nothing that could be
noticed; a run that took too long is no test that failed, and is counted apart.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from functools import cache
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
ROOMS = ("chapters", "lookup")
"""The folders or files of a game that judge, apply, retell and offer."""
OPERATORS = (
    "AddNot",
    "NumberReplacer",
    "RemoveDecorator",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_Sub_Add",
    "ReplaceBinaryOperator_Mul_FloorDiv",
    "ReplaceBreakWithContinue",
    "ReplaceComparisonOperator_Eq_NotEq",
    "ReplaceComparisonOperator_NotEq_Eq",
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceComparisonOperator_Lt_LtE",
    "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_Gt_GtE",
    "ReplaceComparisonOperator_GtE_Gt",
    "ReplaceContinueWithBreak",
    "ReplaceFalseWithTrue",
    "ReplaceTrueWithFalse",
    "ReplaceUnaryOperator_Delete_Not",
)
LONGEST_RUN = 600
LONGEST_WORD = 500


@dataclass(frozen=True, slots=True)
class Change:
    """One small change: the file as a path inside the program, and its text before and after."""

    file: Path
    before: str
    after: str

    @property
    def game(self) -> str:
        """The game whose rule it changes."""
        return self.file.parts[1]

    def __str__(self) -> str:
        lines = unified_diff(self.before.splitlines(), self.after.splitlines(), str(self.file), "changed", n=0)
        return "\n".join(line for line in lines if not line.startswith("+++"))


def places(game: str | None) -> list[Path]:
    """The files that may be changed, as paths inside the program."""
    found = []
    for folder in sorted((ROOT / "domain").iterdir()):
        if folder.name == "kernel" or (game and folder.name != game):
            continue
        for room in ROOMS:
            found += sorted((folder / room).rglob("*.py"))
            found += [folder / f"{room}.py"] if (folder / f"{room}.py").exists() else []
    return [file.relative_to(ROOT) for file in found]


def changes(files: Sequence[Path], chance: Random) -> Iterator[Change]:
    """Changes at random, each of another text. A longer file is changed more often."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    texts = {file: (ROOT / file).read_text("utf-8") for file in files}
    seen = set()
    while True:
        file = chance.choices(files, [len(texts[it]) for it in files])[0]
        operator = get_operator(f"core/{chance.choice(OPERATORS)}")()
        after = mutate_code(texts[file], operator, chance.randrange(40))
        if after is not None and after != texts[file] and (file, after) not in seen:
            seen.add((file, after))
            yield Change(file, texts[file], after)


def failed(copy: Path, *selected: str) -> str | None:
    """The first of these tests that fails in a copy of the program, with its message; None where all pass."""
    quiet = ("-x", "-q", "-p", "no:cacheprovider", "-n", "0", "--no-header")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *quiet, *selected],
        cwd=copy,
        capture_output=True,
        text=True,
        timeout=LONGEST_RUN,
        check=False,
    )
    if ran.returncode in (0, 5):
        return None
    told = re.findall(r"^(?:FAILED|ERROR) (.*)", ran.stdout, re.MULTILINE)
    return told[-1] if told else f"{selected[0]} - {(ran.stdout + ran.stderr)[-LONGEST_WORD:]}"


def noticed(change: Change, copy: Path) -> str | None:
    """The test that fails with this change in a copy of the program, with its message; None where none does.

    Raises `ValueError` where it fails without the change too.
    """
    target = copy / change.file
    target.write_text(change.after, "utf-8")
    try:
        by = next(filter(None, (failed(copy, *selected) for selected in tests_of(change.game))), None)
    finally:
        target.write_text(change.before, "utf-8")
    if by and (why := passes_unchanged(copy, by.split(" - ")[0], change.game)):
        raise ValueError(f"With nothing changed it fails too: {why}")
    return by


def tests_of(game: str) -> Iterator[tuple[str, ...]]:
    """The tests of a game, those first that notice most."""
    yield "tests/laws/test_walks.py", "-k", game
    yield "tests/laws", "-k", game
    yield (f"tests/domain/{game}",)
    yield "tests/projections", "-k", game


@cache
def passes_unchanged(copy: Path, test: str, game: str) -> str | None:
    """The message of a test that fails though nothing is changed; None where it passes."""
    return failed(copy, test, *(() if "::" in test or "domain" in test else ("-k", game)))


def copied(folder: Path) -> Path:
    """A copy of the program in a folder: everything that is kept under version control."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    return folder


def main() -> None:
    """Try so many changes and print what noticed each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=140)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", help="only this game's rules")
    asked = parser.parse_args()
    chance, found, late, began = Random(asked.seed), 0, 0, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder) / "program")
        for number, change in enumerate(changes(places(asked.game), chance), start=1):
            try:
                by = noticed(change, copy)
                found += by is not None
                print(f"\n{f'Noticed by {by}' if by else 'Not noticed'}:\n{change}")
            except subprocess.TimeoutExpired:
                late += 1
                print(f"\nTook longer than {LONGEST_RUN} s:\n{change}")
            counted = f"{found} of {number} noticed, {late} took too long"
            print(f"{counted}, {time.monotonic() - began:.0f} s", flush=True)
            if number == asked.count:
                break


if __name__ == "__main__":
    main()
