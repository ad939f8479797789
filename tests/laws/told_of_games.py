"""Facts about the project's games that the laws are told, since no rulebook can be read for them."""

from typing import Any

ENDINGS = frozenset(
    {"end_play", "end_scene", "close_scene", "end_adventure", "end_season", "end_campaign", "end_story", "end_act"}
    | {"end_raid", "end_invasion", "withdraw_action", "withdraw_goal", "cancel_test", "unseat_player"}
    | {"stop_initiative"}
)
"""Commands that end something, or take it back."""
FOR_GOOD = frozenset({"end_play", "end_adventure", "end_season", "end_campaign", "end_story"})
OF_ALL: dict[str, Any] = {"endings": ENDINGS, "for_good": FOR_GOOD, "players_prepare": True}
TOLD: dict[str, dict[str, Any]] = {
    "vicious_crucible": {
        **OF_ALL,
        "for_want_of_preparation": frozenset(
            {"crucible_not_open", "sheet_missing", "nobody_picked", "not_playing"}
        ),
    },
    "death_of_the_vele": {
        **OF_ALL,
        "for_want_of_preparation": frozenset({"framework_unfinished", "setup_unfinished", "pc_too_few_traits"}),
        "sometimes": frozenset(
            {("StartStruggle", "attack_mode"), ("TagAspect", "component"), ("TagAspect", "trait")}
        ),
        "applied_by_house_rules": frozenset({"death_of_the_vele.trait_bought.v1"}),
    },
    "hot_circle": {
        **OF_ALL,
        "for_want_of_preparation": frozenset(
            {
                "genre_missing",
                "situation_missing",
                "relations_missing",
                "too_few_settings",
                "setting_without_faction",
                "character_incomplete",
                "starting_lifepaths_unset",
                "no_open_session",
            }
        ),
        "sometimes": frozenset({("RequestAbilityTest", "setting")}),
    },
    "open_table": {**OF_ALL, "for_want_of_preparation": frozenset({"character_missing"}), "any_time": True},
    "spc": {
        **OF_ALL,
        "for_want_of_preparation": frozenset(
            {
                "preview_first",
                "mastermind_missing",
                "nobody_seated",
                "character_missing",
                "not_playing",
                "no_scene_set",
                "presence_undecided",
            }
        ),
        "applied_by_house_rules": frozenset({"spc.adjudication_recorded.v1", "spc.goal_track_moved.v1"}),
    },
    "wicked_ones": {
        **OF_ALL,
        "for_want_of_preparation": frozenset({"dungeon_missing", "phase_missing"}),
        "sometimes": frozenset({("DeclareConsequence", "clock"), ("DeclareConsequence", "why_not")}),
    },
}
