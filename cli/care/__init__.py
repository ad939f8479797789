"""Commands that look after a ledger: verify, repair, back up, archive, take words out."""
