"""`dispute`, `uphold`, `withdraw`, and the lists of disputes and reversals."""

from collections.abc import Mapping

from cli.campaigns.rulings import answer_json, refuse
from cli.options import Options
from cli.outcome import usage_error
from cli.parsing import validated
from cli.printing import as_json, local, rows, say, table
from cli.viewer import as_far_as_sound, asker_called, names
from domain.kernel.journal.disputes import DisputeRuling, UpholdRuling, WithdrawDispute
from domain.kernel.journal.state import DisputeStanding
from domain.kernel.messages import Command
from ledger.answers import Refused, Submission
from ledger.whatif.reversals import Reversal
from wiring.library import Library


def dispute(options: Options, campaign: str, ruling: int, text: str, evidence: list[int], by: str | None) -> None:
    """Begin a dispute and say which it is."""
    with options.existing() as library:
        command = validated(DisputeRuling, ruling=ruling, text=text, evidence=tuple(evidence))
        _record(options, library, campaign, command, by)


def uphold(options: Options, campaign: str, ruling: int, reason: str, by: str | None) -> None:
    """Let the ruling stand."""
    with options.existing() as library:
        number = _open_about(library, campaign, ruling)
        _record(options, library, campaign, validated(UpholdRuling, dispute=number, reason=reason), by)


def withdraw(options: Options, campaign: str, ruling: int, reason: str, by: str | None) -> None:
    """Take the dispute back."""
    with options.existing() as library:
        number = _open_about(library, campaign, ruling)
        _record(options, library, campaign, validated(WithdrawDispute, dispute=number, reason=reason), by)


def list_disputes(options: Options, campaign: str) -> None:
    """Print every dispute, open ones first."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        with as_far_as_sound(library, slug):
            _list_disputes(options, library, slug)


def _list_disputes(options: Options, library: Library, slug: str) -> None:
    moment = library.ledger.as_far_as_sound(slug)
    people = {person: seat.name for person, seat in moment.campaign.people.items()}
    found = sorted(
        moment.journal.disputes.items(),
        key=lambda item: (item[1].standing is not DisputeStanding.OPEN, -item[0]),
    )
    about = {it.ruling: library.ledger.review.retellings_of(slug, it.ruling) for _number, it in found}
    if options.json:
        as_json({"campaign": slug, "disputes": {str(number): it for number, it in found}})
        return
    if not found:
        say(f"No ruling of {slug} was ever disputed. Dispute one with: campaign dispute {slug} RULING --reason …")
        return
    made = table(
        "#", "standing", "#ruling", "what it says", "disputed by", "why", "outcome", title=f"Disputes of {slug}"
    )
    say(
        rows(
            made,
            (
                (
                    number,
                    it.standing,
                    it.ruling,
                    about[it.ruling][0].headline if about[it.ruling] else "",
                    people.get(it.person, it.person),
                    it.text,
                    f"{it.reason} (new line at {it.line})" if it.line else it.reason,
                )
                for number, it in found
            ),
        )
    )


def list_reversals(options: Options, campaign: str) -> None:
    """Print every reversal."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        with as_far_as_sound(library, slug) as sound:
            called = names(library, slug, at=sound)
            _list_reversals(options, slug, library.ledger.review.reversals(slug), called)


def _list_reversals(options: Options, slug: str, found: list[Reversal], called: Mapping[str, str]) -> None:
    if options.json:
        as_json({"campaign": slug, "reversals": found})
        return
    if not found:
        say(f"Nothing was ever taken back in {slug}.")
        return
    made = table("#position", "when", "who", "what", "why", "effect", title=f"Reversals of {slug}")
    said = (
        (it.position, local(it.at), called.get(it.by, it.by), _what(it), it.reason, effect(it)) for it in found
    )
    say(rows(made, said))


def _what(reversal: Reversal) -> str:
    return f"{reversal.form} of ruling {reversal.ruling}" if reversal.ruling else str(reversal.form)


def effect(reversal: Reversal) -> str:
    """The effect of a reversal, in numbers."""
    tally = reversal.tally
    if tally is None:
        return f"{reversal.left} off the line, {reversal.regained} on it again"
    counts = tally.model_dump()
    return ", ".join(f"{many} {name}" for name, many in counts.items() if many) or "nothing followed it"


def _open_about(library: Library, campaign: str, ruling: int) -> int:
    slug = library.ledger.find(campaign).slug
    number = library.ledger.moment(slug).journal.open_dispute_about(ruling)
    if number is None:
        raise usage_error(f"There is no open dispute about ruling {ruling}. campaign disputes {slug} lists them.")
    return number


def _record(options: Options, library: Library, campaign: str, command: Command, by: str | None) -> None:
    slug = library.ledger.find(campaign).slug
    answer = library.ledger.rule(slug, Submission(command=command, by=asker_called(library, slug, by)))
    if isinstance(answer, Refused):
        refuse(answer)
    if options.json:
        as_json({"campaign": slug, **answer_json(answer)})
        return
    say(f"{answer.told[0].retelling.headline}")
