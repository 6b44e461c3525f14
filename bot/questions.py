"""What people ask without changing anything: why, verify, rules, help, season, own figures."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from bot import commands
from bot.attached import attached, attached_so_far
from bot.commands import COMMANDS, Request
from bot.presses import must_be_fresh, must_belong, seat_number
from bot.screens.board import board_screen
from bot.screens.coach import both_screen
from bot.screens.ended import in_order
from bot.screens.help import help_screen
from bot.screens.lobby import settings_screen
from bot.screens.model import Button, Screen
from bot.screens.proof import open_proof_screen, proof_screen
from bot.screens.record import Lesson, Profile, RankPage, RankRow, me_screen, rank_screen
from bot.screens.rules import chapters, read_chapter, rules_screen
from bot.screens.showdown import result_screen
from bot.screens.why import why_screen
from bot.tokens import Token, Verb, show
from core import deal
from core.errors import Illegal
from core.ids import DAILY, ChatId, PersonId, TableId
from core.rules import RULE_SETS
from core.table.commands import Actor
from core.table.course import Course, must_lead, seat_of, sitting
from core.table.model import Options, Phase, Table
from core.table.opening import DRAWING
from core.table.result import Result
from core.table.view import board_view, lobby_view, public_evidence
from storage import people, queries, reviews, store
from storage.queries import Standing
from storage.store import Connection

PAGE: Final = 10
_LONGEST_HISTORY: Final = 400
_SETTLED: Final = "settled"


def answer(
    connection: Connection, *, token: Token, chat: ChatId, actor: Actor, now: int
) -> tuple[Screen, TableId | None]:
    """The screen that a button asks for, and the table where the asker's seat is on autopilot, if there is one."""
    match token.verb:
        case Verb.RULES:
            screen = rules(token.arg or played_here(connection, chat, now=now))
        case Verb.RANK:
            rule_set, _, page = token.arg.partition("-")
            here = rule_set or played_here(connection, chat, now=now)
            screen = rank(connection, chat, rule_set=here, page=_page(page), person=actor.person)
        case Verb.ME:
            screen = me(connection, chat, person=actor.person, name=actor.name)
        case Verb.HELP:
            screen = help_screen([entry.name for entry in COMMANDS])
        case _:
            screen = _at_table(connection, token, chat=chat, actor=actor, now=now)
    return screen, _asleep(connection, actor.person)


def _at_table(connection: Connection, token: Token, *, chat: ChatId, actor: Actor, now: int) -> Screen:
    table = store.load(connection, token.table)
    must_belong(table, chat, person=actor.person)
    match token.verb:
        case Verb.WHY:
            seat = seat_number(token.arg) if token.arg else None
            return why(connection, table.id, token.serial, person=actor.person, seat=seat)
        case Verb.BOTH:
            return both(connection, table.id, token.serial, person=actor.person)
        case Verb.VERIFY:
            return verify(connection, table, token.serial)
        case Verb.SETTINGS:
            must_be_fresh(table, token, round_then=0)
            must_lead(Course(table, actor=actor, now=now, entropy=b""))
            return settings_screen(lobby_view(table), admin=actor.admin)
        case _:
            raise Illegal("press/forged")


def form(table: Table, token: Token, *, actor: Actor, now: int) -> Button | None:
    """The button of this token with its fields as they are now; None where it asks for none."""
    match token.verb:
        case Verb.CONFIGURE:
            must_lead(Course(table, actor=actor, now=now, entropy=b""))
            screen = settings_screen(lobby_view(table), admin=actor.admin)
        case Verb.CUT if table.opening is not None:
            screen = board_screen(board_view(table))
        case _:
            return None
    pressed = show(token)
    buttons = (button for row in screen.buttons for button in row if button.fields)
    return next((button for button in buttons if button.token == pressed), None)


def token_of(
    connection: Connection, *, request: Request, chat: ChatId, person: PersonId, now: int
) -> tuple[Token, dict[str, str]]:
    """The button that means the same as what was typed, and what would be entered beside it."""
    match request:
        case commands.Rules():
            return Token(Verb.RULES, arg=request.rule_set), {}
        case commands.Rank():
            return Token(Verb.RANK, arg=request.rule_set), {}
        case commands.Me():
            return Token(Verb.ME), {}
        case commands.Help():
            return Token(Verb.HELP), {}
        case commands.Settings():
            return Token(Verb.CHAT), {}
        case commands.Verify(serial=serial, daily=True):
            return Token(Verb.VERIFY, DAILY, serial or 0), {}
        case commands.Verify():
            table = last_table(connection, chat, now=now)
            serial = last_serial(table) if request.serial is None else request.serial
            return Token(Verb.VERIFY, table.id, serial), {}
        case _:
            table = table_here(connection, chat=chat, person=person)
            return _token_at(table, request)


def _token_at(table: Table, request: Request) -> tuple[Token, dict[str, str]]:
    match request:
        case commands.Sit():
            return Token(Verb.JOIN, table.id, table.serial), {}
        case commands.GetUp():
            return Token(Verb.LEAVE, table.id, table.serial), {}
        case commands.Begin():
            fills = request.fill and table.phase is Phase.LOBBY and None in table.seats
            return Token(Verb.FILL if fills else Verb.START, table.id, table.serial), {}
        case commands.Stop():
            return Token(Verb.END, table.id, table.serial), {}
        case commands.CutWith():
            return Token(Verb.CUT, table.id, table.serial), {"number": request.number}
        case commands.StakeOn():
            return Token(Verb.STAKE, table.id, table.serial, str(request.stake)), {}
        case commands.DeclareSpecial():
            return Token(Verb.DECLARE, table.id, table.serial, request.code), {}
        case _:
            return Token(Verb.HAND, table.id, table.serial), {}


def table_here(connection: Connection, *, chat: ChatId, person: PersonId) -> Table:
    """The chat's live table, else the one where the person sits; `table/none` where there is neither."""
    live = store.live_table(connection, chat)
    if live is not None:
        return live
    seated = store.seated_table(connection, person)
    if seated is None:
        raise Illegal("table/none")
    return store.load(connection, seated[0])


def played_here(connection: Connection, chat: ChatId, *, now: int) -> str:
    """The rule set that this chat plays, or played last."""
    try:
        return last_table(connection, chat, now=now).options.rule_set
    except Illegal:
        return Options().rule_set


def _asleep(connection: Connection, person: PersonId) -> TableId | None:
    """The table where this person's seat is on autopilot."""
    seated = store.seated_table(connection, person)
    if seated is None:
        return None
    table = store.load(connection, seated[0])
    seat = seat_of(table, person)
    return table.id if seat is not None and sitting(table, seat).autopilot else None


def _page(typed: str) -> int:
    return int(typed) if typed.isdecimal() and len(typed) <= 6 else 0


def why(connection: Connection, table: TableId, serial: int, *, person: PersonId, seat: int | None = None) -> Screen:
    """The account of a seat in an ended round: the asked one, else the asker's own, else the dealer's."""
    found = _result(connection, table, serial)
    own = next((n for n, each in enumerate(found.seats) if each.person == person), in_order(found)[0])
    chosen = own if seat is None else seat
    if chosen >= len(found.seats):
        raise Illegal("press/forged")
    mine = found.seats[chosen].person == person
    wanted = mine and people.wants_coach(connection, person)
    said = reviews.review(connection, table, serial, person=person) if wanted else None
    return why_screen(found, chosen, own=mine, review=said.review if said else None)


def both(connection: Connection, table: TableId, serial: int, *, person: PersonId) -> Screen:
    """The asker's arrangement beside the best one; `coach/none` where they arranged nothing."""
    said = reviews.review(connection, table, serial, person=person)
    if said is None:
        raise Illegal("coach/none")
    return both_screen(_result(connection, table, serial), said.seat, said.review)


def verify(connection: Connection, table: Table, serial: int) -> Screen:
    """The proof of an ended opening, or what can be noted of the present one."""
    if table.opening is not None and table.serial == serial:
        noted = attached_so_far(proof_of(connection, table, serial), table=table.id, serial=serial)
        return replace(open_proof_screen(board_view(table)), files=noted)
    found = _result(connection, table.id, serial)
    records = proof(connection, table.id)
    at = next((place for place, record in enumerate(records) if record["context"]["serial"] == serial), None)
    if at is None:
        raise Illegal("record/unknown", n=str(serial))
    fault = deal.fault(records[at], records[at - 1] if at else None)
    voids = [record["context"]["serial"] for record in records if record["outcome"] != _SETTLED]
    files = attached(records[at : at + 1], table=table.id, serial=serial)
    return replace(proof_screen(found, fault=fault, voids=voids), files=files)


def proof(connection: Connection, table: TableId) -> list[dict[str, Any]]:
    """All published records of a table, in order."""
    return [json.loads(record) for record in store.records(connection, table)]


def proof_of(connection: Connection, table: Table, serial: int) -> list[dict[str, Any]]:
    """One record, or of the present opening the part that is public so far."""
    if table.opening is not None and table.serial == serial:
        return [public_evidence(table.opening, table.deal)]
    record = store.record(connection, table.id, serial)
    if record is None:
        raise Illegal("record/unknown", n=str(serial))
    return [json.loads(record)]


def rules(arg: str) -> Screen:
    """The rules of a game, or a chapter of them: `joker`, `joker-play`; `settings/unread` for no game that is known."""
    rule_set, chapter = read_chapter(arg)
    if rule_set not in RULE_SETS:
        raise Illegal("settings/unread", word=rule_set[:20])
    if chapter not in chapters(RULE_SETS[rule_set]):
        raise Illegal("press/forged")
    return rules_screen(rule_set, chapter)


def rank(connection: Connection, chat: ChatId, *, rule_set: str, page: int, person: PersonId) -> Screen:
    """A page (from 0) of the chat's season."""
    if rule_set not in RULE_SETS:
        raise Illegal("settings/unread", word=rule_set[:20])
    found = queries.leaderboard(connection, chat, rule_set=rule_set, limit=PAGE, offset=page * PAGE)
    if found is None:
        return rank_screen(RankPage(rule_set, 1, (), 0, 1, None))
    own = queries.own_line(connection, found.season.id, person)
    shown = RankPage(
        rule_set=rule_set,
        season=found.season.number,
        rows=tuple(map(_row, found.lines)),
        page=page,
        pages=max(1, -(-found.people // PAGE)),
        own=_row(own[0]) if own else None,
        closed=found.season.closed_at is not None,
    )
    return rank_screen(shown)


def me(connection: Connection, chat: ChatId, *, person: PersonId, name: str) -> Screen:
    """A person's figures in this chat, all rule sets together."""
    found = [queries.profile(connection, chat, rule_set=each, person=person) for each in RULE_SETS]
    profiles = [each for each in found if each is not None]
    careers = [each.career for each in profiles]
    seasons = tuple(
        (each.season.rule_set, each.season.number, _row(each.current)) for each in profiles if each.current is not None
    )
    learnt = [(each.season.rule_set, reviews.lessons(connection, each.season.id, person=person)) for each in profiles]
    return me_screen(
        Profile(
            name=name,
            seasons=seasons,
            rounds=_sum(careers, "rounds"),
            points=_sum(careers, "points"),
            best=max((each.best for each in careers), default=0),
            worst=min((each.worst for each in careers), default=0),
            guns=_sum(careers, "guns"),
            gunned=_sum(careers, "gunned"),
            home_runs=_sum(careers, "home_runs"),
            lessons=tuple(_lesson(rule_set, found) for rule_set, found in learnt if found is not None),
            coach=people.wants_coach(connection, person),
        )
    )


def _lesson(rule_set: str, found: reviews.Lessons) -> Lesson:
    return Lesson(rule_set, found.rounds, found.average, found.reason)


def score(connection: Connection, chat: ChatId, *, serial: int | None, now: int) -> Screen:
    """A round of the chat's last table as its board showed it, or the last one that was settled."""
    table = last_table(connection, chat, now=now)
    if serial is None:
        history = queries.history(connection, chat, before=now + 1, limit=_LONGEST_HISTORY)
        found = next((result for result in history if result.outcome == _SETTLED and result.round != DRAWING), None)
    else:
        found = store.result(connection, table.id, serial)
    if found is None:
        raise Illegal("record/none") if serial is None else Illegal("record/unknown", n=str(serial))
    return result_screen(found)


def last_serial(table: Table) -> int:
    """The opening that has ended last, or the first one while it is still open."""
    return max(1, table.serial - (table.opening is not None))


def last_table(connection: Connection, chat: ChatId, *, now: int) -> Table:
    """The chat's live table, or the one that was played last; `record/none` where none ever was."""
    live = store.live_table(connection, chat)
    if live is not None:
        return live
    played = queries.history(connection, chat, before=now + 1, limit=1)
    if not played:
        raise Illegal("record/none")
    return store.load(connection, played[0].table)


def _result(connection: Connection, table: TableId, serial: int) -> Result:
    found = store.result(connection, table, serial)
    if found is None:
        raise Illegal("record/unknown", n=str(serial))
    return found


def _row(line: Standing) -> RankRow:
    return RankRow(
        line.place, line.name, line.points, line.rounds, guns=line.guns, gunned=line.gunned, home_runs=line.home_runs
    )


def _sum(careers: Sequence[Standing], figure: str) -> int:
    return sum(getattr(each, figure) for each in careers)
