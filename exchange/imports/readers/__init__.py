"""Readers of formats that take one file of code each."""
