"""The state of a campaign of Wicked Ones: the whole, the world, and the scene in play."""
