"""The game in Telegram groups: boards in the group, hands in private chats."""
