import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.tokens import LONGEST, Token, Verb, cards_arg, parse, read_cards, show
from core.errors import Illegal
from core.ids import TableId

LARGEST = 2**63 - 1
NUMBERS = st.integers(0, LARGEST)
ARGS = st.text("0123456789abcdefghijklmnopqrstuvwxyzABCXYZ_-", max_size=31)
TOKENS = st.builds(Token, st.sampled_from(Verb), NUMBERS.map(TableId), NUMBERS, ARGS)


@given(TOKENS)
def test_a_token_comes_back_as_it_was(token: Token):
    assert parse(show(token)) == token


@given(TOKENS)
def test_a_token_fits_a_telegram_button(token: Token):
    assert 1 <= len(show(token).encode()) <= LONGEST


def test_the_largest_ids_with_seventeen_cards_fit():
    for verb in Verb:
        token = Token(verb, TableId(LARGEST), LARGEST, cards_arg(range(17), row="middle"))
        assert len(show(token).encode()) <= LONGEST


def test_a_token_is_short_in_an_ordinary_game():
    assert show(Token(Verb.CUT, TableId(42), 18, "2")) == "1.k.16.i.2"


def test_no_two_verbs_share_a_letter():
    assert len({verb.value for verb in Verb}) == len(Verb)


@given(st.text(max_size=100))
@example("1.j.0.0.")
@example("1.j.00.0.")
@example("1.j.１.0.")
@example("1.j.zzzzzzzzzzzzz.0.")
def test_garbage_is_refused_and_never_crashes(text: str):
    try:
        answer = show(parse(text))
    except Illegal as refusal:
        answer = refusal.code
    assert answer in {text, "press/forged", "press/version"}


@pytest.mark.parametrize("text", ["0.j.1.1.", "2.j.1.1.", "2.new-form:of/token", "12.j.1.1."])
def test_a_token_of_another_version_is_told_apart(text: str):
    with pytest.raises(Illegal) as refusal:
        parse(text)
    assert refusal.value.code == "press/version"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1.",
        "1.j",
        "1.j.1.1",
        "1.J.1.1.",
        "1.??.1.1.",
        "1.bb.1.1.",
        "1.j.-1.1.",
        "1.j.01.1.",
        "1.j.1.1.\n",
        "1.j.1.1.a.b",
        "1.j.1.1.<b>",
        "1.j.1y2p0ij32e8e8.1.",
        "j.1.1.1.",
        "開桌",
    ],
)
def test_a_forged_token_is_refused(text: str):
    with pytest.raises(Illegal) as refusal:
        parse(text)
    assert refusal.value.code == "press/forged"


@pytest.mark.parametrize(
    "token",
    [
        Token(Verb.JOIN, TableId(-1)),
        Token(Verb.JOIN, TableId(LARGEST + 1)),
        Token(Verb.JOIN, TableId(1), LARGEST + 1),
        Token(Verb.PUT, TableId(1), 1, "a b"),
        Token(Verb.PUT, TableId(1), 1, "a" * 32),
        Token(Verb.PUT, TableId(1), 1, "a\n"),
    ],
)
def test_what_does_not_fit_is_an_error_of_the_program(token: Token):
    with pytest.raises(ValueError, match=r"no (token|id)"):
        show(token)


@given(st.lists(st.integers(0, 16), unique=True), st.sampled_from(["front", "middle", "back"]))
def test_cards_and_their_row_come_back_from_the_argument(indexes: list[int], row: str):
    token = Token(Verb.PUT, TableId(1), 1, cards_arg(indexes, row=row))
    assert read_cards(token) == (row, tuple(indexes))


def test_cards_can_come_from_the_field():
    assert read_cards(Token(Verb.PUT, arg="b"), "0, 3,16") == ("back", (0, 3, 16))
    assert read_cards(Token(Verb.PICK, arg="m03g")) == ("middle", (0, 3, 16))
    assert read_cards(Token(Verb.OUT), "4") == ("", (4,))
    assert read_cards(Token(Verb.EXCHANGE, arg="g"), "2") == ("", (16, 2))
    assert read_cards(Token(Verb.OUT, arg="22"), "2") == ("", (2,))


@pytest.mark.parametrize(
    ("token", "typed"),
    [
        (Token(Verb.PUT, arg="x1"), ""),
        (Token(Verb.PICK, arg="12345"), ""),
        (Token(Verb.PUT, arg=""), "1"),
        (Token(Verb.PUT, arg="fA"), ""),
        (Token(Verb.OUT), "1,,2"),
        (Token(Verb.OUT), "-1"),
        (Token(Verb.OUT), "１"),
        (Token(Verb.OUT), "1;2"),
        (Token(Verb.OUT), "1," * 100),
        (Token(Verb.OUT), "999"),
    ],
)
def test_cards_that_are_no_indexes_are_refused(token: Token, typed: str):
    with pytest.raises(Illegal) as refusal:
        read_cards(token, typed)
    assert refusal.value.code == "press/forged"
