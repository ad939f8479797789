"""Rights to attach a file: asked with the game at hand, which knows its characters and who plays them."""

from domain.kernel.campaign.guards import must_be_recorded
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.game import AnyGame
from domain.kernel.history.past import Past
from domain.kernel.journal.attached.terms import Belongs, BelongsTo
from domain.kernel.journal.files import AttachFile
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker, may_see

_FOR_PLAYERS = (BelongsTo.CHARACTER, BelongsTo.SESSION, BelongsTo.RECORD)


def check_attach_right(game: AnyGame, moment: AnyMoment, command: AttachFile, asker: Asker, past: Past) -> None:
    """Refuse a file on what is not there, and a player's file on what is not theirs or is kept from them.

    Raises `CommandRefused`. A player is told that a thing is not theirs, never whether there is one.
    """
    to = command.belongs
    if not asker.is_gm:
        need(to.kind in _FOR_PLAYERS, "gm_attaches", to=to)
        if to.kind is BelongsTo.CHARACTER and game.player_of(moment.game, to.id or "") != asker.person:
            raise CommandRefused("not_your_character", character=to.id)
    if to.id is not None and not _is_there(game, moment, to):
        raise CommandRefused("nothing_to_attach_to", kind=to.kind, id=to.id.replace("-", " "))
    if to.kind is BelongsTo.RECORD:
        must_be_recorded(to.number or 0, moment.position)
        known = asker.is_gm or may_see(asker, past.audience_at(to.number or 0))
        need(known, "moment_kept_from_you", position=to.number)
    if to.kind is BelongsTo.SESSION:
        need((to.number or 0) <= _last_session(moment), "no_such_session", session=to.number)


def _is_there(game: AnyGame, moment: AnyMoment, to: Belongs) -> bool:
    """True if there is such a thing. A place or a scene may have no more than the name somebody gave it."""
    if to.kind is BelongsTo.CHARACTER:
        voices = {*moment.journal.voices, *moment.campaign.logged.voices}
        return to.id in voices or to.id in game.cast(moment.game)
    if to.kind is BelongsTo.FACTION:
        return to.id in moment.campaign.factions or to.id in game.names(moment.game)
    return True


def _last_session(moment: AnyMoment) -> int:
    """The number of the session last begun; while one of before is open again, the one after it counts."""
    last = moment.campaign.logged.last or moment.campaign.session
    return 0 if last is None else last.number
