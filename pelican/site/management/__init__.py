"""Management of the site as a whole."""
