"""Offers of Death of the Vele: the order of them all, and those that more than one chapter has a share in."""
