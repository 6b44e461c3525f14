"""`shisanzhi bench`: what is measured on this machine, one module a measure."""

from importlib import import_module
from typing import Final

MEASURES: Final = {
    "strength": "bot.lab.evaluators",
    "service": "bot.lab.load",
    "start": "bot.lab.start",
    "memory": "bot.lab.memory",
    "levels": "bot.lab.duel",
    "arrange": "bot.lab.arrange",
}


def run(measure: str) -> int:
    """Measure, print the figures, and return the exit status."""
    status: int = import_module(MEASURES[measure]).main()
    return status
