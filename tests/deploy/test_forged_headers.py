"""Each proxy set-up that is shipped, driven by a visitor who writes headers of their own: all count as one visitor."""

import re
import socket
import ssl
import time
from http.client import HTTPSConnection
from pathlib import Path
from signal import SIGTERM

import pytest
import yaml

from tests.deploy.test_deploy_files import COMPOSE, DEPLOY, MANIFESTS, tool
from tests.servers import Server, place, program
from tests.web.conftest import running

TRIES, LIMIT, FREE = 30, 5, 20.0  # one more opening comes free after so many seconds
FORGED = ("203.0.113.{n}", "203.0.113.{n}, 198.51.100.9", "junk{n}", "[2001:db8:{n}::1]:80", "127.0.0.1, 10.0.{n}.1")
SHIPPED = (DEPLOY / "nginx.conf").read_text("utf-8")
APPENDS = SHIPPED.replace("X-Forwarded-For $remote_addr", "X-Forwarded-For $proxy_add_x_forwarded_for")
CLUSTER = next(one["data"]["MOUSEHOLE_PROXY"] for one in MANIFESTS if one["kind"] == "ConfigMap")
OWN = "127.0.0.1"  # the proxy of the tests, where compose names the address of its own


@pytest.fixture
def folder():
    with place() as found:
        yield found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def opened(port, number):
    """Ask for a new table over TLS, with forged headers; whether it was opened."""
    here = ("127.0.0.2", 0)  # another address than that of the proxy
    line = HTTPSConnection("127.0.0.1", port, context=ssl._create_unverified_context(), source_address=here)
    forged = FORGED[number % len(FORGED)].format(n=number + 1)
    headers = dict.fromkeys(("X-Forwarded-For", "X-Real-IP", "Forwarded", "True-Client-IP"), forged)
    line.request("POST", "/play/mmm", headers=headers)
    answer = line.getresponse()
    answer.read()
    line.close()
    assert answer.status in (303, 403), answer.status
    return answer.status == 303


def answers(port):
    try:
        line = HTTPSConnection("127.0.0.1", port, context=ssl._create_unverified_context())
        line.request("GET", "/")
        return line.getresponse().status == 200
    except OSError:
        return False


def config(page: str, folder: Path, port: int, behind: int) -> str:
    """The shipped file, for unusual ports and a folder of its own."""
    page = re.sub(r"server 10\.77\.0\.1\d:8765", f"server 127.0.0.1:{behind}", page)
    page = page.replace("listen 443", f"listen 127.0.0.1:{port}").replace("listen 80", f"listen 127.0.0.1:{port + 1}")
    page = page.replace("/etc/nginx/certificates", str(folder)).replace("/dev/stdout", f"{folder}/access")
    page = page.replace("/dev/stderr", f"{folder}/error").replace("worker_rlimit_nofile 65536;", "")
    kept = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return f"pid {folder}/pid;\ndaemon off;\n{page.replace('http {', 'http {' + chr(10) + kept, 1)}"


@pytest.mark.parametrize(
    ("page", "proxy"),
    [(SHIPPED, OWN), (SHIPPED, CLUSTER), (APPENDS, CLUSTER), (APPENDS, OWN)],
    ids=["compose", "ingress that overwrites", "ingress that appends", "nginx that appends"],
)
def test_forged_addresses_count_as_the_one_that_they_come_from(tmp_path, folder, page, proxy):
    tool("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=mice.example.org",
         "-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"))  # fmt: skip
    (folder / "privkey.pem").chmod(0o644)
    with running(tmp_path / "house", "--proxy", proxy, "--limit", f"openings={LIMIT}") as (_, behind):
        port = free_port()
        (folder / "nginx.conf").write_text(config(page, folder, port, behind))
        command = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", f"{folder}/first"]
        nginx = Server(command, lambda: answers(port))
        nginx.start()
        try:
            began = time.monotonic()
            count = sum(opened(port, number) for number in range(TRIES))
        finally:
            nginx.stop(SIGTERM)
        assert LIMIT <= count <= LIMIT + 1 + (time.monotonic() - began) / FREE


def test_the_shipped_files_agree_on_who_is_the_proxy():
    house = COMPOSE["services"]["proxy"]["networks"]["house"]["ipv4_address"]
    assert COMPOSE["x-mousehole"]["environment"]["MOUSEHOLE_PROXY"] == house
    servers = {COMPOSE["services"][f"server-{n}"]["networks"]["house"]["ipv4_address"] for n in (1, 2)}
    assert set(re.findall(r"server ([\d.]+):8765", SHIPPED)) == servers
    largest = re.search(r"client_max_body_size (\w+);", SHIPPED)[1]
    ingress = next(one for one in MANIFESTS if one["kind"] == "Ingress")["metadata"]["annotations"]
    assert ingress["nginx.ingress.kubernetes.io/proxy-body-size"] == largest
    assert yaml.safe_load(CLUSTER) == 1
