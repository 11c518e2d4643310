#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks `faultline mcp` with public clients: the official Python SDK and the MCP inspector.

usage: assistants.py --faultline PROGRAM FOLDER

FOLDER gets what is missing there: a Python environment with the package `mcp`, Node 22 (npm's package `node`) and the inspector. It lies outside of the tree.
"""
import argparse
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def python_of(folder):
    python = folder / "python/bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder / "python"], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "mcp>=2,<3"], check=True)
    return python


def add_inspector(folder):
    """The inspector is installed by the Node that runs it: npm chooses the release by it."""
    modules = folder / "node_modules"
    environment = dict(os.environ, PATH=f"{modules / '.bin'}:{os.environ['PATH']}")
    for package in ("node@22", "@modelcontextprotocol/inspector@2"):
        if not (modules / package.rpartition("@")[0]).exists():
            subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, package], check=True, env=environment)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", required=True, type=os.path.abspath)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    python = python_of(folder)
    add_inspector(folder)
    runs = ([python, HERE / "assistant_client.py", options.faultline], [python, HERE / "assistant_inspector.py", options.faultline, folder])
    outcomes = [subprocess.run(list(map(str, run)), check=False).returncode for run in runs]
    sys.exit(max(outcomes))


if __name__ == "__main__":
    main()
