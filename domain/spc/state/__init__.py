"""The state of an adventure: the whole, its cast, and the conflict under way."""
