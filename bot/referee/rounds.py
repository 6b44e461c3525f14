"""A round that a request tells of: who has which rows, and what besides them decides."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.referee.game import Game, arrangement_of, check_deck
from bot.referee.requests import LONGEST_QUOTE, Request, refuse_unknown, text_of, value_of
from core import scoring
from core.arrangement import Arrangement, faults
from core.errors import Illegal
from core.rules import ROWS, RuleSet
from core.scoring import Terms
from core.specials import special_codes

BANKERS_KEYS: Final = frozenset({"banker", "stakes", "options"})
_PLAYER_KEYS: Final = frozenset({*ROWS, "declare"})


def settle(request: Request, game: Game) -> dict[str, object]:
    """Return totals, matrix and every payment of a round."""
    rule_set = game.rule_set
    players = [_player(each, rule_set, seat=seat) for seat, each in enumerate(_players(request, rule_set))]
    arrangements = [arrangement for arrangement, _ in players]
    check_deck([card for each in arrangements for card in each.cards], game)
    terms = _terms(request, rule_set, declared=tuple(code for _, code in players))
    _check_declared(arrangements, terms)
    fouls = _fouls(game, arrangements, terms)
    lines = scoring.payments(rule_set, arrangements, game.strengths, terms=terms)
    seats, reasons = len(arrangements), scoring.WAYS[rule_set.scoring].reasons
    settled = [
        {"total": total, "foul": fouls[seat], "parts": scoring.parts(lines, seat, reasons=reasons)}
        for seat, total in enumerate(scoring.totals(lines, seats))
    ]
    return {"players": settled, "matrix": scoring.matrix(lines, seats), "lines": [_line(line) for line in lines]}


def _line(line: scoring.Payment) -> dict[str, object]:
    return {
        "from": line.payer,
        "to": line.payee,
        "points": line.points,
        "reason": line.reason,
        "row": line.row,
        "class": line.row_class,
    }


def _players(request: Request, rule_set: RuleSet) -> Sequence[object]:
    """Return a round's players, as many as can play."""
    players: Sequence[object] = value_of(request, "players", list)
    fewest, most = rule_set.seats
    if not fewest <= len(players) <= most:
        raise Illegal("referee/players", given=len(players), fewest=fewest, most=most)
    return players


def _player(player: object, rule_set: RuleSet, *, seat: int) -> tuple[Arrangement, str | None]:
    """Return one player's rows and declared special; what is wrong with them is said with the seat."""
    try:
        if not isinstance(player, dict):
            raise Illegal("referee/key-type", field="players")
        refuse_unknown(player, _PLAYER_KEYS)
        code = _declared(player, rule_set)
        return arrangement_of(player), code
    except Illegal as illegal:
        raise Illegal(illegal.code, **illegal.facts, seat=seat) from None


def _declared(player: Request, rule_set: RuleSet) -> str | None:
    """Return the special that the player declares."""
    if player.get("declare") is None:
        return None
    if not rule_set.declares:
        raise Illegal("referee/declare-refused")
    code = text_of(player, "declare")
    if code not in rule_set.specials:
        raise Illegal("referee/unknown-special", text=code[:LONGEST_QUOTE], specials=tuple(rule_set.specials))
    return code


def _check_declared(arrangements: Sequence[Arrangement], terms: Terms) -> None:
    """Refuse a special that the cards are not; a lower one than they could be is the player's own choice."""
    for seat, (arrangement, code) in enumerate(zip(arrangements, terms.declared, strict=True)):
        if code is not None and code not in special_codes(arrangement.cards):
            raise Illegal("referee/declare-unmet", seat=seat, special=code)


def _fouls(game: Game, arrangements: Sequence[Arrangement], terms: Terms) -> tuple[bool, ...]:
    """Return whose rows are foul; those of a declared hand count for nothing."""
    found = [faults(each, game.strengths, game.rule_set) for each in arrangements]
    for seat, some in enumerate(found):
        if some and not game.rule_set.fouls_allowed:
            raise Illegal("referee/foul-refused", seat=seat, fault=some[0])
    return tuple(bool(some) and code is None for some, code in zip(found, terms.declared, strict=True))


def _terms(request: Request, rule_set: RuleSet, *, declared: tuple[str | None, ...]) -> Terms:
    """Return what besides the rows decides the round."""
    if rule_set.stakes is None:
        return Terms(declared)
    seats = len(declared)
    banker = value_of(request, "banker", int) if "banker" in request else 0
    if not _within(banker, 0, seats - 1):
        raise Illegal("referee/banker-range", most=seats - 1)
    stakes = value_of(request, "stakes", list) if "stakes" in request else [rule_set.stakes.least] * seats
    if len(stakes) != seats:
        raise Illegal("referee/stakes-count", wanted=seats, given=len(stakes))
    for seat, stake in enumerate(stakes):
        if seat != banker and not _within(stake, *rule_set.stakes):
            raise Illegal("referee/stakes-range", seat=seat, least=rule_set.stakes.least, most=rule_set.stakes.most)
    return Terms(declared, banker, tuple(stakes), _options(request, rule_set))


def _within(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _options(request: Request, rule_set: RuleSet) -> Mapping[str, int]:
    """Return what the table plays otherwise than by default."""
    given: dict[str, int] = value_of(request, "options", dict) if "options" in request else {}
    refuse_unknown(given, frozenset(rule_set.house_options))
    for code, value in given.items():
        values = rule_set.house_options[code]
        if type(value) is not type(values[0]):
            raise Illegal("referee/key-type", field=code)
        if value not in values:
            raise Illegal("referee/option-range", field=code, values=tuple(map(str, values)))
    return given
