"""The pages of voting."""
