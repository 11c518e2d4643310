# SPDX-License-Identifier: GPL-3.0-or-later
"""A minimal Debian in a folder: made by debootstrap, entered by systemd-nspawn, booted where a check needs systemd."""
import os
import pathlib
import re
import shutil
import subprocess
import time

# Neither registered with the host's systemd, which need not run, nor in a scope of it.
NSPAWN = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--resolv-conf=copy-host"]


class CheckFailed(Exception):
    """Something is not as it must be; the text says what was found."""


def expect(condition, found):
    if not condition:
        raise CheckFailed(found)


def run(*command, check=True, timeout=900, **options):
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout, check=False, **options)
    if check and result.returncode != 0:
        raise CheckFailed(f"{' '.join(map(str, command[-3:]))}: exit status {result.returncode}: {result.stdout.strip()[-600:]}")
    # What systemd-nspawn says where the host's /run is on a disk.
    return re.sub(r"^Attempted to remove disk file system .*\n", "", result.stdout, flags=re.M)


def wait_until(condition, seconds, what):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.2)
    raise CheckFailed(f"{what}: not within {seconds} s")


def host_mirror():
    """The first address among apt's sources, in either form of theirs."""
    folder = pathlib.Path("/etc/apt")
    for path in [folder / "sources.list", *sorted((folder / "sources.list.d").glob("*"))]:
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        for address, suite in re.findall(r"^URIs: (\S+)\nSuites: (\S+)", text, flags=re.M) + re.findall(r"^deb (?:\[[^]]*\] )?(\S+) (\S+) ", text, flags=re.M):
            if suite == "bookworm":
                return address
    raise SystemExit("minimal_root: apt's sources name no mirror of bookworm; give --mirror")


def make_base(folder, mirror):
    """Debian 12's smallest installation, made once. Its lists of packages are filled, so that no check waits for them."""
    if (folder / "etc/debian_version").exists():
        return
    partial = folder.with_name(folder.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    run("debootstrap", "--variant=minbase", "bookworm", partial, mirror)
    run(*NSPAWN, "-D", partial, "apt-get", "update")
    partial.rename(folder)


class Root:
    """A copy of the base for one group of checks."""

    def __init__(self, base, folder):
        self.folder = folder
        if folder.exists():
            run("rm", "-rf", "--one-file-system", folder)
        run("cp", "-a", "--reflink=auto", base, folder)

    def path(self, name):
        return self.folder / name.lstrip("/")

    def put(self, source, name):
        target = self.path(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copyfile(source, target)

    def run(self, *command, user=None, check=True, timeout=900):
        as_user = [f"--user={user}"] if user else []
        # The first process of a container ignores the signal by which abort() ends a program.
        return run(*NSPAWN, "--as-pid2", "-D", self.folder, *as_user, "--", *command, check=check, timeout=timeout)

    def install(self, *packages, recommends=False):
        options = [] if recommends else ["--no-install-recommends"]
        return self.run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-q", *options, *packages)

    def installed(self):
        return set(self.query("${Package}\n").split())

    def size_mb(self, *packages):
        return sum(map(int, self.query("${Installed-Size}\n", *packages).split())) / 1000

    def query(self, form, *packages):
        return run("dpkg-query", f"--admindir={self.path('/var/lib/dpkg')}", "-W", f"-f={form}", *packages)


class BootedRoot:
    """The root with its systemd as the first process, in a network of its own. Commands go in beside it."""

    def __init__(self, root):
        self.root = root
        self.log = open(root.folder.with_name(root.folder.name + ".boot.log"), "w", encoding="utf-8")
        self.process = subprocess.Popen([*NSPAWN[:-1], "-D", str(root.folder), "--private-network", "--boot", "--console=pipe"],
                                        stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT)
        try:
            self.leader = wait_until(self.find_leader, 30, "the container's first process")
            wait_until(lambda: self.run("systemctl", "is-system-running", check=False).strip() in ("running", "degraded"), 60, "the container's boot")
        except CheckFailed:
            self.close()
            raise

    def find_leader(self):
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        for child in children.read_text(encoding="ascii").split():
            name = pathlib.Path(f"/proc/{child}/comm").read_text(encoding="ascii").strip()
            if name in ("systemd", "init"):
                return int(child)
        return None

    def run(self, *command, check=True, timeout=300):
        return run("nsenter", "-t", self.leader, "-m", "-u", "-i", "-n", "-p", "--", "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                   "DEBIAN_FRONTEND=noninteractive", *command, check=check, timeout=timeout)

    def start_beside(self, *command):
        """A program of this machine in the container's network only."""
        return subprocess.Popen(["nsenter", "-t", str(self.leader), "-n", "--", *map(str, command)], stdout=subprocess.PIPE, text=True)

    def run_beside(self, *command, timeout=300):
        return run("nsenter", "-t", self.leader, "-n", "--", *command, timeout=timeout)

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


def is_root():
    return os.geteuid() == 0
