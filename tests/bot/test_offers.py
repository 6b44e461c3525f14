"""What is offered to somebody who is typing their arrangement, and the forms that a press opens."""

from pathlib import Path

import pytest

from bot.commands import Arrange, parse_command
from bot.i18n import catalog, languages
from bot.offers import offers
from bot.tokens import Token, Verb, show
from core.arrangement import parse_rows, show_rows
from core.cards import show as show_cards
from core.rules import RULE_SETS
from core.table import commands as c
from core.table.guide import suggested
from core.table.model import Options
from core.table.view import HandView, hand_view
from tests.fakes import CHAT, ELSEWHERE, PEOPLE, House, house, refused
from tests.tables import dealt


def view_of(rule_set: str = "joker", *, hints: str = "on", seat: int = 0) -> HandView:
    view = hand_view(dealt(options=Options(rule_set=rule_set, hints=hints)).table, seat)
    assert view is not None
    return view


@pytest.mark.parametrize("rule_set", sorted(RULE_SETS))
def test_every_offer_is_short_and_is_read_as_the_rows_it_shows(rule_set: str):
    view = view_of(rule_set)
    found = offers(view, show_cards(view.cards[:2]))
    assert [f"offer/{each.kind}" for each in suggested(view)] == [
        text.key for text, _ in found if "fin" not in text.key
    ]
    for text, rows in found:
        read = parse_command(f"/arrange {rows}", Options())
        assert isinstance(read, Arrange)
        assert rows == show_rows(read.arrangement)
        assert all(len(catalog(tag).text(text.key, text.facts)) <= 100 for tag in languages())
        assert len(rows) <= 100


def test_what_was_begun_is_finished_legally_and_kept():
    view = view_of()
    rows = parse_rows(view.suggestion)
    middle = show_cards(rows.middle)
    typed = f"{show_cards(rows.front[:1])} / {middle} / 1"
    shown = [parse_rows(rows_shown) for _, rows_shown in offers(view, typed)]
    assert any(set(rows.middle) == set(each.middle) and rows.front[0] in each.front for each in shown)


def test_a_line_in_one_go_is_finished_too_and_a_suggestion_is_not_offered_twice():
    view = view_of()
    best = next(iter(suggested(view))).arrangement
    found = offers(view, show_cards((*best.front, *best.middle, *best.back)))
    assert len({rows for _, rows in found}) == len(found) == len(suggested(view))


@pytest.mark.parametrize(
    "typed", ["", "  /  ", "hello", "a/b/c/d", "As / xyzzy / Kd", "As 2s 3s 4s / / ", "９９９" * 500]
)
def test_what_cannot_be_finished_leaves_the_suggestions(typed: str):
    view = view_of()
    assert [f"offer/{each.kind}" for each in suggested(view)] == [text.key for text, _ in offers(view, typed)]


def test_a_card_that_is_not_in_the_hand_or_too_often_finishes_nothing():
    view = view_of(hints="classes")
    missing = next(card for card in range(52) if card not in view.cards)
    assert () == offers(view, show_cards((missing,)))  # type: ignore[arg-type]
    often = next(card for card in view.cards if view.cards.count(card) == 1)
    assert () == offers(view, f"{show_cards((often,))} / {show_cards((often,))}")


def test_a_table_without_averages_finishes_but_suggests_nothing_and_one_without_hints_neither():
    begun = show_cards(view_of().cards[:1])
    assert ["offer/finished"] == [text.key for text, _ in offers(view_of(hints="classes"), begun)]
    assert () == offers(view_of(hints="off"), begun)


def form_token(game_table, verb: Verb, arg: str = "") -> str:
    return show(Token(verb, game_table.id, game_table.serial, arg))


async def dealt_game(game: House) -> None:
    await game.begin(2)
    await game.deal(2)


async def test_people_without_a_hand_are_offered_nothing(tmp_path: Path):
    async with house(tmp_path) as game:
        assert () == await game.service.typed(PEOPLE[0].person, CHAT, "")
        await game.begin(2)
        assert () == await game.service.typed(PEOPLE[0].person, CHAT, "")
        await game.deal(2)
        assert await game.service.typed(PEOPLE[0].person, CHAT, "")
        assert () == await game.service.typed(PEOPLE[3].person, CHAT, "")


async def test_a_typed_offer_is_taken(tmp_path: Path):
    async with house(tmp_path) as game:
        await dealt_game(game)
        (_, rows), *_ = await game.service.typed(PEOPLE[0].person, CHAT, "")
        await game.say(PEOPLE[0], f"/arrange {rows}")
        deal = (await game.table()).deal
        assert deal is not None
        assert rows == deal.plays[0].rows


async def test_a_form_holds_what_is_set_now(tmp_path: Path):
    async with house(tmp_path) as game:
        table = await game.seat(2)
        await game.do(PEOPLE[0], c.Configure(Options(rounds=5)))
        token = form_token(table, Verb.CONFIGURE)
        button = await game.service.form(PEOPLE[0], CHAT, token)
        assert button is not None
        assert token == button.token
        assert "5" == {field.name: field.value for field in button.fields}["rounds"]
        more = await game.service.form(PEOPLE[0], CHAT, form_token(table, Verb.CONFIGURE, "more"))
        assert more is not None
        assert {"cut_seconds", "reveal"} <= {field.name for field in more.fields}


async def test_a_form_is_refused_to_those_who_may_not_and_where_it_does_not_belong(tmp_path: Path):
    async with house(tmp_path) as game:
        table = await game.seat(2)
        token = form_token(table, Verb.CONFIGURE)
        assert "host/only" == (await refused(game.service.form(PEOPLE[1], CHAT, token))).code
        assert "press/forged" == (await refused(game.service.form(PEOPLE[4], ELSEWHERE, token))).code
        await game.do(PEOPLE[0], c.Start(fill=True))
        assert "table/running" == (await refused(game.service.form(PEOPLE[0], CHAT, token))).code


async def test_a_cut_of_ones_own_asks_for_a_number_and_other_buttons_for_nothing(tmp_path: Path):
    async with house(tmp_path) as game:
        table = await game.begin(2)
        button = await game.service.form(PEOPLE[0], CHAT, form_token(table, Verb.CUT))
        assert button is not None
        assert ["number"] == [field.name for field in button.fields]
        assert await game.service.form(PEOPLE[0], CHAT, form_token(table, Verb.CUT, "1")) is None
        assert await game.service.form(PEOPLE[0], CHAT, form_token(table, Verb.LEAVE)) is None
        await game.deal(2)
        assert await game.service.form(PEOPLE[0], CHAT, form_token(table, Verb.CUT)) is None
