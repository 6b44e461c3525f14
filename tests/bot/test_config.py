import os
import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.config import PREFIX, Settings, SettingsError, hints, load_settings, strangers

FOR_TESTS = {"discord_api", "discord_gateway", "telegram_api"}
"""Where a stand-in for a chat service listens: nothing that a host could need."""
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    import os

    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.upper().startswith(PREFIX):
            monkeypatch.delenv(name)


def refusal(**options: object) -> str:
    with pytest.raises(SettingsError) as refused:
        load_settings(options=options)
    return str(refused.value)


def test_without_anything_set_the_defaults_stand():
    settings = load_settings()
    assert (settings.database, settings.host, settings.port, settings.lan) == (
        Path("shisanzhi.db"),
        "127.0.0.1",
        8013,
        False,
    )
    assert (settings.language, settings.timezone) == ("zh-TW", "Asia/Taipei")
    assert (settings.cut_seconds, settings.result_seconds, settings.secrets()) == (20, 3, ())


def test_an_option_wins_over_the_environment_and_that_over_the_file(monkeypatch: pytest.MonkeyPatch):
    Path(".env").write_text("SHISANZHI_PORT=1\nSHISANZHI_HOST=a\nSHISANZHI_LANGUAGE=en\n", encoding="utf-8")
    monkeypatch.setenv("SHISANZHI_PORT", "2")
    monkeypatch.setenv("SHISANZHI_HOST", "b")
    settings = load_settings(options={"port": 3, "host": None})
    assert (settings.port, settings.host, settings.language) == (3, "b", "en")


def test_a_file_with_a_byte_order_mark_is_read():
    Path(".env").write_bytes(b"\xef\xbb\xbfSHISANZHI_PORT=4321\r\n")
    assert load_settings().port == 4321


@pytest.mark.parametrize("address", ["https://play.example.org", "https://203.0.113.7:8443/bot/", ""])
def test_telegram_may_call_a_public_address(address: str):
    assert load_settings(options={"telegram_webhook": address}).telegram_webhook == address.rstrip("/")


@pytest.mark.parametrize(
    "address", ["http://play.example.org", "play.example.org", "https://a.org:8014", "https://a b"]
)
def test_an_address_that_telegram_would_not_call_is_refused(address: str):
    line = refusal(telegram_webhook=address)
    assert ("--telegram-webhook" in line, "443, 80, 88 and 8443" in line) == (True, True)


def test_an_empty_value_is_no_value(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SHISANZHI_PORT", "")
    monkeypatch.setenv("SHISANZHI_DISCORD_TOKEN", "")
    settings = load_settings()
    assert (settings.port, settings.discord_token) == (8013, None)


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("port", "abc", "65535"),
        ("port", "65536", "65535"),
        ("port", "-1", "65535"),
        ("cut_seconds", "9", "10 to 60"),
        ("cut_seconds", "61", "10 to 60"),
        ("result_seconds", "31", "0 to 30"),
        ("language", "xx", "zh-TW"),
        ("timezone", "Mars/Olympus", "Asia/Taipei"),
        ("timezone", "../../etc/passwd", "Asia/Taipei"),
        ("journal_mode", "off", "wal, delete"),
        ("log_level", "loud", "debug, info"),
        ("log_format", "xml", "console or json"),
        ("lan", "perhaps", "true or false"),
        ("host", "a b", "127.0.0.1"),
        ("database", ".", "path of a file"),
        ("database", os.devnull, "path of a file"),
    ],
)
def test_a_wrong_value_is_one_line_with_name_value_and_what_is_allowed(
    monkeypatch: pytest.MonkeyPatch, field: str, value: str, allowed: str
):
    monkeypatch.setenv(PREFIX + field.upper(), value)
    line = refusal()
    assert "\n" not in line
    assert line.startswith(f'{PREFIX}{field.upper()}: "{value}"')
    assert allowed in line


def test_a_wrong_option_is_named_as_it_was_typed():
    assert refusal(port=70000).startswith('--port: "70000" does not fit')


def test_each_wrong_value_has_its_own_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SHISANZHI_PORT", "x")
    monkeypatch.setenv("SHISANZHI_CUT_SECONDS", "0")
    assert len(refusal().splitlines()) == 2


def test_a_long_or_unprintable_value_does_not_spoil_the_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SHISANZHI_PORT", "\x1b[2J\n" + "9" * 5000)
    line = refusal()
    assert line.isprintable()
    assert len(line) < 250


def test_a_file_that_is_no_text_is_one_line():
    Path(".env").write_bytes(b"SHISANZHI_PORT=\xff\xfe")
    assert refusal() == ".env: this file cannot be read: it is not UTF-8"


def test_tokens_are_never_shown(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SHISANZHI_DISCORD_TOKEN", TOKEN)
    settings = load_settings()
    assert settings.secrets() == (TOKEN,)
    assert TOKEN not in f"{settings} {settings!r} {settings.model_dump()} {settings.model_dump_json()}"
    assert TOKEN not in refusal(port="x", discord_token=[TOKEN])


def test_settings_do_not_change():
    with pytest.raises(ValidationError):
        load_settings().port = 1


def test_a_misspelt_setting_is_told_with_the_name_that_was_meant(monkeypatch: pytest.MonkeyPatch):
    Path(".env").write_text("SHISANZHI_LANGAUGE=en\nOTHER=1\n", encoding="utf-8")
    monkeypatch.setenv("SHISANZHI_PROT", "1")
    monkeypatch.setenv("SHISANZHI_PORT", "1")
    assert strangers() == (
        "SHISANZHI_LANGAUGE: there is no such setting; did you mean SHISANZHI_LANGUAGE?",
        "SHISANZHI_PROT: there is no such setting; did you mean SHISANZHI_PORT?",
    )


def test_a_token_may_have_blanks_around_it_and_of_blanks_alone_it_is_none(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SHISANZHI_DISCORD_TOKEN", f" {TOKEN}\r\n")
    monkeypatch.setenv("SHISANZHI_TELEGRAM_TOKEN", "  \t")
    settings = load_settings()
    assert settings.secrets() == (TOKEN,)
    assert settings.telegram_token is None


def test_a_token_under_a_name_that_other_programs_use_is_hinted_at_while_none_is_set(monkeypatch: pytest.MonkeyPatch):
    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\nTELEGRAM_BOT_TOKEN=\n", encoding="utf-8")
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    assert hints(load_settings()) == (
        "DISCORD_TOKEN: this name means nothing here; did you mean SHISANZHI_DISCORD_TOKEN?",
        "BOT_TOKEN: this name means nothing here; did you mean SHISANZHI_DISCORD_TOKEN or SHISANZHI_TELEGRAM_TOKEN?",
    )
    monkeypatch.setenv("SHISANZHI_TELEGRAM_TOKEN", TOKEN)
    assert hints(load_settings()) == ()


def test_a_network_without_a_room_is_hinted_at():
    assert hints(load_settings(options={"lan": True})) == ()
    assert hints(load_settings(options={"lan": True, "web": True, "discord_token": TOKEN})) == ()
    [line] = hints(load_settings(options={"lan": True, "discord_token": TOKEN}))
    assert line == "--lan: the browser room is closed while a token is set; SHISANZHI_WEB=true opens it"


def test_the_example_file_names_every_setting_with_its_default():
    example = (Path(__file__).parents[2] / ".env.example").read_text(encoding="utf-8")
    written = dict(re.findall(rf"^#{PREFIX}(\w+)=(.*)$", example, re.MULTILINE))
    fields = {
        name.upper(): "" if field.default is None else str(field.default).replace("False", "false")
        for name, field in Settings.model_fields.items()
        if name not in FOR_TESTS
    }
    assert written == fields


def test_the_example_file_as_it_is_changes_nothing():
    example = Path(__file__).parents[2] / ".env.example"
    assert load_settings(env_file=str(example)) == load_settings(env_file=None)


def test_hosts_from_outside_are_let_in_by_name_and_no_others():
    assert load_settings().own_hosts == {"127.0.0.1"}
    named = load_settings(options={"allowed_hosts": "Play.Example.org, 203.0.113.7 2001:db8::7"})
    assert named.own_hosts == {"127.0.0.1", "play.example.org", "203.0.113.7", "2001:db8::7"}
    for wrong in ("*", "http://play.example.org", "play.example.org:8013", "play.example.org/r"):
        assert "without port" in refusal(allowed_hosts=wrong)
