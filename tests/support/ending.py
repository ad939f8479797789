"""Submissions as somebody sends them who has just looked."""

from campaign_laws.submissions import just_seen as just_seen
