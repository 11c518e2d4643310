#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the workbench's portable folder in bare roots of other Debians and prints a table of what happened.

usage: check_portable.py [--tarball FILE] [--work FOLDER] [--mirror ADDRESS] [--only WORD]

FILE is what ./dev tarball made; default: the one in build/package. Needs root, mmdebstrap, Xvfb, xwininfo and a mirror; with weston, Wayland is tried
as well. The roots are made once and kept in the work folder as archives, with the pictures of the window. Fails when a check does.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[2]
sys.path.insert(0, str(HERE.parent / "minimal_root"))
import debian_root  # noqa: E402: of the tests of packages.
import desktop_checks  # noqa: E402

from bare_root import HOME, RUNTIME, BareRoot, CheckFailed, expect, make_archive  # noqa: E402

OPENGL = ("libegl1", "libglx0", "libopengl0")
ROOTS = {"debian13": ("trixie", OPENGL), "unstable": ("sid", OPENGL), "debian13-bare": ("trixie", ()), "debian11": ("bullseye", ())}
SAMPLE = "/srv/sample/sample.dmp"
SYSTEM = re.compile(r"/(ld-linux[\w-]*|lib(c|m|dl|rt|pthread|resolv|util|nss_\w+|EGL|GL|GLX|GLdispatch|OpenGL))(-[\d.]+)?\.so")
# Their drivers' libraries, if anything had asked for a driver.
DRIVER = re.compile(r"mesa|gallium|libLLVM|dri/")


class Display:
    """An X server of its own, whose screen is a file."""

    def __init__(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.screen = folder / "Xvfb_screen0"
        self.server = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1440x900x24", "-ac", "-nolisten", "tcp", "-fbdir", str(folder)],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.name = ":" + self.server.stdout.readline().strip()

    def titles(self):
        tree = subprocess.run(["xwininfo", "-display", self.name, "-root", "-tree"], capture_output=True, text=True, check=False).stdout
        return re.findall(r'"([^"]+)": \("faultline-workbench"', tree)

    def close(self):
        self.server.terminate()
        self.server.wait()


class Portable:
    """The unpacked tarball in a root."""

    def __init__(self, root, archive):
        subprocess.run(["tar", "xf", str(archive), "-C", str(root.path("/opt")), "--no-same-owner"], check=True)
        shutil.copytree(TREE / "tests/corpora/samples/default", root.path("/srv/sample"))
        (top,) = root.path("/opt").iterdir()
        self.root = root
        self.top = f"/opt/{top.name}"
        self.launcher = f"{self.top}/bin/faultline-workbench"
        self.program = f"{self.top}/libexec/faultline-workbench"

    def run(self, *arguments, **environment):
        return self.root.run(self.launcher, *arguments, **environment)


def shown_place(result):
    """What the window said of itself: report, thread and frame, and when the first frame had a name."""
    place = re.search(r"shown: (sample\.dmp of 1 reports, thread .+, frame \S+)", result.stdout)
    named = re.search(r"first symbolicated frame +(\d+) ms", result.stdout)
    expect(result.returncode == 0 and place and named, f"exit status {result.returncode}: {(result.stdout + result.stderr).strip()[-600:]}")
    return f"{place.group(1)}, named after {named.group(1)} ms"


def opens_sample(portable, display):
    return shown_place(portable.run("--new-instance", "--measure", SAMPLE, DISPLAY=display.name))


def shows_window(portable, display, picture):
    with open(picture.with_suffix(".log"), "w", encoding="utf-8") as log:
        process = portable.root.start(log, portable.launcher, "--new-instance", SAMPLE, DISPLAY=display.name)
        try:
            title = debian_root.wait_until(lambda: next((title for title in display.titles() if "sample.dmp" in title and "scene::Node::bounds" in title), None), 60, "a window with the sample's signature in its title")
            time.sleep(5)
            files = portable.root.mapped_files(portable.program)
            colours = desktop_checks.save_picture(display.screen.read_bytes(), picture)
        finally:
            process.kill()
            process.wait()
    outside = [path for path in files if not path.startswith((portable.top, "/srv/"))]
    strange = [path for path in outside if not SYSTEM.search(path) or DRIVER.search(path)]
    expect(files and not strange, f"taken from the system: {strange or 'nothing is known'}")
    expect(colours > 50, f"the screen has {colours} colours only")
    return f"\"{title}\", {picture.name} with {colours} colours; {len(files) - len(outside)} libraries of its folder, of the system {', '.join(path.rsplit('/', 1)[1] for path in outside)}"


def opens_on_wayland(portable):
    """A compositor without a screen."""
    if shutil.which("weston") is None:
        return "not tried: weston is not installed"
    runtime = portable.root.runtime
    compositor = subprocess.Popen(["weston", "--backend=headless-backend.so", "--socket=wayland-7", "--idle-time=0", f"--log={runtime}/weston.log"],
                                  env={"XDG_RUNTIME_DIR": str(runtime), "PATH": "/usr/bin:/bin"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        debian_root.wait_until((runtime / "wayland-7").exists, 20, "the compositor")
        (runtime / "wayland-7").chmod(0o777)
        return shown_place(portable.run("--new-instance", "--measure", SAMPLE, WAYLAND_DISPLAY="wayland-7"))
    finally:
        compositor.terminate()
        compositor.wait()


def refuses(portable, text, **environment):
    result = portable.run(SAMPLE, **environment)
    said = result.stdout + result.stderr
    expect(result.returncode == 1 and said.count("\n") == 1 and text in said, f"exit status {result.returncode}: {said.strip()[-600:]}")
    return said.strip()


def tree_of(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def installs_and_leaves(portable):
    home = portable.root.path(HOME)
    before = tree_of(home)
    done = portable.run("--install")
    added = [name for name in tree_of(home) if name not in before and (home / name).is_file()]
    entry = home / ".local/share/applications/org.faultline.Faultline.desktop"
    expect(done.returncode == 0 and f'Exec="{portable.launcher}" %F' in entry.read_text(encoding="utf-8"), done.stderr)
    removed = portable.run("--uninstall")
    left = [name for name in tree_of(home) if name not in before]
    expect(removed.returncode == 0 and not left, f"left: {left} {removed.stderr}")
    return f"{len(added)} files added, none left"


def checks_of(portable, display, name, pictures):
    """Rows of the table that a root is for."""
    if name in ("debian13", "unstable"):
        return [("opens the sample under Xvfb", opens_sample, (portable, display)), ("its window", shows_window, (portable, display, pictures / f"{name}.png")),
                ("opens the sample on Wayland", opens_on_wayland, (portable,)), ("--install and --uninstall", installs_and_leaves, (portable,)),
                ("without a display", lambda: refuses(portable, "needs a display"), ()),
                ("with a display that is gone", lambda: refuses(portable, "nothing listens at DISPLAY=:4711", DISPLAY=":4711"), ())]
    text = "needs OpenGL" if name == "debian13-bare" else "needs glibc"
    return [("refused", lambda: refuses(portable, text, DISPLAY=display.name), ())]


def check(name, function, arguments):
    try:
        mark, text = "ok", function(*arguments)
    except (CheckFailed, debian_root.CheckFailed, desktop_checks.CheckFailed, subprocess.TimeoutExpired, OSError) as failure:
        mark, text = "FAILED", str(failure)
    print(f"| {name} | {mark} | {text} |", flush=True)
    return mark == "ok"


def check_root(name, options, display):
    suite, packages = ROOTS[name]
    archive = options.work / f"{name}.tar"
    make_archive(archive, suite, packages, options.mirror)
    root = BareRoot(archive, options.work / name)
    try:
        portable = Portable(root, options.tarball)
        return [check(f"{name}: {title}", function, arguments) for title, function, arguments in checks_of(portable, display, name, options.work)]
    finally:
        for folder in (root.folder, root.runtime):
            shutil.rmtree(folder, ignore_errors=True)


def only_tarball():
    found = sorted((TREE / "build/package").glob("faultline-workbench-*-linux-*.tar.xz"))
    if len(found) != 1:
        raise SystemExit(f"check_portable: build/package has {len(found)} tarballs of the workbench: ./dev tarball makes it, --tarball names another")
    return found[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tarball", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, default=TREE / "build/portable")
    parser.add_argument("--mirror")
    parser.add_argument("--only", default="", help="roots whose name has this word")
    options = parser.parse_args()
    if not debian_root.is_root():
        raise SystemExit("check_portable: needs root")
    options.mirror = options.mirror or debian_root.host_mirror()
    options.tarball = (options.tarball or only_tarball()).resolve()
    options.work = options.work.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    display = Display(options.work / "screen")
    try:
        held = [row for name in ROOTS if options.only in name for row in check_root(name, options, display)]
    finally:
        display.close()
    return 0 if held and all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
