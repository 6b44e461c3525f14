"""Interactions on their way to the bot and back: payloads, waiting for the answer, time of the first answer."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from simcord.backend import serializers
from simcord.backend.models import Interaction, Message

from tests.e2e.discord.gateway import Gateway
from tests.e2e.discord.world import GROUP_DM, Place, World, aged, partial_guild

COMMAND, COMPONENT, COMPLETION, FORM = 2, 3, 4, 5
KINDS: Final = {4: "message", 5: "deferred", 6: "deferred update", 7: "update", 8: "choices", 9: "modal"}


@dataclass(eq=False)
class Waiting:
    """One interaction, until its answer is complete."""

    record: Interaction
    source: Message | None
    sent: float
    answered: float | None = None
    kind: str = "nothing"  # of the first answer; "nothing": none came in time
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def milliseconds(self) -> float:
        """How long the first answer took; infinite while there is none."""
        return float("inf") if self.answered is None else (self.answered - self.sent) * 1000


@dataclass
class Interactions:
    """All interactions since the start."""

    world: World
    gateway: Gateway
    waits: dict[int, Waiting] = field(default_factory=dict)

    def push(
        self, kind: int, place: Place, person: int, *, content: Mapping[str, Any], source: Message | None
    ) -> Waiting:
        """Send one interaction of a person; `source`: the message it was pressed on, which may be gone by now."""
        backend = self.world.backend
        record = backend.new_interaction(kind, place.id, person, place.channel.guild_id)
        record.source_message_id = source.id if source else None
        record.command_name = content.get("name")
        record.command_type = 1 if kind == COMMAND else None
        payload = self._payload(record, place) | {"data": content}
        if source is not None:
            payload["message"] = serializers.message_payload(backend, source)
        waiting = self.waits[record.id] = Waiting(record, source, time.monotonic())
        self.gateway.publish("INTERACTION_CREATE", payload)
        return waiting

    def _payload(self, record: Interaction, place: Place) -> dict[str, Any]:
        backend, guild, channel = self.world.backend, record.guild_id, place.channel
        installed = self.world.is_foreign(channel)
        shown = {**serializers.channel_payload(backend, channel)}
        if channel.type == GROUP_DM:
            shown["recipients"] = [serializers.user_payload(backend.users[user]) for user in channel.recipient_ids]
        payload: dict[str, Any] = {
            "id": str(record.id),
            "application_id": str(backend.application_id),
            "type": record.type,
            "token": record.token,
            "version": 1,
            "channel_id": str(channel.id),
            "channel": shown,
            "locale": self.world.locales.get(record.user_id, "zh-TW"),
            "entitlements": [],
            "authorizing_integration_owners": {"1": str(record.user_id)} if installed else {"0": str(guild or 0)},
            "context": 0 if guild else 2 if channel.type == GROUP_DM else 1,
            "attachment_size_limit": 10_485_760,
            "app_permissions": str(self._app_permissions(record)),
        }
        if guild is None:
            return payload | {"user": serializers.user_payload(backend.users[record.user_id])}
        return payload | self._in_guild(record, guild)

    def _in_guild(self, record: Interaction, guild: int) -> dict[str, Any]:
        backend, known = self.world.backend, self.world.backend.get_guild(guild)
        member = {**serializers.member_payload(backend, known, known.members[record.user_id])}
        member["permissions"] = str(backend.compute_permissions(guild, record.user_id, record.channel_id))
        return {
            "guild_id": str(guild),
            "guild": partial_guild(self.world, guild),
            "guild_locale": known.preferred_locale,
            "member": member,
        }

    def _app_permissions(self, record: Interaction) -> int:
        if record.channel_id in self.world.app_permissions:
            return self.world.app_permissions[record.channel_id]
        if record.guild_id is None or record.guild_id in self.world.foreign:
            return 0 if record.guild_id is None else 274_878_023_680
        backend = self.world.backend
        return backend.compute_permissions(record.guild_id, backend.bot_user.id, record.channel_id)

    def of_token(self, token: str) -> Waiting | None:
        """The interaction that a webhook's token belongs to."""
        return self.waits.get(self.world.backend.interaction_tokens.get(token, 0))

    def answered(self, waiting: Waiting, kind: int) -> None:
        """The first answer was taken."""
        waiting.answered, waiting.kind = time.monotonic(), KINDS.get(kind, str(kind))
        waiting.changed.set()

    async def settle(self, waiting: Waiting, seconds: float) -> None:
        """Wait for the first answer as long as Discord does; after a "thinking …", for what follows it."""
        end = time.monotonic() + 3.2
        while (waiting.answered is None or waiting.record.loading) and (left := end - time.monotonic()) > 0:
            waiting.changed.clear()
            try:
                await asyncio.wait_for(waiting.changed.wait(), left)
            except TimeoutError:
                return
            if waiting.answered is not None:
                end = waiting.answered + seconds

    def age(self, minutes: float, *, person: int | None = None) -> None:
        """Make the tokens of all interactions so far older, or those of one person."""
        for waiting in self.waits.values():
            if person in {None, waiting.record.user_id}:
                aged(waiting.record, minutes)

    def first_answers(self, *, since: float = 0) -> list[float]:
        """Milliseconds to the first answer of each interaction, shortest first."""
        return sorted(waiting.milliseconds for waiting in self.waits.values() if waiting.sent >= since)

    def message_of(self, waiting: Waiting) -> Message | None:
        """The message that an interaction was answered with, or that it changed."""
        record = waiting.record
        found = self.world.backend.messages.get(record.channel_id, {})
        return found.get(record.message_id) if record.message_id else None
