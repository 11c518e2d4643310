#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Packs the committed tree as FOLDER/faultline-VERSION.tar.xz. What a clone makes or fetches is in it: the grammars and debian/, so that it
# builds without a network and without git, and by dpkg-buildpackage.
# usage: make_source.sh FOLDER
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$root"
version=$(git show HEAD:CMakeLists.txt | sed -n 's/^project(Faultline VERSION \([0-9.]*\) .*/\1/p')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$work/faultline-$version
git archive --prefix="faultline-$version/" HEAD | tar x -C "$work"
cp -r "$top/installer/debian" "$top/debian"
if [ -d build/grammars ]; then
    cp -r build/grammars "$top/grammars"
fi
epoch=$(dpkg-parsechangelog -l "$top/debian/changelog" -S Timestamp)
tar c -C "$work" --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner --mode=u+rw,go=rX --format=gnu "faultline-$version" | xz -T1 -6 >"$folder/faultline-$version.tar.xz"
echo "$folder/faultline-$version.tar.xz"
