"""The chapters of Hot Circle, in the order of the game: each imports only those before it."""

from domain.hot_circle.state.circle import Circle
from domain.kernel.chapter import Rulebook

from . import ability_tests, artha, guards, obstacle_tests, people, rewards, scenes, table, world

RULEBOOK = Rulebook[Circle](
    guards.chapter,
    *world.CHAPTERS,
    artha.chapter,
    *people.CHAPTERS,
    *scenes.CHAPTERS,
    *obstacle_tests.CHAPTERS,
    *ability_tests.CHAPTERS,
    *rewards.CHAPTERS,
    table.chapter,
)
