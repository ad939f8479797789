"""The laws that every game keeps, as a class of tests: `class TestLaws(GameLaws): game = GAME`.

Needs the extra `laws`: pytest and Hypothesis. One that has nothing to look at in a
game, such as flows where it has none, is not collected for it.
"""

try:
    import hypothesis as _hypothesis  # noqa: F401
    import pytest
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "The laws need an extra that is not installed here: pip install 'campaign-ledger[laws]'", name=error.name
    ) from None

pytest.register_assert_rewrite("campaign_laws.laws", "campaign_laws.preparation", "campaign_laws.playing")

from campaign_laws.game_laws import GameLaws as GameLaws  # noqa: E402 - what fails in it is told in full
