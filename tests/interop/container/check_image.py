#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the server's image: by podman where it runs, else the unpacked root read-only, by unshare and setpriv.

    ./dev container
    ./dev soak container --images build/container --kit FOLDER --self-hosted FOLDER [--peer PROGRAM] [--only NAME]...

--images: what ./dev container made. --kit: the conformance kit, run whole. --self-hosted: a checkout of getsentry/self-hosted, whose services `symbolicator`
and `symbolicator-cleanup` are started as its docker-compose.yml says. --peer: Symbolicator's program, whose size is printed. Needs root, for mounts,
and PyYAML. Not part of ctest.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import oci_image  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
OUTSIDE = ("/", "/etc/symbolicator/", "/usr/", "/tmp/", "/run/", "/dev/")
SECONDS_UNTIL_READY = 1.0


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def status_of(url):
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def own(folder):
    """Makes a folder for the image's user."""
    folder.mkdir(parents=True, exist_ok=True)
    os.chown(folder, oci_image.USER, oci_image.USER)
    return folder


class Checks:
    def __init__(self):
        self.failed = 0

    def hold(self, text, holds, detail=""):
        self.failed += not holds
        print(f"{'ok  ' if holds else 'FAIL'} {text}" + (f": {detail}" if detail else ""), flush=True)


class Runner:
    """Runs the image's program in one of the two ways."""

    def __init__(self, image, docker_archive, work):
        self.image, self.work = image, work
        self.reference = f"localhost/faultline-server:{re.search(r'faultline-server-(.+)[.]oci[.]tar', image.archive.name).group(1)}"
        self.refusal = oci_image.podman_refusal(docker_archive, self.reference, work / "podman")

    def command(self, arguments, mounts, environment=None):
        if not self.refusal:
            return oci_image.podman_command(self.reference, self.work / "podman", arguments, mounts, environment)
        return self.image.command(arguments, mounts, environment)

    def output(self, arguments, mounts, environment=None):
        return subprocess.run(self.command(arguments, mounts, environment), capture_output=True, text=True, check=False)


class Server:
    """A service that runs until the block ends."""

    def __init__(self, command, log):
        self._command, self._log = command, log

    def __enter__(self):
        self._file = open(self._log, "wb")
        self.began = time.monotonic()
        self.process = subprocess.Popen(self._command, stdout=self._file, stderr=subprocess.STDOUT)
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)
        self._file.close()

    def wait_until_ready(self, url):
        """Seconds until then; absent when it ends or does not get ready."""
        while time.monotonic() < self.began + 30 and self.process.poll() is None:
            if status_of(url) == 200:
                return time.monotonic() - self.began
            time.sleep(0.005)
        return None


def check_sizes(checks, image, peer):
    checks.hold("the image's configuration", image.config["Entrypoint"] == ["/bin/symbolicator"] and image.config["User"] == f"{oci_image.USER}:{oci_image.USER}"
                and "3021/tcp" in image.config["ExposedPorts"] and image.environment()["TMPDIR"] == "/data/tmp", image.digest)
    checks.hold("a list of parts is inside", (image.root / "usr/share/doc/faultline/image.spdx.json").is_file())
    program = (image.root / "usr/bin/faultline").stat().st_size
    total = image.unpacked_bytes()
    print(f"size: {image.packed_bytes / 1e6:.1f} MB packed, {total / 1e6:.1f} MB unpacked, the program {program / 1e6:.1f} MB")
    if peer:
        print(f"size with Symbolicator's program ({peer.stat().st_size / 1e6:.1f} MB) on the same root: {(total - program + peer.stat().st_size) / 1e6:.1f} MB unpacked")


def check_writing(checks, runner, data):
    mounts = {"/data": (data, "rw")}
    for folder in OUTSIDE:
        done = runner.output(["corpus", "/data/none", "--output", f"{folder}written.jsonl"], mounts)
        text = done.stderr.strip()
        checks.hold(f"nothing can be written to {folder}", done.returncode != 0 and ("Read-only file system" in text or "Permission denied" in text), text)
    done = runner.output(["corpus", "/data/none", "--output", "/data/written.jsonl"], mounts)
    checks.hold("the volume can be written", (data / "written.jsonl").is_file(), done.stderr.strip())


def check_start(checks, runner, data, port):
    """With the shipped configuration, on another port: an empty volume, so without TMPDIR's folder."""
    folder = own(runner.work / "etc")
    text = (runner.image.root / "etc/symbolicator/config.yml").read_text().replace(":3021", f":{port}")
    (folder / "config.yml").write_text(text)
    mounts = {"/data": (data, "rw"), "/etc/symbolicator": (folder, "ro")}
    with Server(runner.command(runner.image.config["Cmd"], mounts), runner.work / "start.log") as server:
        seconds = server.wait_until_ready(f"http://127.0.0.1:{port}/ready")
        checks.hold("ready in time", seconds is not None and seconds <= SECONDS_UNTIL_READY, f"{seconds} s")
        asked = runner.output(["healthcheck", "-c", "/etc/symbolicator/config.yml"], mounts)
        checks.hold("the program asks itself", asked.returncode == 0 and asked.stdout == "OK\n", asked.stdout + asked.stderr)
        server.process.terminate()
        time.sleep(0.5)
        states = status_of(f"http://127.0.0.1:{port}/ready"), status_of(f"http://127.0.0.1:{port}/healthcheck")
        checks.hold("it drains", states == (503, 200), str(states))
        ended = server.process.wait(60)
        checks.hold("it ends", ended == 0, f"{ended} after {time.monotonic() - server.began:.1f} s")
    asked = runner.output(["healthcheck", "-c", "/etc/symbolicator/config.yml"], mounts)
    checks.hold("a server that is gone is not healthy", asked.returncode == 1 and asked.stdout == "ERROR\n", asked.stdout)


def interpreter(root):
    """What a transcoder in Python needs beside the image: transcoders are the operator's programs, and the kit has one."""
    programs = [pathlib.Path("/usr/bin/env"), pathlib.Path("/usr/bin/python3")]
    linked = {pathlib.Path(path) for program in programs
              for path in re.findall(r"/\S+", subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout)}
    return [*programs, pathlib.Path("/usr/lib") / programs[1].resolve().name, *(path for path in linked if not (root / str(path).lstrip("/")).exists())]


def check_kit(checks, runner, kit, cases):
    folder = own(runner.work / "kit")
    shared = kit.resolve() / "data"
    programs = interpreter(runner.image.root)
    runner.image.prepare_mounts([folder, shared, *programs])
    mounts = {"/data": (own(runner.work / "kit-data"), "rw"), str(folder): (folder, "rw"), str(shared): (shared, "ro"), **{str(path): (path, "ro") for path in programs}}
    state = runner.work / "state.json"
    # Each case ends a server, and none has a balancer.
    environment = {"NO_PROXY": "*", "FAULTLINE_DRAIN_DELAY": "0s"}
    state.write_text(json.dumps({"kit_folder": str(folder), "command": runner.command(["run", "-c", "{config}"], mounts, environment)}))
    serve = shlex.join([sys.executable, str(HERE / "run_in_image.py"), str(state)]) + " {config}"
    report = runner.work / "kit.json"
    done = subprocess.run([str(kit / "run"), "--serve", serve, "--report", str(report), *(word for case in cases for word in ("--case", case))], env={**os.environ, "TMPDIR": str(folder)},
                          capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    print("\n".join(line for line in lines if not line.startswith("ok  ")))
    checks.hold("the conformance kit, whole", done.returncode == 0, lines[-1] if lines else done.stderr)


def with_variables(text, variables):
    """`$NAME`, `${NAME}` and `${NAME:-default}` of a compose file."""
    pattern = re.compile(r"\$(?:(\w+)|\{(\w+)(?::?-([^}]*))?\})")
    return pattern.sub(lambda match: variables.get(match.group(1) or match.group(2), match.group(3) or ""), text)


def words_of(command, variables):
    return [with_variables(word, variables) for word in (shlex.split(command) if isinstance(command, str) else command)]


def mounts_of(service, folder, volumes):
    """The service's volumes: names are folders of the test, places are relative to the compose file."""
    mounts = {}
    for volume in service["volumes"]:
        if isinstance(volume, str):
            name, target = volume.split(":")[:2]
            mounts[target] = (volumes[name], "rw")
        else:
            mounts[volume["target"]] = (folder / volume["source"], "ro" if volume.get("read_only") else "rw")
    return mounts


def prepared_self_hosted(checkout, work, port):
    """A copy of the compose file's folder as its install.sh leaves it: the example is the configuration. The port is one of the test's."""
    folder = own(work / "self-hosted")
    own(folder / "symbolicator")
    shutil.copyfile(checkout / "docker-compose.yml", folder / "docker-compose.yml")
    example = (checkout / "symbolicator/config.example.yml").read_text()
    (folder / "symbolicator/config.yml").write_text(example.replace(":3021", f":{port}"))
    return folder


def check_self_hosted(checks, runner, checkout, port):
    import yaml  # PyYAML; only this check needs it.

    folder = prepared_self_hosted(checkout, runner.work, port)
    services = yaml.safe_load((folder / "docker-compose.yml").read_text())["services"]
    data = own(runner.work / "sentry-symbolicator")
    # A volume that Symbolicator has used.
    foreign = own(data / "objects") / "0a1b2c"
    foreign.write_bytes(b"symbolicator's")
    volumes = {"sentry-symbolicator": data}
    server, cleanup = services["symbolicator"], services["symbolicator-cleanup"]
    variables = {"SYMBOLICATOR_IMAGE": runner.reference}
    checks.hold("both services take the image's name", {with_variables(one["image"], variables) for one in (server, cleanup)} == {runner.reference})
    environment = {name: with_variables(value, variables) for name, value in server.get("environment", {}).items()}
    commands = [runner.command(words_of(service["command"], variables), mounts_of(service, folder, volumes), environment) for service in (server, cleanup)]
    with Server(commands[0], runner.work / "symbolicator.log") as one, Server(commands[1], runner.work / "cleanup.log") as other:
        seconds = one.wait_until_ready(f"http://127.0.0.1:{port}/healthcheck")
        checks.hold("self-hosted's symbolicator serves", seconds is not None, f"{seconds} s, {' '.join(words_of(server['command'], variables))}")
        test = server["healthcheck"]["test"]
        asked = runner.output(test[2:], mounts_of(server, folder, volumes), environment)
        checks.hold("its health check passes", test[:2] == ["CMD", "/bin/symbolicator"] and asked.returncode == 0, asked.stdout + asked.stderr)
        time.sleep(2)
        checks.hold("self-hosted's symbolicator-cleanup goes on", other.process.poll() is None, (runner.work / "cleanup.log").read_text().strip())
    checks.hold("both end when they are told", (one.process.returncode, other.process.returncode) == (0, 0), f"{one.process.returncode}, {other.process.returncode}")
    checks.hold("Symbolicator's caches are left alone", foreign.read_bytes() == b"symbolicator's")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--images", required=True, type=pathlib.Path)
    parser.add_argument("--kit", required=True, type=pathlib.Path)
    parser.add_argument("--self-hosted", required=True, type=pathlib.Path)
    parser.add_argument("--peer", type=pathlib.Path)
    parser.add_argument("--case", action="append", default=[], help="only these cases of the kit")
    parser.add_argument("--only", action="append", choices=["sizes", "writing", "start", "kit", "self-hosted"])
    args = parser.parse_args()
    (oci,), (docker,) = args.images.glob("faultline-server-*.oci.tar"), args.images.glob("faultline-server-*.docker.tar")
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="image-") as folder:
        work = pathlib.Path(folder)
        work.chmod(0o755)
        image = oci_image.Image(oci, work)
        runner = Runner(image, docker, work)
        print(f"by unshare and setpriv, because podman says: {runner.refusal}" if runner.refusal else "by podman", flush=True)
        steps = {"sizes": lambda: check_sizes(checks, image, args.peer), "writing": lambda: check_writing(checks, runner, own(work / "data")),
                 "start": lambda: check_start(checks, runner, own(work / "empty"), free_port()), "kit": lambda: check_kit(checks, runner, args.kit, args.case),
                 "self-hosted": lambda: check_self_hosted(checks, runner, args.self_hosted, free_port())}
        for name, step in steps.items():
            if not args.only or name in args.only:
                step()
    print(f"{checks.failed} checks failed" if checks.failed else "all checks hold")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
