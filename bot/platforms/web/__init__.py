"""The browser room: a page that is a chat channel, on a server of our own."""

from bot.platforms.web.platform import WebPlatform

__all__ = ["WebPlatform"]
