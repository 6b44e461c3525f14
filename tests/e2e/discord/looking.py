"""What a person finds on a message: its text, buttons and menus, from whatever they stand in."""

from typing import Any

from simcord.backend.models import Message

from tests.e2e.discord.hand_rules import BUTTON, DISPLAY, SELECTS, walk


def text_of(message: Message) -> str:
    """All text of a message in the order of the screen."""
    shown = [part["content"] for part in walk(message.components) if part.get("type") == DISPLAY]
    embedded = [text for embed in message.embeds for text in _embed_texts(embed)]
    return "\n".join(text for text in (message.content, *shown, *embedded) if text)


def buttons_of(message: Message) -> list[dict[str, Any]]:
    """Every button, also those that cannot be pressed."""
    return [part for part in walk(message.components) if part.get("type") == BUTTON]


def labels_of(message: Message) -> list[str]:
    """What is written on the buttons that can be pressed."""
    return [button.get("label") or "" for button in buttons_of(message) if not button.get("disabled")]


def selects_of(message: Message) -> list[dict[str, Any]]:
    """Every menu."""
    return [part for part in walk(message.components) if part.get("type") in SELECTS]


def fields_of(modal: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The fields of a form by their custom id."""
    return {part["custom_id"]: part for part in walk(modal["components"]) if "custom_id" in part}


def _embed_texts(embed: dict[str, Any]) -> list[str]:
    fields = embed.get("fields") or []
    named = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
    return [text for text in (*named, *(field.get(key) for field in fields for key in ("name", "value"))) if text]
