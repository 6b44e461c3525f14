"""Ended rounds of every rule set in which what seldom happens does: fouls, specials, dragons, ways of the house."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.arrangement import Arrangement, faults
from core.cards import Card, parse_shown
from core.rules import RULE_SETS, RuleSet
from core.scoring import Terms
from core.strength import strengths
from core.table.result import Result
from tests.bot.screens.rounds import deck_of, settled

BONUS = "7c"
_BIG, _SMALL, _DRAGON = "three_straight_flushes", "three_flushes", "dragon"
_SHOWN = {
    _BIG: "As 2s 3s 4h 5h 6h 7h 8h 9d Td Jd Qd Kd",
    _SMALL: "5s 7s Js 2d 3d 4d 6d 8d 2h 3h 9h Jh Kh",
    "six_and_a_half_pairs": "2c 2d 3c 3d 4c 4d 5c 5d 6c 6d 8c 8s 9c",
    "suited_dragon": "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac",
    _DRAGON: "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks Ah",
}


def cases(rule_set: str) -> Iterator[tuple[str, Result]]:
    """Rounds of a rule set, for every number of players that it knows."""
    rules = RULE_SETS[rule_set]
    for players in range(rules.seats.fewest, rules.seats.most + 1):
        yield from ((f"{name} of {players}", result) for name, result in _plain(rules, players))
    if rules.fouls_allowed:
        yield from _with_fouls(rules)
    if rules.declares:
        yield from _declared(rules)
    if rules.dragon:
        yield from _dragons(rules)
    if rules.has_banker:
        yield from _banked(rules)


def laid_out(rules: RuleSet, hand: Sequence[Card], *, seed: int = 0, foul: bool = False) -> Arrangement:
    """A hand in rows that are in order, or out of it."""
    cards, dealer = list(hand), random.Random(seed)
    table = strengths(rules, 7 if rules.has_bonus else None)
    while True:
        dealer.shuffle(cards)
        rows = Arrangement(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:13]))
        if bool(faults(rows, table, rules)) == foul:
            return rows


def dealt(rules: RuleSet, players: int, *, shown: Sequence[str] = (), seed: int = 0) -> list[tuple[Card, ...]]:
    """Thirteen cards a seat: those of the specials first, then what is left of the deck."""
    given = [parse_shown(_SHOWN[code]) for code in shown]
    left = deck_of(rules.id)
    for card in (*(card for hand in given for card in hand), *(parse_shown(BONUS) if rules.has_bonus else ())):
        left.remove(card)
    random.Random(seed).shuffle(left)
    rest = range(players - len(given))
    return [*given, *(tuple(left[13 * seat : 13 * seat + 13]) for seat in rest)]


def _plain(rules: RuleSet, players: int) -> Iterator[tuple[str, Result]]:
    for seed in range(2):
        terms = Terms(banker=seed, stakes=tuple(range(1, players + 1))) if rules.has_banker else Terms()
        yield f"round {seed}", _settled(rules, dealt(rules, players, seed=seed), terms=terms)


def _with_fouls(rules: RuleSet) -> Iterator[tuple[str, Result]]:
    hands = dealt(rules, 4)
    for foul in ((3,), (0, 2), (0, 1, 2, 3)):
        yield f"fouls of {foul}", _settled(rules, hands, foul=foul, terms=Terms(stakes=(1, 10, 10, 10)))


def _declared(rules: RuleSet) -> Iterator[tuple[str, Result]]:
    for shown, told in (((_BIG,), 4), ((_SMALL,), 2), ((_BIG, "six_and_a_half_pairs"), 3), ((_SMALL,), 3)):
        hands = dealt(rules, told, shown=shown)
        declared = (*shown, *(None for _ in range(told - len(shown))))
        yield f"declared {shown} of {told}", _settled(rules, hands, foul=(told - 1,), terms=Terms(declared))
    both = dealt(rules, 2, shown=(_BIG, "six_and_a_half_pairs"))
    yield "nothing but specials", _settled(rules, both, terms=Terms((_BIG, "six_and_a_half_pairs")))
    lower = dealt(rules, 2, shown=("suited_dragon",))
    yield "the lower of two specials", _settled(rules, lower, terms=Terms(("dragon", None)))
    equal = [parse_shown(_SHOWN[_SMALL])] * 2
    yield "equal specials", _settled(rules, equal, terms=Terms((_SMALL, _SMALL)))


def _dragons(rules: RuleSet) -> Iterator[tuple[str, Result]]:
    for shown in ((_DRAGON,), ("suited_dragon",), (_DRAGON, "suited_dragon")):
        for players in (2, 3, 4):
            hands = dealt(rules, players, shown=shown)
            yield f"dragons {shown} of {players}", _settled(rules, hands, foul=(0,) if players == 4 else ())
    gone = _settled(rules, dealt(rules, 4, shown=(_DRAGON,)))
    yield "somebody out", _with_out(gone, 1)
    yield "all but one out", _with_out(gone, 3)


def _with_out(result: Result, count: int) -> Result:
    last = len(result.seats) - count
    seats = tuple(replace(seat, out=number >= last) for number, seat in enumerate(result.seats))
    return replace(result, seats=seats)


def _banked(rules: RuleSet) -> Iterator[tuple[str, Result]]:
    stakes = (10, 10, 10, 10)
    for banker in (0, 1):
        hands = dealt(rules, 4, shown=("suited_dragon",))
        terms = Terms(banker=banker, stakes=stakes, options={"suited_dragon": 39})
        yield f"a natural against banker {banker}", _settled(rules, hands, foul=(0,), terms=terms)
    for options in ({"suits": 1}, {"top_card_only": 1}, {"suits": 1, "top_card_only": 1}):
        terms = Terms(banker=2, stakes=stakes, options=options)
        yield f"ways {options}", settled(rules.id, ALIKE, terms=terms)


ALIKE = [
    Arrangement(parse_shown("Kd 9h 2c"), parse_shown("8s 8c 6c 4s 3h"), parse_shown("As Ah 9d 6d 5c")),
    Arrangement(parse_shown("Ks 9s 2d"), parse_shown("7h 7d 6h 4c 3d"), parse_shown("Ad Ac Qc 5s 4h")),
    Arrangement(parse_shown("Kh 9c 2h"), parse_shown("8h 8d Jh 9c 7c"), parse_shown("Qs Qd 7s 6s 5h")),
]
"""Rows that are as good as their neighbours', or only by a lower card better."""


def _settled(
    rules: RuleSet, hands: Sequence[Sequence[Card]], *, foul: Sequence[int] = (), terms: Terms | None = None
) -> Result:
    played = [laid_out(rules, hand, seed=seat, foul=seat in foul) for seat, hand in enumerate(hands)]
    cut = BONUS if rules.has_bonus else ""
    return settled(rules.id, played, cut_card=cut, terms=terms or Terms())
