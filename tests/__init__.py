"""The tests of the project; ``docs/development.md`` says how they are run."""
