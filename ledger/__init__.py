"""Keeps records and brings states back. Knows bytes, order and the kernel; never a game."""
