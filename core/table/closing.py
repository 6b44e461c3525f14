"""What the result of every opening says, however it came to its end."""

from core.table.course import Course
from core.table.result import Result, ResultSeat


def closed_result(course: Course, record: dict[str, object], *, seats: tuple[ResultSeat, ...]) -> Result:
    """The present opening with its record, before anything was dealt, paid or staked."""
    table, opening = course.table, course.opening
    return Result(
        table=table.id,
        serial=table.serial,
        match=table.match,
        round=table.round,
        rounds=course.rounds,
        rule_set=table.options.rule_set,
        reveal=table.options.reveal,
        cut_card="",
        dealer=table.dealer or 0,
        seats=seats,
        payments=(),
        commitment=opening.commitment,
        closed=str(record["closed"]),
        sealed=str(record["sealed"]),
        cuts=opening.cuts,
        outcome=str(record["outcome"]),
        digest=str(record["digest"]),
        at=course.now,
        options=table.options,
    )
