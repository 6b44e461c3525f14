"""The four games of thirteen cards as friends play them on a chat platform, whichever it is."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.tokens import Verb
from core.cards import parse_shown, rank
from core.ids import PersonId
from core.table.course import seat_of
from core.table.model import By, Phase, Table
from core.table.opening import may_cut
from core.table.result import Result, ResultSeat
from tests.e2e import fortune
from tests.e2e.accounts import check_rounds
from tests.e2e.cutting import cut_of, last_to_cut
from tests.e2e.reckoning import Gathering, check_secrets
from tests.e2e.waiting import until

FOUL = "foul"
"""The argument of 硬要送出."""


class Human(Protocol):
    """An account of a platform."""

    @property
    def id(self) -> int: ...

    @property
    def name(self) -> str: ...


@dataclass(frozen=True)
class Game:
    """What is opened."""

    rules: str
    rounds: int
    reveal: str = "once"


class Friends(Gathering, Protocol):
    """Friends in one place of a platform: how they press what stands there, read it, and open their hands."""

    platform: str
    people: Sequence[Any]

    async def begin(self, game: Game) -> None:
        """The lobby with everybody in it, and the first opening."""

    async def newcomer(self, name: str) -> Any:
        """Somebody more, who can press what everybody sees."""

    async def press(self, person: Any, verb: Verb, arg: str | None = None) -> str:
        """Press this on the public message, as soon as it is there; what only the presser reads then."""

    async def cut_with(self, person: Any, number: str) -> None:
        """Cut with a number of one's own."""

    async def hand(self, person: Any) -> Any:
        """The private panel of the present deal."""

    async def turn(self, person: Any, panel: Any, verb: Verb, arg: str | None = None) -> None:
        """Press this on the panel, which looks otherwise then."""

    async def unfold(self, person: Any, panel: Any) -> None:
        """更多: what is needed seldom."""

    def offers(self, panel: Any, verb: Verb, arg: str | None = None) -> bool:
        """Whether the panel has this button."""

    def public(self) -> str:
        """What the newest public message says."""

    def private(self, panel: Any) -> str:
        """What a panel says."""

    def check(self) -> None:
        """What else must hold on this platform."""


# --- the four games -----------------------------------------------------------------------------------------------------


async def taiwan(friends: Friends) -> None:
    """Seats are drawn, the dealer lets the cards come, one sends a foul, and a fifth takes the seat of one who leaves."""
    await friends.begin(Game("taiwan", 2))
    await drawn(friends)
    await the_dealer_may_not_cut(friends)
    eve = await friends.newcomer("Eve")
    await friends.press(eve, Verb.JOIN)
    assert [waiter.name for waiter in now(friends).queue] == [eve.name]
    await until(lambda: eve.name in friends.public())
    await dealt(friends, fortune.plain(now(friends)))
    leaving, fouling, *others = friends.people
    await friends.press(leaving, Verb.LEAVE)
    await asyncio.gather(fouls(friends, fouling), *(suggested(friends, other) for other in others))
    result = await settled(friends, 1)
    assert seat_in(result, fouling.name).foul
    assert seat_in(result, fouling.name).points <= -18
    friends.people = [eve, fouling, *others]
    await until(lambda: seat(friends, eve) is not None)
    await dealt(friends)
    await asyncio.gather(*(suggested(friends, person) for person in friends.people))
    result = await settled(friends, 2)
    assert seat_in(result, eve.name).by is By.PERSON
    await ended(friends)


async def hongkong(friends: Friends) -> None:
    """Everybody but the banker stakes, one is dealt a special that counts by itself, then the banker sends a foul."""
    await friends.begin(Game("hongkong", 2))
    banker, second, *others = in_order(friends)
    assert await friends.press(banker, Verb.STAKE, "2")
    assert opened(now(friends)) == {}
    await dealt(friends, fortune.holds(now(friends), person_id(friends, second)))
    await asyncio.gather(*(suggested(friends, person) for person in friends.people))
    first = await settled(friends, 1)
    assert first.stakes == (0, 2, 5, 10)
    assert {one.row for one in first.payments if one.payee == 1} == {None}
    await dealt(friends, fortune.plain(now(friends)))
    await asyncio.gather(fouls(friends, second), *(suggested(friends, person) for person in (banker, *others)))
    last = await settled(friends, 2)
    assert (last.dealer, last.stakes) == (1, (1, 0, 5, 10))
    assert {one.payer for one in last.payments} == {1}
    await ended(friends)


async def standard(friends: Friends) -> None:
    """One declares a special; another arranges rows of one's own instead, and somebody mends the foul that was warned of."""
    await friends.begin(Game("standard", 2))
    first, second, third, _ = friends.people
    await dealt(friends, fortune.holds(now(friends), person_id(friends, first)))
    await asyncio.gather(declares(friends, first), *(suggested(friends, person) for person in friends.people[1:]))
    result = await settled(friends, 1)
    assert seat_in(result, first.name).declared
    await dealt(friends, fortune.holds(now(friends), person_id(friends, second)))
    rest = [person for person in friends.people if person not in (second, third)]
    await asyncio.gather(
        refuses(friends, second), mends(friends, third), *(suggested(friends, person) for person in rest)
    )
    result = await settled(friends, 2)
    assert (seat_in(result, second.name).declared, seat_in(result, third.name).foul) == ("", False)
    await ended(friends)


async def international(friends: Friends) -> None:
    """One round in which two send fouls, which are even among themselves."""
    await friends.begin(Game("international", 1))
    first, second, *others = friends.people
    await dealt(friends)
    await asyncio.gather(*(fouls(friends, one) for one in (first, second)), *(suggested(friends, o) for o in others))
    result = await settled(friends, 1)
    lost = {number for number, one in enumerate(result.seats) if one.foul}
    assert {result.seats[number].name for number in lost} == {first.name, second.name}
    assert not [one for one in result.payments if {one.payer, one.payee} <= lost]
    await ended(friends)


# --- before the deal ----------------------------------------------------------------------------------------------------


async def drawn(friends: Friends) -> None:
    """Each presses a card, and the highest sits first; the names stand on the board in this order."""
    await cut(friends)
    (result,) = await until(lambda: results(friends))
    turned = [[rank(card) for card in parse_shown(one.hand)] for one in result.seats]
    assert (result.round, turned) == (0, sorted(turned, reverse=True))
    names = [one.name for one in result.seats]

    def stand_there() -> bool:
        places = [friends.public().find(name) for name in names]
        return -1 not in places and places == sorted(places)

    await until(stand_there)
    assert [one.name for one in now(friends).seats if one is not None] == names


async def the_dealer_may_not_cut(friends: Friends) -> None:
    table = now(friends)
    (dealer,) = [one for one in friends.people if not may_cut(table, seat(friends, one) or 0)]
    assert await friends.press(dealer, Verb.CUT, "2")
    assert opened(now(friends)) == {}


async def dealt(friends: Friends, wanted: fortune.Wanted | None = None) -> None:
    """All have their cards; what is wanted is dealt."""
    await cut(friends, wanted)
    await until(lambda: now(friends).phase is Phase.ARRANGING, seconds=20)


async def cut(friends: Friends, wanted: fortune.Wanted | None = None) -> None:
    """Everybody cuts, stakes, draws or lets the cards come, each by a button; the last with a number if it matters."""
    table = await until(lambda: [one for one in [now(friends)] if one.phase is Phase.CUTTING])
    people = {person_id(friends, person): person for person in friends.people}
    last = last_to_cut(table[0], [*people]) if wanted else ""
    seats = {who: seat_of(table[0], who) for who in people}
    presses = [(people[who], cut_of(table[0], at)) for who, at in seats.items() if who != last and at is not None]
    await asyncio.gather(*(friends.press(person, *which) for person, which in presses))
    if wanted:
        known = await until(lambda: [one for one in [now(friends)] if len(opened(one)) == len(presses)])
        number = fortune.number_for(known[0], seats[PersonId(last)] or 0, wanted)
        await friends.cut_with(people[PersonId(last)], number)


# --- ways to arrange ----------------------------------------------------------------------------------------------------


async def suggested(friends: Friends, person: Human) -> None:
    """Take the first suggestion and send it, over whatever special there is."""
    panel = await friends.hand(person)
    if not friends.offers(panel, Verb.SUGGEST):
        await friends.turn(person, panel, Verb.EDIT)
    await friends.turn(person, panel, Verb.SUGGEST)
    await friends.turn(person, panel, Verb.SUBMIT, "")


async def declares(friends: Friends, person: Human) -> None:
    """報."""
    await friends.turn(person, await friends.hand(person), Verb.DECLARE)


async def refuses(friends: Friends, person: Human) -> None:
    """不報: then the hand is one like any other."""
    panel = await friends.hand(person)
    assert friends.offers(panel, Verb.DECLARE)
    assert not friends.offers(panel, Verb.SUBMIT)
    await suggested(friends, person)


async def warned(friends: Friends, person: Human) -> Any:
    """The panel of somebody who sends rows out of order: it says what that costs, and has three ways on."""
    panel = await friends.hand(person)
    await friends.turn(person, panel, Verb.SUGGEST)
    await friends.unfold(person, panel)
    await friends.turn(person, panel, Verb.SWAP)
    await friends.turn(person, panel, Verb.SUBMIT, "")
    assert "相公" in friends.private(panel) or "倒水" in friends.private(panel)
    ways = [friends.offers(panel, *way) for way in ((Verb.SWAP,), (Verb.EDIT,), (Verb.SUBMIT, FOUL))]
    assert ways == [True, True, True]
    return panel


async def fouls(friends: Friends, person: Human) -> None:
    """硬要送出."""
    await friends.turn(person, await warned(friends, person), Verb.SUBMIT, FOUL)


async def mends(friends: Friends, person: Human) -> None:
    """修好, and 送出 as always."""
    panel = await warned(friends, person)
    await friends.turn(person, panel, Verb.SWAP)
    await friends.turn(person, panel, Verb.SUBMIT, "")


# --- the table as it is kept --------------------------------------------------------------------------------------------


def person_id(friends: Friends, person: Human) -> PersonId:
    return PersonId(f"{friends.platform}:{person.id}")


def now(friends: Friends) -> Table:
    """The only table there is."""
    ((number,),) = friends.serving.query("SELECT id FROM tables")
    return fortune.table_now(friends.serving, int(str(number)))


def results(friends: Friends) -> list[Result]:
    return fortune.results_of(friends.serving, now(friends).id)


def opened(table: Table) -> dict[int, str]:
    """What was cut with so far, by seat."""
    return {one.seat: one.number for one in table.opening.cuts} if table.opening else {}


def seat(friends: Friends, person: Human) -> int | None:
    return seat_of(now(friends), person_id(friends, person))


def in_order(friends: Friends) -> list[Any]:
    """The people by their seats."""
    return sorted(friends.people, key=lambda person: seat(friends, person) or 0)


def seat_in(result: Result, name: str) -> ResultSeat:
    return next(one for one in result.seats if one.name == name)


async def settled(friends: Friends, number: int) -> Result:
    """The round of this number, as soon as it has ended."""
    (result,) = await until(lambda: [one for one in results(friends) if one.round == number], seconds=20)
    return result


async def ended(friends: Friends) -> None:
    """The match is over: everything adds up, no card was shown too early, and the table says who won what."""
    await until(lambda: now(friends).phase is Phase.FINISHED)
    await until(lambda: "🏁" in friends.public(), seconds=30)
    assert sum(score.points for score in now(friends).scores) == 0
    for score in now(friends).scores:
        assert score.name in friends.public(), friends.public()
    check_rounds(friends.serving)
    assert check_secrets(friends) == len([one for one in results(friends) if one.round])
    friends.check()
