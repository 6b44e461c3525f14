"""The daily challenge on Discord: who sees what, and in which message."""

import pytest

from bot.platforms.discord import presses
from bot.screens.daily import share_screen
from bot.tokens import Verb
from core.table.daily import DEALS
from core.table.daily_view import Round, try_view
from tests.bot.platforms.discord.house import HURRIED, Standing
from tests.bot.screens.daily_gallery import seen
from tests.e2e.discord.looking import text_of
from tests.e2e.discord.party import offered, wanted
from tests.e2e.discord.people import until

PLAY = wanted(Verb.DAILY, arg="")


async def test_the_card_of_a_channel_is_for_all_and_a_try_for_one(stand: Standing):
    card = await stand.ann.slash(stand.room, "shisanzhi daily")
    assert (card.kind, card.private) == ("message", False)
    for person in (stand.ann, stand.ben):
        hand = await person.press(card.message, PLAY)
        assert (hand.kind, hand.private) == ("message", True)
    again = await stand.ann.slash(stand.room, "shisanzhi daily")
    assert again.private
    assert any(offered(card.message, Verb.DAILY, arg="")), "what all see stays as it was"


async def test_a_card_that_takes_its_time_is_for_all_all_the_same(stand: Standing, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(presses, "ACK_SECONDS", HURRIED)
    stand.service.seconds = 2 * HURRIED
    answer = await stand.ann.slash(stand.room, "shisanzhi daily")
    assert answer.kind == "deferred"
    (card,) = await until(lambda: answer.followups, seconds=60)
    assert not card.is_ephemeral
    assert any(offered(card, Verb.DAILY, arg=""))


async def test_a_round_and_its_result_stay_in_one_private_message(stand: Standing):
    card = await stand.ann.slash(stand.room, "shisanzhi daily")
    panel = (await stand.ann.press(card.message, PLAY)).message
    await stand.ann.press_id(panel, next(offered(panel, Verb.SUGGEST)))
    for verb in (Verb.SUBMIT, Verb.WHY):
        answer = await stand.ann.press(panel, wanted(verb))
        assert (answer.kind, answer.message.id) == ("update", panel.id)
    assert "為什麼" in text_of(panel)
    await stand.ann.press(panel, wanted(Verb.DAILY, arg="round-1"))
    await stand.ann.press(panel, PLAY)
    assert f"2/{DEALS}" in text_of(panel)


async def test_the_other_side_of_the_panel_is_turned_to_in_place(stand: Standing):
    card = await stand.ann.slash(stand.room, "shisanzhi daily")
    panel = (await stand.ann.press(card.message, PLAY)).message
    turned = await stand.ann.press(panel, lambda button: button.get("custom_id", "").endswith("#cb"))
    assert turned.message.id == panel.id
    assert sum(1 for _ in offered(panel, Verb.PUT)) == 13


async def test_rows_are_typed_into_a_form(stand: Standing):
    card = await stand.ann.slash(stand.room, "shisanzhi daily")
    panel = (await stand.ann.press(card.message, PLAY)).message
    await stand.ann.press(panel, lambda button: button.get("custom_id", "").endswith("#m"))
    form = await stand.ann.press(panel, lambda button: button.get("custom_id", "").startswith("?1.ty."))
    assert form.kind == "modal"
    sent = await stand.ann.fill(form, front="2s 2s")
    assert sent.message.id == panel.id
    assert "2" in text_of(panel)


async def test_a_shared_line_is_no_board_of_the_channel(stand: Standing):
    board = await stand.lobby()
    await stand.known(board)
    own = try_view(seen(2), 1, name="小美", rounds=[Round(1, 0)] * DEALS, ended=True)
    before = dict(stand.platform._boards._present)
    await stand.platform._boards.post(stand.chat, share_screen(own), nonce="daily.1")
    await until(lambda: "小美" in text_of(stand.room.messages[-1]))
    assert stand.platform._boards._present == before
