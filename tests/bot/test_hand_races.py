"""200 seeded orders of what a person presses on one hand, against the clock: one arrangement, one review, no draft left."""

from collections import Counter
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.tokens import Token, Verb, cards_arg, show
from core.arrangement import faults, parse_rows
from core.arranger.coach import Review
from core.errors import Illegal
from core.rules import RULE_SETS
from core.strength import strengths
from core.table import commands as c
from core.table.events import Settled
from core.table.model import By, Phase
from storage import reviews, store
from tests.bot.test_races import Corner, raced
from tests.fakes import FakeClock, House

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]
PRESSER = 1


class Late(Corner):
    """A corner whose clock stands at the deadline of the deal, so that the next tick ends it."""

    @classmethod
    async def of(cls, corner: Corner) -> "Late":
        """Two people hold their cards; the other one has submitted."""
        table = await corner.deal(2)
        assert table.deal is not None
        assert table.deal.deadline is not None
        assert await corner.submit(table, 0)
        house = corner.house
        clock = FakeClock(table.deal.deadline - 1)
        service = copy(house.service)
        service.clock = clock
        made = cls(House(house.database, service, house.platform, house.worker, clock), corner.seed)
        made.table = corner.table
        made.chance = corner.chance
        return made

    async def press(self, verb: Verb, arg: str = "", *, key: str = "") -> bool:
        """Whether the presser's button was taken; `key` tells presses apart."""
        pressed, name = show(Token(verb, self.table, 1, arg)), f"{self.seed} {verb} {arg} {key}"
        try:
            await self.house.service.press(self.people[PRESSER], self.chat, pressed, {}, press=name)
        except Illegal:
            return False
        return True

    async def strike(self) -> bool:
        """The deadline passes and the clock strikes."""
        self.house.clock.now += 1
        return await self.do(c.CLOCK, c.Tick())

    async def read(self, query: str) -> list[Any]:
        """Rows of this table."""
        return await self.house.database.read(
            lambda connection: list(connection.execute(text(query), {"id": self.table}))
        )


async def is_told_once(late: Late, outcomes: Counter[str]) -> None:
    """The settled round, what is kept of it and what the presser may read are of one piece."""
    log = await late.house.database.read(partial(store.log, table=late.table))
    [settled] = [event for event in log if isinstance(event, Settled)]
    result, [_, said, *_] = settled.result, settled.reviews
    seat, rules = result.seats[PRESSER], RULE_SETS["joker"]
    assert not faults(parse_rows(seat.rows), strengths(rules), rules)
    assert (said is not None) == (seat.by is By.PERSON)
    read = await late.house.database.read(
        partial(reviews.review, table=late.table, serial=1, person=late.people[PRESSER].person)
    )
    assert (read.review if read else None) == said
    assert said is None or isinstance(said, Review)
    kept = await late.read("SELECT person FROM reviews WHERE table_id = :id ORDER BY seat")
    people = [row[0] for row in kept]
    assert people == [each.person for each in result.seats if each.by is By.PERSON]
    assert await late.read("SELECT 1 FROM drafts WHERE table_id = :id") == []
    hinted = await late.read("SELECT hinted FROM round_seats WHERE table_id = :id ORDER BY seat")
    assert [bool(row[0]) for row in hinted] == [each.hinted for each in result.seats]
    outcomes[f"{seat.by}{' hinted' if seat.hinted else ''}"] += 1


async def test_suggestions_submits_time_out_autopilot_and_leaving_in_one_tick_give_one_round(tmp_path: Path):
    outcomes: Counter[str] = Counter()

    async def play(corner: Corner) -> None:
        late = await Late.of(corner)
        await late.at_once(
            [
                late.press(Verb.SUGGEST, "most"),
                late.press(Verb.SUBMIT),
                late.press(Verb.SUBMIT, key="again"),
                late.press(Verb.MEND),
                late.press(Verb.PICK, cards_arg(range(5), row="back")),
                late.press(Verb.EDIT),
                late.strike(),
                late.do(late.people[PRESSER], c.Autopilot(1)),
                late.do(late.people[PRESSER], c.Leave()),
            ]
        )
        await late.strike()
        assert (await late.now()).phase in {Phase.FINISHED, Phase.ENDED}
        await is_told_once(late, outcomes)

    await raced(tmp_path, play)
    assert len(outcomes) >= 3, outcomes
    assert outcomes["person hinted"], outcomes


async def test_a_submit_never_sends_half_of_a_pick(tmp_path: Path):
    """Whatever lies in the draft when the submit comes is a whole arrangement of it, or nothing is sent."""
    outcomes: Counter[str] = Counter()

    async def play(corner: Corner) -> None:
        late = await Late.of(corner)
        await late.press(Verb.SUGGEST, "most", key="first")
        await late.at_once(
            [
                late.press(Verb.SWAP),
                late.press(Verb.CLEAR),
                late.press(Verb.AUTO),
                late.press(Verb.PICK, cards_arg(range(5), row="middle")),
                late.press(Verb.UNDO),
                late.press(Verb.MEND),
                late.press(Verb.SUBMIT),
                late.press(Verb.SUBMIT, key="again"),
            ]
        )
        await late.strike()
        await is_told_once(late, outcomes)

    await raced(tmp_path, play)
    assert set(outcomes) <= {"person hinted", "fallback"}, outcomes
    assert outcomes["person hinted"] > 20
