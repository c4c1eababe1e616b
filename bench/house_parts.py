"""The parts of a whole house for `bench drill`: PostgreSQL, Redis, servers, workers, nginx; to be killed and frozen."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.load import free_port
from tests.servers import keeper, place, program, succeeds

START_TIMEOUT = 90.0  # seconds for a part to answer
NGINX = """
daemon off; worker_processes 1; error_log {folder}/nginx.log error; pid {folder}/nginx.pid;
events {{ worker_connections 4096; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    upstream house {{ {servers} }}
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        location / {{
            proxy_pass http://house; proxy_http_version 1.1; proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";
            proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto http;
            proxy_connect_timeout 1s; proxy_read_timeout 60s; proxy_next_upstream error timeout;
        }}
    }}
}}
"""


class Part:
    """A process of the house, with all that it starts."""

    def __init__(self, kind: str, command: list[str], log: Path, answers: Callable[[], bool], **how: object) -> None:
        self.kind, self.command, self.log, self.answers, self.how = kind, command, log, answers, how
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, if need be again and again: a database may still be let go of."""
        deadline = time.monotonic() + START_TIMEOUT
        while not self._started(deadline):
            if time.monotonic() > deadline:
                raise SystemExit(f"{self.kind} does not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.2)

    def kill(self) -> None:
        """Let it die as in a power cut, with all its processes."""
        self._signal(signal.SIGKILL)
        if self.process:
            self.process.wait()

    def freeze(self) -> None:
        """Let it stand still."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def _started(self, deadline: float) -> bool:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, start_new_session=True, **self.how)
        while self.process.poll() is None and time.monotonic() < deadline:
            if self.answers():
                return True
            time.sleep(0.05)
        return False

    def _signal(self, number: int) -> None:
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)


class Parts:
    """Every part of the house, by kind, and how people and a checker reach it."""

    def __init__(self, folder: Path, servers: int, workers: int) -> None:
        self.folder = folder
        self.store = f"postgresql://mouse@/postgres?host={folder}"
        self.bus = f"unix://{folder}/redis"
        self.port = free_port()
        ports = [free_port() for _ in range(servers)]
        self.postgres, self.redis = self._postgres(), self._redis()
        self.servers = [self._server(number, port) for number, port in enumerate(ports)]
        self.workers = [self._worker(number) for number in range(workers)]
        self.nginx = self._nginx(ports)
        self.all = [self.postgres, self.redis, *self.servers, *self.workers, self.nginx]

    def of(self, kind: str) -> list[Part]:
        """The parts of a kind."""
        return [part for part in self.all if part.kind == kind]

    def copy_logs(self, to: Path) -> None:
        """Keep what all parts logged."""
        to.mkdir(parents=True, exist_ok=True)
        for part in self.all:
            shutil.copy(part.log, to)

    def _postgres(self) -> Part:
        data, user = self.folder / "data", keeper()
        initdb = [program("initdb"), "-D", str(data), "-U", "mouse", "--auth=trust", "--no-sync", "-E", "UTF8"]
        subprocess.run(initdb, user=user, check=True, capture_output=True)
        command = [program("postgres"), "-D", str(data), "-k", str(self.folder), "-c", "listen_addresses="]
        asking = [program("pg_isready"), "-h", str(self.folder), "-q"]
        return self._part("postgres", command, lambda: succeeds(*asking), user=user)

    def _redis(self) -> Part:
        socket_path = f"{self.folder}/redis"
        command = [program("redis-server"), "--port", "0", "--unixsocket", socket_path, "--unixsocketperm", "777"]
        asking = [program("redis-cli"), "-s", socket_path, "ping"]
        command += ["--save", "", "--dir", str(self.folder)]
        return self._part("redis", command, lambda: succeeds(*asking), user=keeper())

    def _server(self, number: int, port: int) -> Part:
        command = ["web", "--no-browser", "--port", str(port), "--jobs", "queue", "--proxy", "127.0.0.1"]
        command += ["--public-url", f"http://127.0.0.1:{self.port}"]
        for limit in ("openings", "sockets_address", "connections_address", "requests", "joins"):
            command += ["--limit", f"{limit}=1000000"]  # everybody comes from one address
        return self._own("server", number, command, lambda: listens(port))

    def _worker(self, number: int) -> Part:
        return self._own("worker", number, ["worker", "--jobs-at-once", "1"], lambda: True)

    def _own(self, kind: str, number: int, command: list[str], answers: Callable[[], bool]) -> Part:
        """A part that is our own program."""
        data = self.folder / "people"
        data.mkdir(exist_ok=True)
        env = {**os.environ, "MOUSEHOLE_DATA": str(data), "MOUSEHOLE_STORE": self.store, "MOUSEHOLE_BUS": self.bus}
        return self._part(kind, [sys.executable, "-P", "-m", "mousehole", *command], answers, number, env=env)

    def _nginx(self, ports: list[int]) -> Part:
        backs = " ".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=1s;" for port in ports)
        file = self.folder / "nginx.conf"
        file.write_text(NGINX.format(folder=self.folder, port=self.port, servers=backs))
        file.parent.chmod(0o755)
        command = [program("nginx"), "-c", str(file), "-e", str(self.folder / "nginx.log")]
        return self._part("nginx", command, lambda: listens(self.port))

    def _part(self, kind: str, command: list[str], answers: Callable[[], bool], number: int = 0, **how: object) -> Part:
        return Part(kind, command, self.folder / f"{kind}{number}.txt", answers, **how)


@contextmanager
def whole_house(servers: int = 3, workers: int = 2) -> Iterator[Parts]:
    """Start everything, and stop it however it ends."""
    with place() as folder:
        parts = Parts(folder, servers, workers)
        try:
            for part in parts.all:
                part.start()
            yield parts
        finally:
            for part in reversed(parts.all):
                part.thaw()
                part.kill()


def listens(port: int) -> bool:
    """Whether somebody listens at a port."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
