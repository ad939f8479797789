"""The printed tables: die sizes, what things cost, what they grant."""

from .house_rules import ViciousHouseRules
from .state import Spark
from .terms import DieSize, SparkKind, Stance

DIE_FOR: dict[Stance, DieSize] = {
    Stance.HELPS: 6,
    Stance.TOOL: 8,
    Stance.HINDERS: 4,
    Stance.HARD: 8,
    Stance.SOFTENED: 4,
}
HINDERING_DIE: DieSize = 4

HINDERING_HEAT = 1
DOUBLED_HEAT = 2
BRIBE = 1
PRICE_OF_REFUSING = 1
PREPARED_HEAT = 1
ALLOY_PRICE = 5
SPARK_COST = 1


def spark_cost(spark: Spark, rules: ViciousHouseRules) -> int:
    """The price of a spark for a player character: the printed one, or else 1; doubling Heat is free."""
    if spark.cost is not None:
        return spark.cost
    return rules.double_heat_cost if spark.kind is SparkKind.DOUBLE_HEAT else SPARK_COST
