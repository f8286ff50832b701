"""Judges, verdicts and scores."""
