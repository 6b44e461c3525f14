"""The methods of the Bot API, as far as a bot of this kind needs them."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tests.e2e.telegram import refusals
from tests.e2e.telegram.hand_rules import CAPTION, TEXT, shown
from tests.e2e.telegram.markup import Refused, utf16
from tests.e2e.telegram.queries import Queries
from tests.e2e.telegram.refusals import Refusal
from tests.e2e.telegram.updates import Updates
from tests.e2e.telegram.world import GENERAL, HERE, Chat, Message, World

_SHOWN: Final = ("text", "entities", "caption", "caption_entities", "photo", "reply_markup")
_FULL: Final = {
    "accent_color_id": 3,
    "max_reaction_count": 11,
    "accepted_gift_types": dict.fromkeys(
        ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"), False
    ),
}
Parameters = Mapping[str, Any]


@dataclass(repr=False)
class Methods:
    """What each method does; each takes its parameters and returns its result or raises `Refusal`."""

    world: World
    updates: Updates
    queries: Queries
    pictures: dict[str, bytes] = field(default_factory=dict)

    async def call(self, method: str, parameters: Parameters) -> Any:
        """The result of one method; `KeyError` if it is not known here."""
        if method == "getUpdates":
            return await self.updates.poll(parameters)
        return self._known()[method](parameters)

    def _known(self) -> dict[str, Any]:
        return {
            "getMe": lambda _: self._me(),
            "setWebhook": self.updates.hook,
            "deleteWebhook": lambda asked: self.updates.hook({**asked, "url": ""}),
            "getWebhookInfo": lambda _: self._webhook(),
            "sendMessage": self.send_message,
            "sendPhoto": self.send_photo,
            "sendDocument": self.send_document,
            "editMessageText": self.edit_text,
            "editMessageCaption": self.edit_caption,
            "editMessageMedia": self.edit_media,
            "editMessageReplyMarkup": self.edit_markup,
            "deleteMessage": self.delete,
            "answerCallbackQuery": self.queries.take,
            "sendChatAction": lambda asked: bool(self._target(asked)),
            "getChat": self._chat,
            "getChatMember": self._member,
            "getChatAdministrators": self._admins,
            "getChatMemberCount": lambda asked: len(self._found(asked).members),
            "leaveChat": self._leave,
            "setMyCommands": self._set_commands,
            "getMyCommands": lambda asked: self.world.commands.get(_scope(asked), []),
            "deleteMyCommands": lambda asked: bool(self.world.commands.pop(_scope(asked), None)) or True,
        }

    def _me(self) -> dict[str, Any]:
        no = ("can_read_all_group_messages", "supports_inline_queries", "can_connect_to_business", "has_main_web_app")
        return {**self.world.bot, "can_join_groups": True, **dict.fromkeys(no, False)}

    def _webhook(self) -> dict[str, Any]:
        pending = len(self.updates.queue)
        return {"url": self.updates.webhook.url, "has_custom_certificate": False, "pending_update_count": pending}

    def _found(self, asked: Parameters) -> Chat:
        chat = self.world.chats.get(asked["chat_id"])
        if chat is None or (chat.kind == "private" and not chat.opened and not chat.blocked):
            raise Refusal(400, refusals.NO_CHAT)
        if chat.moved is not None:
            raise Refusal(400, refusals.UPGRADED, migrate_to_chat_id=chat.moved)
        if chat.deleted:
            raise Refusal(403, "Forbidden: the group chat was deleted")
        own = self.world.status(chat, self.world.bot["id"])
        if chat.kind != "private" and own not in HERE:
            raise Refusal(403, refusals.GONE[own, chat.kind])
        return chat

    def _target(self, asked: Parameters) -> Chat:
        """Where something may be written."""
        known = self.world.chats.get(asked["chat_id"])
        if known is not None and known.kind == "private":
            if known.blocked:
                raise Refusal(403, refusals.BLOCKED)
            if not known.opened:
                raise Refusal(403, refusals.NOT_STARTED)
        chat = self._found(asked)
        own = self.world.status(chat, self.world.bot["id"])
        if own == "restricted" or (chat.silenced and own != "administrator"):
            raise Refusal(400, refusals.NO_RIGHTS[chat.kind])
        return chat

    def _topic(self, chat: Chat, thread: int | None) -> dict[str, Any]:
        """How a message in this topic is marked."""
        if thread is not None and (not chat.forum or thread not in chat.topics or thread == GENERAL):
            raise Refusal(400, refusals.NO_THREAD)
        topic = chat.topics.get(thread or GENERAL)
        own = self.world.status(chat, self.world.bot["id"])
        manages = own == "administrator" and "can_manage_topics" in chat.rights
        if chat.forum and topic is not None and topic.closed and not manages:
            raise Refusal(400, refusals.TOPIC_CLOSED)
        return {"message_thread_id": thread, "is_topic_message": True} if thread is not None else {}

    def _sent(self, asked: Parameters, content: dict[str, Any]) -> dict[str, Any]:
        chat = self._target(asked)
        place = self._topic(chat, asked.get("message_thread_id"))
        content |= place | self._reply(chat, asked) | _markup(asked)
        if asked.get("protect_content"):
            content["has_protected_content"] = True
        message = self.world.add(chat, self.world.bot["id"], **content)
        message.pressable = bool(message.keyboard)
        return message.payload

    def _reply(self, chat: Chat, asked: Parameters) -> dict[str, Any]:
        wanted = asked.get("reply_parameters")
        if not wanted:
            return {}
        found = chat.messages.get(wanted["message_id"])
        if found is None and not wanted.get("allow_sending_without_reply"):
            raise Refusal(400, refusals.NO_REPLY)
        return {"reply_to_message": replied(found)} if found is not None else {}

    def send_message(self, asked: Parameters) -> dict[str, Any]:
        content = _text(asked, "text", TEXT)
        self._target(asked)
        if not content["text"].strip():
            raise Refusal(400, "Bad Request: message text is empty")
        return self._sent(asked, content)

    def send_photo(self, asked: Parameters) -> dict[str, Any]:
        self._target(asked)
        return self._sent(asked, {"photo": self._photo(asked["photo"]), **_text(asked, "caption", CAPTION)})

    def send_document(self, asked: Parameters) -> dict[str, Any]:
        self._target(asked)
        file = self.pictures.get(asked["document"].removeprefix("attach://"))
        if not file:
            raise Refusal(400, "Bad Request: file must be non-empty")
        known = f"document{len(self.pictures)}"
        self.pictures[known] = file
        document = {"file_id": known, "file_unique_id": known, "file_size": len(file)}
        return self._sent(asked, {"document": document, **_text(asked, "caption", CAPTION)})

    def _photo(self, name: str) -> list[dict[str, Any]]:
        picture = self.pictures.get(name.removeprefix("attach://"))
        if picture is None or not picture.startswith((b"\x89PNG", b"\xff\xd8")):
            raise Refusal(400, "Bad Request: IMAGE_PROCESS_FAILED")
        known = f"photo{len(self.pictures)}"
        self.pictures[known] = picture
        return [{"file_id": known, "file_unique_id": known, "width": 90, "height": 90, "file_size": len(picture)}]

    def _own(self, asked: Parameters) -> Message:
        chat = self._target(asked)
        message = chat.messages.get(asked["message_id"])
        if message is None:
            raise Refusal(400, refusals.NO_EDIT)
        if message.sender != self.world.bot["id"]:
            raise Refusal(400, "Bad Request: message can't be edited")
        thread = message.payload.get("message_thread_id") if message.payload.get("is_topic_message") else None
        self._topic(chat, thread)
        return message

    def _changed(self, message: Message, content: dict[str, Any]) -> dict[str, Any]:
        before = {key: message.payload[key] for key in _SHOWN if key in message.payload}
        if before == content:
            raise Refusal(400, refusals.NOT_MODIFIED)
        for key in before:
            del message.payload[key]
        message.payload |= {**content, "edit_date": int(time.time())}
        message.pressable = message.pressable or bool(message.keyboard)
        return message.payload

    def edit_text(self, asked: Parameters) -> dict[str, Any]:
        content, message = _text(asked, "text", TEXT), self._own(asked)
        if "text" not in message.payload:
            raise Refusal(400, "Bad Request: there is no text in the message to edit")
        return self._changed(message, content | _markup(asked))

    def edit_caption(self, asked: Parameters) -> dict[str, Any]:
        content, message = _text(asked, "caption", CAPTION), self._own(asked)
        return self._changed(message, {"photo": message.payload["photo"], **content, **_markup(asked)})

    def edit_media(self, asked: Parameters) -> dict[str, Any]:
        message, media = self._own(asked), asked["media"]
        content = {"photo": self._photo(media["media"]), **_text(media, "caption", CAPTION), **_markup(asked)}
        return self._changed(message, content)

    def edit_markup(self, asked: Parameters) -> dict[str, Any]:
        message = self._own(asked)
        kept = {key: message.payload[key] for key in _SHOWN if key in message.payload and key != "reply_markup"}
        return self._changed(message, kept | _markup(asked))

    def delete(self, asked: Parameters) -> bool:
        chat = self._found(asked)
        message = chat.messages.get(asked["message_id"])
        if message is None:
            raise Refusal(400, refusals.NO_DELETE)
        own = self.world.status(chat, self.world.bot["id"]) == "administrator"
        may = chat.kind == "private" or (own and "can_delete_messages" in chat.rights)
        if message.sender != self.world.bot["id"] and not may:
            raise Refusal(400, "Bad Request: message can't be deleted")
        del chat.messages[message.id]
        return True

    def _chat(self, asked: Parameters) -> dict[str, Any]:
        chat = self._found(asked)
        allowed = {"permissions": {"can_send_messages": not chat.silenced}} if chat.kind != "private" else {}
        return {**chat.payload(), **_FULL, **allowed}

    def _member(self, asked: Parameters) -> dict[str, Any]:
        chat = self._found(asked)
        if asked["user_id"] not in self.world.users:
            raise Refusal(400, "Bad Request: user not found")
        return self.world.member(chat, asked["user_id"])

    def _admins(self, asked: Parameters) -> list[dict[str, Any]]:
        chat = self._found(asked)
        leading = [person for person, status in chat.members.items() if status in {"creator", "administrator"}]
        return [self.world.member(chat, person) for person in leading if person != self.world.bot["id"]]

    def _leave(self, asked: Parameters) -> bool:
        self._found(asked).members[self.world.bot["id"]] = "left"
        return True

    def _set_commands(self, asked: Parameters) -> bool:
        self.world.commands[_scope(asked)] = list(asked["commands"])
        return True


def replied(message: Message) -> dict[str, Any]:
    """A message as it stands inside of one that replies to it."""
    return {key: value for key, value in message.payload.items() if key != "reply_to_message"}


def _scope(asked: Parameters) -> tuple[str, str]:
    scope = asked.get("scope") or {}
    inside = [str(scope[key]) for key in ("type", "chat_id", "user_id") if key in scope]
    return "/".join(inside) or "default", asked.get("language_code") or ""


def _markup(asked: Parameters) -> dict[str, Any]:
    keyboard = (asked.get("reply_markup") or {}).get("inline_keyboard")
    return {"reply_markup": {"inline_keyboard": keyboard}} if keyboard else {}


def _text(asked: Parameters, key: str, most: int) -> dict[str, Any]:
    try:
        text, entities = shown(asked, key)
    except Refused as refused:
        raise Refusal(400, str(refused)) from refused
    if utf16(text) > most:
        what = "message" if key == "text" else "message caption"
        raise Refusal(400, f"Bad Request: {what} is too long")
    marked = {"entities" if key == "text" else "caption_entities": entities} if entities else {}
    return {key: text, **marked} if text or key == "text" else {}
