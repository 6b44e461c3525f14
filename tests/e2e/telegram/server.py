"""The loopback Telegram as a whole: started, told what the bot must know, and looked into."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.e2e.recorder import Recorder
from tests.e2e.telegram.api import Api
from tests.e2e.telegram.methods import Methods
from tests.e2e.telegram.pace import Pace
from tests.e2e.telegram.people import Person
from tests.e2e.telegram.queries import Queries
from tests.e2e.telegram.spec import Spec
from tests.e2e.telegram.updates import Updates
from tests.e2e.telegram.world import Place, World
from tests.e2e.troubles import Trouble
from tests.e2e.waiting import until

TOKEN = "4200000042:loopback-AAbbCCddEEffGGhhIIjjKKllMMnn"  # nobody's
USERNAME = "shisanzhi_bot"


@dataclass(repr=False)  # everything hangs on it
class Loopback:
    """The Bot API on 127.0.0.1, with one bot and everybody who plays with it."""

    spec: Spec | None = None
    recorder: Recorder = field(default_factory=Recorder)
    port: int = 0

    def __post_init__(self) -> None:
        bot = {"id": int(TOKEN.partition(":")[0]), "is_bot": True, "first_name": "十三支", "username": USERNAME}
        self.world = World(bot)
        self.updates = Updates(self._check)
        self.world.publish = self._publish
        self.queries = Queries(self.world, self.updates)
        self.methods = Methods(self.world, self.updates, self.queries)
        self.api = Api(self.methods, self.recorder, TOKEN, spec=self.spec)

    def _check(self, update: Mapping[str, Any]) -> None:
        if self.spec is not None and self.api.every == 1:
            self.recorder.violations += [f"update: {fault}" for fault in self.spec.update_faults(update)]

    def _publish(self, kind: str, content: dict[str, Any]) -> None:
        self.updates.publish(kind, content)

    async def start(self) -> None:
        """Listen on a free port."""
        application = web.Application(client_max_size=64 << 20)
        application.router.add_route("*", "/bot{token}/{method}", self.api.serve)
        self._runner = web.AppRunner(application, shutdown_timeout=1, keepalive_timeout=3600, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close everything."""
        await self.updates.stop()
        await self._runner.cleanup()

    async def awake(self, *, since: int = 0, seconds: float = 90) -> None:
        """Wait until the bot asks for updates (more than `since` times) or has named its webhook."""
        await until(lambda: self.updates.polls > since or self.updates.webhook.url, seconds=seconds)

    @property
    def environment(self) -> dict[str, str]:
        """What the bot's process must find in its environment."""
        return {
            "SHISANZHI_TELEGRAM_TOKEN": TOKEN,
            "SHISANZHI_TELEGRAM_API": f"http://127.0.0.1:{self.port}",
        }

    @property
    def violations(self) -> list[str]:
        """What Telegram would have refused or the loopback does not know; empty at the end of a good test."""
        return self.recorder.violations

    @property
    def pace(self) -> Pace:
        """Limits of pace, to be changed for a test."""
        return self.api.pace

    def group(
        self, name: str = "牌桌", *, kind: str = "supergroup", forum: bool = False, number: int | None = None
    ) -> Place:
        """A new group with the bot in it: `kind` is group (basic) or supergroup."""
        return self.world.group(name, kind=kind, forum=forum, number=number)

    def person(
        self, name: str, *places: Place, number: int | None = None, language: str = "zh-hant", opened: bool = True
    ) -> Person:
        """A new account that is a member of these groups; `opened`: it has started the bot once, long ago."""
        user = self.world.user(name, number, language=language)
        self.world.chats[user].opened = opened
        for place in places:
            place.chat.members[user] = "member"
        return Person(user, name, self.queries, self.recorder)

    def trouble(self, trouble: Trouble) -> Trouble:
        """Order a trouble; it is returned so that a test can see how often it was met."""
        self.api.troubles.append(trouble)
        return trouble

    def first_answers(self, *, since: float = 0) -> list[float]:
        """Milliseconds to the answer of each press, shortest first; infinite for none."""
        return self.queries.first_answers(since=since)

    def p99(self, *, since: float = 0) -> float:
        """The time within which 99 of 100 presses were answered."""
        times = self.first_answers(since=since)
        return times[min(len(times) - 1, int(len(times) * 0.99))]
