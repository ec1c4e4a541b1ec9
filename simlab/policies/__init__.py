"""How a seat decides: generic over the forward model, with no word of any game."""
