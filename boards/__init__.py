"""Catalogue, runs, samples, and the drawing engine."""
