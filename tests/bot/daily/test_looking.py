"""What people may see of the challenge, and when: nothing early, others' hands after one's own, the proof of a day."""

from json import loads
from pathlib import Path

from bot.screens.model import Screen
from bot.tokens import Token, Verb, show
from bot.verifier.verify import fault
from core.ids import DAILY
from core.table.daily import DEALS
from storage.daily import KeptDay
from tests.fakes import PEOPLE, house, refused, texts, token
from tests.kept_days import daily, first_hand, kept_day, key_of, of_hand, out_of_order, play_all, play_round

ANNE, BEN, CARL = PEOPLE[:3]


async def test_others_hands_are_seen_only_after_ones_own(tmp_path: Path):
    async with house(tmp_path) as home:
        await play_all(home, ANNE)
        for person in (BEN, CARL):
            assert (await refused(home.press(person, daily("others-0")))).code == "daily/locked"
        await first_hand(home, BEN)
        for arg in ("others-0", "of-1", "end", "share"):
            assert (await refused(home.press(BEN, daily(arg)))).code == "daily/locked"
        await play_all(home, BEN)
        others = (await home.press(BEN, daily("others-0"))).screen
        assert others is not None
        anne = next(button for row in others.buttons for button in row if button.text.facts.get("name") is not None)
        shown = (await home.press(BEN, anne.token)).screen
        assert shown is not None
        assert sum(key_of(block) == "both/row" for block in shown.blocks) == 3 * DEALS


async def test_a_running_try_is_shown_to_nobody(tmp_path: Path):
    async with house(tmp_path) as home:
        await play_all(home, ANNE)
        await play_round(home, BEN, await first_hand(home, BEN))
        assert (await refused(home.press(ANNE, daily("of-2")))).code == "press/forged"


def hidden(kept: KeptDay, rounds: int) -> list[str]:
    """What nobody may see who has played so many rounds: secret, salts, the cards of later rounds, tomorrow too."""
    day = kept.day
    later = [hand for dealt in day.deals[rounds:] for hand in (*dealt.hands, dealt.rest)]
    rows = [play.rows for play in day.plays if play.deal >= rounds]
    found = [day.secret, *(play.salt for play in day.plays), *later, *rows, *day.standard[rounds:]]
    return [each for each in found if each]


async def test_no_screen_holds_a_card_of_a_round_that_was_not_played(tmp_path: Path):
    async with house(tmp_path) as home:
        seen: list[list[Screen]] = [[(await home.say(ANNE, "/daily")).screen]]
        hand = await first_hand(home, ANNE)
        for number in range(1, DEALS + 1):
            seen.append([hand])
            result = await play_round(home, ANNE, hand)
            why = (await home.press(ANNE, token(result, "why"))).screen
            proof = (await home.press(ANNE, show(Token(Verb.VERIFY, DAILY, 1)))).screen
            seen[number] += [result, why, proof]
            if number < DEALS:
                hand = (await home.press(ANNE, token(result, "daily-next"))).screen
        today, tomorrow = [await kept_day(home, serial) for serial in (1, 2)]
        for rounds, screens in enumerate(seen):
            written = " ".join(text for screen in screens for text in texts(screen))
            shown = [each for each in (*hidden(today, rounds), *hidden(tomorrow, 0)) if each in written]
            assert shown == [], rounds


async def test_the_proof_of_a_day_is_attached_once_it_is_over_and_holds(tmp_path: Path):
    async with house(tmp_path) as home:
        await play_all(home, ANNE)
        before = (await home.say(ANNE, "/verify daily")).screen
        assert before is not None
        assert "daily/not-yet" in [key_of(block) for block in before.blocks]
        assert (await kept_day(home)).day.secret not in " ".join(texts(before))
        home.clock.now = (await kept_day(home)).ends_at
        await home.service.daily.keep_up()
        after = (await home.say(ANNE, "/shisanzhi verify daily")).screen
        assert "daily/right" in [key_of(block) for block in after.blocks]
        record, checker = after.files
        assert [fault(each) for each in loads(record.text)] == [None]
        assert (record.name, checker.name) == ("shisanzhi-daily-1.json", "verify.py")


async def test_the_best_arrangement_stands_beside_ones_own_where_they_differ(tmp_path: Path):
    async with house(tmp_path) as home:
        await out_of_order(home, ANNE)
        for arg in ("", "foul"):
            await home.press(ANNE, of_hand(Verb.SUBMIT, 1, arg=arg))
        both = (await home.press(ANNE, of_hand(Verb.BOTH, 1))).screen
        assert both is not None
        assert both.kind == "both"
        assert token(both, "back") == daily("round-1")


async def test_a_day_can_be_verified_before_anybody_has_asked_for_it(tmp_path: Path):
    async with house(tmp_path) as home:
        proof = (await home.say(ANNE, "/verify daily 1")).screen
        assert proof is not None
        records = await home.service.proof(DAILY, 1)
        assert [record["commitment"] for record in records] == [(await kept_day(home)).day.commitment]
        assert "secret" not in records[0]
        assert (await refused(home.service.proof(DAILY, 9))).code == "record/unknown"
        assert (await refused(home.say(ANNE, "/verify daily 9"))).code == "daily/none"
        home.clock.now = (await kept_day(home)).ends_at
        await home.service.daily.keep_up()
        assert (await home.service.proof(DAILY, 1))[0]["secret"] == (await kept_day(home)).day.secret


async def test_once_a_day_is_public_anybody_may_look_at_its_hands(tmp_path: Path):
    async with house(tmp_path) as home:
        await play_all(home, ANNE)
        home.clock.now = (await kept_day(home)).ends_at
        await home.service.daily.keep_up()
        assert (await home.press(BEN, daily("of-1"))).screen is not None


async def test_the_account_of_a_round_leads_back_to_it(tmp_path: Path):
    async with house(tmp_path) as home:
        result = await play_round(home, ANNE, await first_hand(home, ANNE))
        why = (await home.press(ANNE, token(result, "why"))).screen
        other = (await home.press(ANNE, of_hand(Verb.WHY, 1, arg="2"))).screen
        for account in (why, other):
            assert (await home.press(ANNE, token(account, "back"))).screen == result
        assert (await home.press(ANNE, token(why, "rules"))).screen.kind == "rules"
