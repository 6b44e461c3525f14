"""Cards: numbers, decks, and what people type."""

import doctest
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import JOKER, RANKS, SUITS, Card, deck, parse, parse_shown, rank, read, show, suit
from core.errors import Illegal

ALL_CARDS = tuple(Card(number) for number in range(53))

SUIT_FORMS = {
    "s": ("s", "S", "♠", "♤", "♠️", "黑桃", "ｓ", "Ｓ"),
    "h": ("h", "H", "♥", "♡", "♥️", "紅心", "红心", "ｈ", "Ｈ"),
    "d": ("d", "D", "♦", "♢", "♦️", "方塊", "方块", "ｄ", "Ｄ"),
    "c": ("c", "C", "♣", "♧", "♣️", "梅花", "ｃ", "Ｃ"),
}
RANK_FORMS = {"T": ("T", "t", "10", "Ｔ", "１０", "１0"), "A": ("A", "a", "Ａ", "ａ"), "7": ("7", "７")}
JOKER_FORMS = ("Xx", "xx", "XX", "joker", "JOKER", "Joker", "Jk", "鬼", "鬼牌", "Ｘｘ", "ｊｏｋｅｒ", "🃏")
SEPARATORS = (" ", "  ", ",", ", ", "，", "、", "\n", "\t", "\u3000", ";", "")


@st.composite
def typed_cards(draw):
    cards = draw(st.lists(st.sampled_from(ALL_CARDS), min_size=1, max_size=17))
    text = ""
    for card in cards:
        text += draw(st.sampled_from(SEPARATORS)) + draw(st.sampled_from(forms_of(card)))
    return text, tuple(cards)


def forms_of(card):
    if card == JOKER:
        return JOKER_FORMS
    letter = RANKS[rank(card) - 2]
    ranks = RANK_FORMS.get(letter, (letter, letter.lower()))
    suits = SUIT_FORMS[SUITS[suit(card)]]
    return [r + s for r in ranks for s in suits] + [s + r for r in ranks for s in suits]


def test_the_canonical_decks_are_those_of_the_fair_deal(shared):
    import json

    golden = json.loads((shared / "golden" / "fair-deal.json").read_text(encoding="utf-8"))["decks"]
    assert [each["cards"] for each in golden] == [show(deck(each["size"])) for each in golden]
    assert [each["size"] for each in golden] == [52, 65, 68]


def test_the_deck_of_68_holds_every_spade_twice_and_three_jokers():
    counted = Counter(deck(68))
    assert {JOKER: 3} == {card: times for card, times in counted.items() if times == 3}
    assert {"s"} == {SUITS[suit(card)] for card, times in counted.items() if times == 2}
    assert [5] * 13 == list(Counter(rank(card) for card in deck(68) if card != JOKER).values())


def test_there_is_no_deck_of_another_size():
    with pytest.raises(KeyError):
        deck(54)


def test_ranks_run_from_2_to_14_and_suits_in_the_order_s_h_d_c():
    assert [rank(card) for card in parse("2s Ts Ks As 2c Ac Xx")] == [2, 10, 13, 14, 2, 14, 0]
    assert [suit(card) for card in parse("2s Ah 3d Kc")] == [0, 1, 2, 3]


def test_a_joker_has_no_suit():
    with pytest.raises(ValueError, match="no suit"):
        suit(JOKER)


@pytest.mark.parametrize("text", ["10♠", "T♠", "ts", "Ts", "TS", "Ｔｓ", "黑桃10", "♠️10", "♠10", "10♠️", "sT", "S10"])
def test_the_ten_of_spades_is_read_however_it_is_typed(text):
    assert parse("Ts") == parse(text)


@pytest.mark.parametrize("text", JOKER_FORMS)
def test_the_joker_is_read_however_it_is_typed(text):
    assert (JOKER,) == parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "As Kh Xx Td",
        "AsKhXxTd",
        "as,kh,xx,10d",
        "A♠ K♥ 鬼 10♦",
        "黑桃A、紅心K、鬼、方塊10",
        "As  Kh\nXx\tTd",
        " ＡｓＫｈＸｘＴｄ ",
    ],
)
def test_one_list_of_cards_is_read_in_all_its_forms(text):
    assert parse("As Kh Xx Td") == parse(text)


@given(typed_cards())
def test_whatever_forms_are_mixed_the_cards_typed_are_the_cards_read(typed):
    text, cards = typed
    assert cards == parse(text)


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("As Zz Kh", "Zz"),
        ("As 1s", "1s"),
        ("As1sKh", "1sKh"),
        ("11s", "11s"),
        ("A", "A"),
        ("♠", "♠"),
        ("As K", "K"),
        ("Ａｓ　Ｚｚ", "Ｚｚ"),
        ("X", "X"),
        ("10", "10"),
        ("0s", "0s"),
        ("As/Kh", "/Kh"),
        ("A ♠", "A"),
        ("As♠️", "♠️"),
        ("🂡", "🂡"),
        ("As joke", "joke"),
    ],
)
def test_the_first_part_that_is_no_card_is_named_as_it_was_typed(text, unread):
    with pytest.raises(Illegal) as refused:
        parse(text)
    assert ("cards/unread", {"text": unread}) == (refused.value.code, refused.value.facts)


@given(st.text(max_size=60))
def test_any_text_gives_cards_or_a_refusal_that_quotes_it(text):
    try:
        cards = parse(text)
    except Illegal as illegal:
        refused = illegal
    else:
        assert cards == parse_shown(show(cards))
        return
    assert refused.code == "cards/unread"
    assert str(refused.facts["text"]) in text
    assert refused.facts["text"]


def test_a_long_unread_text_is_quoted_only_in_part():
    with pytest.raises(Illegal) as refused:
        parse("z" * 5000)
    assert "z" * 40 == refused.value.facts["text"]


def test_nothing_typed_is_no_cards():
    assert () == parse("") == parse("  ,\n") == parse_shown("")


@given(st.lists(st.sampled_from(ALL_CARDS), max_size=17))
def test_what_is_shown_is_read_back(cards):
    assert tuple(cards) == parse_shown(show(cards)) == parse(show(cards))


@pytest.mark.parametrize("text", ["as", "As  Kh", "As,Kh", " As", "10s", "鬼"])
def test_the_strict_reader_takes_only_what_is_shown(text):
    with pytest.raises(ValueError, match="not a card"):
        parse_shown(text)


def test_the_examples_in_the_docstrings_hold():
    import core.arrangement
    import core.errors

    for module in (core.cards, core.arrangement, core.errors):
        found = doctest.testmod(module)
        assert found.attempted > 0
        assert found.failed == 0


def test_all_that_is_no_card_is_quoted_and_the_rest_is_read():
    assert read("♤10zz 黑桃9 10s,yy 鬼") == (parse("Ts 9s Ts Xx"), ("zz", "yy"))
    assert read("") == ((), ())
