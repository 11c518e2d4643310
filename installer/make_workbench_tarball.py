#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Packs the workbench as one folder for other distributions: Qt with its plugins, fonts, texts, and all libraries but those of glibc and OpenGL.

usage: make_workbench_tarball.py BUILD FOLDER

BUILD has the target faultline_workbench_portable. FOLDER gets faultline-workbench-VERSION-linux-MACHINE.tar.xz. Libraries, plugins and fonts are
those of this machine's packages. SOURCE_DATE_EPOCH is the time of everything in it.
"""
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

import make_tarball
from make_tarball import output, parts_of_program

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = "faultline-workbench"
# They belong to the machine's driver. Qt links them; the window is drawn without.
OPENGL = re.compile(r"lib(EGL|GL|GLX|GLdispatch|OpenGL)\.so\b")
# No integration of OpenGL is among them: it would load the system's driver, whose libraries are newer than ours. Nor is GTK's theme, for the same reason.
PLUGINS = ("platforms/libqxcb.so", "platforms/libqwayland-generic.so", "platforms/libqoffscreen.so", "platforms/libqminimal.so",
           "platformthemes/libqxdgdesktopportal.so", "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
           "platforminputcontexts/libibusplatforminputcontextplugin.so", "wayland-shell-integration/libxdg-shell.so",
           "wayland-decoration-client/libbradient.so", "imageformats/libqgif.so", "imageformats/libqico.so", "imageformats/libqjpeg.so",
           "imageformats/libqsvg.so", "iconengines/libqsvgicon.so", "tls/libqopensslbackend.so", "tls/libqcertonlybackend.so")
# Qt and QtKeychain open them by name when they need them. Qt's bridge to assistive technology is part of Qt Gui and needs libdbus-1, which is linked.
LOADED_LATER = (*parts_of_program.LOADED_LATER[PROGRAM], "libsecret-1.so.0", "libXcursor.so.1", "libssl.so.3")
FONTS = {"opentype/inter": ("Inter-Regular.otf", "Inter-Italic.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "Inter-Bold.otf", "Inter-BoldItalic.otf"),
         "truetype/jetbrains-mono": ("JetBrainsMono-Regular.ttf", "JetBrainsMono-Italic.ttf", "JetBrainsMono-Medium.ttf", "JetBrainsMono-SemiBold.ttf",
                                     "JetBrainsMono-Bold.ttf", "JetBrainsMono-BoldItalic.ttf"),
         # For signs and scripts that the others lack, where the system has no fonts. The arrow of inlined lines (U+2937) is in the last alone.
         "truetype/dejavu": ("DejaVuSans.ttf", "DejaVuSansMono.ttf", "DejaVuSerif.ttf")}
README = """Faultline's workbench for Linux on {machine}.

    bin/faultline-workbench crash.dmp
    bin/faultline-workbench --install      adds desktop entry, icons and types of files for you
    bin/faultline-workbench --uninstall    removes them

The folder may lie anywhere; install again after it has moved. It needs glibc {glibc} or later, X11 or Wayland, and the system's OpenGL, which a desktop has:
libEGL.so.1, libGLX.so.0 and libOpenGL.so.0 (Debian and Ubuntu: libegl1 libglx0 libopengl0; Fedora: libglvnd-egl libglvnd-glx libglvnd-opengl; Arch: libglvnd).
Everything else is here. share/doc/faultline-workbench/libraries has the licences of what is not ours, and PACKAGES there says where its source is.

Servers' certificates are checked against /etc/ssl/certs/ca-certificates.crt. If your distribution keeps its authorities elsewhere
(Fedora: /etc/pki/tls/certs/ca-bundle.crt), choose that file in Settings, Network, or name it in ~/.config/faultline/config.yml:

    download_tls:
      ca_file: /etc/pki/tls/certs/ca-bundle.crt
"""


def qt_folder(name):
    return pathlib.Path(output("qmake6", "-query", name).strip())


def is_of_system(name):
    return make_tarball.GLIBC.match(name) or OPENGL.match(name)


def libraries_of(files):
    """Paths of what the files need, by soname, without what only the system's own libraries need."""
    known = {}
    for path in files:
        known.update(make_tarball.libraries_of(path))
    taken, wanted = {}, [name for path in files for name in parts_of_program.needed_libraries(path)]
    while wanted:
        name = wanted.pop()
        if name not in taken and not is_of_system(name):
            taken[name] = known[name]
            wanted += parts_of_program.needed_libraries(known[name])
    return taken


def install_own_files(build, stage, top):
    """What the package has, with the launcher in the program's place."""
    output("cmake", "--install", str(build), "--component", "workbench", "--prefix", "/usr", DESTDIR=str(stage))
    (stage / "usr").rename(top)
    for name in ("bin", "share/lintian", "share/dbus-1"):
        shutil.rmtree(top / name, ignore_errors=True)
    for folder in ("bin", "libexec", "lib/faultline", "share/faultline"):
        (top / folder).mkdir(parents=True)
    # Names of functions stay, so that a crash of our own can be read.
    output("strip", "--strip-debug", "-o", str(top / "libexec" / PROGRAM), str(build / "installer/portable" / PROGRAM))
    for module in parts_of_program.PRIVATE_MODULES:
        output("strip", "--strip-debug", "-o", str(top / f"lib/faultline/{module}.so"), str(build / f"lib/faultline/{module}.so"))
    shutil.copyfile(HERE / "portable/qt.conf", top / "libexec/qt.conf")
    shutil.copy(HERE / "portable/faultline-desktop-files", top / "libexec")
    shutil.copyfile(HERE / "portable/fonts.conf", top / "share/faultline/fonts.conf")


def copy_all(files, folder):
    """Copies files, given by their names below the folder. Returns where they come from."""
    for name, path in files.items():
        if not path.exists():
            raise SystemExit(f"make_workbench_tarball: {path} is missing: install the packages that docs/building.md lists for tarballs")
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    return list(files.values())


def plugin_files():
    folder = qt_folder("QT_INSTALL_PLUGINS")
    return {name: folder / name for name in PLUGINS}


def font_files():
    return {f"{folder.split('/')[1]}/{name}": pathlib.Path("/usr/share/fonts") / folder / name for folder, names in FONTS.items() for name in names}


def translation_files():
    """Qt's own texts, in the languages of ours, which are in the program."""
    languages = [path.stem.split("_", 1)[1] for path in sorted((HERE.parent / "translations").glob("faultline_*.ts"))]
    return {f"qtbase_{language}.qm": qt_folder("QT_INSTALL_TRANSLATIONS") / f"qtbase_{language}.qm" for language in languages}


def interpreter(program):
    return re.search(r"program interpreter: (\S+)\]", output("readelf", "-l", str(program))).group(1)


def launcher_text(machine, loader, glibc):
    text = (HERE / "portable/faultline-workbench.in").read_text(encoding="utf-8")
    return text.replace("@MACHINE@", machine).replace("@LOADER@", loader).replace("@GLIBC@", glibc)


def write_launcher(top, machine, glibc):
    launcher = top / "bin" / PROGRAM
    launcher.write_text(launcher_text(machine, interpreter(top / "libexec" / PROGRAM), glibc), encoding="utf-8")
    launcher.chmod(0o755)


def elf_files(top):
    return [top / "libexec" / PROGRAM, *sorted((top / "lib/faultline").rglob("*.so*"))]


def check_needs(top):
    """Everything that a file needs is here or of the system, and no library looks elsewhere first."""
    here = {path.name for path in (top / "lib/faultline").iterdir()}
    for path in elf_files(top):
        missing = [name for name in parts_of_program.needed_libraries(path) if name not in here and not is_of_system(name)]
        if missing or "(RUNPATH)" in output("readelf", "-d", str(path)):
            raise SystemExit(f"make_workbench_tarball: {path.name} needs {', '.join(missing) or 'a folder of its own (RUNPATH)'}")


def check_help(top):
    """It starts from its folder, without a display."""
    text = subprocess.run([top / "bin" / PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout
    return text.split()[-1]


def fill(build, stage, top, machine):
    """Returns glibc's version that the folder needs, and how many libraries are in it."""
    install_own_files(build, stage, top)
    plugins = copy_all(plugin_files(), top / "lib/faultline/plugins")
    later = [pathlib.Path(path) for path in sorted(parts_of_program.paths_of_libraries(LOADED_LATER, top / "libexec" / PROGRAM))]
    own = [top / "libexec" / PROGRAM, *sorted((top / "lib/faultline").glob("*.so"))]
    libraries = {**dict(zip(sorted(LOADED_LATER), sorted(later, key=lambda path: path.name))), **libraries_of([*own, *plugins, *later])}
    copy_all(libraries, top / "lib/faultline")
    fonts = copy_all(font_files(), top / "share/faultline/fonts")
    texts = copy_all(translation_files(), top / "share/faultline/translations")
    make_tarball.copy_licences([*libraries.values(), *plugins, *fonts, *texts], top / f"share/doc/{PROGRAM}/libraries")
    check_needs(top)
    glibc = make_tarball.newest_glibc(elf_files(top))
    write_launcher(top, machine, glibc)
    (top / "README").write_text(README.format(glibc=glibc, machine=machine), encoding="utf-8")
    return glibc, len(libraries)


def main():
    build, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    machine = platform.machine()
    version = make_tarball.cache_value(build, "CMAKE_PROJECT_VERSION")
    with tempfile.TemporaryDirectory() as temporary:
        stage = pathlib.Path(temporary)
        top = stage / f"{PROGRAM}-{version}-linux-{machine}"
        glibc, libraries = fill(build, stage, top, machine)
        make_tarball.check_libraries(top / "libexec" / PROGRAM, top, is_of_system)
        check_help(top)
        unpacked = sum(path.stat().st_size for path in top.rglob("*") if path.is_file())
        archive = folder / f"{top.name}.tar.xz"
        make_tarball.pack(top, archive)
    print(f"{archive}: {archive.stat().st_size / 1e6:.1f} MB, {unpacked / 1e6:.1f} MB unpacked, {libraries} libraries, glibc {glibc} or later")


if __name__ == "__main__":
    main()
