"""The answer to one interaction: in time whatever happens behind it, and as private as what follows."""

import asyncio
import io
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import discord
import structlog

from bot.i18n import Catalog
from bot.pencil import Pencil
from bot.platforms.discord import faults
from bot.platforms.discord.drawing import Drawn, Look, draw, spoken
from bot.platforms.discord.forms import modal
from bot.platforms.discord.roads import ORIGINAL
from bot.screens.daily import CARD
from bot.screens.model import Button, Line, Screen, Text, When
from bot.troubles import Complaints
from core.ids import PersonId

LONGEST: Final = 10.0
"""Seconds for one answer; after three of them Discord takes no first one any more, and the next press waits."""
_UNTIL: Final = "hand/changeable-until"
_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Said:
    """What the presser gets: a screen, a line, a form, or nothing; `renews`: it replaces the message that was pressed."""

    viewer: PersonId
    screen: Screen | None = None
    text: Text | None = None
    form: Button | None = None
    mode: str = ""
    renews: bool = False


class Answer:
    """Answers an interaction once. `hold` says "received" where the real answer takes longer; `give` follows it up."""

    def __init__(
        self,
        interaction: discord.Interaction,
        *,
        words: Catalog,
        pencil: Pencil,
        complaints: Complaints,
        opens_form: bool = False,
    ) -> None:
        self.words = words
        self.opened = asyncio.Event()
        self._interaction = interaction
        self._pencil = pencil
        self._complaints = complaints
        self._opens_form = opens_form
        self._is_command = interaction.type is discord.InteractionType.application_command
        self._lock = asyncio.Lock()
        self._held = False
        self._given = False

    async def hold(self) -> None:
        """Acknowledge, if nothing was answered yet."""
        async with self._lock:
            if not self._given and not self._held:
                self._held = True
                await self._tell(self._hold)

    async def give(self, said: Said) -> str:
        """Answer; the message that shows the screen now: ORIGINAL, its id, or "" where there is none."""
        look = Look(self.words, viewer=said.viewer, mode=said.mode, toast=said.text)
        view = (
            None if said.screen is None else await self._pencil.draw(partial(draw, _once(said.screen, said.text), look))
        )
        async with self._lock:
            self._given = True
            return await self._tell(lambda: self._give(said, view)) or ""

    async def _hold(self) -> None:
        response = self._interaction.response
        if self._opens_form:
            await response.send_message(spoken(Text("service/slow"), self.words), ephemeral=True)
        elif self._is_command:
            await response.defer(ephemeral=True, thinking=True)
        else:
            await response.defer()

    async def _give(self, said: Said, view: Drawn | None) -> str:
        if said.form is not None:
            if not self._held:
                await self._interaction.response.send_modal(modal(said.form, self.words, mode=said.mode))
            return ""
        if said.screen is not None:
            shown = {"view": view}
            files = [discord.File(io.BytesIO(file.text.encode()), file.name) for file in said.screen.files]
            private = not (self._is_command and said.screen.kind == CARD)
            return await (self._renew(shown, files) if said.renews else self._send(shown, files, private=private))
        if said.text is not None:
            return await self._send({"content": spoken(said.text, self.words)})
        if self._is_command:
            return await self._send({"content": spoken(Text("command/done"), self.words)})
        if not self._held:
            await self._interaction.response.defer()
        return ""

    async def _renew(self, shown: dict[str, Any], files: list[discord.File]) -> str:
        pressed = self._interaction.message
        if files or (pressed is not None and pressed.attachments):
            shown = shown | {"attachments": files}
        if self._held:
            await self._interaction.edit_original_response(**shown)
        else:
            await self._interaction.response.edit_message(**shown)
        return ORIGINAL

    async def _send(
        self, shown: dict[str, Any], files: list[discord.File] | None = None, *, private: bool = True
    ) -> str:
        given = files or []
        if not self._held:
            await self._interaction.response.send_message(**shown, files=given, ephemeral=private)
            return ORIGINAL
        if self._is_command and private:
            shown |= {"attachments": given} if given else {}
            await self._interaction.edit_original_response(**shown)
            return ORIGINAL
        if self._is_command:  # "thinking" was private already: it ends so, and what all may see stands beside it
            await self._interaction.edit_original_response(content=spoken(Text("command/done"), self.words))
        return str((await self._interaction.followup.send(**shown, files=given, ephemeral=private, wait=True)).id)

    async def _tell(self, call: Any) -> Any:
        """Send it; Discord's refusals change nothing that was done."""
        try:
            async with asyncio.timeout(LONGEST):
                found = await call()
        except faults.FOREIGN as error:
            stale = isinstance(error, discord.HTTPException) and faults.is_stale(error)
            told = stale or not self._complaints.new(error, event="answer not taken")
            (_log.debug if told else _log.warning)(
                "answer not taken", interaction=self._interaction.id, code=faults.code_of(error), reason=str(error)
            )
            return None
        except RuntimeError:
            if not self._interaction.client.is_closed():
                raise
            return None  # the program ends: what was done stands
        self.opened.set()
        return found


def _once(screen: Screen, said: Text | None) -> Screen:
    """The screen without the line that repeats until when a hand can be changed."""
    if said is None or not any(isinstance(fact, When) for fact in said.facts.values()):
        return screen
    kept = (block for block in screen.blocks if not (isinstance(block, Line) and block.text.key == _UNTIL))
    return replace(screen, blocks=tuple(kept))
