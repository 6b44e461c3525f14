import io
import json
import logging

import pytest
import structlog
from sqlalchemy import create_engine, text

from bot.config import load_settings
from bot.logs import REMOVED, Remover, configure

TOKEN = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"


@pytest.fixture
def written():
    """Set the log up with these settings; returns what was written so far."""
    before = logging.root.handlers[:], logging.root.level

    def start(**options: object) -> io.StringIO:
        out = io.StringIO()
        configure(load_settings(env_file=None, options={"telegram_token": TOKEN, **options}), out)
        return out

    yield start
    structlog.reset_defaults()
    logging.root.handlers, logging.root.level = before


def test_fields_with_secret_names_are_taken_out_at_any_depth():
    event = {"event": "dealt", "table": 7, "salt": "ab", "seats": [{"hand": (1, 2), "name": "甲"}], "front_rows": "x"}
    cleaned = Remover()(None, "info", event)
    expected = {"event": "dealt", "table": 7, "salt": REMOVED, "seats": [{"hand": REMOVED, "name": "甲"}]}
    assert cleaned == expected | {"front_rows": REMOVED}


@pytest.mark.parametrize("log_format", ["console", "json"])
def test_a_token_is_written_nowhere(written, log_format: str):
    out = written(log_format=log_format)
    log = structlog.get_logger("bot")
    try:
        raise ValueError("https://api.telegram.org/bot" + TOKEN)
    except ValueError:
        log.exception("failed", address=f"/bot{TOKEN}/getMe")
    logging.getLogger("aiohttp").warning("GET %s", TOKEN)
    assert TOKEN not in out.getvalue()
    assert out.getvalue().count(REMOVED) == 3


@pytest.mark.parametrize("level", ["debug", "info"])
def test_no_statement_is_shown_with_its_values_at_any_level(written, level: str):
    out = written(log_level=level)
    with create_engine("sqlite://").connect() as connection:
        connection.execute(text("SELECT :word"), {"word": "very secret"})
    logging.getLogger("sqlalchemy.engine").warning("loud")
    assert ("very secret" in out.getvalue(), "loud" in out.getvalue()) == (False, True)


def test_a_traceback_shows_no_local_variables(written):
    out = written()

    def play() -> None:
        own = "as-kh".title()
        raise RuntimeError(len(own))

    try:
        play()
    except RuntimeError:
        structlog.get_logger("bot").exception("failed")
    assert "RuntimeError: 5" in out.getvalue()
    assert "As-Kh" not in out.getvalue()


def test_json_is_one_line_an_event_with_time_level_and_context(written):
    out = written(log_format="json")
    with structlog.contextvars.bound_contextvars(table=7):
        structlog.get_logger("bot.worker").info("dealt", round=3, name="小明")
    logging.getLogger("asyncio").error("a foreign line")
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert {"event": "dealt", "level": "info", "table": 7, "round": 3, "name": "小明"}.items() <= first.items()
    assert {"event": "a foreign line", "level": "error", "logger": "asyncio"}.items() <= second.items()
    assert first["timestamp"].endswith("Z")


def test_the_level_holds_back_what_is_below_it(written):
    out = written(log_level="warning")
    structlog.get_logger("bot").info("quiet")
    logging.getLogger("x").info("quiet")
    structlog.get_logger("bot").warning("loud")
    assert "quiet" not in out.getvalue()
    assert "loud" in out.getvalue()
