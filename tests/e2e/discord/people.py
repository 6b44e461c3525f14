"""The people: what they type, press, choose and fill in, and what they see."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from simcord.backend.models import Message

from tests.e2e.discord.hand_rules import BUTTON, INPUT, LABEL, walk
from tests.e2e.discord.interactions import COMMAND, COMPLETION, COMPONENT, FORM, Interactions, Waiting
from tests.e2e.discord.looking import buttons_of, selects_of, text_of
from tests.e2e.discord.world import Place
from tests.e2e.recorder import Call, Recorder
from tests.e2e.waiting import until

__all__ = ["Answer", "Person", "until"]

Which = str | Callable[[Mapping[str, Any]], bool]
_TYPES: Final[dict[int, type | tuple[type, ...]]] = {3: str, 4: int, 5: bool, 10: (int, float)}


@dataclass(frozen=True, repr=False)
class Answer:
    """What came back for one interaction."""

    person: "Person"
    waiting: Waiting

    @property
    def kind(self) -> str:
        """Of the first answer: message, deferred, deferred update, update, choices, modal; "nothing" if none came."""
        return self.waiting.kind

    @property
    def milliseconds(self) -> float:
        return self.waiting.milliseconds

    @property
    def message(self) -> Message:
        """The message answered with or changed, as it is now."""
        found = self.person.interactions.message_of(self.waiting)
        assert found is not None, f"no message: {self.kind}"
        return found

    @property
    def thinking(self) -> bool:
        """Whether "thinking …" is still shown."""
        return self.waiting.record.loading

    @property
    def private(self) -> bool:
        """Whether only the person sees it."""
        return self.message.is_ephemeral

    @property
    def text(self) -> str:
        return text_of(self.message)

    @property
    def modal(self) -> dict[str, Any]:
        """The form that opened."""
        assert self.waiting.record.modal is not None, f"no form: {self.kind}"
        return self.waiting.record.modal

    @property
    def choices(self) -> list[dict[str, Any]]:
        return self.waiting.record.autocomplete_choices or []

    @property
    def followups(self) -> list[Message]:
        """What came after the first answer with the same token."""
        record = self.waiting.record
        known = self.person.interactions.world.backend.messages.get(record.channel_id, {})
        return [known[message] for message in record.followup_ids if message in known]


@dataclass(frozen=True, repr=False)
class Person:
    """One account of a human."""

    id: int
    name: str
    interactions: Interactions
    recorder: Recorder
    patience: float = 15  # seconds for what follows a "thinking …"

    async def slash(self, place: Place, line: str, /, **options: object) -> Answer:
        """Use a command: `await ann.slash(room, "shisanzhi start", rules="joker")`."""
        return await self._send(COMMAND, place, self._command(line, options), None)

    async def slash_raw(self, place: Place, content: Mapping[str, Any]) -> Answer:
        """Use a command as an outdated client would: `{"id": "1", "name": "shisanzhi", "type": 1, "options": [...]}`."""
        return await self._send(COMMAND, place, content, None)

    async def complete(
        self, place: Place, line: str, option: str, typed: str, /, **others: object
    ) -> list[dict[str, Any]]:
        """What is offered while the person types in an option: names and values."""
        content = self._command(line, {**others, option: typed}, focused=option)
        return (await self._send(COMPLETION, place, content, None)).choices

    async def press(self, message: Message, which: Which) -> Answer:
        """Press the button with this label (whole or a part of it), custom id, or for which the function is true."""
        button = _the_one(buttons_of(message), which)
        assert not button.get("disabled"), f"cannot be pressed: {button}"
        self._must_see(message)
        return await self.press_id(message, button["custom_id"])

    async def press_id(self, message: Message, custom_id: str, *, values: Iterable[str] | None = None) -> Answer:
        """Press what may stand there no more, or never did: an old button, another person's, a forged one."""
        content: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON, "id": 1}
        if values is not None:
            content |= {"component_type": 3, "values": [*values]}
        place = Place(self.interactions.world, message.channel_id)
        return await self._send(COMPONENT, place, content, message)

    async def choose(self, message: Message, *values: str, which: Which = "") -> Answer:
        """Choose options by value or label in the only menu, or in the one with this placeholder or custom id."""
        menu = _the_one(selects_of(message), which)
        self._must_see(message)
        chosen = [_the_one(menu["options"], value)["value"] for value in values]
        assert menu.get("min_values", 1) <= len(chosen) <= menu.get("max_values", 1), menu
        return await self.press_id(message, menu["custom_id"], values=chosen)

    async def fill(self, opened: Answer, /, **values: str) -> Answer:
        """Fill in the form that opened, by custom id or label of a field, and send it; the rest as it stands."""
        modal, record = opened.modal, opened.waiting.record
        left = dict(values)
        components = [_filled(part, left) for part in modal["components"]]
        assert not left, f"no such fields: {left}"
        content = {"custom_id": modal["custom_id"], "components": components}
        place = Place(self.interactions.world, record.channel_id)
        return await self._send(FORM, place, content, opened.waiting.source)

    def say(self, place: Place, text: str) -> Message:
        """Write a line in a channel."""
        return self.interactions.world.backend.create_message(place.id, self.id, text)

    def close_dms(self, *, status: int = 403) -> None:
        """Take no direct messages from now on; they are refused with 50007 under this status."""
        self.interactions.world.closed[self.id] = status

    def open_dms(self) -> None:
        """Take direct messages again."""
        self.interactions.world.closed.pop(self.id, None)

    @property
    def dms(self) -> list[Message]:
        """Direct messages with the bot, oldest first."""
        world = self.interactions.world
        known = world.backend.messages.get(world.backend.dm_channels.get(self.id, 0), {})
        return [message for message in known.values() if not message.is_ephemeral]

    @property
    def ephemeral(self) -> list[Message]:
        """Messages that only this person sees in channels, oldest first."""
        found = {}
        for waiting in self.interactions.waits.values():
            record = waiting.record
            if record.user_id == self.id:
                known = self.interactions.world.backend.messages.get(record.channel_id, {})
                for message in (record.message_id, *record.followup_ids):
                    if message in known and known[message].is_ephemeral:
                        found[message] = known[message]
        return [found[message] for message in sorted(found)]

    @property
    def sees(self) -> list[Call]:
        """Every request so far whose effect this person could see, by direct message, privately or in a channel."""
        return [call for call in self.recorder.calls if call.status < 400 and self._reads(call)]

    def _reads(self, call: Call) -> bool:
        if call.audience is not None or call.channel is None:
            return call.audience == self.id
        channel = self.interactions.world.backend.channels.get(call.channel)
        if channel is None or channel.guild_id is None:
            return False
        guild = self.interactions.world.backend.guilds.get(channel.guild_id)
        return guild is not None and self.id in guild.members

    def _must_see(self, message: Message) -> None:
        assert message.visible_to(self.id), f"{self.name} does not see this message"
        known = self.interactions.world.backend.messages.get(message.channel_id, {})
        assert message.id in known, "this message is gone"

    async def _send(self, kind: int, place: Place, content: Mapping[str, Any], source: Message | None) -> Answer:
        waiting = self.interactions.push(kind, place, self.id, content=content, source=source)
        await self.interactions.settle(waiting, self.patience)
        return Answer(self, waiting)

    def _command(self, line: str, options: Mapping[str, object], *, focused: str = "") -> dict[str, Any]:
        name, *path = line.split()
        command = self.interactions.world.backend.find_command(name, None)
        assert command is not None, f"no such command: {name}"
        leaf: dict[str, Any] = command
        for step in path:
            leaf = _the_one([option for option in leaf["options"] if option["type"] in {1, 2}], step)
        filled = [_option(leaf, key, value, focused=key == focused) for key, value in options.items()]
        missing = {option["name"] for option in leaf.get("options", ()) if option.get("required")} - options.keys()
        assert not missing or focused, f"{line}: {missing} must be given"
        for step in reversed(path):
            filled = [{"name": step, "type": 1, "options": filled}]
        return {"id": command["id"], "name": name, "type": 1, "options": filled}


def _option(leaf: Mapping[str, Any], name: str, value: object, *, focused: bool) -> dict[str, Any]:
    option = _the_one(leaf.get("options") or [], name)
    if not focused:
        assert isinstance(value, _TYPES[option["type"]]), f"{name}={value!r}"
        allowed = [choice["value"] for choice in option.get("choices") or ()]
        assert not allowed or value in allowed, f"{name}={value!r}: only {allowed}"
        assert option.get("min_value", value) <= value <= option.get("max_value", value), f"{name}={value!r}"
    return {"name": name, "type": option["type"], "value": value} | ({"focused": True} if focused else {})


def _the_one(parts: Iterable[Mapping[str, Any]], which: Which) -> dict[str, Any]:
    """The part that is meant: by function, or by whole name before a part of it."""
    known = [dict(part) for part in parts]
    if callable(which):
        fitting = [part for part in known if which(part)]
    elif not which:
        fitting = known
    else:
        exact = [part for part in known if which in _names(part)]
        fitting = exact or [part for part in known if any(which in name for name in _names(part))]
    assert len(fitting) == 1, f"{len(fitting)} fit {which!r} of {[_names(part) for part in known]}"
    return fitting[0]


def _names(part: Mapping[str, Any]) -> list[str]:
    keys = ("label", "name", "value", "placeholder", "custom_id")
    return [str(part[key]) for key in keys if part.get(key)]


def _filled(part: Mapping[str, Any], values: dict[str, str]) -> dict[str, Any]:
    """One top part of a form as it is sent back; what it used is taken out of `values`."""
    if part["type"] not in {1, LABEL}:
        return {"type": part["type"], "id": part["id"]}
    field = next(iter(walk([part["component"]] if part["type"] == LABEL else part["components"])))
    key = next((name for name in (field["custom_id"], part.get("label"), field.get("label")) if name in values), None)
    sent: dict[str, Any] = {"type": field["type"], "id": field["id"], "custom_id": field["custom_id"]}
    if field["type"] == INPUT:
        sent["value"] = values.pop(key) if key else field.get("value") or ""
        shortest = field.get("min_length") or int(field.get("required", True))
        assert shortest <= len(sent["value"]) <= (field.get("max_length") or 4000), f"{field}: {sent['value']!r}"
    else:
        options = field.get("options") or []
        sent["values"] = (
            [_the_one(options, values.pop(key))["value"]]
            if key
            else [option["value"] for option in options if option.get("default")]
        )
        assert sent["values"] or not field.get("required", True), f"{field} must be chosen"
    if part["type"] == LABEL:
        return {"type": LABEL, "id": part["id"], "component": sent}
    return {"type": 1, "id": part["id"], "components": [sent]}
