"""`new` and `rule`: one ruling, and how its answer is printed."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NoReturn

from pydantic import ValidationError

from cli.games.rulebooks import game_called
from cli.options import Options
from cli.outcome import CommandFailed, Status, usage_error
from cli.parsing import json_from
from cli.printing import as_json, kind, remark, rows, say, table
from cli.viewer import asker_called
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.messages import Event
from domain.kernel.ruling import acts_on_the_last
from domain.kernel.terms import slugify
from domain.kernel.vocabulary import Vocabulary, shortened
from domain.kernel.wording.faults import first_problem
from exchange.command_forms.forced import take_forced_steps
from ledger.answers import Expected, Previewed, Refused, Ruled, Submission
from ledger.log import tally
from ledger.log.receipts import Receipt, SealedSession
from wiring.library import Library

NAMELESS = "campaign"
"""The slug of a campaign whose title has no letter or digit."""
DICE_HINT = " Give the faces as they fell with --dice, or let the program roll them with --roll."


def found(
    options: Options, game: str, title: str, slug: str | None, settings: Sequence[str], gm: str, by: str
) -> None:
    """Found a campaign and print what was recorded."""
    command = founding(
        game=game_called(game).key,
        title=title,
        slug=slug or slugify(title) or NAMELESS,
        gm_name=gm,
        house_rules=dict(setting(text) for text in settings),
    )
    with options.library() as library:
        answer = library.ledger.found(command, by=by)
        print_answer(options, command.slug, answer)
        if not options.json:
            say(f"{command.title} is founded. In commands it is called {command.slug}.")


def founding(**fields: object) -> FoundCampaign:
    """The command that founds a campaign. Raises `CommandFailed` when a field will not do."""
    try:
        return FoundCampaign.model_validate(fields)
    except ValidationError as error:
        raise not_founded(error, str(fields["slug"])) from error


def not_founded(error: ValidationError, slug: str) -> CommandFailed:
    """The sentence and exit status for a campaign that cannot be founded so."""
    if error.errors()[0]["loc"] == ("slug",):
        return usage_error(
            f"A campaign cannot be called {shortened(slug)!r} in commands: use lower-case "
            "letters and digits joined by hyphens, with --id."
        )
    return usage_error(first_problem(error))


def setting(text: str) -> tuple[str, Any]:
    """A house rule as typed: `name=value`, the value being JSON or plain words. Raises `CommandFailed`."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise usage_error(f"{shortened(text)!r} is no setting: write name=value.")
    try:
        return name.strip(), json.loads(value)
    except (ValueError, RecursionError):
        return name.strip(), value


def rule(
    options: Options,
    campaign: str,
    text: str,
    *,
    by: str | None,
    dice: str | None,
    roll: bool,
    key: str | None,
    happened_at: str | None,
    fiction_time: str | None,
    expect: Receipt | None,
    follow: bool,
    dry_run: bool,
) -> None:
    """Record one ruling, and the steps after it that leave nobody a choice; or show what it would be."""
    if dice is not None and roll:
        raise usage_error("Either the faces are given with --dice, or the program rolls with --roll.")
    faces = None if roll else faces_in(dice or "")
    text = json_from(text)
    with options.existing() as library:
        entry = library.ledger.find(campaign)
        seen = library.ledger.end(entry.slug) if expect is None else Expected(expect.position, expect.seal)
        submission = Submission(
            command=Vocabulary(library.ledger.game(entry.game)).command_from_json(text),
            by=asker_called(library, entry.slug, by),
            faces=faces,
            key=key,
            happened_at=_time(happened_at),
            fiction_time=fiction_time,
        )
        if expect is not None or acts_on_the_last(submission.command):
            submission = replace(submission, expect=seen)
        if dry_run:
            _print_preview(options, library, entry.slug, library.ledger.preview(entry.slug, submission))
        else:
            answer = library.ledger.rule(entry.slug, submission)
            followed: list[Ruled] = []
            if isinstance(answer, Ruled):
                of_the_game = answer.records[0].envelope.type.startswith(f"{entry.game}.")
                if follow and of_the_game and not answer.repeated:
                    after = type(submission.command)
                    followed = list(take_forced_steps(library.ledger, entry.slug, submission.by, after, key))
            print_answer(options, entry.slug, answer, followed)


def faces_in(text: str) -> tuple[int, ...]:
    """Faces as typed: `5,2,3`. Raises `CommandFailed`."""
    try:
        return tuple(int(face) for face in text.replace(",", " ").split())
    except ValueError:
        raise usage_error(
            f"{shortened(text)!r} are no dice: write their faces as numbers, such as 5,2,3."
        ) from None


def gm_of(library: Library, campaign: str) -> str:
    """The person who runs this campaign now."""
    return library.ledger.moment(campaign).campaign.gm or "gm"


def _time(text: str | None) -> str | None:
    if text is not None:
        try:
            datetime.fromisoformat(text)
        except ValueError:
            raise usage_error(f"{shortened(text)!r} is no time: write it like 2026-11-21T20:14:05Z.") from None
    return text


def print_answer(
    options: Options,
    campaign: str,
    answer: Ruled | Refused,
    followed: Sequence[Ruled] = (),
) -> None:
    """Print what was recorded, or leave with the refusal."""
    if isinstance(answer, Refused):
        refuse(answer)
    sealed = last_sealed([answer, *followed])
    if options.json:
        more: dict[str, Any] = {"sealed": sealed_json(sealed)} if sealed else {}
        if followed:
            more["followed"] = [answer_json(each) for each in followed]
        as_json({"campaign": campaign, **answer_json(answer), **more})
        return
    what = "recorded before, as ruling" if answer.repeated else "ruling"
    _print_ruling(answer, f"{campaign}, {what} {answer.ruling}")
    for each in followed:
        _print_ruling(each, f"ruling {each.ruling}, which followed by itself")
    say_sealed(sealed)


def last_sealed(answers: Sequence[Ruled]) -> SealedSession | None:
    """The session that the last of these rulings to close one left sealed."""
    return next((it.sealed for it in reversed(answers) if it.sealed), None)


def say_sealed(sealed: SealedSession | None) -> None:
    """Print what to keep of a session that was sealed."""
    if sealed and sealed.changed_at:
        say(
            f"Session {sealed.session} was sealed before, {sealed.receipt}. Play was changed after that, at "
            f"record {sealed.changed_at}: `campaign verify` gives a code of how it stands now."
        )
    elif sealed:
        say(f"Session {sealed.session} is sealed: {sealed.receipt}")
        remark("Write this down or send it to the group: `campaign verify --expect` tells by it what was changed.")


def _print_ruling(answer: Ruled, title: str) -> None:
    made = table("#position", "what happened", "kind", "seal", title=title)
    say(
        rows(
            made,
            (
                (told.record.position, told.retelling.headline, kind(told.retelling.kind), told.record.seal[:12])
                for told in answer.told
            ),
        )
    )


def sealed_json(sealed: SealedSession) -> dict[str, Any]:
    """A sealed session as JSON values."""
    return {"session": sealed.session, "receipt": str(sealed.receipt), "changed_at": sealed.changed_at}


def answer_json(answer: Ruled) -> dict[str, Any]:
    """A ruling as JSON values."""
    first, last = answer.records[0], answer.records[-1]
    return {
        "ruling": answer.ruling,
        "repeated": answer.repeated,
        "by": first.envelope.by,
        "at": first.envelope.at,
        "dice": first.envelope.dice or [],
        "dice_from": first.envelope.dice_from,
        "records": [
            {
                "position": told.record.position,
                "parent": told.record.envelope.parent,
                **event_json(told.record.event),
                "headline": told.retelling.headline,
                "kind": str(told.retelling.kind),
                "seal": told.record.seal,
            }
            for told in answer.told
        ],
        "receipt": str(Receipt(last.position, last.seal, tally.after(last.stored) or "").shortened(16)),
    }


def event_json(event: Event) -> dict[str, Any]:
    """An event as it stands in scenarios: its type, and its fields."""
    return {"type": event.type, "data": event.model_dump(mode="json", exclude={"type"})}


def refuse(answer: Refused, **more: object) -> NoReturn:
    """Print a refusal as JSON on stdout and end with its sentence. Always raises `CommandFailed`."""
    message = answer.message
    if answer.refusal.code == "dice_missing":
        message += DICE_HINT
    as_json({"refused": answer.refusal.code, "params": dict(answer.refusal.params), "message": message, **more})
    raise CommandFailed(Status.REFUSED, message)


def _print_preview(options: Options, library: Library, campaign: str, answer: Previewed | Refused) -> None:
    if isinstance(answer, Refused):
        refuse(answer)
        return
    told = list(zip(answer.events, answer.retellings, strict=True))
    if options.json:
        records = [
            {**event_json(event), "headline": retelling.headline, "kind": str(retelling.kind)}
            for event, retelling in told
        ]
        as_json({"campaign": campaign, "dry_run": True, "dice": answer.dice, "would_record": records})
        return
    made = table("#position", "what would happen", "kind", title=f"{campaign}, not recorded")
    first = library.ledger.head(campaign) + 1
    say(rows(made, ((first + n, r.headline, kind(r.kind)) for n, (_event, r) in enumerate(told))))
    remark("Nothing was stored.")
