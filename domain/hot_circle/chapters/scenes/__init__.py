"""Scenes, and what happens without a test: assets, conditions, adjudications (HC-22 to HC-25, HC-53, HC-60)."""

from . import adjudication, any_test, assets, conditions, lasting_assets, scenes, without_rolling

CHAPTERS = (
    scenes.chapter,
    any_test.chapter,
    without_rolling.chapter,
    assets.chapter,
    lasting_assets.chapter,
    conditions.chapter,
    adjudication.chapter,
)
