"""Campaigns and sheets as files to keep and hand on: Markdown, one page of HTML with its replay, PDF, tables."""
