"""The names of special hands as people type them, in every language there is."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bot.i18n import catalog, languages
from bot.options import plain
from core.specials import SPECIALS

WORDS: Final = ("報", "declare", "special")
"""What can stand in front of the name, to say that it is declared."""


def declared(text: str) -> str | None:
    """The code of the special that a line declares, `報六對半` or only its name; None where it names none.

    >>> declared("declare dragon")
    'dragon'
    """
    typed = plain("".join(text.split()))
    bare = next((typed.removeprefix(word) for word in WORDS if typed.startswith(word)), typed)
    return _codes().get(bare.removeprefix("="))


def is_declaration(text: str) -> bool:
    """Whether a line means to declare something, known or not."""
    return plain(text.strip()).startswith(WORDS) or declared(text) is not None


@lru_cache(maxsize=1)
def _codes() -> Mapping[str, str]:
    named = {
        plain("".join(catalog(tag).text(f"special/{code}").split())): code for tag in languages() for code in SPECIALS
    }
    return named | {code: code for code in SPECIALS}
