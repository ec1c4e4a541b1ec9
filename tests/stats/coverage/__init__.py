"""How often every procedure keeps its word: a registry, which one file for each kind of procedure adds to."""
