"""Demo data: the project's own drawings and simulated ballots, all labelled demo."""
