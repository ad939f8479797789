"""The documentation site: pages written by hand, and pages made from code."""
