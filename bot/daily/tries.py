"""What people do in the challenge, each inside one transaction: begin, arrange, send, and go on where they were."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.acts import Asked
from bot.daily import days
from bot.drafting import USUAL_SORT, OwnHand, change, lay, misread, typed_submission, warn
from bot.screens.daily import card_screen, end_screen, play_screen, round_screen
from bot.screens.foul import KNOWINGLY
from bot.screens.model import Button, Screen, Text
from bot.screens.parts import row_text
from bot.tokens import Token, Verb, read_cards
from core.errors import Illegal
from core.ids import DAILY, ChatId, PersonId
from core.table.daily import DEALS, GRACE, Turn, attempt_of, hand_number, laid, points, result, standard
from core.table.daily_view import Round, TryView, daily_hand, try_view
from core.table.draft import Draft, arrangement, missing, parse_draft
from core.table.model import By
from core.table.result import Result
from core.table.typed import TypedRows
from storage import daily, store
from storage.daily import KeptDay, Played, Try
from storage.drafts import forget_drafts
from storage.store import Connection, Place

_WARNED: Final = "arrange/foul-warned"
_SEAT: Final = 0


@dataclass(frozen=True)
class Own:
    """A person's try as it stands: its day, and the rounds played."""

    kept: KeptDay
    one: Try
    played: tuple[Played, ...]

    @property
    def over(self) -> bool:
        """Whether there is nothing more to play."""
        return self.one.ended_at is not None

    @property
    def number(self) -> int:
        """The round that is played now."""
        return len(self.played) + 1


@dataclass(frozen=True)
class Shown:
    """What a press leads to: a line that passes, and what the screen is made of: a hand, the result of a round, or neither."""

    toast: Text | None
    view: TryView
    hand: OwnHand | None = None
    result: Result | None = None
    row: str = ""

    @property
    def screen(self) -> Screen:
        """The private screen, drawn when it is asked for."""
        if self.hand is not None:
            return self.hand.list(self.row) if self.row else play_screen(self.view, self.hand.screen)
        return end_screen(self.view) if self.result is None else round_screen(self.view, self.result)


def typed(connection: Connection, chat: ChatId, *, asked: Asked) -> Shown | None:
    """A person's try that goes on, of the oldest day that can still be played; None where there is none."""
    for one in daily.running_of(connection, asked.actor.person):
        own = _own(connection, one)
        if asked.now < own.kept.ends_at + GRACE and not own.kept.outcome:
            return present(connection, own, chat=chat)
    return None


def arranged(connection: Connection, rows: TypedRows, *, chat: ChatId, asked: Asked) -> Shown | None:
    """Lay typed rows out in the hand that is played now: sending them counts for good, and takes a press of its own."""
    shown = typed(connection, chat, asked=asked)
    if shown is None or shown.hand is None:
        return None
    found = typed_submission(shown.hand, rows, offered=False).arrangement
    return Shown(None, shown.view, lay(connection, shown.hand, found, press=asked.press))


def card(connection: Connection, *, now: int) -> Screen:
    """Today for everybody; `daily/none` where there is no such day."""
    kept = daily.day_at(connection, now)
    if kept is None:
        raise Illegal("daily/none")
    return card_screen(days.day_view(connection, kept))


def go_on(connection: Connection, serial: int, *, chat: ChatId, asked: Asked) -> Shown:
    """Begin a day's try, or go on with it; once it has ended, how it did."""
    kept = daily.day(connection, serial)
    if kept is None:
        raise Illegal("press/forged")
    one = daily.try_of(connection, serial, person=asked.actor.person)
    if one is None:
        _must_run(kept, now=asked.now)
        who = asked.actor
        one = daily.begin(connection, serial, person=who.person, name=who.name, at=(chat, asked.now))
    own = _own(connection, one)
    if not own.over and asked.now >= kept.ends_at + GRACE:
        days.finish(connection, kept, one, now=asked.now)
        own = must_own(connection, serial, person=asked.actor.person)
    shown = present(connection, own, chat=chat)
    done = own.over and not shown.view.day.struck
    return Shown(Text("daily/done", {"n": shown.view.place}), shown.view) if done else shown


def draft(connection: Connection, token: Token, *, fields: Mapping[str, str], chat: ChatId, asked: Asked) -> Shown:
    """Move cards in the hand of the round that is played now, or look at it."""
    own, number = _meant(connection, token, asked=asked)
    if own.over or number < own.number:
        raise Illegal("press/old", n=number, m=min(own.number, DEALS))
    shown = present(connection, own, chat=chat)
    assert shown.hand is not None
    match token.verb:
        case Verb.HAND:
            return shown
        case Verb.LIST:
            row, _ = read_cards(token)
            return Shown(None, shown.view, shown.hand, row=row)
        case _:
            hand = change(connection, shown.hand, token, fields=fields, press=asked.press)
            told = misread(hand, fields) if token.verb is Verb.TYPE else None
            return Shown(told, shown.view, hand)


def submit(connection: Connection, token: Token, *, chat: ChatId, asked: Asked) -> Shown:
    """Send the hand of a round: it counts at once and for good; sent again it shows what it brought."""
    own, number = _meant(connection, token, asked=asked)
    if number < own.number:
        return ended_round(connection, own, number)
    if asked.now >= own.kept.ends_at + GRACE:
        raise _over()
    hand = own_hand(connection, own, chat=chat)
    found = arrangement(hand.draft, hand.view.cards)
    if found is None:
        raise _incomplete(hand.draft)
    try:
        rows = laid(own.kept.day, number, found, knowingly=token.arg == KNOWINGLY and hand.draft.warned)
    except Illegal as refusal:
        if refusal.code != _WARNED:
            raise
        warned = warn(connection, hand, found, press=asked.press)
        return Shown(None, view_of(connection, own), warned)
    _keep(connection, own, Turn(rows, By.PERSON, hand.hinted), now=asked.now)
    return ended_round(connection, must_own(connection, own.one.serial, person=own.one.person), number)


def form(connection: Connection, token: Token, *, chat: ChatId, asked: Asked) -> Button | None:
    """What opens the form in which the rows are typed, as they are now."""
    shown = draft(connection, Token(Verb.HAND, token.table, token.serial), fields={}, chat=chat, asked=asked)
    return shown.hand.form if shown.hand is not None and token.verb is Verb.TYPE else None


def present(connection: Connection, own: Own, *, chat: ChatId) -> Shown:
    """Where a person is: at the hand of their next round, or at the end."""
    view = view_of(connection, own)
    return Shown(None, view, None if own.over else own_hand(connection, own, chat=chat))


def ended_round(connection: Connection, own: Own, number: int) -> Shown:
    """A round that the person has played."""
    if not 1 <= number < own.number:
        raise Illegal("press/forged")
    return Shown(None, view_of(connection, own), result=result_of(own, number))


def result_of(own: Own, number: int) -> Result:
    """A round of a try as the ended rounds of tables are told."""
    turns = [each.turn for each in own.played[:number]]
    at = own.one.id, own.played[number - 1].at
    return result(own.kept.day, turns, person=own.one.person, name=own.one.name, at=at)


def view_of(connection: Connection, own: Own) -> TryView:
    """What the person may see of their try."""
    rounds = [Round(each.points, each.standard, each.turn.by is By.PERSON) for each in own.played]
    day = days.day_view(connection, own.kept, ranked=own.over)
    return try_view(day, own.one.id, name=own.one.name, rounds=rounds, ended=own.over)


def own_hand(connection: Connection, own: Own, *, chat: ChatId) -> OwnHand:
    """The hand of the round that is played now, with what was done to it."""
    at = own.played[-1].at if own.played else own.one.begun_at
    view = daily_hand(own.kept.day, own.one.id, own.number, chat=chat, at=at)
    known = store.kept(connection, Place(DAILY, view.serial, _SEAT))
    return OwnHand(view, parse_draft(known.placed), known.sort or USUAL_SORT, known.hinted)


def must_own(connection: Connection, serial: int, *, person: PersonId) -> Own:
    """The person's try of a day; `daily/locked` for who has none."""
    one = daily.try_of(connection, serial, person=person)
    if one is None:
        raise Illegal("daily/locked")
    return _own(connection, one)


def own_by_id(connection: Connection, attempt: int) -> Own:
    """The try of this number; `daily/over` for one in which nothing was played and that is forgotten."""
    one = daily.try_by_id(connection, attempt)
    if one is None:
        raise _over()
    return _own(connection, one)


def _own(connection: Connection, one: Try) -> Own:
    kept = daily.day(connection, one.serial)
    assert kept is not None, "a day with tries stays"
    return Own(kept, one, tuple(daily.plays(connection, one.id)))


def _meant(connection: Connection, token: Token, *, asked: Asked) -> tuple[Own, int]:
    """The try and the round of a hand's button; `press/not-yours` for anybody else's."""
    attempt, number = attempt_of(token.serial)
    own = own_by_id(connection, attempt)
    if own.one.person != asked.actor.person:
        raise Illegal("press/not-yours")
    if number > own.number:
        raise Illegal("press/forged")
    return own, number


def _incomplete(draft: Draft) -> Illegal:
    """What is missing where."""
    lacking = {row: count for row, count in missing(draft).items() if count}
    rows = tuple(Text("arrange/row-lacks", {"row": row_text(row), "n": count}) for row, count in lacking.items())
    return Illegal("arrange/incomplete", n=sum(lacking.values()), rows=rows)


def _must_run(kept: KeptDay, *, now: int) -> None:
    """Refuse to begin a day that has not begun or is over."""
    if now < kept.starts_at:
        raise Illegal("press/forged")
    if now >= kept.ends_at or kept.outcome:
        raise Illegal("daily/struck") if kept.outcome and now < kept.ends_at else _over()


def _over() -> Illegal:
    """The day is over; today's is played by this command."""
    return Illegal("daily/over", command="/daily")


def _keep(connection: Connection, own: Own, turn: Turn, *, now: int) -> None:
    """Keep what counts in the round that is played now; the last one ends the try."""
    day, number = own.kept.day, own.number
    played = Played(turn, points(day, number, turn.rows)[_SEAT], standard(day, number), now)
    daily.keep_play(connection, own.one.id, number=number, played=played)
    forget_drafts(connection, DAILY, serial=hand_number(own.one.id, number))
    if number == DEALS:
        won = sum(each.points for each in (*own.played, played))
        daily.end(connection, own.one.id, at=now, points=won)
