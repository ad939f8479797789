"""Draws views and sends commands; decides nothing."""
