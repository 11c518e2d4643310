#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the Debian packages of the build in BUILD and puts them into FOLDER. SOURCE_DATE_EPOCH is their time.
# usage: make_packages.sh BUILD FOLDER
set -eu
build=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
cd "$build"
rm -rf packages "$folder"/faultline_*.deb "$folder"/faultline-*.deb "$folder"/libfaultline*.deb "$folder"/python3-faultline*.deb
cpack -B packages >packages.log || { cat packages.log >&2; exit 1; }

# Packed once more, because CPack names packages with debug info as Ubuntu does, writes the build's path into their lists of files, and
# leaves out their documents. It does not compress, so that this is done once.
for package in packages/*.*deb; do
    tree=packages/tree
    rm -rf $tree
    dpkg-deb -R "$package" $tree
    case $package in
    *.ddeb)
        name=$(sed -n 's/^Package: //p' $tree/DEBIAN/control)
        sed -i '/^Package-Type:/d' $tree/DEBIAN/control
        mkdir -p $tree/usr/share/doc
        ln -s "${name%-dbgsym}" "$tree/usr/share/doc/$name"
        (cd $tree && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
        ;;
    esac
    file=${package##*/}
    dpkg-deb --root-owner-group --threads-max=1 -Zxz -b $tree "$folder/${file%.*}.deb" >/dev/null
done
rm -rf packages
