"""Campaigns as archives: a BagIt bag that outlives every tool, written and taken back byte for byte."""
