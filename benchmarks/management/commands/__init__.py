"""The commands of ``benchmarks``."""
