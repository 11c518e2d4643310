# SPDX-License-Identifier: GPL-3.0-or-later
"""The window in a minimal root: its types of files, and that a desktop's ways to open a dump show it. Pictures are kept."""
import re
import struct
import zlib

from debian_root import CheckFailed, expect

USER = "tester"
HOME = f"/home/{USER}"
# What a desktop brings. The window itself needs none of it.
TOOLS = ("xvfb", "xauth", "x11-utils", "xdg-utils", "libglib2.0-bin", "desktop-file-utils", "shared-mime-info", "fonts-dejavu-core")
ENTRY = "/usr/share/applications/org.faultline.Faultline.desktop"
MINIDUMP, APPLE, CAPTURE = "application/x-minidump", "application/x-apple-crashreport", "application/vnd.tcpdump.pcap"
BY_FILE = "application/x-dmp"  # file(1) knows dumps, but neither packages' own types nor Apple's reports.

# Starts a command on an X server of its own and waits for a window whose title has the given text. The server's screen stays in a file.
SHOW = r"""
set -eu
title=$1; shift
cd
export DISPLAY=:7 HOME XDG_RUNTIME_DIR=/tmp/runtime
mkdir -p -m 700 /tmp/runtime /tmp/screen
Xvfb :7 -screen 0 1440x900x24 -fbdir /tmp/screen -nolisten tcp >/tmp/xvfb.log 2>&1 &
server=$!
for i in $(seq 100); do xwininfo -root >/dev/null 2>&1 && break; sleep 0.1; done
"$@" >/tmp/command.log 2>&1 &
for i in $(seq 300); do
    found=$(xwininfo -root -tree | grep -F -- "$title" | grep -F "faultline" || true)
    [ -n "$found" ] && break
    sleep 0.1
done
sleep 4
xwininfo -root -tree | grep '"' || true
cp /tmp/screen/Xvfb_screen0 ~/screen.xwd
cat /tmp/command.log
kill $(pgrep -x faultline-workb) 2>/dev/null || true
kill $server
"""


def prepare(root):
    root.install("/packages/faultline.deb", "/packages/faultline-workbench.deb")
    libraries = root.run("ldd", "/usr/bin/faultline-workbench")
    expect("not found" not in libraries, f"ldd says {libraries}")
    root.install(*TOOLS, "procps")
    root.run("useradd", "--create-home", USER)
    root.path("/show.sh").write_text(SHOW, encoding="utf-8")
    root.put(root.path("/srv/sample"), f"{HOME}/sample")
    root.put(root.path("/srv/apple"), f"{HOME}/apple")
    root.path(f"{HOME}/capture.dmp").write_bytes(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
    root.run("chown", "-R", f"{USER}:{USER}", HOME)
    return f"{len(libraries.splitlines())} libraries"


def types_of_files(root):
    """Without a desktop, xdg-mime asks File::MimeInfo, which it recommends, or else file(1); on a desktop it asks gio."""
    expected = {f"{HOME}/sample/sample.dmp": MINIDUMP, f"{HOME}/apple/macos.ips": APPLE, f"{HOME}/capture.dmp": CAPTURE}
    root.install("file")
    problems = []
    by_file = root.run("xdg-mime", "query", "filetype", f"{HOME}/sample/sample.dmp", user=USER).strip()
    if by_file not in (MINIDUMP, BY_FILE):
        problems.append(f"a dump is {by_file} where only file(1) is installed")
    root.install("libfile-mimeinfo-perl")
    for session in ("", "GNOME"):
        for path, wanted in expected.items():
            found = root.run("env", f"XDG_CURRENT_DESKTOP={session}", "xdg-mime", "query", "filetype", path, user=USER).strip()
            if found != wanted:
                problems.append(f"{path} is {found} {'on GNOME' if session else 'without a desktop'}")
    for kind in (MINIDUMP, APPLE, BY_FILE, "application/x-core"):
        program = root.run("xdg-mime", "query", "default", kind, user=USER).strip()
        if program != "org.faultline.Faultline.desktop":
            problems.append(f"{kind} is opened by {program or 'nothing'}")
    expect(not problems, "; ".join(problems))
    return "dump, Apple report and packet capture right without a desktop and with gio; four types open with the window"


def shown(root, pictures, name, title, *command):
    screen = root.path(f"{HOME}/screen.xwd")
    screen.unlink(missing_ok=True)
    said = root.run("bash", "/show.sh", title, *command, user=USER)
    if not screen.exists():
        raise CheckFailed(f"no screen: {said[-500:]}")
    picture = pictures / f"{name}.png"
    colours = save_picture(screen.read_bytes(), picture)
    window = re.search(rf'"([^"]*{re.escape(title)}[^"]*)": \("faultline-workbench"', said)
    expect(window, f"no window of the workbench with \"{title}\" in its title: {said[-700:]}")
    expect(colours > 50, f"the screen has {colours} colours only")
    return f"window \"{window.group(1)}\", {picture.name} with {colours} colours"


def opens_from_entry(root, pictures):
    return shown(root, pictures, "from-desktop-entry", "sample.dmp", "gio", "launch", ENTRY, f"{HOME}/sample/sample.dmp")


def opens_from_xdg_open(root, pictures):
    return shown(root, pictures, "from-xdg-open", "sample.dmp", "xdg-open", f"{HOME}/sample/sample.dmp")


def opens_report_from_xdg_open(root, pictures):
    return shown(root, pictures, "report-from-xdg-open", "macos.ips", "xdg-open", f"{HOME}/apple/macos.ips")


def save_picture(screen, target):
    """Turns X's dump of a screen with 32 bits a pixel into a PNG. Returns how many colours it has."""
    header = struct.unpack(">25I", screen[:100])
    size, depth, width, height, bits, stride, colours = header[0], header[3], header[4], header[5], header[11], header[12], header[19]
    if (depth, bits) != (24, 32):
        raise CheckFailed(f"the screen has {depth} bits in {bits}")
    start = size + colours * 12
    rows, seen = [], set()
    for y in range(height):
        row = screen[start + y * stride : start + y * stride + width * 4]
        pixels = bytearray(width * 3)
        pixels[0::3], pixels[1::3], pixels[2::3] = row[2::4], row[1::4], row[0::4]
        rows.append(b"\0" + bytes(pixels))
        seen.update(zip(row[2::16], row[1::16], row[0::16]))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    target.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0))
                       + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b""))
    return len(seen)
