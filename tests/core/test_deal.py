"""`core/deal.py` against the vectors of fair deal, version 1."""

import copy
import datetime as dt
import hashlib
import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import deal
from core.cards import deck, show

VECTORS = json.loads((Path(__file__).parents[1] / "golden" / "fair-deal.json").read_text(encoding="utf-8"))
RECORDS = VECTORS["records"]
SECRET = VECTORS["key"]["secret"]
CLOSED = VECTORS["key"]["closed"]


def parts_of(record: dict[str, Any], *, deals: tuple[deal.Dealt, ...] = ()) -> deal.RecordParts:
    context = {**record["context"], "seats": tuple(record["context"]["seats"])}
    return deal.RecordParts(
        context=deal.Context(**context),
        secret=record["secret"],
        cuts=tuple(deal.Cut(**one) for one in record["cuts"]),
        deals=deals,
        seals=tuple(deal.Seal(**one) for one in record["seals"]),
        openings=tuple(deal.Opening(**one) for one in record["openings"]),
        outcome=record["outcome"],
        people=tuple(deal.Person(**one) for one in record["people"]),
    )


def changed(record: dict[str, Any], path: list[Any], value: object) -> dict[str, Any]:
    broken = copy.deepcopy(record)
    spot: Any = broken
    for step in path[:-1]:
        spot = spot[step]
    if value == "<delete>":
        del spot[path[-1]]
    else:
        spot[path[-1]] = value
    return broken


@pytest.mark.parametrize("vector", VECTORS["frames"])
def test_a_frame_and_its_digest_are_those_of_the_vectors(vector):
    assert vector["frame"] == deal.frame(vector["label"], *vector["fields"]).hex()
    assert vector["digest"] == deal.digest(vector["label"], *vector["fields"])


@pytest.mark.parametrize("field", ["桌", "\n", "é", "\x7f", -1, 2**53, True, 1.0, None])
def test_a_field_that_is_neither_plain_text_nor_a_natural_number_is_refused(field):
    with pytest.raises(ValueError, match="a field is"):
        deal.frame("who", field)


@given(st.lists(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E)) | st.integers(0, 2**53 - 1)))
def test_a_frame_can_be_read_back(fields):
    read, left = [], deal.frame("who", *fields)
    while left:
        size = int.from_bytes(left[:4], "big")
        read.append(left[4 : 4 + size].decode("ascii"))
        left = left[4 + size :]
    assert [f"{deal.VERSION}/who", *map(str, fields)] == read


@pytest.mark.parametrize("vector", VECTORS["decks"], ids=lambda vector: str(vector["size"]))
def test_a_deck_is_in_the_canonical_order(vector):
    text = show(deck(vector["size"]))
    assert vector["cards"] == text
    assert vector["sha256"] == hashlib.sha256(text.encode()).hexdigest()


def test_the_key_is_that_of_the_vectors():
    assert VECTORS["key"]["key"] == deal.key(SECRET, CLOSED).hex()


@pytest.mark.parametrize("vector", VECTORS["streams"], ids=lambda vector: vector["name"])
def test_a_stream_begins_as_in_the_vectors(vector):
    source = deal.stream(deal.key(vector["secret"], vector["closed"]), vector["name"])
    assert vector["first"] == bytes(islice(source, 96)).hex()


def test_a_computer_seat_has_a_stream_of_its_own():
    key = deal.key(SECRET, CLOSED)
    assert list(islice(deal.stream(key, "computer/1/2"), 40)) == list(islice(deal.source_of(key, 1, 2), 40))


@pytest.mark.parametrize("vector", VECTORS["draws"])
def test_a_draw_takes_the_bytes_of_the_vectors(vector):
    given_bytes = bytes.fromhex(vector["bytes"])
    source = iter(given_bytes)
    assert vector["number"] == deal.draw(source, vector["bound"])
    assert vector["used"] == len(given_bytes) - len(list(source))


@pytest.mark.parametrize("bound", [1, 2, 3, 52, 65, 68, 255, 256])
def test_each_number_is_drawn_from_equally_many_bytes(bound):
    accepted = range(256 - 256 % bound)
    drawn = [deal.draw(iter([byte]), bound) for byte in accepted]
    assert {len(accepted) // bound} == {drawn.count(number) for number in range(bound)}
    assert all(
        next_number == 0 for next_number in (deal.draw(iter([byte, 0]), bound) for byte in range(256)[len(accepted) :])
    )


@given(st.lists(st.integers()), st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_the_things_and_the_list_it_was_given(things, key):
    before = list(things)
    mixed = deal.shuffle(things, deal.stream(key, "deal/0"))
    assert sorted(before) == sorted(mixed)
    assert before == things


def test_two_purposes_or_numbers_of_one_entropy_have_nothing_in_common():
    entropy = bytes(range(32))
    made = {
        deal.entropy_bytes(entropy, purpose, number) for purpose in ("secret", "who", "salt") for number in range(4)
    }
    assert {32} == {len(one) for one in made}
    assert len(made) == 12
    assert deal.mac(entropy, "entropy", "salt", 3) in made


@pytest.mark.parametrize("vector", VECTORS["dealers"], ids=lambda vector: vector["record"])
def test_the_first_dealer_is_that_of_the_vectors(vector):
    record = RECORDS[vector["record"]]
    key = deal.key(record["secret"], record["closed"])
    assert vector["dealer"] == deal.first_dealer(key, len(record["context"]["seats"]))


@pytest.mark.parametrize("vector", VECTORS["tags"], ids=lambda vector: vector["tag"])
def test_a_tag_is_that_of_the_vectors(vector):
    assert vector["tag"] == deal.tag(vector["value"])


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_made_from_its_parts_is_that_of_the_vectors(name):
    assert RECORDS[name] == deal.record(parts_of(RECORDS[name]))


@pytest.mark.parametrize("name", RECORDS)
def test_a_sound_record_has_no_fault(name):
    assert deal.fault(RECORDS[name]) is None


@pytest.mark.parametrize("name", RECORDS)
def test_each_part_of_a_record_can_be_made_by_itself(name):
    record = RECORDS[name]
    parts = parts_of(record)
    key = deal.key(parts.secret, record["closed"])
    last = {(one.deal, one.seat): one.seal for one in parts.seals}
    assert record["commitment"] == deal.commitment(parts.secret, parts.context)
    assert record["closed"] == deal.closed(record["commitment"], parts.cuts)
    assert record["sealed"] == deal.sealed(record["closed"], parts.seals)
    assert record["digest"] == deal.record_digest(record["closed"], parts.secret, record["sealed"], record["outcome"])
    for number, dealt in enumerate(record["deals"]):
        assert deal.Dealt(dealt["aside"], tuple(dealt["hands"]), dealt["rest"]) == deal.deal(key, parts.context, number)
    for opening in parts.openings:
        assert last[opening.deal, opening.seat] == deal.seal(record["closed"], opening)


def test_a_record_publishes_the_stored_cards_even_where_the_key_gives_others():
    stored = deal.Dealt("", ("As", "Ks", "Qs", "Js"), "")
    record = deal.record(parts_of(RECORDS["joker"], deals=(stored,)))
    assert record["deals"] == [{"aside": "", "hands": ["As", "Ks", "Qs", "Js"], "rest": ""}]
    assert deal.fault(record) == "deals"


@pytest.mark.parametrize("vector", VECTORS["chains"], ids=lambda vector: " ".join(vector["records"]))
def test_a_chain_breaks_where_the_vectors_say(vector):
    chain = [RECORDS[name] for name in vector["records"]]
    faults = [deal.fault(record, before) for record, before in zip(chain, [None, *chain[:-1]], strict=True)]
    assert vector["faults"] == faults


@pytest.mark.parametrize("vector", VECTORS["forgeries"], ids=lambda vector: f"{vector['of']} {vector['path']}")
def test_a_forgery_fails_first_where_the_vectors_say(vector):
    assert vector["fault"] == deal.fault(changed(RECORDS[vector["of"]], vector["path"], vector["value"]))


@pytest.mark.parametrize("vector", VECTORS["forged_records"], ids=lambda vector: vector["about"])
def test_a_forged_record_fails_first_where_the_vectors_say(vector):
    assert vector["fault"] == deal.fault(vector["record"])


@pytest.mark.parametrize("record", [None, [], 3, "x", {}, {"v": deal.VERSION}])
def test_what_is_no_record_at_all_has_a_fault_of_form(record):
    assert deal.fault(record) == "form"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["cuts"], {}),
        (["cuts", 0], []),
        (["context", "seats"], "abcd"),
        (["context", "seats"], []),
        (["context", "deals"], 65),
        (["context", "aside"], -1),
        (["people"], []),
        (["seals", 0, "deal"], "0"),
    ],
)
def test_a_record_of_another_form_is_refused(path, value):
    assert deal.fault(changed(RECORDS["joker"], path, value)) == "form"


@pytest.mark.parametrize("name", RECORDS["joker"])
def test_a_record_without_one_of_its_keys_is_refused(name):
    assert deal.fault(changed(RECORDS["joker"], [name], "<delete>")) == "form"


def test_a_record_before_of_another_form_breaks_the_chain():
    assert deal.fault(RECORDS["void"], {"digest": RECORDS["joker"]["digest"]}) == "chain"


@given(st.integers(0, 253_402_300_799_999))
def test_a_moment_is_written_as_the_calendar_has_it(milliseconds):
    moment = dt.datetime(1970, 1, 1, tzinfo=dt.UTC) + dt.timedelta(milliseconds=milliseconds)
    assert moment.strftime(f"{moment.year:04}-%m-%dT%H:%M:%SZ") == deal.utc(milliseconds)
