"""The state of a story: the whole, its table, act, cast, dice and struggle."""
