"""Signals that ``boards`` sends; it knows nobody who listens."""

from django.dispatch import Signal

sample_ready = Signal()
"""A sample and its picture are stored. Sent after commit with ``sample``."""

variant_refused = Signal()
"""A provider has no such model or gives no access to it. Sent after commit with ``route``."""
