import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.codec import dump_screen, load_screen
from bot.screens.model import (
    Average,
    Button,
    Cards,
    Field,
    Hash,
    Line,
    Look,
    Name,
    Panel,
    PanelCard,
    PanelPick,
    PanelRow,
    Picture,
    Points,
    Reveal,
    Screen,
    ShownRow,
    Strip,
    Style,
    Text,
    When,
)
from core.cards import Card

plain = st.one_of(
    st.text(max_size=10),
    st.integers(-(2**63), 2**63),
    st.booleans(),
    st.none(),
    st.builds(Name, st.text(max_size=10)),
    st.builds(Points, st.integers(-99, 99)),
    st.builds(Average, st.integers(-9999, 9999)),
    st.builds(When, st.integers(0, 2**45)),
    st.builds(Cards, st.lists(st.integers(0, 52).map(Card), max_size=5).map(tuple)),
)
keys = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).filter(lambda key: key != "$")
facts = st.recursive(
    plain,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple),
        st.builds(Text, st.text(max_size=8), st.dictionaries(keys, inner, max_size=2)),
    ),
    max_leaves=6,
)
texts = st.builds(Text, st.text(max_size=8), st.dictionaries(keys, facts, max_size=3))
cards = st.lists(st.integers(0, 52).map(Card), max_size=5).map(tuple)
fields = st.builds(
    Field,
    st.text(max_size=5),
    texts,
    value=st.text(max_size=5),
    choices=st.lists(st.tuples(st.text(max_size=3), texts), max_size=2).map(tuple),
)
buttons = st.builds(
    Button, texts, st.text(max_size=20), st.sampled_from(Look), st.booleans(), st.lists(fields, max_size=2).map(tuple)
)
rows = st.builds(ShownRow, st.sampled_from(["front", "back"]), texts, cards, st.booleans())
strips = st.builds(
    Strip, texts, st.none() | texts, st.lists(rows, max_size=3).map(tuple), st.integers(-99, 99), st.integers(-99, 99)
)
matrices = st.lists(st.lists(st.integers(-9, 9), max_size=4).map(tuple), max_size=4).map(tuple)
picks = st.builds(PanelPick, st.text(max_size=20), texts, cards, st.none() | texts)
panels = st.builds(
    Panel,
    st.lists(
        st.builds(
            PanelCard, st.integers(0, 52).map(Card), st.text(max_size=6), st.dictionaries(keys, st.text(max_size=6))
        ),
        max_size=3,
    ).map(tuple),
    st.lists(
        st.builds(
            PanelRow,
            st.text(max_size=6),
            st.sampled_from([3, 5]),
            st.none() | texts,
            st.lists(st.integers(0, 16), max_size=5).map(tuple),
            st.text(max_size=20),
        ),
        max_size=3,
    ).map(tuple),
    st.lists(texts, max_size=3).map(tuple),
    st.integers(1, 99),
    st.none() | st.integers(0, 2**45),
    st.booleans(),
    st.integers(0, 2**45),
    picks=st.dictionaries(keys, st.lists(picks, max_size=2).map(tuple), max_size=2),
)
blocks = st.one_of(
    st.builds(Line, texts, st.sampled_from(Style), cards),
    st.builds(Hash, texts, st.text(max_size=64)),
    st.builds(Reveal, st.lists(strips, max_size=4).map(tuple), matrices, st.booleans(), st.integers(0, 2**45)),
    panels,
)
screens = st.builds(
    Screen,
    st.text(max_size=8),
    st.lists(blocks, max_size=4).map(tuple),
    st.lists(st.lists(buttons, max_size=2).map(tuple), max_size=2).map(tuple),
    picture=st.none() | st.builds(Picture, st.text(max_size=5), texts),
    silent=st.booleans(),
    ping=st.lists(st.text(max_size=8), max_size=2).map(tuple),
    evidence=st.dictionaries(
        keys, st.one_of(plain.filter(lambda fact: isinstance(fact, str)), st.integers()), max_size=3
    ),
)


@given(screens)
def test_a_screen_comes_back_as_it_was_stored(screen: Screen):
    assert load_screen(json.loads(json.dumps(dump_screen(screen)))) == screen


def test_looks_and_styles_come_back_as_such_and_not_as_words():
    screen = Screen("x", (Line(Text("a"), Style.HEADING),), ((Button(Text("b"), "t", Look.DANGER),),))

    back = load_screen(dump_screen(screen))

    assert isinstance(back.blocks[0], Line)
    assert back.blocks[0].style is Style.HEADING
    assert back.buttons[0][0].look is Look.DANGER


def test_a_stored_screen_holds_keys_and_no_words_of_a_language():
    assert dump_screen(Screen("x", (Line(Text("a/b", {"n": 3})),))) == {
        "v": 1,
        "screen": {
            "$": "Screen",
            "kind": "x",
            "blocks": [{"$": "Line", "text": {"$": "Text", "key": "a/b", "facts": {"n": 3}}}],
        },
    }


@pytest.mark.parametrize(
    "stored",
    [
        [],
        {},
        None,
        {"v": 2, "screen": {"$": "Screen", "kind": "x", "blocks": []}},
        {"v": 1, "screen": {"$": "Text", "key": "x"}},
        {"v": 1, "screen": {"$": "Path", "key": "x"}},
        {"v": 1, "screen": {"$": "Screen", "kind": "x", "blocks": [], "more": 1}},
        {"v": 1, "screen": {"$": "Screen"}},
        {"v": 1, "screen": "Screen"},
    ],
)
def test_what_is_no_screen_of_this_schema_is_refused(stored: object):
    with pytest.raises(ValueError, match=r"."):
        load_screen(stored)


@pytest.mark.parametrize("fact", [object(), {1: 2}, {"$": "Screen"}, b"x"])
def test_what_no_platform_could_draw_is_not_stored(fact: object):
    with pytest.raises(TypeError):
        dump_screen(Screen("x", (Line(Text("a", {"fact": fact})),)))
