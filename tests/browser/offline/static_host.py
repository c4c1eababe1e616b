"""A plain static host in a thread: it knows files and nothing else."""

import functools
import http.server
import threading

KINDS = {".mjs": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | KINDS

    def __init__(self, *given, host, **named):
        self.host = host
        super().__init__(*given, directory=host.folder, **named)

    def translate_path(self, path):
        return super().translate_path(path.removeprefix(self.host.base.rstrip("/")))

    def do_GET(self):
        self.host.asked.append(self.path)
        if ".wasm" in self.path:
            self.host.python.wait()
        super().do_GET()

    def log_message(self, *told):
        pass


class StaticHost:
    """Serves a folder below a base such as `/a/b/` until it is gone; Python itself only while `python` is set."""

    def __init__(self, folder, base="/"):
        self.folder, self.base, self.asked, self.running = folder, base, [], True
        self.python = threading.Event()
        self.python.set()
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, host=self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self._server.server_port}{self.base.rstrip('/')}"

    def sent(self):
        """How many bytes were asked for, each file once."""
        names = {path.partition("?")[0].removeprefix(self.base.rstrip("/")).strip("/") for path in self.asked}
        return sum((self.folder / (name or "index.html")).stat().st_size for name in names)

    def stop(self):
        if self.running:
            self.running = False
            self._server.shutdown()
            self._server.server_close()
