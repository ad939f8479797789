"""Texts that stand: whose they are, which one and what they say, each by name."""

from dashboard.pages.recap.html import texts_html
from projections.views.recap import StandingText


def test_whose_text_it_is_and_who_stands_in_it_is_said_by_name() -> None:
    names = {"story": "Low lamp", "ada": "Ada", "reeds": "Reeds", "circle": "the circle"}
    drawn = texts_html(
        [
            StandingText(owner="story", field="narrator", text="ada", why="", position=3),
            StandingText(
                owner="circle", field="settings.reeds", text="Fog pilots live there.", why="", position=4
            ),
            StandingText(owner="", field="objective_of_all", text="Ada's lamp", why="", position=5),
        ],
        names,
    )
    for said in (
        "Low lamp · Narrator",
        ">Ada<",
        "The circle · Settings · Reeds",
        ">Objective of all<",
        "Ada's lamp",
    ):
        assert said.replace("'", "&#x27;") in drawn or said in drawn or said.replace("'", "&#39;") in drawn
