"""Template tags of ``benchmarks``."""
