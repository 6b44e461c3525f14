"""Settings of the host, from the environment, `.env` and the command line; nothing is read at import."""

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from dotenv import dotenv_values
from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "SHISANZHI_"
_ENCODING = "utf-8-sig"  # as some editors write it, with a mark at the beginning
_SHOWN = 60
_DISCORD, _TELEGRAM = f"{PREFIX}DISCORD_TOKEN", f"{PREFIX}TELEGRAM_TOKEN"
_OTHER_NAMES: Mapping[str, tuple[str, ...]] = {
    "DISCORD_TOKEN": (_DISCORD,),
    "DISCORD_BOT_TOKEN": (_DISCORD,),
    "TELEGRAM_TOKEN": (_TELEGRAM,),
    "TELEGRAM_BOT_TOKEN": (_TELEGRAM,),
    "BOT_TOKEN": (_DISCORD, _TELEGRAM),
}
"""How a token's variable is often called elsewhere."""


class SettingsError(Exception):
    """Settings that cannot be used; one clear line a fault."""


def _language(tag: str) -> str:
    from bot.i18n import languages

    if tag not in languages():
        raise ValueError(tag)
    return tag


def _timezone(name: str) -> str:
    try:
        return ZoneInfo(name).key
    except (LookupError, OSError, ValueError) as unknown:
        raise ValueError(name) from unknown


def _hosts(listed: str) -> str:
    names = listed.replace(",", " ").split()
    if not all(re.fullmatch(r"[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:]{2,45}", name) for name in names):
        raise ValueError(listed)
    return " ".join(names).lower()


def _public_address(url: str) -> str:
    if url and not re.fullmatch(r"https://[A-Za-z0-9.-]{1,253}(:(443|80|88|8443))?(/[A-Za-z0-9._~/-]{0,200})?", url):
        raise ValueError(url)
    return url.rstrip("/")


def _token(secret: SecretStr | None) -> SecretStr | None:
    """The token without blanks around it; one of nothing else is none."""
    token = secret.get_secret_value().strip() if secret else ""
    return SecretStr(token) if token else None


def _file(path: Path) -> Path:
    file = path.expanduser()
    if "\0" in str(path) or (file.exists() and not file.is_file()):
        raise ValueError(path)
    return file


Token = Annotated[SecretStr | None, AfterValidator(_token)]


class Settings(BaseSettings):
    """What a host may set. Each description says what is allowed, for the line that refuses another value."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file_encoding=_ENCODING, env_ignore_empty=True, extra="ignore", frozen=True
    )

    database: Annotated[Path, AfterValidator(_file)] = Field(
        Path("shisanzhi.db"), description="the path of a file, for instance shisanzhi.db"
    )
    journal_mode: Literal["wal", "delete", "truncate", "persist"] = Field(
        "wal", description="wal, delete, truncate or persist"
    )
    host: str = Field(
        "127.0.0.1",
        pattern=r"^[A-Za-z0-9._:-]{1,253}$",
        description="an address or a host's name, for instance 127.0.0.1",
    )
    allowed_hosts: Annotated[str, AfterValidator(_hosts)] = Field(
        "", description="names or addresses parted by commas, without port, for instance play.example.org"
    )
    port: int = Field(8013, ge=0, le=65535, description="a whole number from 0 (any free port) to 65535")
    lan: bool = Field(default=False, description="true or false")
    language: Annotated[str, AfterValidator(_language)] = Field(
        "zh-TW", description="one of the catalogues of bot/i18n/locales, for instance zh-TW, zh-CN or en"
    )
    timezone: Annotated[str, AfterValidator(_timezone)] = Field(
        "Asia/Taipei", description="a name of the time zone database, for instance Asia/Taipei"
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="debug, info, warning or error")
    log_format: Literal["console", "json"] = Field("console", description="console or json")
    cut_seconds: int = Field(20, ge=10, le=60, description="a whole number from 10 to 60")
    result_seconds: int = Field(3, ge=0, le=30, description="a whole number from 0 to 30")
    web: bool | None = Field(None, description="true or false; without it the room is open while no token is set")
    discord_token: Token = Field(None, description="the token of a Discord bot")
    telegram_token: Token = Field(None, description="the token of a Telegram bot")
    telegram_webhook: Annotated[str, AfterValidator(_public_address)] = Field(
        "",
        description="the https address at which Telegram reaches this program, for instance https://play.example.org; "
        "Telegram allows the ports 443, 80, 88 and 8443; left empty the program asks Telegram itself",
    )
    telegram_port: int = Field(
        8014, ge=0, le=65535, description="a whole number from 0 (any free port) to 65535; only for the webhook"
    )
    discord_api: str = Field("", description="another address of Discord's API; for tests")
    discord_gateway: str = Field("", description="another address of Discord's gateway; for tests")
    telegram_api: str = Field("", description="another address of Telegram's API; for tests")

    @property
    def own_hosts(self) -> frozenset[str]:
        """How this machine may be called from outside, besides what it is called by itself."""
        return frozenset({self.host.lower(), *self.allowed_hosts.split()})

    @property
    def has_room(self) -> bool:
        """Whether the browser room opens: where it is asked for, or alone."""
        return not self.secrets() if self.web is None else self.web

    def secrets(self) -> tuple[str, ...]:
        """What must never be written anywhere."""
        tokens = (self.discord_token, self.telegram_token)
        return tuple(token.get_secret_value() for token in tokens if token)


def load_settings(*, env_file: str | None = ".env", options: Mapping[str, object] | None = None) -> Settings:
    """The settings: `options` of the command line before the environment before the file; or `SettingsError`."""
    given = {name: value for name, value in (options or {}).items() if value is not None}
    try:
        return Settings(_env_file=env_file, **given)  # type: ignore[arg-type] # options are read like the rest
    except ValidationError as error:
        raise SettingsError("\n".join(_lines(error, given))) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror
        message = f"{env_file}: this file cannot be read: {reason}"
        raise SettingsError(message) from None


def strangers(*, env_file: str | None = ".env") -> tuple[str, ...]:
    """One line for each variable that carries our prefix and is no setting, most likely a slip of the pen."""
    written = dotenv_values(env_file, encoding=_ENCODING) if env_file else {}
    known = [_variable(name) for name in Settings.model_fields]
    found = {name for name in (*os.environ, *written) if name.upper().startswith(PREFIX) and name.upper() not in known}
    return tuple(f"{name}: there is no such setting{_guess(name, known)}" for name in sorted(found))


def hints(settings: Settings, *, env_file: str | None = ".env") -> tuple[str, ...]:
    """One line for each thing that was most likely meant otherwise, though nothing is wrong with it."""
    written = dotenv_values(env_file, encoding=_ENCODING) if env_file else {}
    named = {} if settings.secrets() else {name: _OTHER_NAMES[name] for name in _OTHER_NAMES if _is_set(name, written)}
    lines = [
        f"{name}: this name means nothing here; did you mean {' or '.join(meant)}?" for name, meant in named.items()
    ]
    if settings.lan and not settings.has_room:
        lines.append(f"--lan: the browser room is closed while a token is set; {_variable('web')}=true opens it")
    return tuple(lines)


def _is_set(name: str, written: Mapping[str, str | None]) -> bool:
    return bool((os.environ.get(name) or written.get(name) or "").strip())


def _variable(field: str) -> str:
    return PREFIX + field.upper()


def _guess(name: str, known: list[str]) -> str:
    close = get_close_matches(name.upper(), known, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _lines(error: ValidationError, given: Mapping[str, object]) -> list[str]:
    lines = {}
    for fault in error.errors(include_url=False, include_context=False):
        field = str(fault["loc"][0])
        name = f"--{field.replace('_', '-')}" if field in given else _variable(field)
        allowed = Settings.model_fields[field].description
        lines[field] = f"{name}: {_quoted(field, fault['input'])} does not fit; allowed is {allowed}"
    return list(lines.values())


def _quoted(field: str, value: object) -> str:
    if "token" in field:
        return "the value"
    text = ascii(str(value)) if not str(value).isprintable() else f'"{value}"'
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
