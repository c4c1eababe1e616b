"""Phones of a home are let in by one press, through a second network host, and out again by another."""

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager

import pytest

from tests.servers import program
from tests.web.browser import Browser
from tests.web.conftest import running
from tests.web.test_safety import SHARED

COMPUTER, PHONE = "10.93.0.1", "10.93.0.2"
ASKS = """
import json, sys
from urllib.request import Request, build_opener, HTTPCookieProcessor
open_ = build_opener(HTTPCookieProcessor()).open
found = []
for method, address in json.loads(sys.argv[1]):
    try:
        answer = open_(Request(address, method=method), timeout=60)
        found.append([answer.status, answer.read().decode()])
    except Exception as error:
        found.append([getattr(error, "code", 0), str(error)])
print(json.dumps(found))
"""


def links(page):
    return re.findall(r'value="(http[^"]+/join/[^"]+)"', page)


def test_no_code_is_drawn_that_cannot_work_and_only_this_computer_opens_the_door(tmp_path):
    with running(tmp_path) as (_, port):
        me = Browser(port)
        table = me.opened(**SHARED)
        page = me.get(f"/table/{table}/links").text
        assert 'class="qr"' not in page
        assert f'action="/table/{table}/phones"' in page
        assert Browser(port).post(f"/table/{table}/phones", {"do": "open"}).status == 403
        assert me.post(f"/table/{table}/phones", {"do": "open"}, Origin="https://example.org").status == 403
    for more in (("--public-url", "https://mice.example.org"), ("--proxy", "127.0.0.1")):
        with running(tmp_path, *more) as (_, port):
            me = Browser(port)
            table = me.opened(**SHARED)
            assert "/phones" not in me.get(f"/table/{table}/links").text
            assert me.post(f"/table/{table}/phones", {"do": "open"}).status == 403


def ip(*words):
    return subprocess.run([program("ip"), *words], capture_output=True, check=False).returncode == 0


@contextmanager
def home():
    """Two hosts in a network of their own: a computer, and a phone."""
    name = f"mh{os.getpid()}"
    computer, phone = f"{name}c", f"{name}p"
    if not (ip("netns", "add", computer) and ip("netns", "add", phone)):
        pytest.skip("no namespaces of networks here: they need a root user")
    try:
        assert ip("link", "add", "eth0", "netns", computer, "type", "veth", "peer", "name", "eth0", "netns", phone)
        for host, address in ((computer, COMPUTER), (phone, PHONE)):
            assert ip("-n", host, "link", "set", "lo", "up") and ip("-n", host, "link", "set", "eth0", "up")
            assert ip("-n", host, "address", "add", f"{address}/24", "dev", "eth0")
            assert ip("-n", host, "route", "add", "default", "via", PHONE if host == computer else COMPUTER)
        yield computer, phone
    finally:
        for host in (computer, phone):
            ip("netns", "delete", host)


def asked(host, *requests):
    """What a host of the network gets: status and page of each request."""
    command = [program("ip"), "netns", "exec", host, sys.executable, "-c", ASKS, json.dumps(requests)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_a_phone_joins_while_the_door_is_open_and_never_otherwise(tmp_path):
    with home() as (computer, phone):
        env = {**os.environ, "MOUSEHOLE_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"}
        command = ["ip", "netns", "exec", computer, sys.executable, "-m", "mousehole", "web", "--no-browser"]
        process = subprocess.Popen([*command, "--port", "8799"], env=env, stdout=subprocess.PIPE, text=True)
        try:
            next(row for row in process.stdout if "127.0.0.1:" in row)
            press(computer, phone)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


PRESS = """
import json, sys
sys.path.insert(0, ".")
from tests.web.browser import Browser
from tests.web.test_safety import SHARED
me = Browser(8799)
for row in sys.stdin:
    if row.strip() == "table":
        table = me.opened(**SHARED)
    else:
        assert me.post(f"/table/{table}/phones", {"do": row.strip()}).status == 303
    print(json.dumps(me.get(f"/table/{table}/links").text), flush=True)
"""


def press(computer, phone):
    """The owner at the computer opens and closes the door; the phone tries all the while."""
    command = [program("ip"), "netns", "exec", computer, sys.executable, "-c", PRESS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as owner:

        def does(what):
            print(what, file=owner.stdin, flush=True)
            return json.loads(owner.stdout.readline())

        closed = does("table")
        assert all("//127.0.0.1:" in link for link in links(closed)) and 'class="qr"' not in closed
        assert asked(phone, ("GET", f"http://{COMPUTER}:8799/"))[0][0] == 0
        opened = does("open")
        assert f"http://{COMPUTER}:8799" in opened and 'class="qr"' in opened
        (link, *_) = links(opened)
        assert link.startswith(f"http://{COMPUTER}:8799/join/")
        seen, sat, rebound = asked(phone, ("GET", link), ("POST", link), ("GET", f"http://{COMPUTER}:8799/"))
        assert (seen[0], sat[0], rebound[0]) == (200, 200, 200)
        table = link.split("/")[4]
        assert asked(phone, ("POST", f"http://{COMPUTER}:8799/table/{table}/phones"))[0][0] == 403
        does("close")
        assert asked(phone, ("GET", link))[0][0] == 0
        owner.stdin.close()
