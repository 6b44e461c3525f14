"""Results of rounds that a test lays out card by card."""

from collections.abc import Sequence

from core.arrangement import Arrangement, faults, show_rows
from core.cards import Card, deck, parse_shown, rank, show
from core.ids import PersonId, TableId
from core.rules import RULE_SETS, RuleSet
from core.scoring import Terms, payments, totals
from core.strength import strengths
from core.table.model import By, HouseChoice, Options
from core.table.result import Result, ResultSeat

NAMES = ("小明", "阿嬤", "小美", "")
_PLAIN = Terms()


def rows(text: str) -> Arrangement:
    """Three rows as a test writes them, in any order of cards."""
    front, middle, back = (parse_shown(part.strip()) for part in text.split("/"))
    return Arrangement(front, middle, back)


def settled(
    rule_set: str,
    played: Sequence[Arrangement],
    *,
    dealer: int = 0,
    cut_card: str = "",
    terms: Terms = _PLAIN,
) -> Result:
    """The round in which these were played; a fourth seat is a computer's, and a banker deals."""
    rules = RULE_SETS[rule_set]
    table = strengths(rules, rank(parse_shown(cut_card)[0]) if cut_card else None)
    paid = payments(rules, played, table, terms=terms)
    points = totals(paid, len(played))
    house = tuple(HouseChoice(code, value) for code, value in sorted(terms.options.items()))
    seats = _seats(rules, played, points, fouls=[bool(faults(each, table, rules)) for each in played], terms=terms)
    return Result(
        table=TableId(42),
        serial=18,
        match=1,
        round=3,
        rounds=8,
        rule_set=rule_set,
        reveal="steps",
        cut_card=cut_card,
        dealer=terms.banker if rules.has_banker else dealer,
        seats=seats,
        payments=paid,
        commitment="a" * 64,
        closed="b" * 64,
        sealed="c" * 64,
        cuts=(),
        outcome="settled",
        digest="d" * 64,
        at=1_800_000_000_000,
        options=Options(rule_set=rule_set, house=house),
        stakes=terms.stakes,
    )


def _seats(
    rules: RuleSet, played: Sequence[Arrangement], points: Sequence[int], *, fouls: Sequence[bool], terms: Terms
) -> tuple[ResultSeat, ...]:
    declared = [code or "" for code in terms.declared] or [""] * len(played)
    return tuple(
        ResultSeat(
            name=name,
            person=PersonId(f"web:{seat}") if name else None,
            hand=show(each.cards),
            rows=show_rows(each),
            by=By.PERSON if name else By.COMPUTER,
            points=won,
            match_points=won + 10,
            number=0 if name else 4,
            declared=declared[seat],
            foul=not declared[seat] and fouls[seat] and rules.fouls_allowed,
            out=rules.starting_points > 0 and rules.starting_points + (won + 10) * rules.unit_value <= 0,
        )
        for seat, (name, each, won) in enumerate(zip(NAMES, played, points, strict=False))
    )


def split(cards: Sequence[Card], seats: int) -> list[Arrangement]:
    """The next 13 cards for each seat, in the order they come: legal or not, payments are payments."""
    hands = [cards[13 * seat : 13 * seat + 13] for seat in range(seats)]
    return [Arrangement(tuple(hand[:3]), tuple(hand[3:8]), tuple(hand[8:])) for hand in hands]


def deck_of(rule_set: str) -> list[Card]:
    return list(deck(RULE_SETS[rule_set].deck))
