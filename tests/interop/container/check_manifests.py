#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that what Kustomize makes of installer/kubernetes is valid for old and new Kubernetes, and that HAProxy takes installer/compose/haproxy.cfg.

    ./dev soak manifests --work FOLDER

FOLDER keeps the programs: Kustomize, built from its Go module, and kubernetes-validate from PyPI. Not part of ctest, which reads the structure
(tests/installer/test_manifests.py).
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The newest version that Go 1.26 builds.
KUSTOMIZE = "sigs.k8s.io/kustomize/kustomize/v5@v5.8.1"
OLDEST = "1.29"


def kustomize(folder):
    program = folder / "kustomize"
    if not program.exists():
        subprocess.run(["go", "install", KUSTOMIZE], check=True, env={**os.environ, "GOBIN": str(folder)})
    return program


def validator(folder):
    program = folder / "python/bin/kubernetes-validate"
    if not program.exists():
        venv.create(folder / "python", with_pip=True)
        subprocess.run([folder / "python/bin/pip", "--quiet", "install", "kubernetes-validate"], check=True)
    return program


def output(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--work", required=True, type=pathlib.Path)
    folder = parser.parse_args().work.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    missing = [tool for tool in ("go", "haproxy") if not shutil.which(tool)]
    if missing:
        raise SystemExit(f"not here: {', '.join(missing)}")
    made = folder / "made.yaml"
    made.write_text(output(kustomize(folder), "build", ROOT / "installer/kubernetes"), encoding="utf-8")
    program = validator(folder)
    newest = output(program, "--version").strip()
    failed = False
    for version in (OLDEST, ".".join(newest.split(".")[:2])):
        done = subprocess.run([program, "-k", version, "--strict", made], capture_output=True, text=True, check=False)
        lines = (done.stdout + done.stderr).strip().splitlines()
        failed |= done.returncode != 0
        print(f"Kubernetes {version}: " + (f"{len(lines)} resources are valid" if done.returncode == 0 else "\n".join(lines)))
    # Names of the compose network are unknown here, which is a warning.
    done = subprocess.run(["haproxy", "-c", "-f", ROOT / "installer/compose/haproxy.cfg"], capture_output=True, text=True, check=False)
    failed |= done.returncode != 0
    print("haproxy.cfg: " + ("valid" if done.returncode == 0 else done.stderr))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
