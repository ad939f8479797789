"""The words of Death of the Vele: stages, kinds, homes of dice, and the small printed shapes messages share."""
