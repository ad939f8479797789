"""The laws of the games that the environment names: for `python -m campaign_laws`."""

import os

from campaign_laws import GameLaws
from campaign_laws.__main__ import KEYS
from wiring.library import games

for _key in os.environ.get(KEYS, "").split():
    globals()[f"Test_{_key}"] = type(f"Test_{_key}", (GameLaws,), {"game": games()[_key]})
