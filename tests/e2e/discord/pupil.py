"""A small client of the real discord.py, for the tests of the loopback itself; its own process, unpatched."""

import asyncio
import logging
import os

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route


class Panel(discord.ui.LayoutView):
    """A layout with buttons and a menu, as boards and hands are."""

    def __init__(self, text: str) -> None:
        super().__init__(timeout=None)
        row: discord.ui.ActionRow[Panel] = discord.ui.ActionRow()
        for name in ("join", "hand", "name", "dm", "slow"):
            row.add_item(discord.ui.Button(label=f"🪑 {name}", custom_id=name))
        menu: discord.ui.ActionRow[Panel] = discord.ui.ActionRow(
            discord.ui.Select(
                custom_id="pick", options=[discord.SelectOption(label=f"card {n}", value=n) for n in "123"]
            )
        )
        self.add_item(discord.ui.Container(discord.ui.TextDisplay(text), row, menu, accent_colour=0x2E7D32))
        self.stop()


def form() -> discord.ui.Modal:
    """A form with a line and a menu."""
    modal = discord.ui.Modal(title="設定", custom_id="form")
    modal.add_item(discord.ui.Label(text="名字", component=discord.ui.TextInput(custom_id="who", max_length=20)))
    options = [discord.SelectOption(label=word, value=word, default=word == "zh-TW") for word in ("zh-TW", "en")]
    modal.add_item(discord.ui.Label(text="語言", component=discord.ui.Select(custom_id="language", options=options)))
    modal.stop()
    return modal


async def offered(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What begins with what is typed."""
    return [app_commands.Choice(name=word, value=word) for word in ("joker", "bonus") if word.startswith(typed)]


class Pupil(discord.Client):
    """Answers each kind of interaction in its own way."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.tree = app_commands.CommandTree(self)
        group = app_commands.Group(name="shisanzhi", description="十三支")
        group.command(name="start", description="open a table")(self.begin)
        group.command(name="rules", description="the rules")(self.rules)
        self.tree.add_command(group)
        self.seen: list[str] = []

    @app_commands.describe(seats="how many")
    async def begin(self, press: discord.Interaction, seats: app_commands.Range[int, 2, 6] = 4) -> None:
        if not press.app_permissions.send_messages or press.guild_id is None or press.guild is None:
            await press.response.send_message("not here", ephemeral=True)
            return
        await press.response.send_message("opened", ephemeral=True)
        channel = self.get_partial_messageable(press.channel_id or 0)
        board = await channel.send(view=Panel(f"table for {seats}"), silent=True, nonce=press.id)
        await press.followup.send(str(board.id), ephemeral=True)

    async def rules(self, press: discord.Interaction, which: str = "") -> None:
        await press.response.defer(ephemeral=True, thinking=True)
        await asyncio.sleep(0.2)
        await press.edit_original_response(view=Panel(f"rules of {which}"))

    async def setup_hook(self) -> None:
        start = self.tree.get_command("shisanzhi")
        assert isinstance(start, app_commands.Group)
        rules = start.get_command("rules")
        assert isinstance(rules, app_commands.Command)
        rules.autocomplete("which")(offered)
        if not await self.tree.fetch_commands():
            await self.tree.sync()

    async def on_ready(self) -> None:
        self.seen.append("ready")

    async def on_message(self, message: discord.Message) -> None:
        if message.author.id != self.application_id and message.guild:
            self.seen.append(f"chat{message.content!r}")

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self.seen.append("deleted")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.seen.append("channel gone")

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        self.seen.append(f"archived {after.archived}")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.seen.append("guild gone")

    async def on_interaction(self, press: discord.Interaction) -> None:
        data = dict(press.data or {})
        if press.type == discord.InteractionType.modal_submit:
            fields = [part["component"] for part in data["components"]]  # type: ignore[attr-defined]
            values = [field.get("value") or ",".join(field["values"]) for field in fields]
            await press.response.send_message(" ".join(values), ephemeral=True)
        elif press.type == discord.InteractionType.component:
            try:
                await self.pressed(press, str(data["custom_id"]), data)
            except discord.HTTPException as refusal:
                self.seen.append(f"{refusal.status}/{refusal.code}")

    async def pressed(self, press: discord.Interaction, name: str, data: dict[str, object]) -> None:
        match name:
            case "join":
                await press.response.edit_message(view=Panel(f"{press.user.display_name} joined"))
            case "hand":
                await press.response.send_message(view=Panel("♤A ♥K"), ephemeral=True)
            case "pick":
                await press.response.edit_message(view=Panel(f"picked {data['values']}"))
            case "name":
                await press.response.send_modal(form())
            case "dm":
                await press.response.defer()
                await press.user.send("♤A ♥K")
            case "slow":
                await asyncio.sleep(3.4)
                await press.response.defer()
            case "edit":
                assert press.message is not None
                await press.response.defer()
                await (
                    self.get_partial_messageable(press.channel_id or 0)
                    .get_partial_message(press.message.id)
                    .edit(view=Panel("edited"))
                )
            case "original":
                await press.response.defer()
                await asyncio.sleep(0.5)
                await press.edit_original_response(view=Panel("edited"))
            case "seen":
                await press.response.send_message("|".join(self.seen) or "-", ephemeral=True)
            case _:
                await press.response.send_message("old", ephemeral=True)


if __name__ == "__main__":
    Route.BASE = os.environ["SHISANZHI_DISCORD_API"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["SHISANZHI_DISCORD_GATEWAY"])
    Pupil().run(os.environ["SHISANZHI_DISCORD_TOKEN"], log_level=logging.WARNING)
