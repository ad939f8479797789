"""A bar for work that takes a while: on a terminal, on stderr, and nowhere else."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cli.printing import err, line

Advance = Callable[[int, int | None], None]
"""Say how much is done, and of how much, once that is known."""


@contextmanager
def bar(what: str, total: int | None = None) -> Iterator[Advance]:
    """A bar while something goes on."""
    console = err()
    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as shown:
        task = shown.add_task(line(what, 32), total=total)

        def advance(done: int, of: int | None = None) -> None:
            if of is None:
                shown.update(task, completed=done)
            else:
                shown.update(task, completed=done, total=of)

        yield advance
