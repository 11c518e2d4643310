# SPDX-License-Identifier: GPL-3.0-or-later
"""An image of `./dev container`, unpacked, and what a container runtime would do with it."""
import json
import os
import pathlib
import shutil
import subprocess
import tarfile

USER = 65532
# setpriv, which the image does not have, comes from this machine, in a folder of the container's /run.
START = """
set -e
root=$1; folder=$2; shift 2
loader="/run/tools/ld-linux-x86-64.so.2 --library-path /run/tools"
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for name in null zero urandom; do : >"$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; done
mount -t proc -o ro proc "$root/proc" 2>/dev/null || mount --rbind /proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mkdir "$root/run/tools"
for tool in setpriv env; do cp $(ldd "$(command -v $tool)" | grep -o '/[^ ]*') "$(command -v $tool)" "$root/run/tools/"; done
mount -o remount,ro "$root/run"
while [ "$1" != -- ]; do
    mount --bind "$2" "$root$1"
    [ "$3" = rw ] || mount -o remount,bind,ro "$root$1"
    shift 3
done
shift
exec chroot "$root" $loader /run/tools/env -C "$folder" $loader /run/tools/setpriv --reuid 65532 --regid 65532 --clear-groups \\
    --bounding-set -all --no-new-privs "$@"
"""


class Image:
    """The image in an OCI archive: its root unpacked below `folder`, and its configuration."""

    def __init__(self, archive, folder):
        self.archive = pathlib.Path(archive)
        self.root = pathlib.Path(folder, "root").resolve()
        layout = pathlib.Path(folder, "layout")
        with tarfile.open(archive) as tar:
            tar.extractall(layout)
        blob = lambda digest: layout / "blobs" / digest.replace(":", "/")  # noqa: E731
        self.digest = json.loads((layout / "index.json").read_text())["manifests"][0]["digest"]
        manifest = json.loads(blob(self.digest).read_text())
        self.config = json.loads(blob(manifest["config"]["digest"]).read_text())["config"]
        self.packed_bytes = sum(layer["size"] for layer in manifest["layers"])
        self.root.mkdir(parents=True)
        for layer in manifest["layers"]:
            subprocess.run(["tar", "-xzf", str(blob(layer["digest"])), "-C", str(self.root)], check=True)
        shutil.rmtree(layout)
        for name in ("etc/hosts", "etc/resolv.conf"):  # As container runtimes do.
            shutil.copyfile(f"/{name}", self.root / name)

    def unpacked_bytes(self):
        return sum(path.lstat().st_size for path in self.root.rglob("*") if not path.is_dir())

    def environment(self):
        return dict(item.split("=", 1) for item in self.config["Env"])

    def prepare_mounts(self, paths):
        """Makes the places for folders and files that will be mounted where they are on this machine."""
        for path in paths:
            place = self.root / str(path).lstrip("/")
            (place.parent if path.is_file() else place).mkdir(parents=True, exist_ok=True)
            if path.is_file() and not place.exists():
                place.touch()

    def command(self, arguments, mounts, environment=None):
        """Words that run the image's program on a read-only root, as its user, without capabilities. `mounts`: place in the image →
        folder, "rw" or "ro"."""
        words = [word for target, (folder, mode) in mounts.items() for word in (target, str(folder), mode)]
        variables = {**self.environment(), **(environment or {})}
        return ["env", "-i", *(f"{name}={value}" for name, value in variables.items()), f"PATH={os.environ['PATH']}",
                "unshare", "--mount", "--propagation", "private", "sh", "-c", START, "sh", str(self.root), self.config["WorkingDir"], *words, "--",
                *self.config["Entrypoint"], *arguments]


def podman_command(reference, storage, arguments, mounts, environment=None):
    """The same for podman, as docs/deploy.md has it."""
    volumes = [word for target, (folder, mode) in mounts.items() for word in ("-v", f"{folder}:{target}:{mode}")]
    variables = [word for name, value in (environment or {}).items() for word in ("-e", f"{name}={value}")]
    return ["podman", "--root", f"{storage}/images", "--runroot", f"{storage}/run", "--storage-driver", "vfs", "run", "--rm", "--no-healthcheck",
            "--read-only", "--cap-drop=all", "--ulimit", "host", "--cgroups=disabled", "--network", "host", *volumes, *variables, reference, *arguments]


def podman_refusal(archive, reference, storage):
    """Loads the image into a store of its own. Returns why podman cannot run it here; empty: it can."""
    base = ["podman", "--root", f"{storage}/images", "--runroot", f"{storage}/run", "--storage-driver", "vfs"]
    loaded = subprocess.run([*base, "load", "--quiet", "--input", str(archive)], capture_output=True, text=True, check=False)
    if loaded.returncode != 0:
        return loaded.stderr.strip()
    tried = subprocess.run(podman_command(reference, storage, ["--version"], {}), capture_output=True, text=True, check=False)
    return "" if tried.returncode == 0 else tried.stderr.strip().splitlines()[-1]
