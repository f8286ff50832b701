"""Real servers on loopback that behave as badly as the ones out there."""
