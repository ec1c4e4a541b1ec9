"""What rules are written in: randomness, dice, shuffles and compile-time dispatch. Knows no game."""
