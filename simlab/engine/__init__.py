"""Playing: compiled loops, blocks of playthroughs, threads. The only package that starts work."""
