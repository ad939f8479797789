"""The way back for a ledger that is damaged: what can be read is kept, what cannot is moved or set aside."""
