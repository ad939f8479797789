"""A campaign founded for play that is taken in: in the game that takes any, with the rules that fit its source."""

from collections.abc import Mapping

from pydantic import JsonValue

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.game import AnyGame, taking_any
from domain.kernel.references import new_id
from exchange.imports.entries import About, NotTaken
from ledger.answers import Refused
from ledger.ledger import Ledger

FOUNDER = "gm"
"""The id of whoever runs the game, where nobody says another."""
GM_NAME: str = FoundCampaign.model_fields["gm_name"].default
"""The name of whoever runs the game, where nobody says another."""


def game_for(games: Mapping[str, AnyGame], key: str | None = None) -> AnyGame:
    """The game it is founded in: the one of this key, else the one that any play fits. Raises `NotTaken`."""
    found = games.get(key) if key else next(taking_any(games), None)
    if found is None:
        raise NotTaken(f"Say which game it is founded in: there are {', '.join(sorted(games))}.")
    return found


def rules_for(game: AnyGame, about: About) -> Mapping[str, JsonValue]:
    """The house rules that come ready for what the source says it was played by; else the game's own."""
    ready = game.presets().values()
    fitting = (it for it in ready if about.system and about.system in it.fits)
    return next((it.house_rules for it in fitting), {})


def found_for(
    ledger: Ledger, about: About, title: str, gm_name: str, key: str | None = None, by: str = FOUNDER
) -> str | Refused:
    """Found it. The slug it has, or why not. Raises `NotTaken`."""
    game = game_for(ledger.games, key)
    if not title.strip():
        raise NotTaken("Give the campaign a title.")
    slug = new_id(title, {entry.slug for entry in ledger.campaigns()}, "campaign")
    command = FoundCampaign(
        game=game.key,
        title=title.strip(),
        slug=slug,
        house_rules=dict(rules_for(game, about)),
        gm_name=gm_name.strip() or GM_NAME,
    )
    answer = ledger.found(command, by=by)
    return answer if isinstance(answer, Refused) else slug
