"""The four games of thirteen cards on Discord, a round or two of each."""

from collections.abc import Awaitable, Callable

import pytest

from tests.e2e import six_games
from tests.e2e.discord.friends import DiscordFriends
from tests.e2e.discord.party import Party

Played = Callable[[six_games.Friends], Awaitable[None]]


@pytest.mark.parametrize("played", [six_games.taiwan, six_games.hongkong, six_games.standard, six_games.international])
async def test_friends_play(party: Party, played: Played) -> None:
    await played(DiscordFriends(**vars(party)))
