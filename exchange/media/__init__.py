"""Files as they are taken in: known by their first bytes, within limits, without what tells where and when."""
