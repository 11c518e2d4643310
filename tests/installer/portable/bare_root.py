# SPDX-License-Identifier: GPL-3.0-or-later
"""The smallest installation of a Debian in a folder: made by mmdebstrap, entered by unshare and chroot, as a user without a name."""
import os
import pathlib
import shutil
import subprocess

USER = 1000
HOME = "/home/tester"
RUNTIME = "/run/tester"
# Mounts do not leave the namespace. What starts in it ends with it.
ENTER = """
set -eu
root=$1 runtime=$2
shift 2
mount -t proc proc "$root/proc"
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
mount --bind "$runtime" "$root%s"
exec chroot --userspec=%d:%d "$root" /usr/bin/env -i "$@"
""" % (RUNTIME, USER, USER)


class CheckFailed(Exception):
    """Something is not as it must be; the text says what was found."""


def expect(condition, found):
    if not condition:
        raise CheckFailed(found)


def make_archive(archive, suite, packages, mirror):
    """Made once. A mirror that lags behind its dates is good enough."""
    if archive.exists():
        return
    partial = archive.with_name("partial-" + archive.name)
    command = ["mmdebstrap", "--variant=minbase", "--quiet", '--aptopt=Acquire::Check-Valid-Until "false"']
    if packages:
        command.append(f"--include={','.join(packages)}")
    done = subprocess.run([*command, suite, str(partial), mirror], capture_output=True, text=True, check=False)
    expect(done.returncode == 0, f"mmdebstrap {suite}: {done.stderr.strip()[-500:]}")
    partial.rename(archive)


class BareRoot:
    def __init__(self, archive, folder):
        self.folder = folder
        self.runtime = folder.with_name(folder.name + ".runtime")
        for old in (folder, self.runtime):
            shutil.rmtree(old, ignore_errors=True)
            old.mkdir(parents=True)
        subprocess.run(["tar", "xf", str(archive), "-C", str(folder)], check=True)
        os.chown(self.runtime, USER, USER)
        self.runtime.chmod(0o700)
        for name in ("/tmp/.X11-unix", RUNTIME, HOME, "/srv"):
            self.path(name).mkdir(parents=True, exist_ok=True)
        os.chown(self.path(HOME), USER, USER)

    def path(self, name):
        return self.folder / name.lstrip("/")

    def command(self, *arguments, **environment):
        variables = {"PATH": "/usr/bin:/bin", "HOME": HOME, "XDG_RUNTIME_DIR": RUNTIME, "LC_ALL": "C.UTF-8", **environment}
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child=KILL", "sh", "-c", ENTER, "enter", str(self.folder), str(self.runtime),
                *[f"{name}={value}" for name, value in variables.items()], *map(str, arguments)]

    def run(self, *arguments, timeout=120, **environment):
        return subprocess.run(self.command(*arguments, **environment), capture_output=True, text=True, timeout=timeout, check=False, stdin=subprocess.DEVNULL)

    def start(self, log, *arguments, **environment):
        return subprocess.Popen(self.command(*arguments, **environment), stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)

    def mapped_files(self, program):
        """What the running program has mapped, by its paths in the root."""
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if os.readlink(process / "exe") == str(self.path(program)) or (os.readlink(process / "root") == str(self.folder) and os.readlink(process / "exe").endswith(program)):
                    fields = [line.split(maxsplit=5) for line in (process / "maps").read_text(encoding="utf-8").splitlines()]
                    return sorted({field[5].removeprefix(str(self.folder)) for field in fields if len(field) == 6 and ".so" in field[5]})
            except OSError:
                continue
        return []
