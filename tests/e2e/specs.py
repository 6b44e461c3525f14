"""Where the services' own specifications are."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]


def spec_folder() -> Path:
    """The folder: the variable SPECS, or the one beside the checkout."""
    return Path(os.environ.get("SPECS", ROOT.parent / "shared" / "specs"))
