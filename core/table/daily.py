"""The daily challenge: one opening a day of five deals, the same cards and computers for everybody (fair-deal §8).

Nobody cuts. The three computers are sealed when the day is opened, so its record is fixed from then on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from core import deal
from core.arrangement import Arrangement, faults, misfits, parse_rows, show_rows
from core.arranger import choose
from core.arranger.advice import suggestions
from core.arranger.coach import Review, review
from core.cards import Card, deck, parse_shown
from core.errors import Illegal
from core.ids import DAILY, PersonId, public_table
from core.rules.model import RuleSet
from core.rules.thirteen_cards import INTERNATIONAL_RULES
from core.scoring import payments, totals
from core.strength import strengths
from core.table.model import By, Options
from core.table.result import Result, ResultSeat

RULES: Final[RuleSet] = INTERNATIONAL_RULES
DEALS: Final = 5
SEATS: Final = 4
LEVEL: Final = "normal"
GRACE: Final = 60 * 60 * 1_000
"""Milliseconds after the end of the day in which a try that was begun may be finished."""
OPTIONS: Final = Options(rule_set=RULES.id, rounds=DEALS, seconds=0, level=LEVEL, reveal="once")
SETTLED: Final = "settled"
RESTORED: Final = "void:restored"
_PLAYER: Final = 0
_HANDS: Final = 8


class Before(NamedTuple):
    """What a day's opening follows: the installation, the last serial, and the digest of that record ("" for none)."""

    host: str
    serial: int
    digest: str


@dataclass(frozen=True)
class Day:
    """A day as it was opened, secret included; `plays` are what the computers' `seals` hide.

    `standard` has the hardest computer's rows for the player's cards of each deal; of several worth the same those
    which the player is offered first.
    """

    context: deal.Context
    secret: str
    commitment: str
    closed: str
    deals: tuple[deal.Dealt, ...]
    seals: tuple[deal.Seal, ...]
    plays: tuple[deal.Opening, ...]
    standard: tuple[str, ...]

    @property
    def serial(self) -> int:
        """The number of the day's opening."""
        return self.context.serial

    @property
    def date(self) -> str:
        """The date as the record has it, 2026-11-30."""
        return self.context.round


@dataclass(frozen=True)
class Turn:
    """What counts for a player in one round: their rows, and whose arrangement that is."""

    rows: str
    by: By = By.PERSON
    hinted: bool = False


def open_day(before: Before, *, date: str, now: int, entropy: bytes) -> Day:
    """Commit to a day's deals, deal them, and let the computers arrange."""
    context = deal.Context(
        host=before.host,
        table=public_table(DAILY),
        serial=before.serial + 1,
        round=date,
        rules=RULES.id,
        deck=RULES.deck,
        aside=RULES.aside,
        hand=RULES.hand,
        deals=DEALS,
        opened=deal.utc(now),
        prev=before.digest,
        seats=("",) * SEATS,
    )
    secret = deal.entropy_bytes(entropy, "secret", 0).hex()
    commitment = deal.commitment(secret, context)
    closed = deal.closed(commitment, ())
    key = deal.key(secret, closed)
    deals = tuple(deal.deal(key, context, number) for number in range(DEALS))
    plays = tuple(_computers(key, deals, entropy=entropy))
    return Day(
        context=context,
        secret=secret,
        commitment=commitment,
        closed=closed,
        deals=deals,
        seals=tuple(deal.Seal(play.deal, play.seat, deal.seal(closed, play)) for play in plays),
        plays=plays,
        standard=tuple(_standard(dealt) for dealt in deals),
    )


def _computers(key: bytes, deals: Sequence[deal.Dealt], *, entropy: bytes) -> Iterator[deal.Opening]:
    for number, dealt in enumerate(deals):
        for seat in range(_PLAYER + 1, SEATS):
            salt = deal.entropy_bytes(entropy, "salt", number * SEATS + seat)[:16].hex()
            source = deal.source_of(key, number, seat)
            rows = choose(RULES, parse_shown(dealt.hands[seat]), bonus=None, level=LEVEL, source=source)
            yield deal.Opening(number, seat, show_rows(rows), "", salt)


def _standard(dealt: deal.Dealt) -> str:
    best, *_ = suggestions(RULES, parse_shown(dealt.hands[_PLAYER]), bonus=None)
    return show_rows(best.arrangement)


def record(day: Day, outcome: str = SETTLED) -> dict[str, object]:
    """The day's record; only to be shown once nobody plays the day any more."""
    return deal.record(
        deal.RecordParts(
            context=day.context,
            secret=day.secret,
            cuts=(),
            deals=day.deals,
            seals=day.seals,
            openings=day.plays if outcome == SETTLED else (),
            outcome=outcome,
            people=(deal.Person("", ""),) * SEATS,
        )
    )


def digest(day: Day, outcome: str = SETTLED) -> str:
    """The digest of that record, to which the next day chains."""
    return deal.record_digest(day.closed, day.secret, deal.sealed(day.closed, day.seals), outcome)


def evidence(day: Day) -> dict[str, object]:
    """What is public of a day from its opening on: never the secret, a salt, a card or a row."""
    return {
        "v": deal.VERSION,
        "context": {**vars(day.context), "seats": list(day.context.seats)},
        "commitment": day.commitment,
        "cuts": [],
        "closed": day.closed,
        "seals": [dict(vars(seal)) for seal in day.seals],
        "sealed": deal.sealed(day.closed, day.seals),
    }


def hand_number(attempt: int, number: int) -> int:
    """What the buttons of round `number` (from 1) of a try carry, where those of tables carry their opening."""
    return attempt * _HANDS + number


def attempt_of(hand: int) -> tuple[int, int]:
    """The strict inverse of `hand_number`: `press/forged` for what it never gives."""
    attempt, number = divmod(hand, _HANDS)
    if not 1 <= number <= DEALS:
        raise Illegal("press/forged")
    return attempt, number


def held(day: Day, number: int) -> tuple[Card, ...]:
    """The player's cards of round `number`, from 1."""
    return parse_shown(day.deals[number - 1].hands[_PLAYER])


def laid(day: Day, number: int, arrangement: Arrangement, *, knowingly: bool) -> str:
    """The rows as they count; a foul must be laid `knowingly`, else it is `arrange/foul-warned`."""
    wrong = misfits(arrangement, held(day, number), deck=deck(RULES.deck))
    if wrong:
        raise Illegal(wrong[0].code, **wrong[0].facts)
    if not knowingly and faults(arrangement, strengths(RULES, None), RULES):
        raise Illegal("arrange/foul-warned")
    return show_rows(arrangement)


def points(day: Day, number: int, rows: str) -> tuple[int, ...]:
    """What every seat wins in round `number` when the player lays these rows."""
    laid = [parse_rows(each) for each in _rows(day, number, rows)]
    return totals(payments(RULES, laid, strengths(RULES, None)), SEATS)


def standard(day: Day, number: int) -> int:
    """What the hardest computer wins with the player's cards of round `number`."""
    return points(day, number, day.standard[number - 1])[_PLAYER]


def result(day: Day, turns: Sequence[Turn], *, person: PersonId, name: str, at: tuple[int, int]) -> Result:
    """The last of the rounds that a person has played, as the ended rounds of a table are told; `at` (try, moment)."""
    number = len(turns)
    rows = _rows(day, number, turns[-1].rows)
    return Result(
        table=DAILY,
        serial=hand_number(at[0], number),
        match=day.serial,
        round=number,
        rounds=DEALS,
        rule_set=RULES.id,
        reveal=OPTIONS.reveal,
        cut_card="",
        dealer=_PLAYER,
        seats=_seats(day, turns, person=person, name=name),
        payments=payments(RULES, [parse_rows(each) for each in rows], strengths(RULES, None)),
        commitment=day.commitment,
        closed=day.closed,
        sealed=deal.sealed(day.closed, day.seals),
        cuts=(),
        outcome=SETTLED,
        digest="",
        at=at[1],
        options=OPTIONS,
    )


def _seats(day: Day, turns: Sequence[Turn], *, person: PersonId, name: str) -> tuple[ResultSeat, ...]:
    number, own = len(turns), turns[-1]
    won = [points(day, each, turn.rows) for each, turn in enumerate(turns, 1)]
    return tuple(
        ResultSeat(
            name=name if seat == _PLAYER else "",
            person=person if seat == _PLAYER else None,
            hand=day.deals[number - 1].hands[seat],
            rows=rows,
            by=own.by if seat == _PLAYER else By.COMPUTER,
            points=won[-1][seat],
            match_points=sum(each[seat] for each in won),
            hinted=own.hinted and seat == _PLAYER,
            number=seat,
            foul=bool(faults(parse_rows(rows), strengths(RULES, None), RULES)),
        )
        for seat, rows in enumerate(_rows(day, number, own.rows))
    )


def coached(day: Day, number: int, turn: Turn) -> Review | None:
    """What the coach says of an arrangement that a person made."""
    if turn.by is not By.PERSON:
        return None
    return review(RULES, held(day, number), parse_rows(turn.rows), bonus=None)


def left(day: Day, played: int) -> tuple[Turn, ...]:
    """The rounds that nobody played in time: like at a table the hardest computer plays them, and never a foul."""
    return tuple(Turn(rows, By.FALLBACK) for rows in day.standard[played:])


def _rows(day: Day, number: int, own: str) -> tuple[str, ...]:
    others = (play.rows for play in day.plays if play.deal == number - 1)
    return own, *others
