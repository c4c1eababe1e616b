"""Messages to people whose turn it is: a game over three days with a push service that reads what browsers would."""

import asyncio
import json
import queue
import re
import socket
import threading
import time
from base64 import urlsafe_b64decode
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import uvicorn
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec.structs import replace

from mousehole.host import Host
from mousehole.store import DAY, SqliteStore
from mousehole.web.app import application
from mousehole.web.push.delivery import NoPush, checked, delivered, public
from mousehole.web.push.message import PushAddress, decoded, encoded, encrypted_with
from mousehole.web.rights.access import Keys
from mousehole.web.server.settings import no_limits
from mousehole.web.server_state import ServerState
from tests.web.browser import Browser
from tests.web.test_live import SHARED, friend_of


class PushService:
    """A push service on this machine: keeps what it is handed, and answers as it is told."""

    def __init__(self):
        self.got, self.gone = queue.Queue(), set()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                self.send_response(410 if self.path in service.gone else 201)
                self.end_headers()
                service.got.put((self.path, dict(self.headers), body))

            def log_message(self, *words):
                """Print nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Phone:
    """The half of a browser that gets messages: its keys, and what it reads."""

    def __init__(self, service, name):
        self.service, self.path = service, f"/send/{name}"
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), name.ljust(16, "!").encode()

    @property
    def subscription(self):
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": encoded(point), "auth": encoded(self.auth)}
        return {"endpoint": self.service.origin + self.path, "expirationTime": None, "keys": keys}

    def reads(self, body):
        """Decrypt a message as RFC 8291 says, by another library's HKDF than the house's."""
        salt, size, theirs, sealed = body[:16], body[20], body[21:86], body[86:]
        assert (int.from_bytes(body[16:20], "big"), size) == (4096, 65)
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        own = decoded(self.subscription["keys"]["p256dh"])
        key = derived(self.auth, shared, b"WebPush: info\0" + own + theirs, 32)
        cipher = AESGCM(derived(salt, key, b"Content-Encoding: aes128gcm\0", 16))
        text = cipher.decrypt(derived(salt, key, b"Content-Encoding: nonce\0", 12), sealed, None)
        assert text.endswith(b"\x02")
        return json.loads(text[:-1])


def derived(salt, key, purpose, length):
    return HKDF(hashes.SHA256(), length, salt, purpose).derive(key)


@pytest.fixture
def service():
    service = PushService()
    yield service
    service.server.shutdown()
    service.server.server_close()


@contextmanager
def day_at(folder, number, service):
    """A server on a day, with the saved games of the days before."""
    ready, box = threading.Event(), {}

    async def serve():
        host = Host(await SqliteStore.open(folder / "tables.db", clock=lambda: time.time() + number * DAY))
        settings = replace(no_limits(), push=True, push_services=(service.origin,))
        app = application(ServerState(host, Keys(b"k" * 32), settings))
        server = box["server"] = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
        taken = socket.create_server(("127.0.0.1", 0))
        box["port"] = taken.getsockname()[1]
        ready.set()  # from now on visitors wait
        await server.serve([taken])
        await host.close()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait()
    try:
        yield box["port"]
    finally:
        box["server"].should_exit = True
        thread.join()


class Family:
    """Anna and Ben with a phone each, and what their phones were handed."""

    def __init__(self, port, service):
        self.service, self.told = service, []
        self.anna = Browser(port)
        self.table = self.anna.opened(**SHARED, **{"name-0": "Anna"})
        self.ben = friend_of(self.anna, self.table)
        self.phones = {f"/send/{name}": Phone(service, name) for name in ("anna", "ben")}
        for person, phone in zip((self.anna, self.ben), self.phones.values(), strict=True):
            assert person.post("/push", body=json.dumps(phone.subscription).encode()).status == 204

    async def play(self, name, day):
        """Play a whole turn."""
        seat, browser = ("anna", "ben").index(name), getattr(self, name)
        async with browser.live(self.table) as talk:
            talk.tickets = 100 * (day + 1) + talk.entry
            assert talk.held["turn"]["seat"] == seat
            while talk.held["turn"].get("seat") == seat:
                actions = [offer["action"] for offer in talk.held["scene"].get("offers", ())]
                chance = talk.held["turn"]["kind"] == "chance"
                more = {} if chance else {"action": max(actions)}
                await talk.move("throw" if chance else "play", seat=seat, **more)

    async def hear(self):
        """Wait for the message that somebody's phone is handed."""
        self.told.append(await asyncio.to_thread(self.service.got.get))


async def test_a_game_over_three_days_tells_whoever_has_the_turn_once_and_nothing_else(tmp_path, service):
    with day_at(tmp_path, 0, service) as port:
        family = Family(port, service)
        key = family.anna.get("/push/key.json").json["key"]
        async with family.ben.live(family.table):
            await family.play("anna", 0)  # Ben is there: no message
        await family.play("ben", 0)
        await family.hear()
    for day in (1, 2):
        with day_at(tmp_path, day, service) as port:
            family.anna.port = family.ben.port = port
            assert family.anna.get("/push/key.json").json["key"] == key
            for name in ("anna", "ben"):
                await family.play(name, day)
                await family.hear()
    assert [path for path, _, _ in family.told] == ["/send/anna", "/send/ben", "/send/anna", "/send/ben", "/send/anna"]
    assert service.got.empty()
    for path, headers, body in family.told:
        names = {name.lower(): value for name, value in headers.items()}
        assert names["content-encoding"] == "aes128gcm" and int(names["ttl"]) >= 3 * DAY
        assert names["topic"] == family.table and signed(names["authorization"], key)["aud"] == service.origin
        words = {"/send/anna": "Your turn, Anna!", "/send/ben": "Your turn!"}[path]
        message = {"title": "Mmm!", "body": words, "page": f"table/{family.table}"}
        assert family.phones[path].reads(body) == message


async def test_a_browser_that_is_gone_or_wishes_no_more_is_told_nothing(tmp_path, service):
    with day_at(tmp_path, 0, service) as port:
        family = Family(port, service)
        service.gone.add("/send/ben")
        await family.play("anna", 0)
        await family.hear()
        while family.ben.get("/me/data.json").json["puzzles"].get("push"):
            await asyncio.to_thread(time.sleep, 0.1)
        assert family.anna.get("/me/data.json").json["puzzles"]["push"]
        assert family.anna.post("/push/end").status == 204
        assert "push" not in family.anna.get("/me/data.json").json["puzzles"]


def signed(authorization, key):
    """Check the signature of a sender, and read what it claims."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", authorization)
    head, claims, signature, public_key = found.groups()
    assert public_key == key
    r, s = decoded(signature)[:32], decoded(signature)[32:]
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    proof = encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
    theirs.verify(proof, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))


def test_a_message_is_encrypted_as_the_example_of_the_standard():
    push = PushAddress(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    number = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    own, salt = ec.derive_private_key(number, ec.SECP256R1()), decoded("DGv6ra1nlYgDCS1FRnbzlw")
    sealed = encrypted_with(own, salt, b"When I grow up, I want to be a watermelon", push)
    assert encoded(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.net/x", "https://push.example.net:8443/x", "https://anna@push.example.net/x", "ftp://a/x",
        "https://", "", "https://push.example.net/x y", "https://push.example.net/x\r\nHost: a", "https://[::1", "file:///x",
        "https://push.example.net/" + "x" * 1000, "https://pu\u0161h.example.net/", "https://push.example.net:99999/x",
    ],
)  # fmt: skip
def test_messages_go_nowhere_but_to_a_plain_address_over_https(endpoint):
    with pytest.raises(NoPush):
        checked(endpoint)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "[::1]", "localhost", "10.0.0.1", "169.254.169.254", "[::ffff:10.0.0.1]"]
)
async def test_messages_never_reach_the_inside_of_a_network(host):
    with pytest.raises(NoPush):
        await delivered(f"https://{host}/x", {}, b"")


def test_addresses_of_the_inside_are_known():
    inside = (
        "192.168.1.1",
        "100.64.0.1",
        "0.0.0.0",
        "fe80::1%eth0",
        "fd00::1",
        "224.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
    )
    assert not any(map(public, inside))
    assert public("93.184.216.34") and public("2606:4700::1111")


def test_odd_wishes_are_refused_and_strangers_have_none(browser):
    assert browser.post("/push", body=b"{}").status in (400, 403)  # no table, no key
    browser.opened()
    keys = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}
    good = {"endpoint": "https://push.example.net/x", "keys": {**keys, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}
    wrong = [
        b"", b"{", b"\xff", b"[]", b'{"endpoint":1}', b"x" * 9000,
        *(json.dumps({**good, **change}).encode() for change in (
            {"endpoint": "http://127.0.0.1/x"}, {"endpoint": "https://push.example.net:22/x"},
            {"keys": {"p256dh": "AAAA", "auth": "AAAA"}}, {"keys": {**keys, "auth": "AAAA"}},
            {"keys": {"p256dh": "é", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}},
        )),
    ]  # fmt: skip
    assert {browser.post("/push", body=data).status for data in wrong} <= {400, 403, 413, 422}
    assert browser.post("/push", body=json.dumps(good).encode()).status == 204
    assert browser.get("/me/data.json").json["puzzles"]["push"]["endpoint"] == good["endpoint"]


def test_the_script_that_shows_messages_is_served_at_the_root(browser):
    page = browser.get("/push_worker.js")
    assert page.headers["content-type"].startswith("text/javascript") and "showNotification" in page.text
