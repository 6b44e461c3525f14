"""One against all: everybody compares with the banker alone, for a stake.

A special in the cards (報到) ends the comparison at once; a foul (倒水) pays all three rows. Source: HOYA 《十三張》, 香港玩法.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from core.cards import Card, rank, suit
from core.scoring.payment import Payment
from core.scoring.showdown import Comparison, Laid, Showdown, lay, met, rows_won
from core.specials import special_codes

_SUIT_PLACES: Final = (3, 2, 0, 1)
"""♠ > ♥ > ♣ > ♦, by the index in `core.cards.SUITS`."""


def banker(showdown: Showdown) -> tuple[Payment, ...]:
    """Return every payment between the banker and each player, in seat order."""
    laid = tuple(_as_the_table_compares(showdown, each, seat=seat) for seat, each in enumerate(lay(showdown)))
    naturals = [_natural(showdown, seat) for seat in range(len(laid))]
    players = [seat for seat in range(len(laid)) if seat != showdown.terms.banker]
    return tuple(
        line
        for seat in players
        for line in _by_naturals(showdown, naturals, player=seat) or _by_rows(showdown, laid, player=seat)
    )


def _natural(showdown: Showdown, seat: int) -> str | None:
    """Return the best special in a seat's cards."""
    codes = special_codes(showdown.arrangements[seat].cards)
    return next((code for code in showdown.rule_set.specials if code in codes), None)


def _stake(showdown: Showdown, player: int) -> int:
    stakes = showdown.terms.stakes
    return stakes[player] if stakes else 1


def _by_naturals(showdown: Showdown, naturals: Sequence[str | None], *, player: int) -> list[Payment]:
    """Return what a special ends the comparison with: the player's before the banker's; none where neither has any."""
    bank = showdown.terms.banker
    for payee, payer in ((player, bank), (bank, player)):
        code = naturals[payee]
        if code is not None:
            price = showdown.terms.options.get(code, showdown.rule_set.specials[code])
            return [Payment(payer, payee, price * _stake(showdown, player), "natural", None, code)]
    return []


def _by_rows(showdown: Showdown, laid: Sequence[Laid], *, player: int) -> list[Payment]:
    """Return what the rows of a player and the banker win."""
    bank, stake = showdown.terms.banker, _stake(showdown, player)
    won = met(laid[player], laid[bank])
    if showdown.terms.options.get("top_card_only") and not (laid[player].foul or laid[bank].foul):
        won = won[0] or -1, won[1] or -1, won[2] or -1  # equal rows are the banker's
    lost: Comparison = (-won[0], -won[1], -won[2])
    return [
        *rows_won(laid, won, payee=player, payer=bank, times=stake),
        *rows_won(laid, lost, payee=bank, payer=player, times=stake),
    ]


def _as_the_table_compares(showdown: Showdown, laid: Laid, *, seat: int) -> Laid:
    """Return the rows with numbers that compare as the table's options have it."""
    rows = showdown.arrangements[seat].rows
    front, middle, back = (
        _compares_by(showdown, strength, row) for strength, row in zip(laid.strengths, rows, strict=True)
    )
    return replace(laid, strengths=(front, middle, back))


def _compares_by(showdown: Showdown, strength: int, row: Sequence[Card]) -> int:
    """Return a number for a row: its strength, or its class and highest card alone; where suits count, with a suit."""
    options, table = showdown.terms.options, showdown.strengths
    ranks = table.ranks(strength)
    deciding, value = ranks[0], strength
    if options.get("top_card_only"):
        deciding = max(ranks)
        value = showdown.rule_set.ladder.index(table.row_class(strength)) * 16 + deciding
    if not options.get("suits"):
        return value
    return value * 4 + max(_SUIT_PLACES[suit(card)] for card in row if rank(card) == deciding)
