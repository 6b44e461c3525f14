"""The computer player in the games of thirteen cards: what it expects, what it declares, and that it never fouls."""

import json
import random
from fractions import Fraction
from importlib.resources import files
from itertools import islice, product
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lab import plain
from bot.lab.deals import deals
from bot.lab.players import computer, greedy
from bot.lab.train import any_strengths, census
from core.arrangement import Arrangement, faults, misfits, parse_rows
from core.arranger import LEVELS, best, choose, decide, played_by
from core.arranger.account import account, extra, extras_won
from core.arranger.advice import suggestions, worth
from core.arranger.coach import REASONS, review
from core.arranger.declaring import counted, declared
from core.arranger.policy import against, is_trained, triples
from core.arranger.search import frontier
from core.arranger.seated import strengths_of
from core.arranger.study import Study, hits, points, study
from core.arranger.value import FULL, Policy, population
from core.cards import deck, parse_shown
from core.frames import stream
from core.rules import ROWS, RULE_SETS, RuleSet
from core.scoring import Terms, payments, totals
from core.specials import special_codes
from tests.strategies import Dealt, fits

IDS = [rules.id for rules in RULE_SETS.values() if rules.hand == 13]
TRAINED = [each for each in IDS if is_trained(RULE_SETS[each])]
DRAGON = parse_shown("As Ks Qs Js Ts 9h 8h 7h 6h 5h 4d 3d 2d")
PAIRS = parse_shown("2h 2c 7s 7c 5h 5s Ts Tc Ad Ah 8s 8h 9d")


def source(seed: int = 0):
    return stream(seed.to_bytes(32, "big"), "computer/0/0")


def people_of(rules: RuleSet, number: int, seed: int) -> list[Arrangement]:
    """Rows that may be good of so many hands without a special."""
    dice, found = random.Random(seed), []
    while len(found) < number:
        hand = dice.sample(deck(rules.deck), rules.hand)
        if not special_codes(hand):
            splits = frontier(hand, strengths=any_strengths(rules), rule_set=rules, bonus=None)
            found.append(splits.arrangement(dice.choice(splits.splits)))
    return found


def triple(rules: RuleSet, rows: Arrangement) -> tuple[int, ...]:
    return tuple(any_strengths(rules).strength(row) for row in rows.rows)


def expected(rules: RuleSet, people: list[Arrangement], mine: Arrangement) -> Fraction:
    """What the policy expects a round."""
    judge = against(population([triple(rules, rows) for rows in people]), rules, any_strengths(rules))
    return points(judge, judge.value(triple(rules, mine)))


def average(rules: RuleSet, people: list[Arrangement], mine: Arrangement, *, players: int, seat: int = 0) -> Fraction:
    """What the scoring says that the rows win of all tables of others from the people."""
    found = []
    for others in product(people, repeat=players - 1):
        rows = [*others[:seat], mine, *others[seat:]]
        found.append(totals(payments(rules, rows, any_strengths(rules)), players)[seat])
    return mean(map(Fraction, found))


SEEDS = st.integers(0, 2**16)


@pytest.mark.parametrize("rule_set_id", IDS)
@settings(max_examples=30)
@given(SEEDS)
def test_against_fewer_the_expected_points_are_what_the_scoring_gives_on_average(rule_set_id, seed):
    rules = RULE_SETS[rule_set_id]
    *people, mine = people_of(rules, 7, seed)
    for players in (2, 3):
        as_played = played_by(rules, players, banks=rules.has_banker)
        assert expected(as_played, people, mine) == average(rules, people, mine, players=players)
        assert against(population([(1, 1, 1)]), as_played, any_strengths(rules)).opponents == players - 1


@pytest.mark.parametrize("rule_set_id", IDS)
@settings(max_examples=10)
@given(SEEDS)
def test_at_a_full_table_they_are_that_but_for_a_fifteenth_of_a_home_run(rule_set_id, seed):
    rules = RULE_SETS[rule_set_id]
    *people, mine = people_of(rules, 5, seed)
    as_played = played_by(rules, 4, banks=rules.has_banker)
    judge = against(population([triple(rules, rows) for rows in people]), as_played, any_strengths(rules))
    most = max(
        sum(judge.pays(row, strength) for row, strength in zip(ROWS, triple(rules, rows), strict=True))
        for rows in people
    )
    home_run = rules.home_run + (rules.home_run_times - rules.gun_times) * most
    wrong = expected(as_played, people, mine) - average(rules, people, mine, players=4)
    assert abs(wrong) <= judge.opponents * Fraction(home_run, 2 * FULL)


@given(SEEDS)
def test_a_player_meets_the_banker_alone_however_many_play(seed):
    rules = RULE_SETS["hongkong"]
    *people, mine = people_of(rules, 5, seed)
    for players in (2, 3, 4):
        assert played_by(rules, players) == rules
        assert expected(rules, people, mine) == average(rules, people, mine, players=players, seat=1)


@pytest.mark.parametrize("rule_set_id", IDS)
@settings(max_examples=20)
@given(SEEDS)
def test_the_account_adds_up_and_what_one_wins_the_other_owes(rule_set_id, seed):
    rules = RULE_SETS[rule_set_id]
    people = [triple(rules, rows) for rows in people_of(rules, 12, seed)]

    def judge(*some: tuple[int, ...], players: int = 2) -> Policy:
        return against(population(some), played_by(rules, players), any_strengths(rules))

    for mine, theirs in zip(people[:6], people[6:], strict=True):
        everybody = judge(*people, players=4)
        found = account(everybody, mine)
        assert found.total == points(everybody, everybody.value(mine))
        assert min(found.guns, *found.extras) >= 0 >= max(found.gunned, *found.owed)
        one, other = account(judge(theirs), mine), account(judge(mine), theirs)
        assert (one.guns, one.extras) == (-other.gunned, tuple(-each for each in other.owed))
        assert hits(judge(theirs), mine) == judge(mine).guns(theirs)
        assert 0 <= extras_won(judge(theirs), mine) <= sum(one.extras)


@pytest.mark.parametrize("rule_set_id", TRAINED)
@settings(max_examples=25)
@given(seed=SEEDS, level=st.sampled_from(sorted(LEVELS)), players=st.integers(2, 4))
def test_what_it_plays_is_legal_and_never_foul_whoever_it_plays_against(rule_set_id, seed, level, players):
    rules = played_by(RULE_SETS[rule_set_id], players)
    hand = random.Random(seed).sample(deck(rules.deck), rules.hand)
    played = decide(rules, hand, bonus=None, level=level, source=source(seed))
    assert misfits(played.arrangement, hand) == ()
    assert faults(played.arrangement, any_strengths(rules), rules) == ()
    assert played == decide(rules, hand[::-1], bonus=None, level=level, source=source(seed))
    assert played.arrangement == choose(rules, hand, bonus=None, level=level, source=source(seed))
    assert played.declare is None or rules.declares


@pytest.mark.parametrize("rule_set_id", TRAINED)
def test_no_legal_split_at_all_is_worth_more_than_what_the_hardest_plays(rule_set_id):
    rules = RULE_SETS[rule_set_id]
    for deal in islice(deals(rules, 8), 3):
        hand = deal.hands[0]
        own = study(rules, hand, bonus=None)
        every = plain.best_fronts(rules, hand, any_strengths(rules))
        most = max(own.judge.value((front, middle, back)) for (middle, back), front in every.items())
        assert most == own.judge.value(triple(rules, best(rules, hand, bonus=None, source=source())))


@pytest.mark.parametrize("rule_set_id", TRAINED)
def test_the_population_is_small_legal_and_of_the_ladder_as_it_is(rule_set_id):
    rules = RULE_SETS[rule_set_id]
    text = files("core.arranger").joinpath(f"{rule_set_id}.json").read_text(encoding="ascii")
    people = triples(rules)
    assert len(text) <= 20_000
    assert len(people) == 1_000
    assert all(fits(Dealt(rules, (), None), *each) for each in people)
    assert json.loads(text)["classes"] == census(rules, people)


@pytest.mark.parametrize("rule_set_id", TRAINED)
@settings(max_examples=15)
@given(SEEDS)
def test_suggestions_and_reviews_agree_about_a_hand(rule_set_id, seed):
    rules = RULE_SETS[rule_set_id]
    hand = tuple(random.Random(seed).sample(deck(rules.deck), rules.hand))
    first, *others = suggestions(rules, hand, bonus=None)
    for each in (first, *others):
        found = review(rules, hand, each.arrangement, bonus=None)
        assert each.worth == worth(rules, hand, each.arrangement, bonus=None)
        assert found.expected == round(each.worth.expected * 1000)
        assert found.reason in REASONS
        assert (found.reason == "fine") == (found.loss < 5)
        assert found.reason == "undeclared" or found.best == round(first.worth.expected * 1000)


TWO_QUADS = parse_shown("As Ah Ad Ac Ks Kh Kd Kc Qs Qh 3c 3d 2s")
LOW = parse_shown("2h 5c 7s 9s 5h Js Ts 5d Ad Th 8s 4h 7d")


@pytest.mark.parametrize(
    ("hand", "code"), [(DRAGON, "dragon"), (PAIRS, "six_and_a_half_pairs"), (TWO_QUADS, None), (LOW, None)]
)
def test_the_highest_special_is_declared_at_every_level_where_it_wins_more_than_any_rows(hand, code):
    """Two fours of a kind are six and a half pairs as well, but win far more than its four points."""
    rules = RULE_SETS["standard"]
    for level in LEVELS:
        assert decide(rules, hand, bonus=None, level=level, source=source()).declare == code
    own = study(rules, hand, bonus=None)
    met = next((each for each in rules.specials if each in special_codes(hand)), None)
    assert (code is not None) == (met is not None and rules.specials[met] * own.judge.unit > max(own.values))


def test_a_declared_special_is_worth_its_points_from_everybody():
    rules, code = RULE_SETS["standard"], "six_and_a_half_pairs"
    rows = best(rules, PAIRS, bonus=None, source=source())
    tabled = [rows, *people_of(rules, 3, 1)]
    terms = Terms(declared=(code, None, None, None))
    assert totals(payments(rules, tabled, any_strengths(rules), terms=terms), 4)[0] == 12
    assert worth(rules, PAIRS, rows, bonus=None, declare=code).expected == 12
    assert worth(rules, PAIRS, rows, bonus=None).expected < 12


@pytest.mark.parametrize(("players", "price"), [(4, 12), (2, 4)])
def test_the_coach_calls_no_rows_the_best_where_a_special_was_not_declared(players, price):
    rules = played_by(RULE_SETS["standard"], players)
    first = suggestions(rules, PAIRS, bonus=None)[0]
    found = review(rules, PAIRS, first.arrangement, bonus=None)
    assert found.reason == "undeclared"
    assert found.expected == round(first.worth.expected * 1000)
    assert (found.best, found.loss) == (price * 1000, price * 1000 - found.expected)


def test_the_coach_still_praises_rows_that_win_more_than_their_special():
    first = suggestions(RULE_SETS["standard"], TWO_QUADS, bonus=None)[0]
    assert review(RULE_SETS["standard"], TWO_QUADS, first.arrangement, bonus=None).reason == "fine"


@pytest.mark.parametrize(
    ("rule_set_id", "hand", "players", "won"),
    [("taiwan", DRAGON, 4, 75), ("taiwan", DRAGON, 2, 19), ("hongkong", DRAGON, 4, 13), ("hongkong", PAIRS, 4, 3)],
)
def test_what_counts_by_itself_is_worth_the_same_whatever_the_rows(rule_set_id, hand, players, won):
    if rule_set_id not in TRAINED:
        pytest.skip("no population yet")
    rules = RULE_SETS[rule_set_id]
    as_played = played_by(rules, players)
    own = study(as_played, hand, bonus=None)
    for split in own.frontier.splits[::20]:
        rows = own.frontier.arrangement(split)
        table = [*people_of(rules, 1, 2), rows, *people_of(rules, 2, 3)][:players]
        assert totals(payments(rules, table, any_strengths(rules)), players)[1] == won
        assert worth(as_played, hand, rows, bonus=None).expected == won
        assert review(as_played, hand, rows, bonus=None).reason == "fine"


@pytest.mark.parametrize(("hand", "won"), [(DRAGON, 25), (DRAGON[:12] + parse_shown("3c"), None)])
def test_a_dragon_guns_everybody_and_is_a_home_run_at_a_full_table(hand, won):
    assert counted(RULE_SETS["taiwan"], hand) == won
    assert counted(played_by(RULE_SETS["taiwan"], 3), hand) == (won and won - 6)
    assert counted(RULE_SETS["international"], hand) is None
    assert counted(RULE_SETS["standard"], hand) is None


def true_of(reason: str, own: Study, mine: tuple[int, ...], best_: tuple[int, ...]) -> bool:
    """Whether a reason is true of what was played and what would have been best."""
    had, could = account(own.judge, mine), account(own.judge, best_)
    stronger = tuple(a > b for a, b in zip(best_, mine, strict=True))
    named = own.strengths.row_class
    row = next((place for place, name in enumerate(ROWS) if reason.startswith(f"{name}-")), 0)
    if reason.endswith("-too-strong"):
        return all(more == (place != row) for place, more in enumerate(stronger))
    if reason.endswith("-to-middle"):
        return named(mine[2]) == named(best_[1]) and could.extras[1] > had.extras[1]
    if reason == "front-trips-missed":
        return extra(own.judge, "front", best_[0]) > extra(own.judge, "front", mine[0]) == 0
    if reason.endswith("-extras-missed"):
        return could.extras[row] > had.extras[row]
    if reason == "extras-paid":
        return sum(could.owed) > sum(had.owed)
    if reason == "undeclared":
        return declared(own.judge, own.frontier.hand, rows=max(own.values)) is not None
    return reason == "fine" or (reason.endswith(("-weak", "-short")) and stronger[row])


@pytest.mark.parametrize("rule_set_id", TRAINED)
def test_each_reason_is_true_of_the_two_arrangements(rule_set_id):
    rules, seen = RULE_SETS[rule_set_id], set()
    for deal in islice(deals(rules, 9), 10):
        for hand in deal.hands:
            own = study(rules, hand, bonus=None)
            for played in (greedy(rules, hand, None), computer("easy", 1)(rules, hand, None)):
                found = review(rules, hand, played, bonus=None)
                seen.add(found.reason)
                assert true_of(found.reason, own, triple(rules, played), triple(rules, parse_rows(found.best_rows)))
    assert len(seen) > 4


def test_a_game_has_one_table_of_strengths_however_many_play_it():
    rules = RULE_SETS["standard"]
    assert strengths_of(played_by(rules, 2), None) is strengths_of(rules, None)
    assert played_by(rules, 4) is rules
    assert len({played_by(rules, 2), played_by(rules, 3), rules}) == 3
