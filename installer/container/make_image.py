#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the server's image over FOLDER/root.tar, as OCI and in docker's form, which alone has HEALTHCHECK, and writes an archive of each into FOLDER.

usage: make_image.py FOLDER VERSION REVISION

SOURCE_DATE_EPOCH is the time of everything in them: the same root gives the same archives. No registry is asked, and nothing is left in the machine's
store of images.
"""
import hashlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# What buildah makes up for each build; no container needs it.
MADE_UP = ("container", "container_config")


class Store:
    """A store of images that is gone with its folder."""

    def __init__(self, folder):
        self._options = ["--root", f"{folder}/images", "--runroot", f"{folder}/run", "--storage-driver", "vfs"]

    def build(self, form, context, labels):
        words = [word for name, value in labels.items() for word in ("--label", f"org.opencontainers.image.{name}={value}")]
        return self._buildah("build", "--quiet", "--pull-never", "--isolation", "chroot", "--format", form, "--timestamp", os.environ["SOURCE_DATE_EPOCH"],
                             "--identity-label=false", *words, "--file", str(HERE / "Containerfile"), str(context))

    def push(self, image, target):
        self._buildah("push", "--quiet", image, target)

    def _buildah(self, *arguments):
        return subprocess.run(["buildah", *self._options, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def pack(files, archive):
    """A tar file of the paths and bytes, or files, in their order."""
    time = int(os.environ["SOURCE_DATE_EPOCH"])
    with tarfile.open(archive, "w", format=tarfile.GNU_FORMAT) as tar:
        for name, content in files:
            info = tarfile.TarInfo(name)
            info.mtime, info.mode = time, 0o644
            if isinstance(content, bytes):
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
            else:
                info.size = content.stat().st_size
                with open(content, "rb") as file:
                    tar.addfile(info, file)


def oci_archive(store, image, name, archive):
    """Returns the digest of the manifest."""
    with tempfile.TemporaryDirectory() as folder:
        store.push(image, f"oci:{folder}:{name}")
        paths = sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file())
        pack([(str(path.relative_to(folder)), path) for path in paths], archive)
        return json.loads(pathlib.Path(folder, "index.json").read_text(encoding="utf-8"))["manifests"][0]["digest"]


def settled(config):
    """Without what differs between two builds."""
    kept = {key: value for key, value in config.items() if key not in MADE_UP}
    kept["config"] = {**kept["config"], "Hostname": ""}
    return json.dumps(kept, sort_keys=True, separators=(",", ":")).encode()


def docker_archive(store, image, name, archive):
    """Returns the image's id, which is the digest of its configuration."""
    with tempfile.TemporaryDirectory() as folder:
        pushed = pathlib.Path(folder, "pushed.tar")
        store.push(image, f"docker-archive:{pushed}:{name}")
        with tarfile.open(pushed) as tar:
            tar.extractall(folder)
        (manifest,) = json.loads(pathlib.Path(folder, "manifest.json").read_text(encoding="utf-8"))
        config = settled(json.loads(pathlib.Path(folder, manifest["Config"]).read_text(encoding="utf-8")))
        digest = hashlib.sha256(config).hexdigest()
        manifest = {"Config": f"{digest}.json", "RepoTags": [name], "Layers": manifest["Layers"]}
        layers = [(layer, pathlib.Path(folder, layer)) for layer in manifest["Layers"]]
        pack([("manifest.json", json.dumps([manifest]).encode()), (manifest["Config"], config), *layers], archive)
        return f"sha256:{digest}"


def main():
    folder, version, revision = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3]
    name = f"localhost/faultline-server:{version}"
    labels = {"title": "faultline-server", "version": version, "revision": revision, "licenses": "GPL-3.0-or-later"}
    with tempfile.TemporaryDirectory() as images:
        store = Store(images)
        for form, write in (("oci", oci_archive), ("docker", docker_archive)):
            archive = folder / f"faultline-server-{version}.{form}.tar"
            digest = write(store, store.build(form, folder, labels), name, archive)
            print(f"{archive}: {archive.stat().st_size / 1e6:.1f} MB, {digest}")


if __name__ == "__main__":
    sys.exit(main())
