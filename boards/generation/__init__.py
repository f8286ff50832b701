"""How drawings come in: harnesses, runs and imports."""
