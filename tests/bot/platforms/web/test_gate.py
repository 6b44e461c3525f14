import logging

import pytest
from aiohttp.http_exceptions import BadHttpMessage

from bot.platforms.web.gate import Bucket, host_allowed, host_name, own_address, own_fault, own_names, same_origin

NAMES = frozenset({"kitchen", "kitchen.local"})


@pytest.mark.parametrize(
    ("header", "local"),
    [
        ("localhost:8013", "127.0.0.1"),
        ("LOCALHOST", "127.0.0.1"),
        ("127.0.0.1:8013", "127.0.0.1"),
        ("[::1]:8013", "::1"),
        ("192.168.1.20:8013", "192.168.1.20"),
        ("192.168.1.20", "::ffff:192.168.1.20"),
        ("[fe80::1]", "fe80::1%eth0"),
        ("kitchen.local:80", "192.168.1.20"),
        ("kitchen.", "192.168.1.20"),
    ],
)
def test_our_own_names_and_the_address_that_was_called_are_let_in(header: str, local: str):
    assert host_allowed(header, local=local, names=NAMES)


@pytest.mark.parametrize(
    "header",
    [
        "",
        "evil.example",
        "evil.example:8013",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "192.168.1.21:8013",
        "127.0.0.1:8013@evil.example",
        "127.0.0.1:port",
        "[::1",
        "[::2]",
        "kitchen.local/..",
        " localhost",
        "localhost\n",
        "۱۲۷.0.0.1",
    ],
)
def test_every_other_host_is_refused(header: str):
    assert not host_allowed(header, local="192.168.1.20", names=NAMES)


def test_a_host_is_read_without_its_port_and_brackets():
    assert host_name("[FE80::1]:80") == "fe80::1"
    assert host_name("Kitchen.local.") == "kitchen.local"


@pytest.mark.parametrize("origin", ["http://localhost:8013", "https://localhost:8013", "http://LOCALHOST:8013"])
def test_the_page_of_this_host_may_open_a_socket(origin: str):
    assert same_origin(origin, "localhost:8013")


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.example",
        "http://localhost",
        "http://localhost:80130",
        "ftp://localhost:8013",
        "http://localhost:8013.evil.example",
        "localhost:8013",
        "http://localhost:8013/",
    ],
)
def test_the_page_of_another_host_may_not(origin: str):
    assert not same_origin(origin, "localhost:8013")


def test_a_bucket_lets_a_burst_through_and_then_so_many_a_second():
    clock = [100.0]
    bucket = Bucket(10, 30, now=lambda: clock[0])

    assert [bucket.take() for _ in range(31)] == [True] * 30 + [False]
    assert bucket.wait() == 1
    assert not bucket.idle()
    clock[0] += 0.5
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    clock[0] += 3.0
    assert bucket.idle()


def test_a_clock_that_stands_fills_no_bucket():
    bucket = Bucket(10, 1, now=lambda: 5.0)

    assert [bucket.take(), bucket.take(), bucket.take()] == [True, False, False]


def test_this_machine_knows_how_it_is_called():
    assert own_address().count(".") == 3
    assert all(name == name.lower() for name in own_names())


@pytest.mark.parametrize(
    ("error", "ours"),
    [
        (BadHttpMessage("Cookie: shisanzhi=secret"), False),
        (ConnectionResetError("Cannot write to closing transport"), False),
        (KeyError("x"), True),
        (None, True),
    ],
)
def test_the_log_hears_of_our_own_faults_alone(error: Exception | None, *, ours: bool):
    about = (type(error), error, None) if error else None
    record = logging.LogRecord("requests", logging.ERROR, __file__, 1, "failed", None, about)
    assert ours is own_fault(record)
