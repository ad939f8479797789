"""Vicious Crucible."""
