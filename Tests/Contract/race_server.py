"""A real server on a free port, for tests in Python."""

import pathlib
import re
import signal
import subprocess
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build" / "debug" / "tilerace"


class RaceServer:
    """`tilerace serve` with its data in a folder of its own; may be killed and started again on the same port."""

    def __init__(self, data, port=0, more=("--rooms-per-address", "10000")):
        self.data = data
        self.more = more
        self.port = port
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [
                PROGRAM, "serve", "--port", str(self.port), "--data", str(self.data), "--web", str(ROOT / "web"),
                *self.more,
            ],
            stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            found = re.match(r"Open http://localhost:(\d+)/", line)
            if found:
                self.port = int(found[1])
                return self
        raise RuntimeError("the server did not start")

    @property
    def url(self):
        return f"http://localhost:{self.port}"

    def kill(self):
        """As a crash does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """As an operator does; returns the exit code."""
        self.process.terminate()
        return self.process.wait(timeout=20)

    def request(self, method, path, body=None, headers=None):
        """Status and body of an HTTP request."""
        request = urllib.request.Request(self.url + path, data=body, headers=headers or {}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
