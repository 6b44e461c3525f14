"""A round against the banker: what went between each player and the bank, one line each."""

from collections.abc import Sequence

from bot.screens.ended import fouled, in_order, rules_of, special_of, who
from bot.screens.model import Line, Points, Text
from bot.screens.parts import line, small
from core.rules import ROWS
from core.scoring import Payment
from core.table.result import Result

_EACH = 1


def bank_lines(result: Result) -> tuple[Line, ...]:
    """Who holds the bank, then each player's line, the next seat's first; nothing in games without one."""
    if not rules_of(result).has_banker:
        return ()
    players = [seat for seat in in_order(result) if seat != result.dealer]
    return line("bank/holder", name=who(result, result.dealer)), *(_line(result, seat) for seat in players)


def next_banker(result: Result) -> tuple[Line, ...]:
    """Whose the bank is in the next round of the match."""
    if not rules_of(result).has_banker or result.round >= result.rounds:
        return ()
    return (small("bank/next", name=who(result, (result.dealer + 1) % len(result.seats))),)


def stake_of(result: Result, player: int) -> int:
    """What a player has staked."""
    return result.stakes[player] if result.stakes else _EACH


def won_each(result: Result, payment: Payment, *, player: int) -> int:
    """What a payment comes to for each point that is staked."""
    return payment.points // stake_of(result, player)


def _line(result: Result, player: int) -> Line:
    """What a player won or lost row by row, or what ended the comparison."""
    bank, stake = result.dealer, stake_of(result, player)
    between = [one for one in result.payments if player in {one.payer, one.payee}]
    facts: dict[str, object] = {"name": who(result, player), "stake": stake}
    naturals = [one for one in between if one.reason == "natural"]
    if naturals:
        return _natural(result, naturals[0], player=player)
    if {player, bank} <= {*fouled(result)}:
        return line("bank/both-foul", **facts)
    rows = [_won(result, between, player=player, row=row) for row in ROWS]
    facts |= {row: Points(won) for row, won in zip(ROWS, rows, strict=True)}
    return line(_key(result, player), all=Points(sum(rows)), **facts)


def _key(result: Result, player: int) -> str:
    if player in fouled(result):
        return "bank/player-foul"
    return "bank/banker-foul" if result.dealer in fouled(result) else "bank/rows"


def _won(result: Result, between: Sequence[Payment], *, player: int, row: str) -> int:
    """What the player won in a row for each point that is staked, less what it cost."""
    signed = [(1 if one.payee == player else -1, one) for one in between if one.row == row]
    return sum(sign * won_each(result, one, player=player) for sign, one in signed)


def _natural(result: Result, payment: Payment, *, player: int) -> Line:
    side = "player" if payment.payee == player else "banker"
    return line(
        f"bank/natural-{side}",
        name=who(result, player),
        special=Text(f"special/{special_of(result, payment.payee)}"),
        price=won_each(result, payment, player=player),
        stake=stake_of(result, player),
    )
