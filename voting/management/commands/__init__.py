"""Management commands of voting."""
