"""Programs that have arranged the same hands: how a file of theirs is read, mended, scored and printed."""

import gzip
import json
from itertools import islice
from pathlib import Path

import pytest

from bot.lab.bench import run
from bot.lab.deals import deals
from bot.lab.peers import Table, measured, mended, read
from bot.lab.players import greedy
from core.arrangement import Arrangement
from core.arranger import best
from core.cards import parse, show
from core.frames import stream
from core.rules import ROWS, RULE_SETS
from core.scoring import payments, totals
from core.strength import strengths

RULES = RULE_SETS["standard"]
HANDS = [deal.hands for deal in islice(deals(RULES, 17), 3)]


def own(hand):
    return best(RULES, hand, bonus=None, source=stream(bytes(32), "x"))


def exchanged(rows: Arrangement) -> Arrangement:
    return Arrangement(rows.front, rows.back, rows.middle)


def tables(player) -> list[Table]:
    return [Table(hands, {"other": tuple(map(player, hands))}) for hands in HANDS]


def points(*seats: Arrangement) -> int:
    return totals(payments(RULES, seats, strengths(RULES)), len(seats))[0]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    lines = []
    for number, hands in enumerate(HANDS):
        for seat, hand in enumerate(hands):
            rows = {row: show(cards) for row, cards in zip(ROWS, greedy(RULES, hand, None).rows, strict=True)}
            turned = rows | {"middle": rows["back"], "back": rows["middle"]}
            line = {"id": 4 * number + seat, "table": number, "seat": seat, "cards": show(hand), "turned": turned}
            lines.append(line | {"greedy": rows} | ({"seldom": rows} if number else {"seldom": None}))
    written = tmp_path / "peers.jsonl.gz"
    written.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    return written


def test_a_file_is_read_by_tables_with_the_programs_that_have_all_hands(file: Path, tmp_path: Path):
    found = list(read(file))
    assert [table.hands for table in found] == HANDS
    assert [list(table.played) for table in found] == [["turned", "greedy"], *[["turned", "greedy", "seldom"]] * 2]
    assert found[0].played["greedy"] == tuple(greedy(RULES, hand, None) for hand in HANDS[0])
    plain = tmp_path / "plain.jsonl"
    plain.write_bytes(gzip.decompress(file.read_bytes()))
    assert list(read(plain)) == found


def test_rows_that_are_no_rows_are_refused(tmp_path: Path):
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(json.dumps({"table": 0, "seat": 0, "cards": show(HANDS[0][0]), "other": "As"}))
    with pytest.raises(TypeError, match="rows expected"):
        list(read(wrong))


def test_middle_and_back_are_exchanged_where_only_that_puts_rows_in_order():
    rows = greedy(RULES, HANDS[0][0], None)
    assert mended(rows) == mended(exchanged(rows)) == rows
    foul = Arrangement(*map(parse, ("As Ah Ad", "2s 3h 5d 7c 9s", "Ts 3d 5c 7h 8s")))
    assert (mended(foul), mended(exchanged(foul))) == (foul, exchanged(foul))


def test_whoever_plays_the_same_wins_nothing_of_each_other_at_a_full_table():
    assert measured(tables(own))["other"][1].mean == 0


def test_points_are_those_of_every_pair_both_ways_and_of_every_seat():
    one, three = measured(tables(lambda hand: greedy(RULES, hand, None)))["other"]
    alone = []
    for hands in HANDS:
        theirs = [greedy(RULES, hand, None) for hand in hands]
        for seat, hand in enumerate(hands):
            others = [*theirs[seat + 1 :], *theirs[:seat]]
            alone.append(points(own(hand), *others))
    assert three.mean == pytest.approx(sum(alone) / len(alone))
    assert one.mean > 0 < one.error


def test_the_table_has_a_line_for_each_program_with_what_was_out_of_order(file: Path, capsys: pytest.CaptureFixture):
    assert run("peers", file) == 0
    head, _, *lines = capsys.readouterr().out.splitlines()
    assert head.startswith("3 tables")
    figures = {line.split()[0]: line.split()[1:] for line in lines}
    assert list(figures) == ["turned", "greedy", "seldom"]
    assert figures["turned"][:6] == figures["greedy"][:6]
    assert (int(figures["turned"][6]), figures["greedy"][6:], figures["turned"][7]) == (12, ["0", "0"], "0")


@pytest.mark.slow
@pytest.mark.no_cover
def test_the_hardest_level_beats_every_program_that_was_found_in_public(shared: Path):
    found = measured(list(read(shared / "peers" / "standard13.jsonl.gz")))
    public = {name: both for name, both in found.items() if not name.startswith("ref_")}
    assert len(public) == 10
    assert min(one.mean for one, _ in public.values()) > 0.02
    assert min(three.mean for _, three in public.values()) > 0.08
