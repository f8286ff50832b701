"""Views of the pages that join several apps."""
