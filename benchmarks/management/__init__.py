"""Management of artifacts."""
