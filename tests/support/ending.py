"""Submissions as somebody sends them who has just looked."""

from campaign_laws.ending import just_seen as just_seen
