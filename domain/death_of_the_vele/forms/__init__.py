"""Forms laid by hand: the steps of the preparation, and what is asked most in play."""
