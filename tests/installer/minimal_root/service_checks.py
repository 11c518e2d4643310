# SPDX-License-Identifier: GPL-3.0-or-later
"""The service in a booted root: its start, a kill, full disks, an upgrade under load, removal and purge."""
import json
import pathlib
import re
import sys
import tempfile
import time

from debian_root import expect, run, wait_until

UNIT = "faultline-server.service"
PORT = 3021
CLIENT = pathlib.Path(__file__).resolve().parent / "service_client.py"
CONFIGURATION = "/etc/faultline/server.yml"
CACHES = "/var/cache/private/faultline"
STATE = "/var/lib/private/faultline"
SYMBOLS = "/srv/symbols"
NAME_OF_SAMPLE = "scene::Group::updateBounds"
LOST = ("ConnectionRefusedError", "ConnectionResetError", "RemoteDisconnected", "BrokenPipeError")


class Service:
    def __init__(self, booted, dump):
        self.booted, self.dump = booted, dump

    def systemctl(self, *arguments, check=True):
        return self.booted.run("systemctl", *arguments, check=check).strip()

    def property(self, name):
        return self.systemctl("show", UNIT, f"--property={name}", "--value")

    def ask(self):
        return json.loads(self.booted.run_beside(sys.executable, CLIENT, PORT, self.dump))

    def expect_names(self, what):
        answer = self.ask()
        expect(any(NAME_OF_SAMPLE in name for name in answer["functions"]), f"{what}: {answer['status']}, functions {answer['functions'][:5]}")
        return answer


def not_started_by_installation(service):
    states = service.systemctl("is-enabled", UNIT, check=False), service.systemctl("is-active", UNIT, check=False)
    expect(states == ("disabled", "inactive"), f"the unit is {states}")
    timer = service.systemctl("is-enabled", "faultline-cleanup.timer", check=False)
    expect(timer == "disabled", f"the timer is {timer}")
    return "disabled and inactive"


def starts_and_answers(service):
    """With the configuration as packaged. Type=notify: systemctl comes back when the server is ready."""
    service.systemctl("start", UNIT)
    answer = service.ask()
    expect(service.property("ActiveState") == "active", service.property("ActiveState"))
    expect(answer["health"] == [200, "ok"] and answer["symbolicate"] == [200, "completed"], f"answers {answer}")
    expect(answer["status"] == 200 and answer["frames"] > 10, f"a dump gives {answer['status']}, {answer['frames']} frames")
    user = service.booted.run("stat", "-c", "%u", f"/proc/{service.property('MainPID')}").strip()
    expect(user != "0", "it runs as root")
    journal = service.booted.run("journalctl", "-u", UNIT, "-o", "cat", "--no-pager")
    expect("127.0.0.1:3021" in journal, f"the journal says {journal[-300:]}")
    return f"/healthcheck ok, /symbolicate completed, a dump's {answer['frames']} frames, as user {user}"


def security(service):
    """What systemd makes of the units where they run."""
    values = {}
    for unit in (UNIT, "faultline-cleanup.service"):
        text = service.booted.run("systemd-analyze", "security", "--no-pager", unit)
        values[unit] = float(re.search(r"exposure level for \S+: ([\d.]+)", text).group(1))
        expect(values[unit] <= 2.0, f"{unit} has {values[unit]}")
    return ", ".join(f"{unit} {value}" for unit, value in values.items())


def operators_configuration(service):
    """An operator's source of debug files gives names."""
    path = service.booted.root.path(CONFIGURATION)
    text = path.read_text(encoding="utf-8")
    source = f'sources:\n  - {{id: local, type: filesystem, path: {SYMBOLS}, layout: {{type: unified, casing: lowercase}}}}'
    expect("sources: []" in text, "the packaged configuration has no \"sources: []\"")
    path.write_text(text.replace("sources: []", source), encoding="utf-8")
    service.systemctl("restart", UNIT)
    answer = service.expect_names("with a source")
    return f"{len(answer['functions'])} of {answer['frames']} frames named"


def survives_kill(service):
    before = service.property("MainPID")
    service.systemctl("kill", "--kill-whom=main", "--signal=SIGKILL", UNIT)
    wait_until(lambda: service.property("ActiveState") == "active" and service.property("MainPID") not in ("0", before), 30, "a restart after SIGKILL")
    service.expect_names("after SIGKILL")
    verified = service.booted.run("faultline", "cache", "verify", "--config", CONFIGURATION)
    return f"restarted {service.property('NRestarts')} time, names again, cache verify: {verified.strip().splitlines()[-1]}"


def full_folder(service, folder):
    """On a file system without a free byte the server starts and answers, and it uses the folder again once there is room."""
    run_in = service.booted.run
    service.systemctl("stop", UNIT)
    run_in("mkdir", "-p", folder)
    run_in("mount", "-t", "tmpfs", "-o", "size=4m,mode=0700", "tmpfs", folder)
    try:
        run_in("sh", "-c", f"dd if=/dev/zero of={folder}/filler bs=64k 2>/dev/null; chmod 0644 {folder}/filler")
        free = int(run_in("df", "--output=avail", folder).split()[-1])
        expect(free == 0, f"{free} kB are free")
        service.systemctl("start", UNIT)
        full = service.ask()
        expect(full["health"] == [200, "ok"], f"full: {full['health']}")
        named = sum(NAME_OF_SAMPLE in name for name in full["functions"])
        expect(full["status"] == 200 and named, f"full: {full['status']}, {len(full['functions'])} functions")
        run_in("rm", f"{folder}/filler")
        service.expect_names("with room again")
        expect(service.property("NRestarts") == "0", f"it restarted {service.property('NRestarts')} times")
    finally:
        service.systemctl("stop", UNIT)
        run_in("umount", folder)
        service.systemctl("reset-failed", UNIT, check=False)
        service.systemctl("start", UNIT)
    return "starts, answers with names while 0 bytes are free, and after it"


def upgrade_under_load(service, packages):
    """Nothing but connections may fail while the new program takes over, and none if a socket of systemd holds them."""
    before = service.property("MainPID")
    load = service.booted.start_beside(sys.executable, CLIENT, PORT, service.dump, 40)
    time.sleep(5)
    service.booted.run("dpkg", "--install", *packages)
    outcome = json.loads(load.communicate(timeout=120)[0])
    counts = outcome["outcomes"]
    expect(service.property("ActiveState") == "active" and service.property("MainPID") != before, "the new program does not run")
    version = service.booted.run("dpkg-query", "-W", "-f=${Version}", "faultline-server")
    expect(version.endswith("+upgrade"), f"version {version} is installed")
    configuration = service.booted.root.path(CONFIGURATION).read_text(encoding="utf-8")
    expect(SYMBOLS in configuration, "the operator's configuration is gone")
    wrong = {name: count for name, count in counts.items() if name not in ("answered", *LOST)}
    lost = sum(counts.get(name, 0) for name in LOST)
    has_socket = service.systemctl("is-active", "faultline-server.socket", check=False) == "active"
    expect(not wrong and counts.get("answered", 0) > 20 and outcome["longest_gap"] < 15, f"outcomes {counts}, longest gap {outcome['longest_gap']:.1f} s")
    expect(not has_socket or lost == 0, f"{lost} requests lost in spite of the socket: {counts}")
    service.expect_names("after the upgrade")
    return f"{counts['answered']} answered, {lost} attempts without a connection, longest gap {outcome['longest_gap']:.1f} s, configuration kept"


def cleanup(service):
    """The timer's service removes what is old, as the owner of the caches, and the server goes on with them."""
    def entries():
        return [path for path in service.booted.run("find", CACHES, "-type", "f", "-not", "-name", "*.lock").splitlines() if path]

    before = entries()
    expect(before, "the caches are empty before")
    service.booted.run("sh", "-c", f"find {CACHES} -type f -exec touch -d '60 days ago' {{}} +")
    service.systemctl("start", "faultline-cleanup.service")
    after = entries()
    result = service.systemctl("show", "faultline-cleanup.service", "--property=Result", "--value")
    expect(result == "success" and len(after) < len(before), f"{result}, {len(before)} files before, {len(after)} after")
    service.expect_names("after the clean-up")
    service.systemctl("enable", "--now", "faultline-cleanup.timer")
    expect("faultline-cleanup.timer" in service.systemctl("list-timers", "--no-pager"), "the timer is not listed")
    return f"{len(before)} files before, {len(after)} after, names again"


def removal_and_purge(service):
    run_in = service.booted.run
    kept = run_in("sh", "-c", f"ls {CACHES} | wc -l").strip()
    service.systemctl("enable", UNIT)
    run_in("apt-get", "remove", "-y", "-q", "faultline-server")
    expect(service.systemctl("is-active", UNIT, check=False) != "active", "it still runs after removal")
    expect(kept != "0" and run_in("sh", "-c", f"ls {CACHES} | wc -l").strip() == kept, "removal touched the caches")
    run_in("test", "-e", CONFIGURATION)
    said = run_in("apt-get", "purge", "-y", "-q", "faultline-server")
    expect("~/.cache/faultline" in said and "~/.config/faultline" in said, f"purge says {said[-300:]}")
    left = run_in("find", "/etc/faultline", "/etc/systemd", CACHES, STATE, "/var/cache/faultline", "/var/lib/faultline", "-name", "*faultline*", check=False)
    left = [line for line in left.splitlines() if "No such file" not in line]
    expect(not left, f"left after purge: {left}")
    return f"{kept} folders of caches kept by removal, nothing left by purge, which names what stays in homes"


def higher_version(package, folder):
    """The same package with a version that dpkg takes as an upgrade."""
    with tempfile.TemporaryDirectory() as temporary:
        tree = pathlib.Path(temporary) / "tree"
        run("dpkg-deb", "-R", package, tree)
        control = tree / "DEBIAN/control"
        text = control.read_text(encoding="utf-8")
        version = re.search(r"^Version: (.*)$", text, flags=re.M).group(1)
        control.write_text(text.replace(f"Version: {version}", f"Version: {version}+upgrade").replace(f"(= {version})", f"(= {version}+upgrade)"), encoding="utf-8")
        target = folder / f"{package.stem}-upgrade.deb"
        run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "-b", tree, target)
    return target
