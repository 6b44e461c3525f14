"""What holds for every round of every rule set, whatever is laid down."""

from collections import Counter
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from core.arrangement import Arrangement, faults
from core.cards import Card, deck
from core.rules import RULE_SETS, RuleSet
from core.scoring import WAYS, Payment, Terms, matrix, parts, payments, totals
from core.specials import special_codes
from core.strength import Strengths, strengths


class Round(NamedTuple):
    rules: RuleSet
    played: tuple[Arrangement, ...]
    table: Strengths
    terms: Terms

    @property
    def lines(self) -> tuple[Payment, ...]:
        return payments(self.rules, self.played, self.table, terms=self.terms)

    def fouls(self) -> list[bool]:
        return [bool(faults(each, self.table, self.rules)) for each in self.played]


@st.composite
def decks(draw, size):
    """A deck as it is dealt: by chance, or so that hands are dragons, of one suit or not, but for some swaps."""
    if size != 52 or draw(st.booleans()):
        return draw(st.permutations(deck(size)))
    turns = draw(st.lists(st.integers(0, 3), min_size=13, max_size=13)) if draw(st.booleans()) else [0] * 13
    hands = [[Card((seat + turn) % 4 * 13 + rank) for rank, turn in enumerate(turns)] for seat in range(4)]
    cards = [card for hand in draw(st.permutations(hands)) for card in draw(st.permutations(hand))]
    for one, other in draw(st.lists(st.tuples(st.integers(0, 51), st.integers(0, 51)), max_size=4)):
        cards[one], cards[other] = cards[other], cards[one]
    return cards


@st.composite
def rounds(draw):
    """A round of any rule set with as many players as may be; fouls and specials are frequent."""
    rules = RULE_SETS[draw(st.sampled_from(sorted(RULE_SETS)))]
    seats = draw(st.integers(*rules.seats))
    cards = draw(decks(rules.deck))
    table = strengths(rules, 7 if rules.has_bonus else None)
    starts = [rules.aside + seat * rules.hand for seat in range(seats)]
    played = tuple(arranged(draw, cards[start : start + 13], table, rules) for start in starts)
    return Round(rules, played, table, draw(terms(rules, played)))


def arranged(draw, cards, table, rules):
    """Three rows: as they fall, or with the better five behind."""
    front, middle, back = tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:])
    if not rules.fouls_allowed or draw(st.booleans()):
        middle, back = sorted((middle, back), key=table.strength)
    return Arrangement(front, middle, back)


@st.composite
def terms(draw, rules, played):
    """Whatever the rule set lets be said besides the rows."""
    seats = len(played)
    declared = tuple(
        draw(st.sampled_from([None, *(code for code in rules.specials if code in special_codes(each.cards))]))
        if rules.declares
        else None
        for each in played
    )
    if rules.stakes is None:
        return Terms(declared)
    stakes = tuple(draw(st.lists(st.integers(*rules.stakes), min_size=seats, max_size=seats)))
    options = {code: draw(st.sampled_from(values)) for code, values in rules.house_options.items()}
    return Terms(declared, draw(st.integers(0, seats - 1)), stakes, options)


@given(rounds())
def test_every_round_sums_to_zero_and_its_lines_add_up(dealt):
    lines, seats = dealt.lines, len(dealt.played)
    won = Counter()
    for line in lines:
        assert line.points > 0
        assert line.payer != line.payee
        won[line.payee] += line.points
        won[line.payer] -= line.points
    found = totals(lines, seats)
    assert 0 == sum(found)
    assert found == tuple(won[seat] for seat in range(seats))
    reasons = WAYS[dealt.rules.scoring].reasons
    assert found == tuple(sum(parts(lines, seat, reasons=reasons).values()) for seat in range(seats))
    pairs = matrix(lines, seats)
    assert found == tuple(map(sum, pairs))
    assert all(pairs[i][j] == -pairs[j][i] for i in range(seats) for j in range(seats))


@given(rounds(), st.data())
def test_the_order_of_the_seats_changes_nobodys_points(dealt, data):
    seats, old = len(dealt.played), dealt.terms
    order = data.draw(st.permutations(range(seats)))
    turned = Terms(
        tuple(old.declared[seat] for seat in order),
        order.index(old.banker),
        tuple(old.stakes[seat] for seat in order) if old.stakes else (),
        old.options,
    )
    found = matrix(dealt.lines, seats)
    again = matrix(dealt._replace(played=tuple(dealt.played[seat] for seat in order), terms=turned).lines, seats)
    assert again == tuple(tuple(found[i][j] for j in order) for i in order)


@given(rounds())
def test_nobody_wins_by_a_foul_and_two_fouls_are_even(dealt):
    """But for a special, which counts whatever the rows."""
    if not dealt.rules.fouls_allowed:
        return
    fouls = dealt.fouls()
    for line in dealt.lines:
        by_itself = line.reason in {"special", "natural", "dragon", "red"} or (
            dealt.rules.dragon and "dragon" in special_codes(dealt.played[line.payee].cards)
        )
        assert by_itself or not fouls[line.payee]
        assert (line.reason == "foul") <= fouls[line.payer]


@given(rounds())
def test_only_the_banker_and_one_player_ever_pay_each_other_where_there_is_a_banker(dealt):
    if dealt.rules.has_banker:
        assert all(dealt.terms.banker in {line.payer, line.payee} for line in dealt.lines)


@given(rounds())
def test_payments_say_the_class_of_the_row_that_earned_them(dealt):
    for line in dealt.lines:
        if line.row is not None:
            row = getattr(dealt.played[line.payee], line.row)
            assert line.row_class == dealt.table.row_class(dealt.table.strength(row))
        elif line.row_class is not None:
            assert line.row_class in special_codes(dealt.played[line.payee].cards)


@given(rounds())
def test_settling_a_round_leaves_it_as_it_was(dealt):
    before = dealt.played, dealt.terms
    assert dealt.lines == dealt.lines
    assert before == (dealt.played, dealt.terms)
