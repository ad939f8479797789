"""Preparation of a story: the steps it still needs before its next scene."""
