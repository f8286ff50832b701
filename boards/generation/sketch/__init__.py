"""The reference sketcher: draws any of the 30 tasks, with a chosen skill, in a chosen style.

It stands in for a model where there is none, so that everything on the site can be run without a
key and without a network. It is not a model, and says so wherever it shows.
"""
