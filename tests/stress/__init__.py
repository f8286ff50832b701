"""Long and heavy tests; ``make stress`` runs them."""
