"""HTML as the Bot API parses it: the plain text and its entities, or what is refused."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Any, Final

_TAGS: Final = {
    **dict.fromkeys(("b", "strong"), "bold"),
    **dict.fromkeys(("i", "em"), "italic"),
    **dict.fromkeys(("u", "ins"), "underline"),
    **dict.fromkeys(("s", "strike", "del"), "strikethrough"),
    **dict.fromkeys(("span", "tg-spoiler"), "spoiler"),
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[a-zA-Z-]+(?:=(?:\"[^\"]*\"|'[^']*'|[^\s\"'>]+))?)*)\s*>")
_ATTRIBUTE: Final = re.compile(r"([a-zA-Z-]+)(?:=(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_REFERENCE: Final = re.compile(r"&(?:lt|gt|amp|quot|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});")


class Refused(Exception):
    """What cannot be parsed; the text is Telegram's own."""


def utf16(text: str) -> int:
    """Length as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


@dataclass
class _Open:
    tag: str
    offset: int
    entity: dict[str, Any]


@dataclass
class _Reader:
    """A text that is being read."""

    source: str
    text: list[str] = field(default_factory=list)
    length: int = 0
    stack: list[_Open] = field(default_factory=list)
    entities: list[dict[str, Any]] = field(default_factory=list)

    def say(self, plain: str) -> None:
        shown = _REFERENCE.sub(lambda found: unescape(found[0]), plain)
        self.text.append(shown)
        self.length += utf16(shown)

    def open(self, tag: str, attributes: dict[str, str], at: int) -> None:
        if tag not in _TAGS or (tag == "span" and attributes.get("class") != "tg-spoiler"):
            raise self.refusal(f'Unsupported start tag "{tag}"', at)
        inside = {known.tag for known in self.stack}
        if inside & {"code"} or ("pre" in inside and tag != "code") or (tag == "blockquote" and tag in inside):
            raise self.refusal(f'Tag "{tag}" must not stand inside of {sorted(inside)}', at)
        self.stack.append(_Open(tag, self.length, {"type": _TAGS[tag], **self._facts(tag, attributes, at)}))

    def _facts(self, tag: str, attributes: dict[str, str], at: int) -> dict[str, Any]:
        match tag:
            case "a":
                return {"url": unescape(attributes.get("href", ""))}
            case "blockquote" if "expandable" in attributes:
                return {"type": "expandable_blockquote"}
            case "tg-emoji":
                return {"custom_emoji_id": attributes.get("emoji-id", "")}
            case "tg-time":
                if not attributes.get("unix", "").isdigit():
                    raise self.refusal('Tag "tg-time" must have attribute "unix"', at)
                shown = {"date_time_format": attributes["format"]} if "format" in attributes else {}
                return {"unix_time": int(attributes["unix"]), **shown}
            case _:
                return {}

    def close(self, tag: str, at: int) -> None:
        if not self.stack:
            raise self.refusal("Unexpected end tag", at)
        begun = self.stack.pop()
        if begun.tag != tag:
            raise self.refusal(f'Unmatched end tag, expected "</{begun.tag}>", found "</{tag}>"', at)
        length = self.length - begun.offset
        if length and begun.entity.get("url", "-"):
            self.entities.append({"offset": begun.offset, "length": length, **begun.entity})

    def refusal(self, what: str, at: int) -> Refused:
        offset = len(self.source[:at].encode())
        return Refused(f"Bad Request: can't parse entities: {what} at byte offset {offset}")


def parsed(source: str) -> tuple[str, list[dict[str, Any]]]:
    """The text as it is shown and its entities; `Refused` for what Telegram does not take."""
    reader, at = _Reader(source), 0
    for start, end, tag in _tags(reader):
        reader.say(source[at:start])
        if tag[1]:
            reader.close(tag[2].lower(), start)
        else:
            found = _ATTRIBUTE.finditer(tag[3])
            reader.open(tag[2].lower(), {name[1].lower(): name[2] or name[3] or name[4] or "" for name in found}, start)
        at = end
    reader.say(source[at:])
    if reader.stack:
        tag_name = reader.stack[-1].tag
        message = f"Bad Request: can't parse entities: Can't find end tag corresponding to start tag \"{tag_name}\""
        raise Refused(message)
    order = sorted(reader.entities, key=lambda entity: (entity["offset"], -entity["length"]))
    return "".join(reader.text), order


def _tags(reader: _Reader) -> Iterator[tuple[int, int, re.Match[str]]]:
    at = 0
    while (start := reader.source.find("<", at)) >= 0:
        tag = _TAG.match(reader.source, start)
        if tag is None:
            raise reader.refusal('Unsupported start tag ""', start)
        yield start, tag.end(), tag
        at = tag.end()
