# SPDX-License-Identifier: GPL-3.0-or-later
"""What the drills share: a running `faultline serve`, and its memory."""
import pathlib
import re
import socket
import subprocess
import time


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Server:
    """`settings` are lines of the configuration file without `bind`."""

    def __init__(self, program, folder, settings):
        self.port = free_port()
        self.folder = pathlib.Path(folder)
        config = self.folder / "server.yml"
        config.write_text(f'bind: "127.0.0.1:{self.port}"\n' + settings)
        self.log, self.printed = self.folder / "server.log", self.folder / "server.out"
        with open(self.log, "wb") as log, open(self.printed, "wb") as printed:
            self.process = subprocess.Popen([str(program), "serve", "-c", str(config)], stdout=printed, stderr=log, stdin=subprocess.DEVNULL)
        for _ in range(300):
            if self.process.poll() is not None:
                raise SystemExit(f"the server ended with status {self.process.returncode}: {self.log.read_text()[-2000:]}")
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the server does not answer")

    def rss_mib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def peak_mib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024

    def descriptors(self):
        return len(list(pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def is_alive(self):
        return self.process.poll() is None

    def stop(self):
        self.process.terminate()
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return -1
