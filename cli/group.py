"""Reader of the command line: shared options anywhere, names shortened where one fits, one place for endings."""

import os
import re
import sys
import traceback
from collections.abc import Sequence
from copy import copy
from difflib import get_close_matches
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from cli.outcome import CommandFailed, Status, ending_of, usage_error

SHARED_FLAGS = ("--json", "--debug")
LONGEST = 1_500
"""The most characters of a complaint that are printed, whatever it repeats."""
LONGEST_WORD = 100_000
"""Whatever is longer than that comes from a file or on stdin."""
SHARED_VALUES = ("--database",)


def hoisted(words: Sequence[str]) -> list[str]:
    """The words of a command line with the shared options in front, wherever they stood before a `--`."""
    front: list[str] = []
    rest: list[str] = []
    waiting = iter(words)
    for word in waiting:
        if word == "--":
            rest.extend((word, *waiting))
        elif word in SHARED_FLAGS or word.startswith(tuple(f"{name}=" for name in SHARED_VALUES)):
            front.append(word)
        elif word in SHARED_VALUES:
            front.extend((word, *[value for value in [next(waiting, None)] if value is not None]))
        else:
            rest.append(word)
    return front + rest


class CampaignGroup(TyperGroup):
    """The commands of the console script."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run one command line. In standalone mode, leave with the exit status."""
        words = hoisted(sys.argv[1:] if args is None else args)
        try:
            _check_words(words)
            status = super().main(words, prog_name, complete_var, False, windows_expand_args, **extra)
        except typer.Exit as end:
            if end.exit_code == Status.INTERRUPTED:  # stopped before its command ran, without a word
                _leave(Status.INTERRUPTED, "Stopped.")
            sys.exit(end.exit_code)
        except (typer.Abort, KeyboardInterrupt):
            _leave(Status.INTERRUPTED, "Stopped.")
        except typer.TyperException as error:
            _leave(Status(error.exit_code), _usage(error))
        except Exception as error:
            if "--debug" in words and not isinstance(error, CommandFailed):
                traceback.print_exception(error)
            ending = ending_of(error)
            _leave(ending.status, ending.sentence)
        if status == Status.INTERRUPTED:
            _leave(Status.INTERRUPTED, "Stopped.")
        _flush()
        if standalone_mode:
            sys.exit(status if isinstance(status, int) else Status.DONE)
        return status

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was read."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise CommandFailed(Status.INTERRUPTED, "Stopped.") from None
        except BrokenPipeError:
            _leave_pipe()

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, or the only one that begins so. Raises `CommandFailed` when several do."""
        fitting = [cmd_name] if cmd_name in self.commands else self._beginning_with(cmd_name)
        if len(fitting) > 1:
            raise usage_error(f"{cmd_name!r} can be {_either(fitting)}: write more of it.")
        if not fitting:
            return None
        found = self.commands[fitting[0]]
        _show_shared_options(found, self)
        return found

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command these words begin with. Raises `CommandFailed` when there is none."""
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            close = get_close_matches(args[0], self.commands, n=2)
            hint = f" Did you mean {_either(close)}?" if close else " See campaign --help."
            raise usage_error(f"There is no command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def _beginning_with(self, start: str) -> list[str]:
        return sorted(name for name in self.commands if start and name.startswith(start))


def _show_shared_options(found: Any, group: CampaignGroup) -> None:
    """Let a command's help and completion know the shared options. Parsing never sees them there."""
    present = {param.name for param in found.params}
    for param in group.params:
        if param.name in {"database", "as_json", "debug"} and param.name not in present:
            shown = copy(param)
            shown.expose_value = False
            found.params.append(shown)


def _either(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _check_words(words: Sequence[str]) -> None:
    if any(len(word) > LONGEST_WORD for word in words):
        raise usage_error(f"A word of the command line has {LONGEST_WORD:,} characters at the most.")
    try:
        "".join(words).encode()
    except UnicodeEncodeError as error:
        raise usage_error("The command line holds bytes that are no text.") from error


_ADDRESS = re.compile(r"[^\s'()]*(?:@|://)[^\s'()]*")
"""A word that looks like the address of a ledger, which may hold a password, wherever it was typed."""


def _usage(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    sentence = _ADDRESS.sub("…", error.format_message().rstrip(".")) + "."
    if context and context.info_name == "find" and len(getattr(error, "option_name", "")) == len("-d"):
        return f"{sentence} Words that begin with a dash come after two: campaign find -- dragon -gold."
    return f"{sentence} See {context.command_path} --help." if context else sentence


def _leave(status: Status, sentence: str) -> NoReturn:
    _flush()
    if sentence:
        from cli.printing import complain

        complain(_bounded(sentence))
    sys.exit(status)


def _bounded(sentence: str) -> str:
    """The sentence on one line, without the middle of what somebody typed at length: its end says what to do."""
    sentence = " ".join(sentence.split())
    if len(sentence) <= LONGEST:
        return sentence
    return f"{sentence[: LONGEST * 2 // 3]} … {sentence[-LONGEST // 3 :]}"


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_pipe()


def _leave_pipe() -> NoReturn:
    # Nothing more can be written; without this, Python itself would complain at its end.
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, sys.stdout.fileno())
    sys.exit(Status.UNREAD)
