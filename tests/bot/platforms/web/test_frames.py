import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.web.frames import Hello, Ping, Press, Rename, Say, Speak, frame_id, read_frame
from core.errors import Illegal


@pytest.mark.parametrize(
    ("sent", "frame"),
    [
        ({"type": "hello", "name": None, "language": "zh-TW", "after": 12}, Hello(None, "zh-TW", 12)),
        ({"type": "hello", "name": "小明"}, Hello("小明", "", 0)),
        ({"type": "press", "id": "a-1", "token": "1.j.16.0."}, Press("a-1", "1.j.16.0.", {})),
        (
            {"type": "press", "id": "a", "token": "t", "fields": {"number": "4821"}},
            Press("a", "t", {"number": "4821"}),
        ),
        ({"type": "say", "id": "a", "text": "/rank"}, Say("a", "/rank")),
        ({"type": "name", "id": "a", "name": "x" * 200}, Rename("a", "x" * 200)),
        ({"type": "language", "id": "a", "language": "en", "more": [1]}, Speak("a", "en")),
        ({"type": "ping"}, Ping()),
    ],
)
def test_a_frame_is_read(sent: dict[str, object], frame: object):
    assert read_frame(json.dumps(sent)) == frame


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "null",
        "3",
        "{}",
        "[" * 4000,
        '{"a":' * 1500,
        '{"type":"bomb"}',
        '{"type":["press"]}',
        '{"type":"press"}',
        '{"type":"press","id":"a"}',
        '{"type":"press","id":7,"token":"t"}',
        '{"type":"press","id":"","token":"t"}',
        '{"type":"press","id":"a b","token":"t"}',
        '{"type":"press","id":"' + "a" * 65 + '","token":"t"}',
        '{"type":"press","id":"a","token":"' + "t" * 201 + '"}',
        '{"type":"press","id":"a","token":"t","fields":[]}',
        '{"type":"press","id":"a","token":"t","fields":{"number":4821}}',
        '{"type":"press","id":"a","token":"t","fields":{"number":{"a":"b"}}}',
        '{"type":"press","id":"a","token":"t","fields":{"' + "n" * 33 + '":"x"}}',
        '{"type":"press","id":"a","token":"t","fields":{"n":"' + "x" * 501 + '"}}',
        json.dumps({"type": "press", "id": "a", "token": "t", "fields": {str(n): "" for n in range(9)}}),
        '{"type":"say","id":"a","text":null}',
        '{"type":"say","id":"a","text":"\\ud800"}',
        '{"type":"hello","after":-1}',
        '{"type":"hello","after":1e400}',
        '{"type":"hello","after":NaN}',
        '{"type":"hello","after":true}',
        '{"type":"hello","after":9007199254740993}',
        '{"type":"hello","after":' + "9" * 5000 + "}",
        '{"type":"hello","name":7}',
    ],
)
def test_anything_else_is_refused_as_forged(text: str):
    with pytest.raises(Illegal) as refused:
        read_frame(text)
    assert refused.value.code == "press/forged"


@given(st.text(max_size=200) | st.recursive(st.none() | st.text(max_size=5) | st.integers(), st.lists).map(json.dumps))
def test_no_text_breaks_the_reader(text: str):
    assert isinstance(frame_id(text), str)
    with contextlib.suppress(Illegal):
        read_frame(text)


def test_a_bad_frame_is_answered_under_its_id_when_it_has_one():
    assert frame_id('{"type":"bomb","id":"a-1"}') == "a-1"
    assert frame_id('{"type":"bomb","id":["a"]}') == ""
    assert frame_id("{") == ""
