"""Every request with its time, its answer and who could read it; and cards found where they must not be."""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

_SUITS: Final = {"s": "♠♤黑桃", "h": "♥♡紅心", "d": "♦♢方塊", "c": "♣♧梅花"}
_RANK: Final = "(?:10|[2-9TJQKA])"
_UNBROKEN: Final = "\u00a0"
_PLAIN: Final = str.maketrans(
    {"\ufe0e": "", "\ufe0f": "", "\u200b": "", "*": "", "`": "", "\\": "", "_": "", _UNBROKEN: " "}
)


@dataclass(eq=False)
class Call:
    """One request of the bot."""

    at: float  # seconds of the monotonic clock
    method: str
    path: str
    body: Any
    files: tuple[tuple[str, str], ...] = ()  # name, alt text
    attached: tuple[str, ...] = ()  # what stands in text files
    status: int = 0
    code: int = 0  # the service's own, of a refusal
    interaction: int | None = None
    message: int | None = None  # what it posted or changed
    channel: int | None = None
    audience: int | None = None  # the only person who can read it; None: whoever is in the channel

    def strings(self) -> Iterator[str]:
        """Every string it carried: texts, alt texts, file names, custom ids, what stands in files."""
        yield from _strings(self.body)
        for name, description in self.files:
            yield from (name, description)
        yield from self.attached

    def text(self) -> str:
        """All of them, one a line."""
        return "\n".join(self.strings())


@dataclass
class Recorder:
    """All requests since the start, and what was wrong with them."""

    calls: list[Call] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)

    def of(self, method: str, path: str, *, since: float = 0) -> list[Call]:
        """Requests whose path matches a pattern wholly."""
        pattern = re.compile(path + r"\Z")
        return [call for call in self.calls if call.at >= since and call.method == method and pattern.match(call.path)]

    def mark(self) -> float:
        """Now, for `since`."""
        return time.monotonic()

    def leaks(
        self, hands: Mapping[int, Sequence[str]], *, since: float = 0, until: float = float("inf")
    ) -> list[tuple[Call, int, str]]:
        """Requests that carried a card ("As", "Tc") of one person's hand to anybody else, in any field.

        A request that failed counts too: it left the bot. With two decks, a card like one's own proves nothing.
        """
        found = []
        for call in self.calls:
            if since <= call.at <= until and call.body is not None:
                text = call.text().translate(_PLAIN)
                own = hands.get(call.audience or 0, ())
                for owner, cards in hands.items():
                    if call.audience != owner:
                        found += [(call, owner, card) for card in cards if card not in own and shows(text, card)]
        return found


def shows(text: str, card: str) -> bool:
    """Whether a text shows a card; a joker ("Xx"), which is nobody's own, never counts."""
    return card[-1].lower() in _SUITS and bool(card_pattern(card).search(text))


@cache
def card_pattern(card: str) -> re.Pattern[str]:
    """Whatever a card ("As", "Td") may look like: As, ♠A, ♤ K A, A♠, 黑桃A, and 10 for T."""
    rank, suit = card[:-1].upper(), card[-1].lower()
    own = "(?:T|10)" if rank in {"T", "10"} else rank
    signs = f"(?:[{_SUITS[suit][:3]}]|{_SUITS[suit][2]}{_SUITS[suit][3:]})"
    forms = (
        rf"{signs}{own}(?![0-9])",  # ♠A
        rf"(?<![0-9TJQKA]){signs} ?(?:{_RANK} ?)*?{own}(?![0-9])",  # ♠ K Q A: a sign before several
        rf"(?<![0-9♠-♧]){own}{signs}(?!{_RANK})",  # A♠
        rf"(?<![A-Za-z0-9]){own}{suit}(?![A-Za-z0-9])",  # As
    )
    return re.compile("|".join(forms))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inside in value.values():
            yield from _strings(inside)
    elif isinstance(value, Sequence):
        for inside in value:
            yield from _strings(inside)
