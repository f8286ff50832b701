"""Signals that ``boards`` sends; it knows nobody who listens."""

from django.dispatch import Signal

sample_ready = Signal()
"""A sample and its picture are stored. Sent after commit with ``sample``."""
