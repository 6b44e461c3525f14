"""The places where people meet the game, one package each; `base` is all that they share."""
