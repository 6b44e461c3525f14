"""A group takes about twenty calls a minute: what is left is counted, by group."""

import pytest

from bot.platforms.telegram.allowance import COSMETIC, PLANNED, STEPS, TIDY, WINDOW, Allowance


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def allowance(clock: Clock) -> Allowance:
    return Allowance(clock)


def test_calls_are_counted_for_a_minute(clock: Clock, allowance: Allowance):
    allowance.called("sendMessage", -5)
    clock.now += WINDOW / 2
    allowance.called("editMessageText", "-5")

    assert allowance.left(-5) == PLANNED - 2
    clock.now += WINDOW / 2
    assert allowance.left(-5) == PLANNED - 1


@pytest.mark.parametrize(
    ("method", "chat"), [("getChatMember", -5), ("answerCallbackQuery", ""), ("sendMessage", 5), ("sendMessage", "@x")]
)
def test_what_puts_nothing_into_a_group_does_not_count(allowance: Allowance, method: str, chat: object):
    allowance.called(method, chat)

    assert allowance.left(-5) == allowance.left(5) == PLANNED


def test_groups_do_not_share_theirs(allowance: Allowance):
    for _ in range(30):
        allowance.called("sendMessage", -5)

    assert allowance.wait(-6, COSMETIC) == 0
    assert allowance.wait(-5, TIDY) > 0


@pytest.mark.parametrize("needed", [TIDY, COSMETIC, STEPS])
def test_whoever_waits_as_long_as_told_finds_enough(clock: Clock, allowance: Allowance, needed: int):
    for _ in range(PLANNED + 5):
        allowance.called("sendMessage", -5)
        clock.now += 1.5

    clock.now += allowance.wait(-5, needed)

    assert allowance.left(-5) >= needed


def test_more_than_there_is_room_for_is_forgotten(clock: Clock, allowance: Allowance):
    for number in range(1, 3_000):
        allowance.called("sendMessage", -number)
        clock.now += WINDOW / 500

    assert len(allowance._calls) <= 1_001
