"""What stands behind a button of a chat message: a token, and on which side of the panel it was pressed.

`<token>#<mode>` is a press, `?…` opens the form of that press, `=…` shows my hand in another mode and changes
nothing, `>pick#<mode>:…` is a menu whose values are tokens, `!<token>#<field>.<choice>` one choice of a form.
`@<chat>` behind it names the chat that a message elsewhere belongs to. All of it lives only here, so a press after
a restart works.
"""

import re
from dataclasses import dataclass
from typing import Final

PRESS, FORM, VIEW, PICK, CHOICE = "press", "form", "view", "pick", "choice"
_KINDS: Final = {"?": FORM, "=": VIEW, ">": PICK, "!": CHOICE}
_SIGNS: Final = {kind: sign for sign, kind in _KINDS.items()}
_MODE: Final = re.compile(r"[a-z0-9.]{0,12}", re.ASCII)
_CHAT: Final = re.compile(r"(-?[0-9a-z]{1,13})(?:/([0-9a-z]{1,13}))?", re.ASCII)
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Pressed:
    """What was read: `kind` is press, form, view, pick or choice; the token of a pick is the menu's value.

    `mode`: a side of the panel, or `<field>.<choice>` of a choice; `chat`: its address on its platform, as "-100/7".
    """

    kind: str
    token: str
    mode: str = ""
    chat: str = ""


def split(text: str) -> Pressed:
    """Read what stands behind a button; anything can stand there, so what is no mode and no chat counts as none."""
    kind = _KINDS.get(text[:1], PRESS)
    text, _, chat = text[kind != PRESS :].partition("@")
    token, _, mode = text.partition("#")
    mode = mode.partition(":")[0]
    return Pressed(kind, "" if kind == PICK else token, mode if _MODE.fullmatch(mode) else "", _address(chat))


def show(token: str, *, kind: str = PRESS, mode: str = "", chat: str = "") -> str:
    """What `split` reads."""
    home = f"@{'/'.join(map(_shortened, chat.split('/')))}" if chat else ""
    return _SIGNS.get(kind, "") + token + (f"#{mode}" if mode else "") + home


def _shortened(number: str) -> str:
    """A number in base 36."""
    left, digits = abs(int(number)), ""
    while left or not digits:
        left, digit = divmod(left, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return f"-{digits}" if number.startswith("-") else digits


def _address(shown: str) -> str:
    found = _CHAT.fullmatch(shown)
    return "/".join(str(int(part, len(_DIGITS))) for part in found.groups() if part) if found else ""
