"""A campaign's log as it is stored and exported: records, their chain and lines, receipts. Anybody may read it."""
