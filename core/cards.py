"""Cards as small numbers, the decks made of them, and how people type and read them."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NewType

from core.errors import Illegal

Card = NewType("Card", int)
"""suit x 13 + rank, 0..51 in the order of the canonical deck; the joker is 52. Equal cards are equal numbers."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
JOKER: Final = Card(52)

_PLAIN = tuple(Card(number) for number in range(52))
_SPADES = _PLAIN[:13]
_DECKS: Mapping[int, tuple[Card, ...]] = {
    52: _PLAIN,
    65: _PLAIN + _SPADES,
    68: _PLAIN + _SPADES + (JOKER,) * 3,
}
_SHOWN = (*(rank + suit for suit in SUITS for rank in RANKS), "Xx")
_CARD_OF = {text: Card(number) for number, text in enumerate(_SHOWN)}

_SUIT_WORDS = {
    "s": ("♠", "♤", "黑桃", "spades", "spade", "s"),
    "h": ("♥", "♡", "紅心", "红心", "紅桃", "红桃", "hearts", "heart", "h"),
    "d": ("♦", "♢", "方塊", "方块", "方片", "diamonds", "diamond", "d"),
    "c": ("♣", "♧", "梅花", "clubs", "club", "c"),
}
_SUIT_OF = {word: suit for suit, words in _SUIT_WORDS.items() for word in words}
_JOKER_WORDS = ("joker", "鬼牌", "鬼", "\U0001f0cf", "jk", "xx")
_SEPARATORS = frozenset(",;、。；，")
_LONGEST_QUOTE = 40


def rank(card: Card) -> int:
    """Return 2..14, the ace being 14; 0 for the joker."""
    return 0 if card == JOKER else card % 13 + 2


def suit(card: Card) -> int:
    """Return the index in `SUITS`; a joker has no suit: `ValueError`."""
    if card == JOKER:
        message = "a joker has no suit"
        raise ValueError(message)
    return card // 13


def deck(size: int) -> tuple[Card, ...]:
    """Return the canonical deck of 52, 65 (spades twice) or 68 cards (three jokers more)."""
    return _DECKS[size]


def show(cards: Iterable[Card]) -> str:
    """Return the cards in two letters each, parted by blanks.

    >>> show((Card(12), Card(24), JOKER))
    'As Kh Xx'
    """
    return " ".join([_SHOWN[card] for card in cards])


def parse_shown(text: str) -> tuple[Card, ...]:
    """Read just what `show` writes; anything else is a `ValueError`."""
    try:
        return tuple([_CARD_OF[word] for word in text.split(" ")]) if text else ()
    except KeyError as unknown:
        message = f"not a card: {unknown}"
        raise ValueError(message) from None


def parse(text: str) -> tuple[Card, ...]:
    """Read cards as people type them: `10♠ T♠ ts 黑桃10 鬼`, full width, commas, no blanks at all.

    Nothing is guessed: `Illegal("cards/unread", text=...)` quotes the first part that is no card.
    """
    cards, unread = read(text)
    if unread:
        raise Illegal("cards/unread", text=unread[0])
    return cards


def read(text: str) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    """Return the cards that can be read as `parse` reads them, and each part that is no card, up to the next blank."""
    folded, places = _fold(text)
    pattern = _pattern()
    cards: list[Card] = []
    unread: list[str] = []
    at = 0
    while at < len(folded):
        if folded[at] == " ":
            at += 1
        elif found := pattern.match(folded, at):
            cards.append(_card(found))
            at = found.end()
        else:
            end = folded.find(" ", at)
            quoted = text[places[at] :] if end < 0 else text[places[at] : places[end]]
            unread.append(quoted[:_LONGEST_QUOTE])
            at = len(folded) if end < 0 else end
    return tuple(cards), tuple(unread)


def _fold(text: str) -> tuple[str, list[int]]:
    """Return the text in narrow lower-case letters, separators as blanks, and where each letter came from."""
    letters: list[str] = []
    places: list[int] = []
    for place, typed in enumerate(text):
        for letter in _narrow(typed):
            letters.append(letter)
            places.append(place)
    return "".join(letters), places


def _narrow(typed: str) -> str:
    """Return one typed character in its plainest form; nothing for variation selectors and other unseen marks."""
    if typed.isspace() or typed in _SEPARATORS:
        return " "
    if unicodedata.category(typed) == "Cf" or "\ufe00" <= typed <= "\ufe0f":
        return ""
    return unicodedata.normalize("NFKC", typed).casefold().replace(" ", "")


@cache
def _pattern() -> re.Pattern[str]:
    """Return the form of one card: a joker, rank and suit, or suit and rank; longer words are tried first."""
    suits = "|".join(sorted(_SUIT_OF, key=len, reverse=True))
    ranks = "10|[2-9tjqka]"
    jokers = "|".join(_JOKER_WORDS)
    return re.compile(f"(?P<joker>{jokers})|(?P<r1>{ranks})(?P<s1>{suits})|(?P<s2>{suits})(?P<r2>{ranks})")


def _card(found: re.Match[str]) -> Card:
    """Return the card that the pattern has found."""
    if found["joker"]:
        return JOKER
    typed_rank = (found["r1"] or found["r2"]).replace("10", "t").upper()
    return _CARD_OF[typed_rank + _SUIT_OF[found["s1"] or found["s2"]]]
