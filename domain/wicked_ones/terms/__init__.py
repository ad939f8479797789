"""The words of Wicked Ones: stages, kinds and levels that messages and state share."""
