"""Every game there is, for tests that look at each; and how one is played by chance."""

import pytest

from campaign_laws.playing import MEMORY as MEMORY
from campaign_laws.playing import OFTEN as OFTEN
from campaign_laws.playing import chances as chances
from campaign_laws.playing import few as few
from campaign_laws.playing import founding as founding
from campaign_laws.playing import play as play
from campaign_laws.playing import prelude as prelude
from domain.registry import games

GAMES = sorted(games().items())
every_game = pytest.mark.parametrize("game", [game for _key, game in GAMES], ids=[key for key, _game in GAMES])
