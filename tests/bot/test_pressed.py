import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pressed import Pressed, show, split

NUMBERS = st.integers(-(2**63), 2**63).map(str)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1.j.1.2.", Pressed("press", "1.j.1.2.")),
        ("1.p.1.2.b0#cb", Pressed("press", "1.p.1.2.b0", "cb")),
        ("?1.oo.1.2.", Pressed("form", "1.oo.1.2.")),
        ("=1.h.1.2.#lb0", Pressed("view", "1.h.1.2.", "lb0")),
        ("!1.oo.1.2.more#1.0", Pressed("choice", "1.oo.1.2.more", "1.0")),
        ("=1.h.1.2.#cbx3", Pressed("view", "1.h.1.2.", "cbx3")),
        (">pick#m:b:b0a3", Pressed("pick", "", "m")),
        (">pick#:b:", Pressed("pick", "", "")),
        ("1.j.1.2.#NO", Pressed("press", "1.j.1.2.", "")),
        ("#" * 100, Pressed("press", "")),
        ("1.ra.0.0.joker@-ck3e8i9/7", Pressed("press", "1.ra.0.0.joker", "", "-27336414609/7")),
        ("1.ra.0.0.joker@NO", Pressed("press", "1.ra.0.0.joker")),
        ("1.ra.0.0.joker@1/2/3", Pressed("press", "1.ra.0.0.joker")),
        ("@", Pressed("press", "")),
        ("", Pressed("press", "")),
    ],
)
def test_what_stands_behind_a_button_is_read_whatever_it_is(text: str, read: Pressed):
    assert split(text) == read


@given(
    st.sampled_from(["press", "form", "view", "choice"]),
    st.from_regex(r"[a-z0-9.]{0,12}", fullmatch=True),
    st.one_of(st.just(""), NUMBERS, st.builds("{}/{}".format, NUMBERS, st.integers(0, 2**31))),
)
def test_what_is_shown_is_read_back(kind: str, mode: str, chat: str):
    assert split(show("1.he.0.0.x", kind=kind, mode=mode, chat=chat)) == Pressed(kind, "1.he.0.0.x", mode, chat)


@given(st.text())
def test_nothing_that_is_sent_breaks_the_reading(text: str):
    assert split(text).kind in {"press", "form", "view", "pick", "choice"}
