"""The pages and files of ``benchmarks``."""
