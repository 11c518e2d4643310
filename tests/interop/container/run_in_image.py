#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the image's server with a configuration file: what check_image.py gives the conformance kit as the command of the server under test.

usage: run_in_image.py STATE CONFIG

STATE says how the program is run; its file is written by check_image.py.
"""
import json
import os
import pathlib
import subprocess
import sys


def main():
    state = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    # The kit makes a folder for each case, which belongs to itself.
    subprocess.run(["chown", "-R", "65532:65532", state["kit_folder"]], check=True)
    command = [word.replace("{config}", sys.argv[2]) for word in state["command"]]
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
