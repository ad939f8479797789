"""`recording`: where in a recording moments are heard, who is heard, and who has agreed."""

from collections.abc import Sequence

from cli.campaigns.rulings import answer_json, refuse
from cli.options import Options
from cli.outcome import usage_error
from cli.printing import as_json, line, rows, say, table
from cli.viewer import asker_called, id_called, names
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import FileRole
from domain.kernel.journal.attached.ties import Tie
from domain.kernel.journal.recordings import AgreeToRecording, AlignRecording
from domain.kernel.messages import Command
from exchange.command_forms.batch import rule_together
from ledger.answers import Refused, Ruled
from projections.views.dates import milliseconds_of
from wiring.library import Library

_WRONG_TIE = "{said!r} is no tie: a time of the recording and a moment of play, such as 1:02:03=57."


def recording(
    options: Options,
    campaign: str,
    number: int | None,
    ties: list[str],
    heard: list[str],
    agree: bool,
    by: str | None,
) -> None:
    """Record what was said of a recording, and show how it stands."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        if number is None:
            if ties or heard or agree:
                raise usage_error(
                    "Say which recording, by the number of its file: `campaign recording` lists them."
                )
            _listed(options, library, slug, _recordings(library, slug))
            return
        answers = _record(library, slug, _commands(library, slug, number, ties, heard, agree=agree), by)
        it = next((it for it in _recordings(library, slug) if it.number == number), None)
        if it is None:
            raise usage_error(f"File {number} is no recording: `campaign recording {slug}` lists those there are.")
        if options.json:
            as_json({"campaign": slug, **_as_json(it), "rulings": [answer_json(each) for each in answers]})
            return
        say(_in_words(library, slug, it))


def _commands(
    library: Library, slug: str, number: int, ties: list[str], heard: list[str], *, agree: bool
) -> list[Command]:
    found: list[Command] = []
    if ties or heard:
        there = next((it for it in _recordings(library, slug) if it.number == number), None)
        known = names(library, slug)
        tied = tuple(map(_tie, ties)) or (tuple(there.ties) if there else ())
        who = tuple(id_called(it, known) for it in heard) or (tuple(there.heard) if there else ())
        if not tied or not who:
            raise usage_error("Say both at first: with --tie where a moment is heard, with --heard who is heard.")
        found.append(AlignRecording.model_validate({"file": number, "ties": tied, "heard": who}))
    if agree:
        found.append(AgreeToRecording(file=number))
    return found


def _tie(said: str) -> Tie:
    time, _is, moment = said.partition("=")
    try:
        if not moment.strip().isdecimal():
            raise ValueError(said)
        return Tie(position=int(moment), milliseconds=milliseconds_of(time))
    except ValueError as error:
        raise usage_error(_WRONG_TIE.format(said=said)) from error


def _record(library: Library, slug: str, commands: list[Command], by: str | None) -> list[Ruled]:
    if not commands:
        return []
    answer = rule_together(library.ledger, slug, commands, asker_called(library, slug, by))
    if isinstance(answer, Refused):
        refuse(answer)
    return answer


def _recordings(library: Library, slug: str) -> list[AttachedFile]:
    files = library.ledger.moment(slug).journal.files
    return [it for it in files if it.role is FileRole.RECORDING and it.here]


def _listed(options: Options, library: Library, slug: str, found: list[AttachedFile]) -> None:
    if options.json:
        as_json({"campaign": slug, "recordings": [_as_json(it) for it in found]})
        return
    if not found:
        say("There are no recordings here.")
        return
    called = names(library, slug)
    made = table("#file", "name", "#ties", "heard", "agreed")

    def said(people: Sequence[str]) -> str:
        return ", ".join(called.get(person, person) for person in people)

    say(
        rows(made, ((it.number, line(it.name, 40), len(it.ties), said(it.heard), said(it.agreed)) for it in found))
    )


def _as_json(it: AttachedFile) -> dict[str, object]:
    ties = [{"position": tie.position, "seconds": tie.milliseconds / 1000} for tie in it.ties]
    return {"file": it.number, "name": it.name, "ties": ties, "heard": it.heard, "agreed": it.agreed}


def _in_words(library: Library, slug: str, it: AttachedFile) -> str:
    if not it.ties:
        return f"{it.name} is tied to no moment yet: say with --tie where one is heard, with --heard who is heard."
    many = "1 moment" if len(it.ties) == 1 else f"{len(it.ties)} moments"
    called = names(library, slug)
    waiting = [called.get(person, person) for person in it.heard if person not in it.agreed]
    agreed = (
        f"{', '.join(waiting)} {'has' if len(waiting) == 1 else 'have'} still to agree"
        if waiting
        else "all agreed"
    )
    return f"{it.name} is tied to {many}; {agreed}."
