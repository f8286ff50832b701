"""Benchmarks of model-written WebGL artifacts."""
