"""What holds for every course of a table: random commands by random people, whatever they are worth."""

import json
import random
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.arrangement import Arrangement
from core.deal import fault
from core.errors import Illegal
from core.ids import ChatId
from core.rules import RULE_SETS
from core.scoring import totals
from core.specials import SPECIALS
from core.table import commands as c
from core.table import events as e
from core.table.audience import touched_screens
from core.table.codec import dump, dump_event, dump_result, load, load_event, load_result
from core.table.draft import (
    Draft,
    arrangement,
    exchange,
    fill,
    in_row,
    missing,
    parse_draft,
    places,
    put,
    show_draft,
    swap_rows,
    take,
    undo,
)
from core.table.machine import due_at, evolve
from core.table.match_view import match_view
from core.table.model import By, HouseChoice, Options, Phase, Table
from core.table.options import playing
from core.table.result import Result
from core.table.view import board_view, hand_view, lobby_view
from tests.tables import ADMIN, PEOPLE, Played, dealt, opened


def command(played: Played, random_: random.Random) -> c.Command:
    """Some command, fitting more often than not."""
    table = played.table
    serial = table.serial - random_.choice([0] * 9 + [1])
    likely: dict[Phase, list[c.Command]] = {
        Phase.LOBBY: [c.Join(), c.Join(), c.AddComputer(), c.Start(fill=random_.random() < 0.8)],
        Phase.CUTTING: [
            *[c.Cut(serial, random_.choice(["0", str(random_.randrange(10**6))]))] * 3,
            c.Stake(serial, random_.randint(0, 11)),
        ],
        Phase.ARRANGING: [submit(played, random_, serial)] * 4,
        Phase.FINISHED: [c.Again(), c.Again(), c.Resettle(), c.Start()],
    }
    seldom: list[c.Command] = [
        c.Join(),
        c.Leave(),
        c.Kick(random_.randrange(5)),
        c.Autopilot(serial),
        c.Return(),
        c.Nudge(serial),
        c.VoteEnd(),
        c.Gone(random_.choice(PEOPLE).person),
        c.MoveChat(ChatId(f"web:room-{random_.randrange(3)}")),
        c.Configure(options(random_)),
        c.Declare(serial, random_.choice([*SPECIALS])),
        c.Tick(),
        c.Tick(),
    ]
    return random_.choice(likely.get(table.phase, []) * 3 + seldom)


def options(random_: random.Random) -> Options:
    """Some rule set with ways of its own, for two or three rounds."""
    rules = RULE_SETS[random_.choice([*RULE_SETS])]
    house = [HouseChoice(code, random_.choice(values)) for code, values in rules.house_options.items()]
    own = {"stake": random_.choice([0, 5])} if rules.has_banker else {}
    return replace(
        playing(Options(), rules.id),
        rounds=random_.choice([0, 2]) if rules.rounds_as_seats else random_.randint(1, 3),
        fouls=random_.choice(["on", "on", "off"]),
        house=tuple(house),
        **own,
    )


def submit(played: Played, random_: random.Random, serial: int) -> c.Command:
    if played.table.deal is None:
        return c.Tick()
    seat = random_.randrange(len(played.table.deal.plays))
    held = hand_view(played.table, seat)
    if held is not None and held.specials and random_.random() < 0.5:
        return c.Declare(serial, random_.choice(held.specials))
    best = played.suggestion(seat)
    swapped = Arrangement(best.front, best.back, best.middle)
    return c.Submit(serial, random_.choice([best, best, best, swapped]), knowingly=random_.random() < 0.5)


def hidden(table: Table) -> set[str]:
    """What nobody may see before the showdown, as texts."""
    opening, dealing = table.opening, table.deal
    secrets = {opening.secret, *opening.salts} - {""} if opening else set()
    if dealing is None:
        return secrets
    rows = {*dealing.fallbacks, *(play.rows for play in dealing.plays)}
    return secrets | {play.salt for play in dealing.plays} | rows | {*dealing.dealt.hands}


def check(table: Table, before: Table | None, events: tuple[e.Event, ...]) -> None:
    assert load(dump(table)) == table
    for event in events:
        assert load_event(*dump_event(event)) == event
        if isinstance(event, e.Settled | e.Voided | e.SeatsDrawn):
            assert load_result(dump_result(event.result)) == event.result
            assert sum(seat.points for seat in event.result.seats) == 0
        if isinstance(event, e.Settled):
            check_settled(event.result)
    assert touched_screens(before, table, events) or not events
    check_views(table)


def check_settled(result: Result) -> None:
    """Lines add up to points, nobody fouls by a time-out, and whoever declares is not foul."""
    assert totals(result.payments, len(result.seats)) == tuple(seat.points for seat in result.seats)
    for seat in result.seats:
        assert not (seat.foul and (seat.declared or seat.by is not By.PERSON))


def check_views(table: Table) -> None:
    public = repr(lobby_view(table)) + repr(match_view(table, table.match))
    if table.opening is not None:
        public += repr(board_view(table))
    for secret in hidden(table):
        assert secret not in public
    if table.deal is None:
        return
    for seat in range(len(table.seats)):
        view = hand_view(table, seat)
        if view is not None:
            others = [hand for number, hand in enumerate(table.deal.dealt.hands) if number != seat]
            rows = [play.rows for number, play in enumerate(table.deal.plays) if number != seat]
            salts = [play.salt for play in table.deal.plays]
            for secret in (*others, *rows, *salts):
                assert secret not in repr(view)


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_every_course_keeps_the_laws_of_the_table(seed: int) -> None:
    random_ = random.Random(seed)
    played = opened(options(random_))
    for _ in range(80):
        before, actor = played.table, random_.choice([*PEOPLE, ADMIN])
        played.now += random_.choice([0, 500, 4_000, 21_000, 95_000])
        try:
            events = played.do(command(played, random_), actor)
        except Illegal:
            assert played.table == before
            continue
        check(played.table, before, events)
        if played.table.phase is Phase.ENDED:
            break
        due = due_at(played.table)
        assert due is not None
    refolded: Table | None = None
    for event in played.log:
        refolded = evolve(refolded, event)
    assert refolded == played.table
    check_records(played)


def check_records(played: Played) -> None:
    """Serials without a gap, every record sound and chained, match points the sum of round points."""
    closed = [event for event in played.log if isinstance(event, e.Settled | e.Voided | e.SeatsDrawn)]
    records = [json.loads(event.record) for event in closed]
    assert [event.result.serial for event in closed] == list(range(1, len(closed) + 1))
    faults = [fault(record, before) for record, before in zip(records, [None, *records], strict=False)]
    assert faults == [None] * len(records)
    assert sum(score.points for score in played.table.scores) == 0


def test_the_first_event_makes_a_table_whatever_stood_before() -> None:
    played = opened()
    assert evolve(dealt().table, played.log[0]) == evolve(None, played.log[0])


def test_the_clock_always_reaches_the_end() -> None:
    played = dealt(2)
    for _ in range(50):
        due = due_at(played.table)
        if due is None:
            break
        played.now = due
        played.do(c.Tick())
    assert played.table.phase is Phase.ENDED


def test_an_unknown_form_of_snapshot_is_refused() -> None:
    text = dump(opened().table).replace('{"v":1,', '{"v":99,', 1)
    with pytest.raises(ValueError, match="form 99"):
        load(text)


ROWS = st.sampled_from(["front", "middle", "back"])


@given(st.lists(st.tuples(st.sampled_from(["put", "take", "swap", "exchange", "undo"]), st.integers(0, 16), ROWS)))
def test_a_draft_never_holds_a_card_twice_or_a_row_too_many(steps: list[tuple[str, int, str]]) -> None:
    draft = Draft()
    for step, card, row in steps:
        match step:
            case "put":
                with suppress(Illegal):
                    draft = put(draft, [card], row, hand_size=17)
            case "take":
                draft = take(draft, [card])
            case "swap":
                draft = swap_rows(draft)
            case "exchange":
                draft = exchange(draft, card, 16 - card)
            case _:
                draft = undo(draft)
        cards = [placed for placed, _ in draft.placed]
        assert len(set(cards)) == len(cards)
        assert min(missing(draft).values()) >= 0
        assert parse_draft(show_draft(draft)) == draft
        assert sum(bool(place) for place in places(draft, 17)) == len(cards)


def test_putting_a_card_twice_is_harmless_and_full_rows_say_so() -> None:
    draft = put(put(Draft(), [1, 2, 3], "front", hand_size=17), [2], "front", hand_size=17)
    assert in_row(draft, "front") == (1, 2, 3)
    with pytest.raises(Illegal) as caught:
        put(draft, [4, 5], "front", hand_size=17)
    assert (caught.value.code, caught.value.facts["n"]) == ("arrange/row-full", 0)
    for cards, row in (([17], "front"), ([-1], "front"), ([], "front"), ([1], "top")):
        with pytest.raises(Illegal) as caught:
            put(Draft(), cards, row, hand_size=17)
        assert caught.value.code == "press/forged"


def test_the_suggestion_fills_the_draft_and_makes_the_arrangement_again() -> None:
    played = dealt(1)
    view = hand_view(played.table, 0)
    assert view is not None
    draft = fill(view.suggestion, view.cards)
    made = arrangement(draft, view.cards)
    assert made is not None
    assert {*made.front} == {*played.suggestion(0).front}
    assert arrangement(undo(draft), view.cards) is None
