"""The loopback Discord as a whole: started, told what the bot must know, and looked into."""

from dataclasses import dataclass, field

from aiohttp import web

from tests.e2e.discord.gateway import Gateway
from tests.e2e.discord.interactions import Interactions
from tests.e2e.discord.pace import Pace
from tests.e2e.discord.people import Person, until
from tests.e2e.discord.rest import PREFIX, Rest
from tests.e2e.discord.spec import Spec
from tests.e2e.discord.world import Guild, World
from tests.e2e.recorder import Recorder
from tests.e2e.troubles import Trouble

TOKEN = "MTE.loopback.token"  # nobody's


@dataclass(repr=False)  # everything hangs on it
class Loopback:
    """REST and gateway on 127.0.0.1, with one bot and everybody who plays with it."""

    spec: Spec | None = None
    world: World = field(default_factory=World)
    recorder: Recorder = field(default_factory=Recorder)
    port: int = 0

    def __post_init__(self) -> None:
        self.gateway = Gateway(self.world, TOKEN, violations=self.recorder.violations)
        self.interactions = Interactions(self.world, self.gateway)
        self.rest = Rest(self.world, self.interactions, self.recorder, TOKEN, spec=self.spec)

    async def start(self) -> None:
        """Listen on a free port."""
        application = web.Application(client_max_size=64 << 20)
        application.router.add_get("/gw", self.gateway.socket)
        application.router.add_get("/gw/", self.gateway.socket)
        application.router.add_route("*", PREFIX + "/{rest:.*}", self.rest.serve)
        self._runner = web.AppRunner(application, shutdown_timeout=1, keepalive_timeout=3600, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close everything."""
        await self.gateway.drop(code=1001)
        await self._runner.cleanup()

    async def awake(self, *, times: int = 1, seconds: float = 90) -> None:
        """Wait until the bot has identified itself so many times and its commands are known."""
        await until(lambda: self.gateway.identified >= times and self.world.backend.commands, seconds=seconds)

    @property
    def environment(self) -> dict[str, str]:
        """What the bot's process must find in its environment."""
        return {
            "SHISANZHI_DISCORD_TOKEN": TOKEN,
            "SHISANZHI_DISCORD_API": f"http://127.0.0.1:{self.port}{PREFIX}",
            "SHISANZHI_DISCORD_GATEWAY": f"ws://127.0.0.1:{self.port}/gw",
        }

    @property
    def violations(self) -> list[str]:
        """What Discord would have refused or the loopback does not know; empty at the end of a good test."""
        self.rest.check()
        return self.recorder.violations

    @property
    def pace(self) -> Pace:
        """Limits of pace, to be changed for a test."""
        return self.rest.pace

    def guild(self, name: str = "牌桌", *, foreign: bool = False, locale: str = "zh-TW") -> Guild:
        """A new server; `foreign`: one that the bot is not in."""
        return self.world.guild(name, foreign=foreign, locale=locale)

    def person(self, name: str, *guilds: Guild, number: int | None = None, locale: str = "zh-TW") -> Person:
        """A new account that is a member of these servers."""
        user = self.world.user(name, number)
        self.world.locales[user.id] = locale
        for guild in guilds:
            guild.invite(user.id)
        return Person(user.id, name, self.interactions, self.recorder)

    def trouble(self, trouble: Trouble) -> Trouble:
        """Order a trouble; it is returned so that a test can see how often it was met."""
        self.rest.troubles.append(trouble)
        return trouble

    def age_tokens(self, minutes: float, *, person: Person | None = None) -> None:
        """As if so many minutes had passed for the tokens of all interactions so far, or of one person's."""
        self.interactions.age(minutes, person=person.id if person else None)

    async def drop(self, *, resumable: bool = True) -> None:
        """Cut the bot's connection; it comes back by RESUME, or (`resumable=False`) anew with another READY."""
        await self.gateway.drop(resumable=resumable)

    def ready_again(self) -> None:
        """One more READY without any reason."""
        self.gateway.ready_again(f"127.0.0.1:{self.port}")

    def first_answers(self, *, since: float = 0) -> list[float]:
        """Milliseconds to the first answer of each interaction, shortest first; infinite for none."""
        return self.interactions.first_answers(since=since)

    def p99(self, *, since: float = 0) -> float:
        """The time within which 99 of 100 interactions had their first answer."""
        times = self.first_answers(since=since)
        return times[min(len(times) - 1, int(len(times) * 0.99))]
