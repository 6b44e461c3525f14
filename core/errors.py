"""The one expected failure of the whole program."""

from collections.abc import Mapping


class Illegal(Exception):
    """What was asked cannot be done; `code` is `area/what` and has a text in every language.

    >>> Illegal("cards/unread", text="Zz").facts["text"]
    'Zz'
    """

    def __init__(self, code: str, **facts: object) -> None:
        """Keep the code and the facts that its text names."""
        super().__init__(code)
        self.code = code
        self.facts: Mapping[str, object] = facts
