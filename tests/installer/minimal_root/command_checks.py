# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line in a minimal root: from its package, and from the tarball without any package."""
import re
import time

from debian_root import expect, run

SAMPLE = "/srv/sample/sample.dmp"
# A function that only the debug file names, one that is inlined, and a line.
NAMES_OF_SAMPLE = ("scene::Group::updateBounds()", "scene::Node::bounds() const", "viewer::RenderLoop::tick()", "group.cpp:10")
GRAPHICAL = re.compile(r"lib(Qt|X11|xcb|GL|EGL|wayland|gtk|gdk|cairo|fontconfig|freetype)", re.IGNORECASE)


def check_names(report):
    missing = [name for name in NAMES_OF_SAMPLE if name not in report]
    expect(not missing, f"the report does not have {missing}: {report[:300]}")
    return f"{len(NAMES_OF_SAMPLE)} of {len(NAMES_OF_SAMPLE)} names"


def first_report(root):
    start = time.monotonic()
    root.install("/packages/faultline.deb")
    installed = time.monotonic()
    names = check_names(root.run("faultline", "symbolicate", SAMPLE))
    return f"apt install {installed - start:.1f} s, first report after {time.monotonic() - start:.1f} s, {names}"


def python_module(root):
    """The package alone brings what it needs, also what is opened at first use: the disassembler."""
    root.install("/packages/python3-faultline.deb", "/packages/faultline.deb")
    code = f"import faultline; r = faultline.open({SAMPLE!r}, offline=True); print(r.text(), r.frame.code[0].text, faultline.__file__)"
    said = root.run("python3", "-c", code)
    expect("/usr/lib/python3/dist-packages/faultline/" in said, said[-200:])
    return check_names(said)


def no_graphical_library(root):
    """Neither in the program nor among the packages that came with it and the server."""
    root.install("/packages/faultline-server.deb")
    libraries = root.run("ldd", "/usr/bin/faultline")
    expect("libarchive" in libraries and "not found" not in libraries, f"ldd says {libraries}")
    found = [line.strip() for line in libraries.splitlines() if GRAPHICAL.search(line)]
    packages = sorted(name for name in root.installed() if GRAPHICAL.match(name))
    expect(not found and not packages, f"graphical: {found + packages}")
    return f"{len(libraries.splitlines())} libraries, {len(root.installed())} packages in the root, none graphical"


def installed_sizes(root, before):
    added = root.installed() - before
    own = {name for name in added if name.startswith("faultline")}
    own_sizes = ", ".join(f"{name} {root.size_mb(name):.1f} MB" for name in sorted(own))
    return f"{own_sizes}; {len(added - own)} packages with them {root.size_mb(*(added - own)):.1f} MB"


def documents(root):
    """The pages are there for every command, and a shell reads the completions."""
    commands = re.findall(r"^  (\w+) {2,}", root.run("faultline", "--help").split("ommands:")[1], flags=re.M)
    expect(len(commands) >= 5, f"--help lists {commands}")
    pages = [root.path(f"/usr/share/man/man1/faultline-{command}.1.gz") for command in commands] + [root.path("/usr/share/man/man5/faultline.yml.5.gz")]
    missing = [str(page) for page in pages if not page.exists()]
    expect(not missing, f"no {missing}")
    warnings = "".join(warnings_of(page) for page in pages)
    expect(not warnings, warnings)
    root.run("bash", "-n", "/usr/share/bash-completion/completions/faultline")
    return f"{len(pages)} pages without a warning, completions for bash, zsh and fish"


def warnings_of(page):
    command = f"LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z '{page}' 2>&1 >/dev/null"
    return run("sh", "-c", command)


def own_crash(root, package, state, *command):
    """A crash of our own program leaves one dump, in which it names its functions and lines by its package with debug info."""
    root.install(f"/packages/{package}-dbgsym.deb")
    root.run("env", f"XDG_STATE_HOME={state}", "QT_QPA_PLATFORM=offscreen", *command, check=False)
    dumps = list(root.path(f"{state}/faultline/crashes").glob("*.dmp"))
    expect(len(dumps) == 1, f"{len(dumps)} dumps")
    report = root.run("faultline", "symbolicate", f"{state}/faultline/crashes/{dumps[0].name}")
    frames = re.findall(rf"^ +\d+i? +{package}!(.*?)(?:\n +)? +\[([\w.]+:\d+)\]", report, flags=re.M)
    expect(any(place.startswith("main.cpp:") for _, place in frames), f"no line of main.cpp: {report[:1500]}")
    return f"{len(frames)} frames of {package} with lines, {frames[0][0].strip()} [{frames[0][1]}] first"


def portable(root, tarball):
    """In a root that has none of the libraries, nor the package."""
    run("tar", "xf", tarball, "-C", root.path("/opt"))
    (top,) = root.path("/opt").iterdir()
    program = f"/opt/{top.name}/bin/faultline"
    expect("libarchive13" not in root.installed(), "the root has libarchive13")
    libraries = root.run("ldd", program)
    outside = [line.strip() for line in libraries.splitlines() if "=> /" in line and "/opt/" not in line and not re.search(r"lib(c|m)\.so", line)]
    expect("not found" not in libraries and not outside, f"from outside: {outside or libraries}")
    names = check_names(root.run(program, "symbolicate", SAMPLE))
    # A transfer loads libcurl: its failure must be that of the connection.
    report = root.run(program, "symbolicate", "--symbols", "http://127.0.0.1:9/", "/srv/alone/sample.dmp", check=False)
    expect("onnect" in report and "libcurl" not in report, f"a transfer says {report[-400:]}")
    return f"{names}; a transfer fails only for its connection; {tarball.stat().st_size / 1e6:.1f} MB"
