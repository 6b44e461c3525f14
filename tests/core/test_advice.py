"""Suggestions, picks and the mended draft against plain enumeration."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from fractions import Fraction
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lab.deals import deals
from core.arrangement import Arrangement, faults, misfits
from core.arranger import choose
from core.arranger.account import account
from core.arranger.advice import Suggestion, completed, mended, picks, suggestions, worth
from core.arranger.policy import triples
from core.arranger.study import points, study
from core.cards import deck, parse_shown, rank
from core.frames import stream
from core.ladder import named
from core.rules import ROWS, RULE_SETS
from tests.strategies import GUN_GAMES, Dealt, fits, hands

IDS = GUN_GAMES
SOME = st.lists(st.sampled_from(ROWS), unique=True)


def dealt(rule_set_id: str, number: int) -> Dealt:
    rules = RULE_SETS[rule_set_id]
    deal = next(islice(deals(rules, 31), number, None))
    return Dealt(rules, deal.hands[0], deal.bonus)


def with_three_bonus_cards() -> Dealt:
    return Dealt(RULE_SETS["bonus"], parse_shown("7s 7h 7d 7c Ks Kh Qs Js Td 9c 8s 6h 5d 4c 3s 2h"), 7)


CASES = [*(dealt(name, number) for name in IDS for number in range(2)), with_three_bonus_cards()]


def suggested(one: Dealt) -> tuple[Suggestion, ...]:
    return suggestions(one.rule_set, one.hand, bonus=one.bonus)


def left(one: Dealt, cards: tuple[int, ...]) -> list[int]:
    return sorted((Counter(one.hand) - Counter(cards)).elements())


def value(one: Dealt, rows: tuple[tuple[int, ...], ...]) -> Fraction:
    return worth(one.rule_set, one.hand, Arrangement(*rows), bonus=one.bonus).expected


@given(hands())
def test_the_parts_of_the_account_add_up_to_the_worth(one):
    own = study(one.rule_set, one.hand, bonus=one.bonus)
    for split, known in list(zip(own.frontier.splits, own.values, strict=True))[:20]:
        assert account(own.judge, split[:3]).total == points(own.judge, known)


@given(hands())
def test_the_chance_to_be_shot_counts_those_of_the_population_who_lose_no_row(one):
    people = triples(one.rule_set)
    for each in suggested(one):
        mine = [one.strengths.strength(row) for row in each.arrangement.rows]
        guns = sum(all(a >= b for a, b in zip(other, mine, strict=True)) for other in people)
        assert each.worth.shot == Fraction(guns, len(people))


def name_of(one: Dealt, strength: int) -> tuple[object, ...]:
    row_class = one.strengths.row_class(strength)
    return row_class, named(row_class, one.strengths.ranks(strength))


@settings(max_examples=60)
@given(hands())
def test_suggestions_are_legal_unlike_and_what_their_names_say(one):
    found = suggested(one)
    own = study(one.rule_set, one.hand, bonus=one.bonus)
    every = [own.frontier.arrangement(split) for split in own.frontier.splits]
    worths = [worth(one.rule_set, one.hand, each, bonus=one.bonus) for each in every]
    by_kind = {each.kind: each for each in found}
    assert found[0].kind == "most"
    assert len({each.arrangement for each in found}) == len(by_kind) == len(found)
    assert found[0].worth.expected == max(each.expected for each in worths)
    near = [each for each in worths if each.expected >= found[0].worth.expected - Fraction(1, 2)]
    least, safest = min(each.shot for each in near), by_kind.get("safest", found[0]).worth.shot
    assert safest == least or found[0].worth.shot - least < Fraction(1, 100)
    rows = [tuple(one.strengths.strength(row) for row in each.arrangement.rows) for each in found]
    strongest = max(split.front for split in own.frontier.splits)
    assert name_of(one, strongest) in [name_of(one, front) for front, _, _ in rows]
    extras = [sum(account(own.judge, each).extras) for each in rows]
    most = max(sum(account(own.judge, split[:3]).extras) for split in own.frontier.splits)
    assert max(extras) > most - Fraction(1, 20)
    if "extras" in by_kind:
        assert extras[found.index(by_kind["extras"])] == most
    for each in found:
        assert (misfits(each.arrangement, one.hand), faults(each.arrangement, one.strengths, one.rule_set)) == ((), ())


@given(hands())
def test_the_first_suggestion_is_worth_what_the_hardest_level_plays(one):
    source = stream(bytes(32), "computer")
    played = choose(one.rule_set, one.hand, bonus=one.bonus, level="hard", source=source)
    assert suggested(one)[0].worth.expected == worth(one.rule_set, one.hand, played, bonus=one.bonus).expected


def test_nothing_that_is_no_legal_arrangement_of_the_hand_has_a_worth():
    one = dealt("joker", 0)
    best = suggested(one)[0].arrangement
    foreign = next(card for card in deck(68) if card not in one.hand)
    for wrong in (
        Arrangement(best.front, best.back, best.middle),
        Arrangement((foreign, *best.front[1:]), best.middle, best.back),
    ):
        with pytest.raises(ValueError, match="no legal arrangement"):
            worth(one.rule_set, one.hand, wrong, bonus=None)


@pytest.mark.parametrize("one", CASES)
@pytest.mark.parametrize("row", ["middle", "back"])
def test_with_one_row_set_the_completions_are_the_best_of_all(one, row):
    """The front's two partners are 250,000 splits; these 27,000 tell enough, and the next test tries the front."""
    fixed = getattr(suggested(one)[-1].arrangement, row)
    rest, other = left(one, fixed), "back" if row == "middle" else "middle"
    found: dict[tuple[int, int], Fraction] = {}
    for five in combinations(rest, 5):
        for front in combinations(sorted((Counter(rest) - Counter(five)).elements()), 3):
            rows = {"front": front, row: fixed, other: five}
            reached = tuple(one.strengths.strength(rows[name]) for name in ROWS)
            pair = reached[0], one.strengths.strength(five)
            if pair not in found and fits(one, *reached):
                found[pair] = value(one, tuple(rows[name] for name in ROWS))
    offered = picks(one.rule_set, one.hand, bonus=one.bonus, rows={row: fixed})
    assert offered["front"][0].expected == offered[other][0].expected == max(found.values())
    for pick in offered["front"]:
        own = one.strengths.strength(pick.cards)
        assert pick.expected <= max(worth_ for (front, _), worth_ in found.items() if front == own)
    kept = completed(one.rule_set, one.hand, bonus=one.bonus, rows={row: fixed})
    assert getattr(kept, row) == tuple(sorted(fixed))
    assert value(one, kept.rows) == max(found.values())


def test_with_the_front_set_the_completion_is_the_best_of_all():
    one = with_three_bonus_cards()
    front = parse_shown("Ks Kh 2h")
    own = study(one.rule_set, one.hand, bonus=one.bonus)
    strength, rest = one.strengths.strength, left(one, front)
    seen: dict[tuple[int, int], None] = {}
    for back in combinations(rest, 5):
        free = sorted((Counter(rest) - Counter(back)).elements())
        seen |= dict.fromkeys((strength(middle), strength(back)) for middle in combinations(free, 5))
    legal = [(strength(front), *pair) for pair in seen if fits(one, strength(front), *pair)]
    most = points(own.judge, max(map(own.judge.value, legal)))
    kept = completed(one.rule_set, one.hand, bonus=one.bonus, rows={"front": front, "back": rest[:4]})
    assert (kept.front, value(one, kept.rows)) == (tuple(sorted(front)), most)


@pytest.mark.parametrize("one", CASES)
@pytest.mark.parametrize("row", ROWS)
def test_with_two_rows_set_the_third_can_be_whatever_is_legal(one, row):
    best = suggested(one)[0].arrangement
    fixed = {name: getattr(best, name) for name in ROWS if name != row}
    rest = left(one, tuple(card for cards in fixed.values() for card in cards))
    rows = ({**fixed, row: cards} for cards in combinations(rest, len(getattr(best, row))))
    legal = {
        strengths[ROWS.index(row)]
        for each in rows
        if fits(one, *(strengths := tuple(one.strengths.strength(each[name]) for name in ROWS)))
    }
    by_class = Counter(one.strengths.row_class(strength) for strength in legal)
    offered = picks(one.rule_set, one.hand, bonus=one.bonus, rows=fixed)[row]
    assert Counter(pick.row_class for pick in offered) == {name: min(3, count) for name, count in by_class.items()}
    assert {one.strengths.strength(pick.cards) for pick in offered} <= legal


def without(rows: dict[str, tuple[int, ...]], row: str) -> dict[str, tuple[int, ...]]:
    return {name: cards for name, cards in rows.items() if name != row}


@settings(max_examples=60)
@given(hands(), SOME)
def test_every_pick_leaves_a_legal_whole_worth_what_it_says(one, names):
    best = suggested(one)[-1].arrangement
    fixed = {name: getattr(best, name) for name in names}
    for row, offered in picks(one.rule_set, one.hand, bonus=one.bonus, rows=fixed).items():
        assert offered
        assert [pick.expected for pick in offered] == sorted((pick.expected for pick in offered), reverse=True)
        assert max(Counter(pick.row_class for pick in offered).values()) <= 3
        assert len(offered) <= 24
        assert offered[0].expected == value(
            one, completed(one.rule_set, one.hand, bonus=one.bonus, rows=without(fixed, row)).rows
        )
        for pick in offered[::4]:
            whole = completed(one.rule_set, one.hand, bonus=one.bonus, rows=fixed | {row: pick.cards})
            assert value(one, whole.rows) == pick.expected
            strength = one.strengths.strength(pick.cards)
            assert (pick.row_class, pick.ranks) == (one.strengths.row_class(strength), one.strengths.ranks(strength))


def test_rows_out_of_order_can_not_be_completed():
    one = dealt("joker", 0)
    best = suggested(one)[0].arrangement
    rows = {"middle": best.back, "back": best.middle}
    none = Arrangement(best.front, best.back, best.middle)
    assert faults(none, one.strengths, one.rule_set)
    offered = picks(one.rule_set, one.hand, bonus=None, rows=rows)
    assert completed(one.rule_set, one.hand, bonus=None, rows=rows) is None
    assert completed(one.rule_set, one.hand, bonus=None, rows=rows | {"front": best.front}) is None
    assert offered["front"] == ()
    assert offered["middle"]


def test_nothing_goes_behind_a_front_that_no_five_cards_top():
    hand = parse_shown("As Ah Ad 2s 3s 4s 5s 2h 3h 4h 7h 8d 9d Td Qd 7c Kc")
    rows = {"front": hand[:3]}
    assert completed(RULE_SETS["joker"], hand, bonus=None, rows=rows) is None
    assert picks(RULE_SETS["joker"], hand, bonus=None, rows=rows)["back"] == ()
    assert completed(RULE_SETS["joker"], hand, bonus=None, rows={"front": hand[3:6]}) is not None


def test_cards_that_the_hand_has_not_are_a_mistake_of_the_caller():
    one = dealt("joker", 0)
    foreign = tuple(card for card in deck(68) if card not in one.hand)[:3]
    for act in (
        lambda: completed(one.rule_set, one.hand, bonus=None, rows={"front": foreign}),
        lambda: mended(one.rule_set, one.hand, {"front": foreign}, bonus=None),
    ):
        with pytest.raises(ValueError, match="not in"):
            act()


def moved(one: Dealt, rows: dict[str, tuple[int, ...]], to: tuple[tuple[int, ...], ...]) -> int:
    """How many cards are at another place afterwards, the cards left over being a place."""
    before = [rows.get(name, ()) for name in ROWS]
    places = [*zip(before, to, strict=True), (left(one, sum(before, ())), left(one, sum(to, ())))]
    return len(one.hand) - sum((Counter(old) & Counter(new)).total() for old, new in places)


def nearest(one: Dealt, rows: dict[str, tuple[int, ...]]) -> tuple[int, Fraction]:
    """The fewest moves, and the most points with so many, among all arrangements of a small hand."""
    own = study(one.rule_set, one.hand, bonus=one.bonus)
    found: dict[int, set[tuple[int, ...]]] = {}
    for front in combinations(sorted(one.hand), 3):
        rest = left(one, front)
        for back in combinations(rest, 5):
            for middle in combinations(sorted((Counter(rest) - Counter(back)).elements()), 5):
                reached = tuple(map(one.strengths.strength, (front, middle, back)))
                if fits(one, *reached):
                    found.setdefault(moved(one, rows, (front, middle, back)), set()).add(reached)
    least = min(found)
    return least, points(own.judge, max(map(own.judge.value, found[least])))


def small(rule_set_id: str, seed: int) -> Dealt:
    one = dealt(rule_set_id, seed)
    return Dealt(one.rule_set, tuple(one.hand[:13]), one.bonus)


DRAFTS = [("joker", 1, (3, 5, 5)), ("bonus", 2, (3, 5, 5)), ("joker", 3, (0, 5, 5)), ("bonus", 4, (2, 1, 4))]


@pytest.mark.slow
@pytest.mark.parametrize(("rule_set_id", "seed", "sizes"), DRAFTS)
def test_mending_moves_the_fewest_cards_and_then_wins_the_most(rule_set_id, seed, sizes):
    one = small(rule_set_id, seed)
    cards = iter(sorted(one.hand, key=rank))
    rows = {
        name: tuple(islice(cards, size)) for name, size in zip(("back", "middle", "front"), sizes[::-1], strict=True)
    }
    found = mended(one.rule_set, one.hand, rows, bonus=one.bonus)
    assert (moved(one, rows, found.rows), value(one, found.rows)) == nearest(one, rows)


@settings(max_examples=40)
@given(hands(), st.data())
def test_what_is_mended_is_legal_and_a_legal_whole_stays_as_it_is(one, data):
    sizes = [data.draw(st.integers(0, size)) for size in (3, 5, 5)]
    cards = iter(one.hand)
    rows = {name: tuple(islice(cards, size)) for name, size in zip(ROWS, sizes, strict=True)}
    before = dict(rows)
    found = mended(one.rule_set, one.hand, rows, bonus=one.bonus)
    assert rows == before
    assert (misfits(found, one.hand), faults(found, one.strengths, one.rule_set)) == ((), ())
    again = mended(one.rule_set, one.hand, dict(zip(ROWS, found.rows, strict=True)), bonus=one.bonus)
    assert again == found


@settings(max_examples=60)
@given(hands(), st.randoms())
def test_mending_never_moves_more_than_the_smallest_exchange_that_helps(one, dice):
    """Two cards of a random whole that change places, tried in all ways, are never better than what is found."""
    cards = list(one.hand)
    dice.shuffle(cards)
    rows = dict(zip(ROWS, (tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:13])), strict=True))
    found = mended(one.rule_set, one.hand, rows, bonus=one.bonus)
    exchanged = []
    for here, there in combinations(range(len(cards)), 2):
        changed = list(cards)
        changed[here], changed[there] = changed[there], changed[here]
        to = tuple(changed[:3]), tuple(changed[3:8]), tuple(changed[8:13])
        if fits(one, *map(one.strengths.strength, to)):
            exchanged.append((moved(one, rows, to), -value(one, to)))
    assert (moved(one, rows, found.rows), -value(one, found.rows)) <= min(exchanged, default=(len(cards), Fraction(0)))


def test_advice_is_the_same_from_many_threads_and_leaves_the_hand_alone():
    one = dealt("bonus", 5)
    hand = list(one.hand)

    def advice(_: int) -> list[object]:
        rows = {"back": suggested(one)[0].arrangement.back}
        offered = picks(one.rule_set, hand, bonus=one.bonus, rows=rows)
        return [*map(astuple, suggestions(one.rule_set, hand, bonus=one.bonus)), *map(str, offered.items())]

    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(advice, range(8)))
    assert told == [told[0]] * 8
    assert hand == list(one.hand)
