"""The card drawings: one SVG of symbols that the page and the pictures share."""

from importlib.resources import files

__all__ = ["card_drawings"]


def card_drawings() -> bytes:
    """Return the SVG document with a symbol `c-As` … `c-Kc`, `c-Xx` and `c-back` of 100 × 140 units each."""
    return files(__package__).joinpath("cards.svg").read_bytes()
