"""The laws that every game keeps, on every game there is: nothing is added here for a new one."""

from pathlib import Path
from typing import Any

import pytest

from campaign_laws import GameLaws
from domain.registry import games
from tests.laws.told_of_games import TOLD


class LawsHere(GameLaws):
    """The laws, over samples that are played once for a whole run of the tests."""

    @pytest.fixture
    def played_samples(self, played_samples: Path) -> Path:
        return played_samples


for _key, _game in games().items():
    _told: dict[str, Any] = TOLD.get(_key, {})
    globals()[f"Test_{_key}"] = type(f"Test_{_key}", (LawsHere,), {"game": _game, **_told})
