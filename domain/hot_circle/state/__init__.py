"""The state of a circle: the whole, its world, its people, and what is being settled."""
