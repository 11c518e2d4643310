#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The launcher of the portable folder: what it refuses, how it starts the program, and that what --install adds goes again.

usage: test_portable_launcher.py ROOT

The folder is made of the real scripts and a small program, which the real loader judges. Needs a C compiler, and for the data bases of types and
entries the tools of a desktop.
"""
import os
import pathlib
import platform
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "installer"))
import make_workbench_tarball as recipe  # noqa: E402: it lies in the tree.

TOOLS = ("cc", "readelf", "update-mime-database", "update-desktop-database", "gio")
SKIPPED = 77
# It writes its arguments and what the launcher set, and has a library that it needs.
PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
int drawn(void);
int main(int count, char** arguments)
{
    const char* file = getenv("SAID");
    FILE* out = file ? fopen(file, "w") : stdout;
    for (int i = 1; i < count; ++i)
        fprintf(out, "%s\n", arguments[i]);
    fprintf(out, "fonts %s\n", getenv("FONTCONFIG_FILE") ? getenv("FONTCONFIG_FILE") : "");
    return fclose(out) + drawn();
}
"""
LIBRARY = "int drawn(void) { return 0; }"
OLD, NEW = "1.0", "999.1"


def compiled(source, target, *options):
    subprocess.run(["cc", "-x", "c", "-", "-o", str(target), *options], input=source, text=True, check=True)


def make_folder(top, glibc=OLD, machine=platform.machine(), library="libGLX.so.0"):
    """The scripts as the recipe writes them, around a program that needs the library of that name."""
    for folder in ("bin", "libexec", "lib/faultline", "share/applications", "share/mime/packages", "share/icons/hicolor/16x16/apps"):
        (top / folder).mkdir(parents=True)
    compiled(LIBRARY, top / "lib/faultline" / library, "-shared", "-fPIC", f"-Wl,-soname,{library}")
    compiled(PROGRAM, top / "libexec/faultline-workbench", "-x", "none", str(top / "lib/faultline" / library), "-Wl,--disable-new-dtags,-rpath,$ORIGIN/../lib/faultline")
    recipe.write_launcher(top, machine, glibc)
    shutil.copy(ROOT / "installer/portable/faultline-desktop-files", top / "libexec")
    shutil.copy(ROOT / "installer/desktop/org.faultline.Faultline.desktop", top / "share/applications")
    shutil.copy(ROOT / "installer/desktop/org.faultline.Faultline.mime.xml", top / "share/mime/packages")
    (top / "share/icons/hicolor/16x16/apps/org.faultline.Faultline.png").write_bytes(b"\x89PNG")


def listening(address):
    server = socket.socket(socket.AF_UNIX)
    server.bind(address)
    server.listen()
    return server


def tree_of(folder):
    """Every path below the folder, with the content of files."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


class Folder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.base = pathlib.Path(temporary.name)
        self.home = self.base / "home"
        self.home.mkdir()
        self.top = self.base / "folder"

    def run_launcher(self, *arguments, launcher=None, **environment):
        variables = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8", **environment}
        return subprocess.run([str(launcher or self.top / "bin/faultline-workbench"), *arguments], capture_output=True, text=True, check=False, env=variables)

    def assert_refused(self, text, *arguments, **environment):
        result = self.run_launcher(*arguments, **environment)
        said = result.stdout + result.stderr
        self.assertEqual(result.returncode, 1, said)
        self.assertEqual(said.count("\n"), 1, said)
        self.assertIn(text, said)

    def said(self, *arguments, **environment):
        result = self.run_launcher(*arguments, **environment)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout.splitlines()


class Refusals(Folder):
    def test_a_machine_of_another_kind(self):
        make_folder(self.top, machine="m68k")
        self.assert_refused(f"this folder is for m68k, and this machine is {platform.machine()}", DISPLAY="other:1")

    def test_a_system_without_glibc(self):
        make_folder(self.top)
        launcher = self.top / "bin/faultline-workbench"
        launcher.write_text(recipe.launcher_text(platform.machine(), "/nowhere/ld.so", "2.36"), encoding="utf-8")
        self.assert_refused("needs glibc 2.36 or later, and this system has no glibc (/nowhere/ld.so)", DISPLAY="other:1")

    def test_an_older_glibc(self):
        make_folder(self.top, glibc=NEW)
        self.assert_refused(f"needs glibc {NEW} or later, and this system has {platform.libc_ver()[1]}", DISPLAY="other:1")

    def test_versions_are_numbers(self):
        make_folder(self.top, glibc="2.36")
        tools = self.base / "tools"
        tools.mkdir()
        for version, is_enough in (("2.4", False), ("2.35", False), ("2.36", True), ("2.36.9000", True), ("2.100", True), ("3.0", True), ("1.99", False)):
            (tools / "getconf").write_text(f"#!/bin/sh\necho glibc {version}\n", encoding="utf-8")
            (tools / "getconf").chmod(0o755)
            with self.subTest(version):
                result = self.run_launcher(DISPLAY="other:1", PATH=f"{tools}:{os.environ['PATH']}")
                self.assertEqual(result.returncode, 0 if is_enough else 1, result.stderr)

    def test_the_loader_tells_its_version_where_getconf_is_missing(self):
        make_folder(self.top, glibc=NEW)
        tools = self.base / "tools"
        tools.mkdir()
        for name in ("readlink", "uname", "sed", "sort", "tr", "head", "grep"):
            (tools / name).symlink_to(shutil.which(name))
        self.assert_refused(f"needs glibc {NEW} or later, and this system has {platform.libc_ver()[1]}", DISPLAY="other:1", PATH=str(tools))

    def test_a_system_without_opengl(self):
        # A name that is nowhere, because this machine may have the real one.
        make_folder(self.top, library="libEGL.so.77")
        (self.top / "lib/faultline/libEGL.so.77").unlink()
        self.assert_refused("needs OpenGL, and this system has no libEGL.so.77 (Debian", DISPLAY="other:1")

    def test_a_folder_that_lost_a_library(self):
        make_folder(self.top, library="libQt6Nothing.so.6")
        (self.top / "lib/faultline/libQt6Nothing.so.6").unlink()
        self.assert_refused("its folder is not complete: libQt6Nothing.so.6 is missing", DISPLAY="other:1")

    def test_no_display(self):
        make_folder(self.top)
        self.assert_refused("neither DISPLAY nor WAYLAND_DISPLAY is set")
        self.assert_refused("neither DISPLAY nor WAYLAND_DISPLAY is set", "--", "-platform", DISPLAY="", WAYLAND_DISPLAY="")

    def test_a_display_at_which_nothing_listens(self):
        make_folder(self.top)
        self.assert_refused("nothing listens at DISPLAY=:47110.0", DISPLAY=":47110.0")
        self.assert_refused("nothing listens at WAYLAND_DISPLAY=gone", WAYLAND_DISPLAY="gone", XDG_RUNTIME_DIR=str(self.base))
        self.assert_refused("nothing listens at DISPLAY=:47110 or WAYLAND_DISPLAY=gone", DISPLAY=":47110", WAYLAND_DISPLAY="gone")


class Starts(Folder):
    def setUp(self):
        super().setUp()
        make_folder(self.top)
        self.fonts = f"fonts {self.top}/share/faultline/fonts.conf"

    def test_x_of_this_machine(self):
        with listening("\0/tmp/.X11-unix/X47111"):
            self.assertEqual(self.said("a b", "*", DISPLAY=":47111.0"), ["-platform", "xcb", "a b", "*", self.fonts])

    def test_x_of_another_machine(self):
        self.assertEqual(self.said("crash.dmp", DISPLAY="other:10.0"), ["-platform", "xcb", "crash.dmp", self.fonts])

    def test_wayland(self):
        with listening(str(self.base / "wayland-0")):
            self.assertEqual(self.said(WAYLAND_DISPLAY="wayland-0", XDG_RUNTIME_DIR=str(self.base)), ["-platform", "wayland", self.fonts])
            self.assertEqual(self.said(WAYLAND_DISPLAY=str(self.base / "wayland-0")), ["-platform", "wayland", self.fonts])
            self.assertEqual(self.said(WAYLAND_DISPLAY=str(self.base / "wayland-0"), DISPLAY=":47110"), ["-platform", "wayland", self.fonts])

    def test_both_are_left_to_qt(self):
        with listening(str(self.base / "wayland-0")):
            self.assertEqual(self.said("x", WAYLAND_DISPLAY=str(self.base / "wayland-0"), DISPLAY="other:1"), ["x", self.fonts])

    def test_a_platform_that_the_user_names(self):
        self.assertEqual(self.said("-platform", "offscreen", "x"), ["-platform", "offscreen", "x", self.fonts])
        self.assertEqual(self.said("x", QT_QPA_PLATFORM="offscreen"), ["x", self.fonts])

    def test_words_need_no_display(self):
        self.assertEqual(self.said("--version"), ["-platform", "offscreen", "--version", self.fonts])
        self.assertIn("  --uninstall                  Removes them.", self.said("--help"))

    def test_fonts_that_the_user_chose_stay(self):
        self.assertEqual(self.said("--version", FONTCONFIG_FILE="/mine.conf")[-1], "fonts /mine.conf")

    def test_a_link_leads_to_the_folder(self):
        (self.base / "link").symlink_to(self.top / "bin/faultline-workbench")
        result = self.run_launcher("--version", launcher=self.base / "link")
        self.assertEqual((result.returncode, result.stdout.splitlines()[-1]), (0, self.fonts))


class DesktopFiles(Folder):
    def setUp(self):
        super().setUp()
        make_folder(self.top)
        self.data = self.home / ".local/share"
        self.entry = self.data / "applications/org.faultline.Faultline.desktop"

    def without_tools(self):
        """A PATH as bare roots have it."""
        tools = self.base / "bare"
        tools.mkdir()
        for name in ("sh", "readlink", "dirname", "mkdir", "cp", "chmod", "find", "sort", "uniq", "sed", "rm", "rmdir", "touch"):
            (tools / name).symlink_to(shutil.which(name))
        return str(tools)

    def other_program(self):
        """Desktop entry and types of somebody else, with their data bases."""
        (self.data / "applications").mkdir(parents=True)
        (self.data / "mime/packages").mkdir(parents=True)
        (self.data / "applications/other.desktop").write_text("[Desktop Entry]\nType=Application\nName=Other\nExec=other\nMimeType=application/x-other;\n", encoding="utf-8")
        (self.data / "mime/packages/other.xml").write_text(
            '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info"><mime-type type="application/x-other"><glob pattern="*.oth"/></mime-type></mime-info>',
            encoding="utf-8")
        self.make_databases()

    def make_databases(self):
        subprocess.run(["update-mime-database", str(self.data / "mime")], check=True, capture_output=True)
        subprocess.run(["update-desktop-database", str(self.data / "applications")], check=True, capture_output=True)

    def install(self, **environment):
        result = self.run_launcher("--install", **environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def uninstall(self, **environment):
        result = self.run_launcher("--uninstall", **environment)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_what_is_added(self):
        self.install()
        text = self.entry.read_text(encoding="utf-8")
        self.assertIn(f'Exec="{self.top}/bin/faultline-workbench" %F\n', text)
        self.assertIn(f'Exec="{self.top}/bin/faultline-workbench" --last\n', text)
        self.assertIn(f"TryExec={self.top}/bin/faultline-workbench\n", text)
        self.assertNotIn("DBusActivatable", text)
        self.assertTrue((self.data / "icons/hicolor/16x16/apps/org.faultline.Faultline.png").is_file())
        self.assertIn("application/x-minidump", (self.data / "mime/types").read_text(encoding="utf-8"))
        self.assertIn("application/x-minidump=org.faultline.Faultline.desktop", (self.data / "applications/mimeinfo.cache").read_text(encoding="utf-8"))

    def test_removal_leaves_nothing(self):
        self.install()
        self.uninstall()
        self.assertEqual(tree_of(self.home), {})

    def test_removal_leaves_nothing_where_no_tool_is(self):
        path = self.without_tools()
        result = self.install(PATH=path)
        self.assertIn("without update-mime-database", result.stderr)
        self.uninstall(PATH=path)
        self.assertEqual(tree_of(self.home), {})

    def test_a_tool_that_came_later_leaves_nothing(self):
        self.install(PATH=self.without_tools())
        self.uninstall()
        self.assertEqual(tree_of(self.home), {})

    def test_what_others_have_stays_as_it_was(self):
        self.other_program()
        before = tree_of(self.home)
        self.install()
        self.assertNotEqual(tree_of(self.home), before)
        self.uninstall()
        self.assertEqual(tree_of(self.home), before)

    def test_what_others_added_meanwhile_stays(self):
        self.install()
        (self.data / "mime/packages/other.xml").write_text('<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info"/>', encoding="utf-8")
        (self.data / "icons/hicolor/16x16/apps/other.png").write_bytes(b"\x89PNG")
        self.make_databases()
        self.uninstall()
        left = tree_of(self.home)
        self.assertIn(".local/share/mime/packages/other.xml", left)
        self.assertIn(".local/share/icons/hicolor/16x16/apps/other.png", left)
        self.assertIn(".local/share/mime/mime.cache", left)
        self.assertNotIn(b"x-minidump", b"".join(content or b"" for content in left.values()))
        self.assertFalse([name for name in left if "faultline" in name.lower()])

    def test_a_second_folder_takes_the_place_of_the_first(self):
        self.install()
        first, self.top = self.top, self.base / "newer"
        make_folder(self.top)
        self.install()
        self.assertIn(f"TryExec={self.top}/", self.entry.read_text(encoding="utf-8"))
        shutil.rmtree(first)
        self.uninstall()
        self.assertEqual(tree_of(self.home), {})

    def test_an_entry_of_the_user_is_not_replaced(self):
        self.entry.parent.mkdir(parents=True)
        self.entry.write_text("mine", encoding="utf-8")
        before = tree_of(self.home)
        self.assert_refused("is there already, and not from here", "--install")
        self.assertEqual(tree_of(self.home), before)

    def test_nothing_to_remove(self):
        self.assert_refused("nothing is installed for this user", "--uninstall")
        self.assertEqual(tree_of(self.home), {})

    def test_a_user_without_a_home(self):
        self.assert_refused("HOME is not set", "--install", HOME="")

    def test_a_folder_of_data_elsewhere(self):
        data = self.base / "with a space/data"
        self.install(XDG_DATA_HOME=str(data))
        self.assertTrue((data / "applications/org.faultline.Faultline.desktop").is_file())
        self.uninstall(XDG_DATA_HOME=str(data))
        self.assertFalse((self.base / "with a space").exists())
        self.assertEqual(tree_of(self.home), {})

    def test_a_folder_that_desktops_cannot_name(self):
        self.top = self.base / "100%"
        make_folder(self.top)
        self.assert_refused("desktops start no program whose path has a %", "--install")
        self.assertEqual(tree_of(self.home), {})

    def test_a_desktop_starts_it_from_any_folder(self):
        """What gio makes of Exec is what the user's desktop runs."""
        self.top = self.base / "it's \"odd\" $HOME `x` \\ & more"
        make_folder(self.top)
        self.install()
        said = self.base / "said"
        environment = {**os.environ, "HOME": str(self.home), "SAID": str(said), "DISPLAY": "other:1", "WAYLAND_DISPLAY": ""}
        subprocess.run(["gio", "launch", str(self.entry), "/a b.dmp"], check=True, env=environment, capture_output=True)
        for _ in range(300):
            if said.exists() and said.read_text(encoding="utf-8").count("\n") >= 4:
                break
            time.sleep(0.1)
        self.assertIn("/a b.dmp", said.read_text(encoding="utf-8").splitlines())


class Scripts(unittest.TestCase):
    def test_they_are_programs(self):
        self.assertTrue((ROOT / "installer/portable/faultline-desktop-files").stat().st_mode & stat.S_IXUSR)

    def test_nothing_is_left_to_be_filled_in(self):
        self.assertNotRegex(recipe.launcher_text("x86_64", "/lib64/ld.so", "2.36"), r"@\w+@")


def main():
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f"{', '.join(missing)} missing")
        return 1 if os.environ.get("FAULTLINE_REQUIRE_TOOLS") else SKIPPED
    return 0 if unittest.main(exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
