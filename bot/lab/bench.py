"""`shisanzhi bench`: what is measured on this machine, one module a measure."""

from importlib import import_module
from pathlib import Path
from typing import Final

MEASURES: Final = {
    "strength": "bot.lab.evaluators",
    "service": "bot.lab.load",
    "start": "bot.lab.start",
    "memory": "bot.lab.memory",
    "levels": "bot.lab.duel",
    "arrange": "bot.lab.arrange",
    "peers": "bot.lab.peers",
}


def run(measure: str, *files: Path) -> int:
    """Measure, print the figures, and return the exit status; some measures are of what stands in a file."""
    status: int = import_module(MEASURES[measure]).main(*files)
    return status
