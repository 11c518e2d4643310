#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Unpacks tree-sitter's grammars for JavaScript and TypeScript into FOLDER (default build/grammars), by npm and with
# fixed checksums. Nothing is done when they are there.
set -euo pipefail
folder=${1:-$(dirname "${BASH_SOURCE[0]}")/../build/grammars}
stamp=javascript-0.23.1-typescript-0.23.2
[ -e "$folder/$stamp" ] && exit 0
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent --ignore-scripts tree-sitter-javascript@0.23.1 tree-sitter-typescript@0.23.2 >/dev/null
sha256sum --quiet -c <<'SUMS'
90e80b25a67517a4daf6ad751557bee21efbda7b7a5a554897933245d1734398  tree-sitter-javascript-0.23.1.tgz
0fdf63c35930a75885145d75ee63cb879da2d49db9bfe454bd8e60b08ba778a1  tree-sitter-typescript-0.23.2.tgz
SUMS
for grammar in javascript typescript; do
    rm -rf "${folder:?}/$grammar"
    mkdir "$folder/$grammar"
    tar xzf tree-sitter-$grammar-*.tgz -C "$folder/$grammar" --strip-components=1 --wildcards \
        'package/LICENSE' '*/src/parser.c' '*/src/scanner.c' '*/src/tree_sitter/*.h' $([ $grammar = typescript ] && echo 'package/common/scanner.h')
done
touch "$folder/$stamp"
