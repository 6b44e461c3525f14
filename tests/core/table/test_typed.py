from core.cards import deck, parse
from core.table.draft import Draft, in_row
from core.table.typed import kept, typed_rows, wrong

HAND = parse("Xx Xx As As Kh Qs Jh Ts Td 9c 8s 8d 6s 5h 4c 3s 2s")
DECK = deck(68)


def codes(*, finished: bool = True, **rows: str) -> list[tuple[str, object]]:
    found = wrong(typed_rows(rows), HAND, deck=DECK, finished=finished)
    return [(fault.code, fault.facts.get("row", fault.facts.get("card"))) for fault in found]


def test_everything_that_is_wrong_is_named_and_what_was_not_read_does_not_count_as_missing():
    assert codes(front="As As zz", middle="Ah 9c 8s 8d 6s 5h", back="♦10 ♤10 ♦10 鬼 鬼") == [
        ("arrange/row-unread", "front"),
        ("arrange/spelling", None),
        ("arrange/row-size", "middle"),
        ("arrange/not-held", parse("Ah")[0]),
        ("arrange/card-twice", parse("Td")[0]),
    ]


def test_rows_that_are_not_finished_may_lack_cards_but_hold_none_too_many():
    assert codes(finished=False, front="As", middle="", back="鬼 9c") == []
    assert codes(finished=False, front="As As Kh Qs") == [("arrange/row-size", "front")]
    assert codes(front="As As Kh", middle="", back="鬼 鬼 9c 8s 8d") == [("arrange/row-size", "middle")]


def test_what_is_right_is_kept_each_card_once_and_no_row_too_full():
    draft = kept(typed_rows({"front": "As As Kh Qs", "middle": "As Qs zz Ah", "back": "鬼鬼鬼 10d"}), HAND)
    shown = {row: [HAND[card] for card in in_row(draft, row)] for row in ("front", "middle", "back")}
    assert shown == {"front": [*parse("As As Kh")], "middle": [*parse("Qs")], "back": [*parse("Xx Xx Td")]}
    assert len({card for card, _ in draft.placed}) == len(draft.placed)
    assert kept(typed_rows({}), HAND) == Draft()
