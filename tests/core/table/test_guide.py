"""What a hand's panel offers, by the table's option, and the draft after each of its presses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.arrangement import faults, show_rows
from core.errors import Illegal
from core.rules import ROW_SIZES, ROWS, RULE_SETS
from core.strength import strengths
from core.table import guide
from core.table.draft import (
    Draft,
    arrangement,
    fill,
    full_rows,
    in_row,
    parse_draft,
    places,
    put,
    show_draft,
    swap_rows,
    take,
)
from core.table.model import Options
from core.table.view import HandView, hand_view
from tests.tables import dealt

RULES = pytest.mark.parametrize("rule_set", sorted(RULE_SETS))


def view_of(rule_set: str = "joker", *, hints: str = "on", seat: int = 0) -> HandView:
    view = hand_view(dealt(options=Options(rule_set=rule_set, hints=hints)).table, seat)
    assert view is not None
    return view


def picked(view: HandView, draft: Draft, row: str, number: int = 0) -> Draft:
    """The draft after this choice of the row's list."""
    choice = guide.choices(view, draft)[row][number]
    return guide.set_row(view, draft, row=row, cards=guide.indexes(view, draft, choice))


def legal(view: HandView, draft: Draft) -> bool:
    found = arrangement(draft, view.cards)
    rules = RULE_SETS[view.options.rule_set]
    return found is not None and not faults(found, strengths(rules, view.bonus), rules)


def refused(act) -> str:
    with pytest.raises(Illegal) as refusal:
        act()
    return refusal.value.code


@RULES
def test_a_suggestion_fills_the_whole_draft_and_the_best_is_worth_most(rule_set: str):
    view = view_of(rule_set)
    worths = {}
    for each in guide.suggested(view):
        draft = guide.take(view, each.kind)
        assert legal(view, draft)
        assert guide.matches(view, draft, each)
        found = guide.judged(view, draft)
        assert found == each.worth
        worths[each.kind] = found.expected
    assert max(worths.values()) == worths["most"]


def test_a_kind_that_this_hand_has_not_is_forged():
    view = view_of()
    for kind in ("", "best", "front; DROP"):
        assert refused(lambda kind=kind: guide.take(view, kind)) == "press/forged"


def test_only_classes_means_no_suggestion_and_no_worth_but_what_each_row_can_be():
    view = view_of(hints="classes")
    assert guide.suggested(view) == ()
    assert guide.judged(view, fill(view.suggestion, view.cards)) is None
    assert refused(lambda: guide.take(view, "most")) == "hand/no-hints"
    table = strengths(RULE_SETS["joker"], None)
    for picks in guide.choices(view, Draft()).values():
        order = [table.strength(pick.cards) for pick in picks]
        assert order
        assert order == sorted(order, reverse=True)
    assert legal(view, guide.automatic(view))


def test_no_hints_means_no_list_no_suggestion_and_nothing_by_itself():
    view = view_of(hints="off")
    choice = guide.choices(view_of(), Draft())["back"][0]
    cards = guide.indexes(view, Draft(), choice)
    assert guide.suggested(view) == ()
    assert guide.choices(view, Draft()) == {}
    assert guide.judged(view, fill(view.suggestion, view.cards)) is None
    for act in (
        lambda: guide.take(view, "most"),
        lambda: guide.automatic(view),
        lambda: guide.set_row(view, Draft(), row="back", cards=cards),
        lambda: guide.mend(view, put(Draft(), cards, "back", hand_size=17)),
    ):
        assert refused(act) == "hand/no-hints"


def test_without_hints_a_whole_draft_out_of_order_can_still_be_mended():
    view = view_of(hints="off")
    broken = swap_rows(fill(view.suggestion, view.cards))
    assert not legal(view, broken)
    assert legal(view, guide.mend(view, broken))


@RULES
def test_two_picked_rows_fill_the_third_with_the_best_that_is_left(rule_set: str):
    view = view_of(rule_set)
    back = picked(view, Draft(), "back")
    assert [len(in_row(back, row)) for row in ROWS] == [0, 0, 5]
    whole = picked(view, back, "middle")
    assert legal(view, whole)
    assert whole.auto == "front"
    best = max(
        guide.judged(view, picked(view, without_front(whole), "front", number)).expected  # type: ignore[union-attr]
        for number in range(len(guide.choices(view, without_front(whole))["front"]))
    )
    found = guide.judged(view, whole)
    assert found is not None
    assert found.expected == best


def without_front(draft: Draft) -> Draft:
    return take(draft, in_row(draft, "front"))


def test_a_row_that_filled_itself_binds_no_other_and_fills_itself_anew():
    view = view_of()
    back = picked(view, Draft(), "back")
    lists = guide.choices(view, back)
    whole = picked(view, back, "middle")
    assert guide.choices(view, whole)["middle"] == lists["middle"]
    for number in range(len(lists["middle"])):
        again = picked(view, whole, "middle", number)
        assert legal(view, again)
        assert again.auto == "front"
        assert full_rows(again, view.cards)["back"] == full_rows(whole, view.cards)["back"]


def test_what_the_person_does_by_hand_to_it_makes_the_row_theirs():
    view = view_of()
    whole = picked(view, picked(view, Draft(), "back"), "middle")
    card = in_row(whole, "front")[0]
    assert take(whole, (card,)).auto == ""
    assert swap_rows(whole).auto == ""
    own = picked(view, without_front(whole), "front")
    assert own.auto == ""
    assert legal(view, own)


def test_a_row_that_a_person_has_begun_is_left_to_them():
    view = view_of()
    back = picked(view, Draft(), "back")
    cards = guide.indexes(view, back, guide.choices(view, back)["middle"][0])
    free = next(card for card in range(17) if card not in {*cards, *in_row(back, "back")})
    begun = put(back, (free,), "front", hand_size=17)
    after = guide.set_row(view, begun, row="middle", cards=cards)
    assert in_row(after, "front") == (free,)
    assert after.auto == ""


def test_a_pick_takes_the_place_of_what_lay_in_its_row():
    view = view_of()
    first = picked(view, Draft(), "back")
    second = picked(view, first, "back", 1)
    assert len(in_row(second, "back")) == 5
    assert set(in_row(second, "back")) != set(in_row(first, "back"))
    assert picked(view, second, "back", 1) == second


@pytest.mark.parametrize("cards", [(), (0, 1), (0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 35)])
def test_a_pick_that_is_no_whole_row_of_the_hand_is_forged(cards: tuple[int, ...]):
    assert refused(lambda: guide.set_row(view_of(), Draft(), row="back", cards=cards)) == "press/forged"


@RULES
def test_a_list_names_no_card_that_is_not_in_the_hand(rule_set: str):
    view = view_of(rule_set, seat=2)
    draft = picked(view, Draft(), "back")
    for state in (Draft(), draft, picked(view, draft, "middle")):
        for row, picks in guide.choices(view, state).items():
            for pick in picks:
                places = guide.indexes(view, state, pick)
                assert [view.cards[index] for index in places] == list(pick.cards)
                assert len(set(places)) == ROW_SIZES[row]
                others = [other for other in ROWS if other not in {row, state.auto}]
                assert not {index for other in others for index in in_row(state, other)} & set(places)


@RULES
def test_mending_leaves_a_good_draft_alone_and_makes_a_foul_legal(rule_set: str):
    view = view_of(rule_set)
    good = fill(view.suggestion, view.cards)
    alike = {row: sorted(cards) for row, cards in full_rows(guide.mend(view, good), view.cards).items()}
    assert alike == {row: sorted(cards) for row, cards in full_rows(good, view.cards).items()}
    assert legal(view, guide.mend(view, swap_rows(good)))


@given(
    pairs=st.lists(st.tuples(st.integers(0, 16), st.sampled_from(ROWS)), max_size=13, unique_by=lambda pair: pair[0]),
    auto=st.sampled_from(["", *ROWS]),
)
def test_a_draft_is_read_as_it_is_written(pairs: list[tuple[int, str]], auto: str):
    draft = Draft(tuple(pairs), auto)
    assert parse_draft(show_draft(draft)) == draft


def test_a_hand_is_never_changed_by_asking():
    view = view_of()
    before = tuple(view.cards)
    guide.choices(view, Draft())
    guide.suggested(view)
    guide.mend(view, put(Draft(), range(5), "back", hand_size=17))
    assert view.cards == before


@RULES
def test_rows_picked_out_of_order_leave_the_third_open(rule_set: str):
    view = view_of(rule_set)
    whole = guide.automatic(view)
    backwards = put(Draft(), in_row(whole, "back"), "middle", hand_size=len(view.cards))
    after = guide.set_row(view, backwards, row="back", cards=in_row(whole, "middle"))
    assert in_row(after, "back") == in_row(whole, "middle")
    assert not in_row(after, "front")
    assert not after.auto


@RULES
def test_what_is_begun_is_finished_with_all_its_cards_where_it_was_put(rule_set: str):
    view = view_of(rule_set)
    best = guide.suggested(view)[0].arrangement
    begun = {"front": best.front[:2], "middle": best.middle, "back": ()}
    found = guide.finished(view, begun)
    assert found is not None
    assert set(begun["front"]) <= set(found.front)
    assert sorted(best.middle) == sorted(found.middle)
    assert legal(view, fill(show_rows(found), view.cards))


def test_what_nobody_can_finish_stays_as_it_is():
    view = view_of()
    best = guide.suggested(view)[0].arrangement
    assert guide.finished(view, {"front": (*best.front, *best.middle)}) is None
    assert guide.finished(view, {"front": best.front * 3}) is None
    assert guide.finished(view, {"middle": best.back, "back": best.middle}) is None
    assert guide.finished(view_of(hints="off"), {"front": best.front}) is None


def laid(view: HandView, rows: str, *, front: bool = False) -> Draft:
    """Rows of this hand laid card by card, the back first; the front only where that is asked."""
    whole, draft = fill(rows, view.cards), Draft()
    for row in ("back", "middle", *(["front"] if front else [])):
        for card in in_row(whole, row):
            draft = guide.put(view, draft, (card,), row=row)
    return draft


@RULES
@pytest.mark.parametrize("hints", ["on", "classes"])
def test_the_front_fills_itself_once_back_and_middle_were_laid_by_hand(rule_set: str, hints: str):
    view = view_of(rule_set, hints=hints)
    draft = laid(view, view.suggestion)
    assert draft.auto == "front"
    assert legal(view, draft)
    assert parse_draft(show_draft(draft)) == draft


def test_a_front_of_ones_own_takes_the_place_of_the_one_that_filled_itself():
    view = view_of()
    whole = fill(view.suggestion, view.cards)
    draft = laid(view, view.suggestion, front=True)
    assert draft.auto == ""
    assert {row: sorted(in_row(draft, row)) for row in ROWS} == {row: sorted(in_row(whole, row)) for row in ROWS}
    kept = guide.out(view, laid(view, view.suggestion), in_row(laid(view, view.suggestion), "front")[:1])
    assert (kept.auto, len(in_row(kept, "front"))) == ("", 2)


def test_a_front_that_filled_itself_goes_with_a_card_of_another_row():
    view = view_of()
    draft = laid(view, view.suggestion)
    for less in (guide.out(view, draft, in_row(draft, "middle")[-1:]), guide.undo(draft)):
        assert [len(in_row(less, row)) for row in ROWS] == [0, 4, 5]
    free = next(card for card, row in enumerate(places(draft, len(view.cards))) if not row)
    assert guide.out(view, draft, (free,)) == draft


def test_nothing_fills_itself_where_nothing_is_suggested_or_no_front_is_legal():
    view = view_of(hints="off")
    assert in_row(laid(view, view.suggestion), "front") == ()
    view = view_of()
    wrong = swap_rows(fill(view.suggestion, view.cards))
    foul = Draft(tuple(pair for pair in wrong.placed if pair[1] != "front"))
    last = foul.placed[-1]
    assert guide.put(view, Draft(foul.placed[:-1]), (last[0],), row=last[1]) == foul
