import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

import bot
from bot.cli import Measure, app
from bot.config import PREFIX
from bot.lab.bench import MEASURES

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.upper().startswith(PREFIX):
            monkeypatch.delenv(name)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple]:
    """What the command line asked the rest of the program to do, and nothing of it done."""
    made: list[tuple] = []

    def module(name: str, **functions: object) -> None:
        fake = ModuleType(name)
        vars(fake).update(functions)
        monkeypatch.setitem(sys.modules, name, fake)

    class DatabaseTrouble(Exception):
        code, facts = "database/locked", {"path": "x.db"}

    async def backup(path: Path, target: Path) -> None:
        made.append(("backup", path, target))

    def restore(path: Path, target: Path) -> Path:
        made.append(("restore", path, target))
        if "locked" in target.name:
            raise DatabaseTrouble
        return Path("a.db.replaced-1")

    def arrange(request: dict[str, str], language: str, _: object) -> int:
        made.append(("arrange", request, language))
        return 0 if len(request["cards"]) > 2 else 2

    module("bot.app", run=lambda settings: made.append(("app", settings)))
    module("bot.referee", run=lambda stdin, stdout, language: made.append(("referee", language)))
    module("bot.arranging", run=arrange)
    module("bot.verifying", run=lambda subject, settings: made.append(("verify", subject, settings.database)) or 1)
    module("bot.lab.bench", run=lambda measure, *files: made.append(("bench", measure, *files)))
    module("storage.engine", backup=backup, restore=restore, DatabaseTrouble=DatabaseTrouble)
    return made


def run(*arguments: str, env: Mapping[str, str] | None = None):
    return CliRunner().invoke(app, arguments, env=env, catch_exceptions=False)


def test_without_a_command_the_game_starts_with_its_options(calls: list[tuple]):
    result = run("--lan", "--port", "0", "--host", "::1", "--database", "a.db", env={"SHISANZHI_LANGUAGE": "en"})
    (name, settings), status = calls[0], result.exit_code
    assert (name, status, result.stderr) == ("app", 0, "")
    assert (settings.lan, settings.port, settings.host) == (True, 0, "::1")
    assert (settings.database, settings.language) == (Path("a.db"), "en")


def test_the_status_of_the_game_is_the_status_of_the_program(calls: list[tuple], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.modules["bot.app"], "run", lambda settings: 3)
    assert run().exit_code == 3


def test_a_wrong_setting_is_one_line_and_status_two(calls: list[tuple]):
    for arguments, env in (((), {"SHISANZHI_PORT": "abc"}), (("--port", "abc"), {})):
        result = run(*arguments, env=env)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
        assert "abc" in result.stderr
    assert calls == []


def test_a_token_is_never_shown(calls: list[tuple]):
    result = run(env={"SHISANZHI_TELEGRAM_TOKEN": "very-secret-token", "SHISANZHI_PROT": "1"})
    assert [call[0] for call in calls] == ["app"]
    assert "very-secret" not in result.output


def test_a_misspelt_setting_is_told_and_the_game_starts(calls: list[tuple]):
    result = run(env={"SHISANZHI_PROT": "1"})
    assert [call[0] for call in calls] == ["app"]
    assert "did you mean SHISANZHI_PORT?" in result.stderr


def test_a_token_under_another_name_is_told_and_the_game_starts(calls: list[tuple]):
    result = run(env={"DISCORD_TOKEN": "very-secret-token"})
    assert [call[0] for call in calls] == ["app"]
    assert "did you mean SHISANZHI_DISCORD_TOKEN?" in result.stderr
    assert "very-secret" not in result.output


def test_the_referee_speaks_the_language_asked_for(calls: list[tuple]):
    assert run("referee", "--language", "en").exit_code == 0
    assert run("referee").exit_code == 0
    assert calls == [("referee", "en"), ("referee", "zh-TW")]
    assert run("referee", "--language", "xx").exit_code == 2


def test_arrange_is_given_the_hand_the_game_and_the_language(calls: list[tuple]):
    assert run("arrange", "As Kh", "--variant", "bonus", "--bonus", "7c", "--language", "en").exit_code == 0
    assert run("arrange", "As").exit_code == 2
    assert calls == [
        ("arrange", {"cards": "As Kh", "variant": "bonus", "bonus": "7c"}, "en"),
        ("arrange", {"cards": "As", "variant": "joker"}, "zh-TW"),
    ]


def test_every_measure_of_the_bench_can_be_named():
    assert [measure.value for measure in Measure] == list(MEASURES)


def test_verify_ends_with_the_verdict(calls: list[tuple]):
    assert run("verify", "7", "--database", "a.db").exit_code == 1
    assert calls == [("verify", "7", Path("a.db"))]


def test_bench_measures_what_is_named(calls: list[tuple]):
    assert [run("bench").exit_code, run("bench", "memory").exit_code, run("bench", "luck").exit_code] == [0, 0, 2]
    assert calls == [("bench", "strength"), ("bench", "memory")]


def test_only_the_bench_of_other_programs_takes_a_file_and_needs_one(calls: list[tuple], tmp_path: Path):
    hands = tmp_path / "hands.jsonl"
    assert run("bench", "peers", str(hands)).exit_code == 2
    hands.touch()
    assert run("bench", "peers", str(hands)).exit_code == 0
    assert [run("bench", "peers").exit_code, run("bench", "memory", str(hands)).exit_code] == [2, 2]
    assert calls == [("bench", "peers", hands)]


def test_backup_and_restore_name_both_files(calls: list[tuple]):
    assert run("backup", "b.db", "--database", "a.db").stdout == "a.db -> b.db\n"
    assert run("restore", "b.db", "--database", "a.db").stdout == "a.db -> a.db.replaced-1\nb.db -> a.db\n"
    assert calls == [("backup", Path("a.db"), Path("b.db")), ("restore", Path("b.db"), Path("a.db"))]


def test_an_option_in_front_of_a_command_is_refused_and_nothing_is_done(calls: list[tuple]):
    result = run("--database", "x.db", "restore", "old.db")
    assert result.exit_code == 2
    assert "--database" in result.stderr
    assert calls == []


def test_trouble_with_the_database_is_words_and_status_three(calls: list[tuple]):
    result = run("restore", "b.db", "--database", "locked.db")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


def test_the_version_is_that_of_the_package():
    assert run("--version").stdout == f"shisanzhi {bot.__version__}\n"


def test_every_command_has_help():
    for command in app.registered_commands:
        result = run(command.callback.__name__, "--help")
        assert result.exit_code == 0
        assert command.callback.__doc__.splitlines()[0] in result.stdout


def test_help_takes_at_most_three_tenths_of_a_second_of_cpu():
    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    seconds = []
    for _ in range(3):
        before = spent()
        help_text = subprocess.run(
            [sys.executable, "-m", "bot", "--help"], cwd=ROOT, check=True, capture_output=True, encoding="utf-8"
        ).stdout
        seconds.append(spent() - before)
        assert "referee" in help_text
    assert min(seconds) <= 0.3


HAND = "As Ah Ad Ks Kh Kd Qs Qh Qd Js Jh Jd 2s 3s 4s 5s 6s"
ASKED = {"arrange": ["arrange", HAND], "referee": ["referee"]}
REQUEST = b'{"op": "nothing"}\n' * 4


@pytest.mark.parametrize("command", [*ASKED])
def test_a_reader_who_has_left_ends_a_command_without_a_word(command: str):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "bot", *ASKED[command]],
            input=REQUEST,
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
            cwd=ROOT,
        )
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (74, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
@pytest.mark.parametrize("command", [*ASKED])
def test_a_full_disk_is_one_line(command: str):
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "bot", *ASKED[command], "--language", "en"],
            input=REQUEST,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
            cwd=ROOT,
        )
    assert ended.returncode == 74
    assert ended.stderr == b"The answer could not be written: No space left on device.\n"
