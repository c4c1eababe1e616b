"""Web Push messages as browsers read them: encrypted for one subscription (RFC 8291), signed by this house (RFC 8292).

It needs the package cryptography: install mousehole[push]. Without it nobody is offered messages.
"""

import hmac
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

POINT, AUTH, SALT = 65, 16, 16  # bytes
RECORD = 4096  # bytes that a push service takes at least
LAST = b"\x02"  # ends the only record
VALID = 12 * 3600  # seconds for which a signature is good
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


class PushAddress(Struct, frozen=True):
    """Where a browser gets its messages, and what they are encrypted with."""

    endpoint: str
    p256dh: str
    auth: str
    language: str = "en"
    home: str = ""  # the address of this house, as its push service is told


def available() -> bool:
    """Whether messages can be made here."""
    return find_spec("cryptography") is not None


class Signer:
    """The house, as push services know it: its key follows from the secret of its folder, so it stays the same."""

    def __init__(self, secret: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        wide = b"".join(hmac.new(secret, bytes([n]), sha256).digest() for n in (1, 2))
        number = int.from_bytes(wide, "big") % (ORDER - 1) + 1
        self._key = ec.derive_private_key(number, ec.SECP256R1())

    @property
    def public(self) -> str:
        """The public key, as browsers ask for it."""
        return encoded(_point(self._key.public_key()))

    def authorization(self, push: PushAddress) -> str:
        """Say to a push service who sends."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        parts = urlsplit(push.endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + VALID, "sub": _subject(push)}
        words = b".".join(
            encoded(msgspec.json.encode(one)).encode() for one in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = decode_dss_signature(self._key.sign(words, ec.ECDSA(hashes.SHA256())))
        return f"vapid t={words.decode()}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


def encrypted(data: bytes, push: PushAddress) -> bytes:
    """Encrypt a message for a browser, with a key of its own."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return encrypted_with(ec.generate_private_key(ec.SECP256R1()), os.urandom(SALT), data, push)


def encrypted_with(own: Any, salt: bytes, data: bytes, push: PushAddress) -> bytes:
    """Encrypt a message with a given key and salt."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    theirs, auth = decoded(push.p256dh), decoded(push.auth)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    point = _point(own.public_key())
    key = _derived(auth, shared, b"WebPush: info\0" + theirs + point, 32)
    cipher = AESGCM(_derived(salt, key, b"Content-Encoding: aes128gcm\0", 16))
    body: bytes = cipher.encrypt(_derived(salt, key, b"Content-Encoding: nonce\0", 12), data + LAST, None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point + body


def sound(push: PushAddress) -> bool:
    """Whether a message can be encrypted for a browser."""
    try:
        encrypted(b"", push)
    except (ValueError, TypeError):
        return False
    return len(decoded(push.auth)) == AUTH


def encoded(data: bytes) -> str:
    """Bytes as letters, digits, - and _."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Read what `encoded` wrote."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _subject(push: PushAddress) -> str:
    return push.home if push.home.startswith("https://") else "mailto:house@mousehole.invalid"


def _point(key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point: bytes = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return point


def _derived(salt: bytes, key: bytes, purpose: bytes, length: int) -> bytes:
    """Derive at most 32 bytes (HKDF with SHA-256)."""
    first = hmac.new(salt, key, sha256).digest()
    return hmac.new(first, purpose + b"\x01", sha256).digest()[:length]
