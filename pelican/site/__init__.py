"""The roof: pages, data and operations that join several apps."""
