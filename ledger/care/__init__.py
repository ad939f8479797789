"""Looking after a ledger: verify, repair, back up, take words out."""
