"""What is kept: the table of a match, of a season, and of one person."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.screens.advice import unit_text
from bot.screens.coach import amount, lesson_text
from bot.screens.lobby import queue_line
from bot.screens.model import Button, Line, Look, Name, Points, Screen, Style, Text, When
from bot.screens.parts import (
    NOWHERE,
    Place,
    computer,
    heading,
    line,
    names,
    other_rule_sets,
    place_text,
    rule_set_text,
    small,
    strong,
)
from bot.screens.scores import RED, is_out, won_text
from bot.tokens import Verb
from core.rules import RULE_SETS, RuleSet
from core.scoring import WAYS
from core.table.match_view import MatchView, StandingView


@dataclass(frozen=True)
class RankRow:
    """A person's line of a season; equal points share the `place`."""

    place: int
    name: str
    points: int
    rounds: int
    guns: int
    gunned: int
    home_runs: int


@dataclass(frozen=True)
class RankPage:
    """A page (from 0) of a season's table; `own` is the reader's line wherever it stands, `closed` an old season."""

    rule_set: str
    season: int
    rows: tuple[RankRow, ...]
    page: int
    pages: int
    own: RankRow | None
    closed: bool = False


@dataclass(frozen=True)
class Lesson:
    """What the coach has found in a season: thousandths of a point lost a round, the most frequent reason or ""."""

    rule_set: str
    rounds: int
    loss: int
    reason: str


@dataclass(frozen=True)
class Profile:
    """What one person has played here: this season's line for each rule set, and everything so far.

    `coach`: whether they want to hear of it after each round.
    """

    name: str
    seasons: tuple[tuple[str, int, RankRow], ...]
    rounds: int
    points: int
    best: int
    worst: int
    guns: int
    gunned: int
    home_runs: int
    lessons: tuple[Lesson, ...] = ()
    coach: bool = True


def match_screen(view: MatchView) -> Screen:
    """The table of a match that is over; `open` while one more can be agreed on."""
    rules = RULE_SETS[view.options.rule_set]
    return Screen(
        "match",
        (
            _match_title(view, rules),
            *(_standing_line(standing, rules) for standing in view.standings),
            *_honours(view.standings),
            *_again(view),
            *queue_line(view.queue),
            *([line("chat/migrated")] if view.moved else ()),
        ),
        _match_buttons(view),
        silent=False,
    )


def rank_screen(page: RankPage) -> Screen:
    """A season's table; points are those between people."""
    own = page.own
    empty = [line("record/none")] if not page.rows else []
    return Screen(
        "rank",
        (
            heading("rank/title", season=str(page.season), rules=rule_set_text(page.rule_set)),
            small("rank/closed" if page.closed else "rank/note", unit=unit_text(page.rule_set)),
            *empty,
            *(_rank_line(row, guns=bool(WAYS[RULE_SETS[page.rule_set].scoring].guns)) for row in page.rows),
            *([strong("rank/own", place=own.place, points=Points(own.points))] if own else ()),
            *([small("rank/page", n=page.page + 1, m=page.pages)] if page.pages > 1 else ()),
        ),
        _rank_buttons(page),
    )


def me_screen(profile: Profile) -> Screen:
    """One person's own figures."""
    played = (*_sums(profile), line("me/guns", guns=profile.guns, gunned=profile.gunned, runs=profile.home_runs))
    seasons = (
        line(
            "me/season",
            season=str(season),
            rules=rule_set_text(rule_set),
            place=row.place,
            n=row.rounds,
            points=Points(row.points),
            unit=unit_text(rule_set),
        )
        for rule_set, season, row in profile.seasons
    )
    blocks = (*seasons, *played, small("me/between-people")) if profile.rounds else (line("record/none"),)
    learnt = (*map(_lesson_line, profile.lessons), *([] if profile.coach else [small("me/coach-off")]))
    turning = "off" if profile.coach else "on"
    coach = NOWHERE.button(f"coach-{turning}", Verb.COACH, arg=turning)
    return Screen(
        "me",
        (heading("me/title", name=Name(profile.name)), *blocks, *learnt),
        (_table_buttons(), (coach, NOWHERE.button("own", Verb.OWN))),
    )


def _sums(profile: Profile) -> Iterator[Line]:
    """Everything so far, as far as the seasons above do not say it; points of several kinds are not added up."""
    if len({RULE_SETS[rule_set].unit for rule_set, _, _ in profile.seasons}) > 1:
        yield line("me/rounds", n=profile.rounds)
        return
    if [(row.rounds, row.points) for _, _, row in profile.seasons] != [(profile.rounds, profile.points)]:
        yield line("me/all", n=profile.rounds, points=Points(profile.points))
    yield line("me/best", best=Points(profile.best), worst=Points(profile.worst))


def _lesson_line(lesson: Lesson) -> Line:
    facts: dict[str, object] = {"rules": rule_set_text(lesson.rule_set), "n": lesson.rounds}
    if not lesson.reason:
        return line("me/lessons-fine", **facts)
    facts |= {"loss": amount(lesson.loss), "unit": unit_text(lesson.rule_set), "reason": lesson_text(lesson.reason)}
    return line("me/lessons", **facts)


def _match_title(view: MatchView, rules: RuleSet) -> Line:
    """How many rounds were played; one for what everybody began with (將) has a name of its own once it is complete."""
    still = [standing for standing in view.standings if not is_out(rules, standing.points)]
    whole = view.rounds_played >= view.options.rounds or len(still) < 2
    return heading("match/title-points" if rules.starting_points and whole else "match/title", n=view.rounds_played)


def _standing_line(standing: StandingView, rules: RuleSet) -> Line:
    name = Name(standing.name) if standing.computer is None else computer(standing.computer)
    notes = (
        *([Text("match/out")] if is_out(rules, standing.points) else ()),
        *([Text(_home_run_key(rules), {"n": standing.home_runs})] if standing.home_runs else ()),
        *([Text("match/autopilot", {"n": standing.autopilot_rounds})] if standing.autopilot_rounds else ()),
    )
    text = won_text(
        "match/place-noted" if notes else "match/place",
        rules,
        points=standing.points,
        total=standing.points,
        place=place_text(standing.place),
        name=name,
        notes=notes,
    )
    return Line(text, Style.STRONG if standing.place == 1 else Style.BODY)


def _home_run_key(rules: RuleSet) -> str:
    """What having beaten everybody is called there (全壘打, 紅不讓)."""
    return "match/reds" if RED in WAYS[rules.scoring].home_runs else "match/home-runs"


def _honours(standings: Sequence[StandingView]) -> tuple[Line, ...]:
    """Who shot most and who was shot least, people only; equal ones are all named."""
    people = [standing for standing in standings if standing.computer is None]
    if len(people) < 2:
        return ()
    most = _best(people, lambda standing: standing.guns)
    least = _best(people, lambda standing: -standing.gunned)
    shot = [line("match/shooter", names=names(one.name for one in most), n=most[0].guns)] if most[0].guns else []
    if len(least) == len(people):
        return tuple(shot)
    return *shot, line("match/steadiest", names=names(one.name for one in least), n=least[0].gunned)


def _best(people: Iterable[StandingView], value: Callable[[StandingView], int]) -> tuple[StandingView, ...]:
    found = tuple(people)
    top = max(value(standing) for standing in found)
    return tuple(standing for standing in found if value(standing) == top)


def _again(view: MatchView) -> tuple[Line, ...]:
    if not view.open:
        return (small("match/closed" if view.ended else "match/went-on"),)
    asked = (
        *(Text("match/yes", {"name": Name(name)}) for name in view.again),
        *(Text("match/not-yet", {"name": Name(name)}) for name in view.waiting),
    )
    return (*([small("match/again", names=asked)] if asked else ()), small("match/closes", at=When(view.closes_at)))


def _match_buttons(view: MatchView) -> tuple[tuple[Button, ...], ...]:
    place = Place(view.table, view.serial)
    rank = NOWHERE.button("rank", Verb.RANK, arg=view.options.rule_set)
    if not view.open:
        return ((rank, *([NOWHERE.button("notify", Verb.NOTIFY)] if view.ended else ())),)
    return (
        (
            place.button("again", Verb.AGAIN, look=Look.SUCCESS),
            place.button("resettle", Verb.RESETTLE),
            rank,
        ),
        (
            place.button("start", Verb.START),
            place.button("join", Verb.JOIN),
            place.button("leave", Verb.LEAVE),
            place.button("end", Verb.END),
        ),
    )


def _rank_line(row: RankRow, *, guns: bool) -> Line:
    return line(
        "rank/row" if guns else "rank/row-plain",
        place=place_text(row.place),
        name=Name(row.name),
        points=Points(row.points),
        n=row.rounds,
        average=f"{row.points / row.rounds:+.1f}".replace("-", "−") if row.rounds else "0",
        guns=row.guns,
    )


def _rank_buttons(page: RankPage) -> tuple[tuple[Button, ...], ...]:
    turning = (
        *([_page("earlier", page, number=page.page - 1)] if page.page > 0 else ()),
        *([_page("later", page, number=page.page + 1)] if page.page + 1 < page.pages else ()),
    )
    return *([turning] if turning else ()), _table_buttons(besides=page.rule_set)


def _page(key: str, page: RankPage, *, number: int) -> Button:
    return NOWHERE.button(key, Verb.RANK, arg=f"{page.rule_set}-{number}")


def _table_buttons(*, besides: str = "") -> tuple[Button, ...]:
    """To the season of every other rule set, and to one's own figures."""
    others = (
        NOWHERE.button("rank-of", Verb.RANK, arg=other, rules=rule_set_text(other))
        for other in other_rule_sets(besides)
    )
    return (*others, NOWHERE.button("me", Verb.ME)) if besides else tuple(others)
