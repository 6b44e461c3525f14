"""A table of the game as data: commands go in, events come out, views are built for whoever looks."""
