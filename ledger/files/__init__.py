"""Files that belong to campaigns, kept in the ledger's own database beside the records that name them."""
