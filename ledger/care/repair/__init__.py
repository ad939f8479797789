"""Repair of a damaged ledger: what can be read is kept, what cannot is moved or set aside."""
