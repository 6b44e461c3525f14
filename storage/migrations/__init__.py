"""The database's history, one short file a change in `versions/`; each file's name begins with its number."""

from importlib.resources import files


def revisions() -> tuple[str, ...]:
    """All numbers, oldest first; read from the files' names, because loading Alembic takes a while."""
    names = (entry.name for entry in files(__name__).joinpath("versions").iterdir())
    return tuple(sorted(name.split("_")[0] for name in names if name[:4].isdigit() and name.endswith(".py")))
