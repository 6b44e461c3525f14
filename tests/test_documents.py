"""What the documents say of files, settings and commands is so."""

import re
import subprocess
import unicodedata
from pathlib import Path

import pytest

from bot.commands import entry_of
from bot.config import PREFIX, Settings
from bot.i18n import catalog
from bot.platforms.telegram import registering

DOCUMENTS = (
    *("README.md", "CHANGELOG.md", ".github/CONTRIBUTING.md"),
    *(".github/docs/discord.md", ".github/docs/telegram.md", ".github/docs/arranger.md"),
)
SETTINGS = {f"{PREFIX}{name.upper()}": field for name, field in Settings.model_fields.items()}
GUIDE = ".github/docs/telegram.md"


def headings(text: str) -> set[str]:
    """The anchors that a page has for its headings."""
    found = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    kept = ("".join(sign for sign in line.lower() if sign in " -_" or _is_word(sign)) for line in found)
    return {line.strip().replace(" ", "-") for line in kept}


def _is_word(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LN"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_to_a_file_or_a_heading_leads_there(root: Path, name: str):
    text = (root / name).read_text("utf-8")
    for link in [*re.findall(r"\]\(([^)\s]+)\)", text), *re.findall(r'src="([^"]+)"', text)]:
        if re.match(r"https?:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (root / name).parent / path if path else root / name
        assert target.exists(), f"{name}: {link}"
        assert not anchor or anchor in headings(target.read_text("utf-8")), f"{name}: {link}"


def test_every_picture_of_the_documents_is_shown_and_small(root: Path):
    shown = "".join((root / name).read_text("utf-8") for name in DOCUMENTS)
    pictures = subprocess.run(
        ["git", "ls-files", ".github/docs/telegram*.png"], cwd=root, capture_output=True, encoding="utf-8", check=False
    ).stdout.split()
    for picture in pictures:
        assert picture in shown
        assert (root / picture).stat().st_size < 120_000


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_setting_that_is_named_exists(root: Path, name: str):
    named = set(re.findall(rf"{PREFIX}[A-Z_]*[A-Z]", (root / name).read_text("utf-8")))
    assert named <= set(SETTINGS)


def test_the_example_lists_every_setting_of_a_host_with_its_default(root: Path):
    written = dict(re.findall(rf"^#({PREFIX}\w+)=(.*)$", (root / ".env.example").read_text("utf-8"), re.MULTILINE))
    assert set(written) == {name for name, field in SETTINGS.items() if "for tests" not in str(field.description)}
    for name, value in written.items():
        default = SETTINGS[name].default
        assert value == ("" if default is None else str(default).lower() if isinstance(default, bool) else str(default))


def test_every_command_of_the_telegram_guide_is_one(root: Path):
    text = (root / GUIDE).read_text("utf-8")
    theirs = {"/newbot", "/revoke", "/setprivacy", "/setjoingroups", "/setinline", "/setcommands", "/"}
    typed = set(re.findall(r"`(/[^`]*)`", text))
    assert theirs <= typed
    assert [line for line in sorted(typed - theirs) if entry_of(line) is None] == []


@pytest.mark.parametrize(
    "key", ["host/telegram-token", "host/telegram-conflict", "where/anonymous", "service/error", "telegram/start"]
)
def test_what_the_telegram_guide_quotes_is_said_so(root: Path, key: str):
    for page, language in zip(
        (root / GUIDE).read_text("utf-8").split("\n# On Telegram\n"), ("zh-TW", "en"), strict=True
    ):
        assert re.split(r"[：:{;,，]", catalog(language).text(key, {"id": ":"}))[0] in page


def test_the_commands_are_registered_in_the_languages_that_the_guide_names():
    assert set(registering.LANGUAGES.values()) == {"zh-TW", "en"}
